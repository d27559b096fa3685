//! The worked examples of Hitler's Global War that the rulebook prints, or that restate one of its rules, as its index lists
//! them: which subject each belongs to, and that those of land combat, supply, production and movement run through the procedures
//! that play, not through a look-up of their own.

use crate::common::load;
use chartroom_engine::{Playable, examples};
use chartroom_format::schema::example::{Example, ExampleKind, ExampleOrigin};

/// Examples by subject, under the names they have in the pack. The index lists nine more about the war at sea and morale.
const SUBJECTS: &[(&str, &[&str])] = &[
    (
        "movement",
        &[
            "record-1",
            "movement",
            "stack-siberia",
            "seamove-baltic",
            "seamove-baltic-sov",
            "seamove-black",
            "seamove-caspian",
            "seamove-black-axis",
            "seamove-usa",
            "seamove-gulf",
            "seamove-whitesea",
            "seamove-med-axis",
            "seamove-pac-allied",
            "seamove-pac-jp",
            "med-axis-2",
            "med-axis-3",
            "med-allied-10",
            "med-allied-01",
            "med-allied-00",
            "ferry-loss",
        ],
    ),
    (
        "land combat",
        &[
            "assault-excess",
            "assault-1",
            "smolensk-1",
            "smolensk-2",
            "smolensk-3",
            "smolensk-4",
            "smolensk-5",
            "smolensk-6",
            "advance-mod",
            "advance-10",
            "advance-nomech",
            "summer44-1",
            "summer44-2",
            "summer44-3",
            "summer44-4",
            "summer44-5",
            "summer44-6",
            "summer44-7",
            "jungle-jp",
            "jungle-other",
            "winter-1",
            "winter-2",
            "winter-3",
            "winter-4",
            "invroute-1",
            "invroute-2",
            "invroute-3",
            "invroute-4",
            "sealion-1",
            "sealion-2",
            "sealion-3",
            "sealion-4",
            "sealion-5",
            "avalanche-1",
            "avalanche-2",
            "avalanche-3",
            "avalanche-4",
            "invadv-1",
            "fort-1",
            "market-1",
            "market-2",
            "market-3",
            "market-4",
            "fire25",
            "partisan",
        ],
    ),
    ("supply", &["supply-1", "supply-2"]),
    (
        "production",
        &[
            "build-1",
            "build-2",
            "build-3",
            "repair-1",
            "barb-budget",
            "siberia-summer1941",
            "siberia-winter1941",
            "siberia-winter1942",
            "siberia-spring1943",
            "siberia-winter1943",
            "barb-turn2",
            "us-spring1942",
            "us-summer1942",
            "victory-1",
            "align-spain",
            "cost-mech-0",
            "cost-mech-1",
            "cost-mech-3",
            "cost-abomb",
            "research-cheapest",
            "research-caughtup",
            "research-bToA",
            "bombing-1",
            "bombing-2",
            "sweden-winter",
            "sweden-spring",
            "sweden-summer",
            "sweden-capacity1",
            "lend-depots",
            "lend-onedepot",
        ],
    ),
];

/// Runners that set a position up and give orders to the game itself.
const PLAYED: &[&str] = &["play", "redeploy"];

/// Why an example is not one that was played and passed.
fn fault(content: &Playable<'_>, name: &str) -> Option<String> {
    let Some(example) = content.examples.get(name) else { return Some("is not in the pack".to_owned()) };
    if !matches!(example.origin, ExampleOrigin::Printed | ExampleOrigin::Rule) {
        return Some(format!("is neither printed nor a rule but {:?}", example.origin));
    }
    match &example.runs {
        ExampleKind::Procedure(runner) if PLAYED.contains(&runner.as_str()) => {}
        other => return Some(format!("is not played but run by {other:?}")),
    }
    match examples::run(content, example) {
        Some(Ok(())) => None,
        Some(Err(why)) => Some(why),
        None => Some("is open".to_owned()),
    }
}

