//! Bots on all packs: what they ask for is legal, they never go round in circles, and the same seed gives the same game.

use crate::common::{load, start};
use chartroom_engine::bots::{self, Bot, Player, Seats, Style};
use chartroom_engine::{Event, GainReason, Game, Ruleset, State};
use chartroom_format::schema::units::Domain;

const PACKS: [&str; 7] = [
    "hitlers-global-war",
    "hitlers-war-cg3",
    "global-war-1975",
    "war-game-ww2",
    "global-war-1939",
    "hundred-days",
    "remagen-bridgehead",
];

/// More decisions than any phase of the packs takes.
const MOST_IN_A_PHASE: usize = 3000;

/// Plays some decisions strictly: whatever the bot asks for must be done.
fn strictly(rules: &Ruleset, start: &State, bot: &mut dyn Bot, decisions: usize, who: &str) -> u64 {
    let (mut game, _) = Game::start(rules, start.clone());
    let (mut phase, mut in_phase) = ((0, 0), 0);
    for at in 0..decisions {
        if game.outcome().is_some() {
            break;
        }
        let action = bot.choose(&game);
        let step = match game.submit(&action) {
            Ok(step) => step,
            Err(refusal) => panic!("{who}, decision {at}: {action:?} is refused: {}", refusal.reason),
        };
        for event in &step.events {
            let told = event.tell(rules);
            let plain =
                !told.is_empty() && !told.contains('{') && !told.contains("Ix(") && !told.contains("no words for");
            assert!(plain, "{event:?} is told as `{told}`");
        }
        let now = (game.state.turn, game.state.phase);
        in_phase = if now == phase { in_phase + 1 } else { 0 };
        phase = now;
        assert!(in_phase < MOST_IN_A_PHASE, "{who} never ends phase {} of turn {}", phase.1, phase.0);
    }
    game.state.hash()
}

#[test]
fn bots_never_ask_for_what_is_refused_and_never_go_round_in_circles() {
    for pack in PACKS {
        let content = load(pack);
        for scenario in content.scenarios.keys() {
            for seed in [1, 2] {
                let (rules, state) = start(&content, scenario.as_str(), seed);
                let mut bot = Player::parse("greedy", &rules.styles).expect("a bot").sit(seed, false);
                strictly(&rules, &state, bot.as_mut(), 700, &format!("greedy in {pack} {}", scenario.as_str()));
            }
        }
    }
}

#[test]
fn a_player_who_looks_ahead_does_so_by_positions_and_plays_the_same_game_again() {
    let content = load("hitlers-global-war");
    let (rules, state) = start(&content, "barbarossa", 5);
    let game = |name: &str| {
        let mut bot = Player::parse(name, &rules.styles).expect("a bot").sit(5, true);
        let hash = strictly(&rules, &state, bot.as_mut(), 40, name);
        (hash, bot.reasons())
    };
    let (one, reasons) = game("strong@1500");
    assert_eq!(one, game("strong@1500").0);
    let told = reasons.iter().filter_map(|line| line.split(" after ").nth(1)?.split(' ').next()?.parse::<u32>().ok());
    let used: Vec<u32> = told.collect();
    assert!(!used.is_empty(), "it says what it looked at: {reasons:?}");
    assert!(used.iter().all(|positions| *positions <= 1500), "{used:?}");
    // Without a position to look at it plays as the quick commander does.
    assert_eq!(game("strong@1").0, game("greedy").0);
}

#[test]
fn a_player_who_looks_ahead_asks_for_nothing_illegal_where_units_move_by_steps() {
    for (pack, scenario) in [("hundred-days", "june"), ("remagen-bridgehead", "march")] {
        let content = load(pack);
        let (rules, state) = start(&content, scenario, 7);
        let game = |name: &str| {
            let mut bot = Player::parse(name, &rules.styles).expect("a bot").sit(7, false);
            strictly(&rules, &state, bot.as_mut(), 60, &format!("{name} in {pack}"))
        };
        assert_eq!(game("strong@400"), game("strong@400"));
        assert_ne!(game("strong@400"), game("greedy"), "{pack}: looking ahead changes nothing");
    }
}

#[test]
fn nations_without_an_enemy_over_land_buy_ships_and_take_land_overseas() {
    let content = load("war-game-ww2");
    let (rules, state) = start(&content, "1942", 4);
    let usa = rules.find_power("usa").expect("the USA");
    let (mut ships, mut aircraft, mut taken) = (0, 0, 0);
    let mut bot = Player::parse("greedy", &rules.styles).expect("a bot").sit(4, false);
    bots::play(&rules, &state, bot.as_mut(), None, |_, events| {
        for event in events {
            match event {
                Event::Placed { stack, why: GainReason::Built } => match rules.unit(stack.unit).domain {
                    Domain::Sea | Domain::Submarine => ships += stack.count,
                    Domain::Air => aircraft += stack.count,
                    _ => {}
                },
                Event::Captured { by: Some(by), .. } if *by == usa => taken += 1,
                _ => {}
            }
        }
    });
    assert!(ships > 0 && aircraft > 0, "{ships} ships and {aircraft} aircraft were built");
    assert!(taken > 0, "the USA took nothing overseas");
}

#[test]
fn whoever_sits_at_a_side_plays_it() {
    let content = load("hitlers-global-war");
    let (rules, state) = start(&content, "barbarossa", 3);
    let hash = |words: &[&str]| {
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        let seats = Seats::parse(&rules, &words, &rules.styles).expect("seats");
        strictly(&rules, &state, seats.sit(&rules, 3, false).as_mut(), 60, &seats.tell(&rules))
    };
    assert_eq!(hash(&["greedy"]), hash(&["axis=greedy", "soviet=greedy"]));
    assert_ne!(hash(&["greedy"]), hash(&["axis=random"]));
    assert_eq!(hash(&["random", "axis=greedy", "soviet=greedy"]), hash(&["greedy"]));
}

#[test]
fn bots_that_are_not_there_are_told_with_the_nearest_name() {
    let content = load("hitlers-global-war");
    let (rules, _) = start(&content, "barbarossa", 1);
    let own = [("stubborn".to_owned(), Style { risk: 10, ..Style::default() })];
    for (word, wanted) in [
        ("gredy", "did you mean `greedy`"),
        ("greedy:maritme", "did you mean `maritime`"),
        ("greedy:stuborn", "did you mean `stubborn`"),
        ("axs=greedy", "did you mean `axis`"),
        ("strong@0", "at least 1"),
        ("strong@many", "no number of positions"),
        ("greedy@10", "only `strong` has a budget"),
        ("random:cautious", "knows no styles"),
    ] {
        let told = Seats::parse(&rules, &[word.to_owned()], &own).expect_err("refused");
        assert!(told.contains(wanted), "{word}: {told}");
    }
    let seats = Seats::parse(&rules, &["axis=greedy:stubborn".to_owned()], &own).expect("a style of the pack");
    assert_eq!(seats.sides[0].1.style.map(|style| style.risk), Some(10));
}
