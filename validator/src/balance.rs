//! The codes of `check --balance`: what many games say about the contracts of balance.ron. The games are played by the lab.

chartroom_format::codes! {
    REFUTED = "B101", "contract-refuted", "balance", Error,
        what: "Games between the bots that balance.ron names show that something it wants is not so.",
        why: "The author has written down what the game should be like; a change of a price or a set-up has broken it.",
        remedy: "Look at the games with `chartroom simulate`, find the change with `chartroom compare`, mend it with `chartroom tune`, or write down what you want now.",
        bad: "", good: "Options(schema: 2, options: {})";
    NOT_PROVED = "B102", "contract-not-proved", "balance", Warning,
        what: "The games that balance.ron allows are too few to prove or to refute something it wants.",
        why: "A share close to its bound needs many games; until then nobody knows.",
        remedy: "Allow more `games`, or widen what is wanted.",
        bad: "", good: "Options(schema: 2, options: {})";
    NOT_PLAYABLE = "B103", "contract-not-playable", "balance", Error,
        what: "A contract of balance.ron cannot be played: a bot nobody knows, no games, an empty or impossible wish, or a scenario that does not start.",
        why: "What is never played is never proved.",
        remedy: "Mend the contract as the message says.",
        bad: "", good: "Options(schema: 2, options: {})";
}