#[test]
fn at_least_ninety_examples_of_land_war_run_through_the_procedures_that_play() {
    let pack = load("hitlers-global-war");
    let content = Playable::new(&pack);
    let mut faults = Vec::new();
    let mut passed = 0;
    for (subject, names) in SUBJECTS {
        for name in *names {
            match fault(&content, name) {
                Some(why) => faults.push(format!("{subject}: {name} {why}")),
                None => passed += 1,
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(passed >= 97, "only {passed} examples");
}

#[test]
fn every_played_example_of_the_pack_passes() {
    let pack = load("hitlers-global-war");
    let content = Playable::new(&pack);
    let mut faults = Vec::new();
    let mut played = 0;
    for (name, example) in &content.examples {
        if matches!(&example.runs, ExampleKind::Procedure(runner) if PLAYED.contains(&runner.as_str())) {
            played += 1;
            match examples::run(&content, example) {
                Some(Ok(())) => {}
                Some(Err(why)) => faults.push(format!("{name}: {why}")),
                None => faults.push(format!("{name} is open")),
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(played >= 280, "only {played} examples are played");
}

/// Examples of The War Game about dice, retreats, income, factories and lend-lease; its generals and bigger battleships are options.
const WAR_GAME: &[&str] = &[
    "dice",
    "algeria-board",
    "sub-half",
    "sub-battleship",
    "sub-battleship-damaged",
    "sub-round2-transport",
    "midway-bombard",
    "midway-bombard-die",
    "ugly-france-r1",
    "ugly-france-r2",
    "ugly-if-late",
    "battleship-damaged",
    "algeria-retreat",
    "algeria-retreat-exits",
    "algeria-retreat-morocco",
    "flank-jordan",
    "indochina-sea",
    "indochina-sea2",
    "retreat-twice",
    "income-first-axis",
    "income-first-ll",
    "recruit",
    "recruit-table",
    "major-peking",
    "minor-nsw",
    "major-occupied",
    "upgrade",
    "factory-min-value",
    "factory-conquest",
    "scorch",
    "carrier-build",
    "lendlease-1",
    "lendlease-cap",
    "lendlease-saved",
    "lendlease-timing",
    "lendlease-illegal",
    "general-bonus",
    "hostile-noncombat",
    "hostile-combat",
    "para-cost",
    "beefed",
    "airlift-egypt",
    "midway-moves",
    "midway-return",
];

/// The six combat examples of Global War 1975, step by step.
const GLOBAL_WAR: &[&str] = &[
    "combat1-a",
    "combat1-b",
    "combat2-a",
    "combat2-b",
    "combat2-c",
    "combat2-d",
    "combat2-e",
    "combat2-f",
    "combat3-a",
    "combat3-b",
    "combat4-a",
    "combat4-b",
    "combat5-a",
    "combat5-b",
    "combat6",
];

#[test]
fn the_promised_examples_of_the_other_games_run_by_the_engine_and_pass() {
    let mut faults = Vec::new();
    for (pack, names) in [("war-game-ww2", WAR_GAME), ("global-war-1975", GLOBAL_WAR)] {
        let loaded = load(pack);
        let content = Playable::new(&loaded);
        for name in names {
            let Some(example) = content.examples.get(*name) else {
                faults.push(format!("{pack} has no {name}"));
                continue;
            };
            let runs = matches!(&example.runs, ExampleKind::Procedure(_));
            match examples::run(&content, example).filter(|_| runs) {
                Some(Ok(())) => {}
                Some(Err(why)) => faults.push(format!("{pack} {name}: {why}")),
                None => faults.push(format!("{pack} {name} is not run by the engine")),
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Examples of procedures that are not built, and which: every other one of the five packs must run and pass.
const NOT_RUN: &[(&str, &str)] = &[
    ("15-35-old", "superseded by the errata, and kept so that nobody brings the old rule back"),
    ("shipping-moresby-direct", "shipping routes of Campaign Game II"),
    ("amph-optfail", "a landing fleet in two groups, an option of Global War 1939"),
    ("sneak-us", "the first round of the Japanese sneak attack"),
    ("aircombat", "air supremacy, an option of Global War 1939"),
    ("sbr-aagun", "bombing raids by dice on factories and bases"),
    ("sbr-nobase", "bombing raids by dice on factories and bases"),
    ("desert-exhausted", "exhausted armies in the desert"),
    ("desert-suez", "exhausted armies in the desert"),
    ("morale-missile", "missiles"),
    ("morale-abomb", "atomic bombs of Campaign Game III"),
    ("defending-england-sp40", "sea transport by type of unit"),
    ("finland", "a quota on lines of supply"),
    ("uboat-firepower", "U-boats of the Raid Box"),
    ("uboat-ports", "U-boats of the Raid Box"),
    ("fleet-o6", "fleets between ports, seas and the Raid Box"),
    ("fleet-dash", "fleets between ports, seas and the Raid Box"),
    ("fleet-u10", "fleets between ports, seas and the Raid Box"),
    ("improvised", "improvised landings"),
    ("improvised-bad", "improvised landings"),
    ("england-naval", "fire of fleets at an invasion of England"),
    ("england-loss", "fire of fleets at an invasion of England"),
    ("france-scuttle", "French fleets after the surrender"),
    ("france-allied", "French fleets after the surrender"),
];

#[test]
fn every_example_of_a_built_procedure_runs_and_passes() {
    let mut faults = Vec::new();
    for pack in ["war-game-ww2", "global-war-1975", "hitlers-global-war", "global-war-1939", "hitlers-war-cg3"] {
        let loaded = load(pack);
        let content = Playable::new(&loaded);
        let procedures = |example: &Example| matches!(example.runs, ExampleKind::Procedure(_));
        for (name, example) in content.examples.iter().filter(|(_, example)| procedures(example)) {
            let waits = NOT_RUN.iter().any(|(other, _)| *other == name.as_str());
            match (examples::run(&content, example), waits) {
                (Some(Ok(())), false) | (None, true) => {}
                (Some(Err(why)), _) => faults.push(format!("{pack} {name}: {why}")),
                (None, false) => faults.push(format!("{pack} {name} is not run")),
                (Some(Ok(())), true) => faults.push(format!("{pack} {name} runs now: take it off the list")),
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
