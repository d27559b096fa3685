//! G104 never-used-in-any-game.

use std::collections::BTreeSet;

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;

use crate::checks::Check;
use crate::context::{Context, Spot};
use crate::games::Games;

chartroom_format::codes! {
    CODE = "G104", "never-used-in-any-game", "play", Note,
        what: "Rules that never happened, or units that never stood on the map, in any game that bots played.",
        why: "They may be out of reach: a condition that is met nowhere, a unit nobody can pay.",
        remedy: "Look at those that should be common. Rare events need no change.",
        bad: r#"Rules(schema: 2, rules: {"miracle": (on: TurnStart, when: Controls("red", ["blueland"]), then: [Money("red", 1)])})"#,
        good: r#"Rules(schema: 2, rules: {"interest": (on: TurnStart, then: [Money("red", 1), Place("blue", [At("0401", {"destroyer": 1})])])})"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(games) = cx.games.as_ref().filter(|games| !games.scenarios.is_empty()) else { return };
    let count: usize = games.scenarios.iter().map(|scenario| scenario.played.len()).sum();
    let mut tell = |what: &str, unused: &[&str], spot: &dyn Fn(&str) -> Spot| {
        if let Some(first) = unused.first() {
            let message = format!("in {count} games {} {what}: {}", unused.len(), unused.join(", "));
            found.push(cx.finding(CODE, &spot(first), message));
        }
    };
    let rules = unused(games, |it| &it.rules, |it| &it.rules);
    let of_pack: Vec<&str> = rules.into_iter().filter(|id| cx.content.rules.contains_key(*id)).collect();
    tell("rules never happened", &of_pack, &|id| cx.entry(EntryKind::Rule, id));
    let units = unused(games, |it| &it.units, |it| &it.units);
    tell("units never stood on the map", &units, &|id| cx.entry(EntryKind::Unit, id));
}

/// What some scenario knows and no game of any scenario used.
fn unused<'g>(
    games: &'g Games,
    known: impl Fn(&'g crate::games::ScenarioGames) -> &'g Vec<String>,
    used: impl Fn(&'g crate::games::Played) -> &'g BTreeSet<String>,
) -> Vec<&'g str> {
    let used: BTreeSet<&String> = games.scenarios.iter().flat_map(|scenario| &scenario.played).flat_map(used).collect();
    let known: BTreeSet<&String> = games.scenarios.iter().flat_map(known).collect();
    known.difference(&used).map(|name| name.as_str()).collect()
}
