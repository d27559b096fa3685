//! What the report calls exact is equal to the XML: neighbours, holders, prices, values, set-ups, rules.

use std::collections::BTreeSet;

use chartroom_engine::compile::{Options, compile};
use chartroom_exchange::report::Fidelity;
use chartroom_format::grid::zones::neighbours;
use chartroom_format::schema::condition::Condition;
use chartroom_format::schema::scenario::Placement;
use chartroom_format::schema::units::FirstStrike;
use chartroom_format::schema::value::{Cell, Key};

use super::{content, import, isles};

#[test]
fn neighbours_are_those_of_the_game() {
    let content = content(&import(&isles(), None, "isles").expect("imported"));
    let ordered =
        |one: &str, other: &str| if one < other { format!("{one} {other}") } else { format!("{other} {one}") };
    let mut links: BTreeSet<String> = neighbours(content.shapes.as_ref().expect("shapes"))
        .into_keys()
        .map(|(one, other)| ordered(one.as_str(), other.as_str()))
        .collect();
    for link in &content.denied_links {
        assert!(links.remove(&ordered(link.from.as_str(), link.to.as_str())), "{link:?} denies nothing");
    }
    links.extend(content.added_links.iter().map(|link| ordered(link.from.as_str(), link.to.as_str())));
    links.retain(|link| !link.contains("off-map"));
    let stated = [
        "east-sea north",
        "east-sea peak",
        "east-sea south",
        "east-sea west-sea",
        "middle north",
        "middle south",
        "middle west-sea",
        "north south",
        "north west-sea",
        "south west-sea",
    ];
    assert_eq!(links.into_iter().collect::<Vec<_>>(), stated);
}

#[test]
fn holders_values_prices_and_set_ups_are_those_of_the_game() {
    let content = content(&import(&isles(), None, "isles").expect("imported"));
    let space = |id: &str| &content.spaces[id];
    assert_eq!((space("north").value, space("middle").value, space("west-sea").value), (Some(8), Some(3), None));
    assert_eq!(space("middle").country.as_ref().map(|country| country.as_str()), Some("blues-land"), "the first owner");
    assert_eq!(space("middle").terrain.as_ref().map(|terrain| terrain.as_str()), Some("hills"));
    assert_eq!(space("north").features["factory"], 1);
    let scenario = &content.scenarios["start"];
    assert_eq!(scenario.control["reds"].iter().map(|place| place.as_str()).collect::<Vec<_>>(), ["middle"]);
    assert_eq!((scenario.treasury["reds"], scenario.treasury["blues"]), (20, 22 + 5), "the bid is added");
    let force = |power: &str, place: &str, unit: &str| {
        let placed = scenario.set_up[power].iter().find_map(|placement| match placement {
            Placement::At(at, force) if at.as_str() == place => force.get(unit).copied(),
            _ => None,
        });
        placed.unwrap_or(0)
    };
    assert_eq!(
        (force("reds", "north", "infantry"), force("reds", "middle", "tank"), force("blues", "west-sea", "submarine")),
        (5, 2, 1)
    );
    let prices = &content.tables["unit-cost"].rows;
    assert_eq!(prices[&Key::from("tank")].0, [Cell::Number(6), Cell::Number(5)]);
    assert_eq!(prices[&Key::from("bomber")].0, [Cell::Number(12), Cell::Text("-".to_owned())]);
    let unit = |id: &str| &content.units[id];
    assert_eq!((unit("tank").stats.attack.clone(), unit("tank").stats.defend.clone()), (Some(vec![3]), Some(vec![3])));
    assert_eq!((unit("battleship").stats.hits, unit("transport").carries[0].capacity), (Some(2), 5));
    assert_eq!(unit("submarine").first_strike, Some(FirstStrike::Attacker));
    assert_eq!(unit("bomber").variants[0].stats.attack, Some(vec![4, 4]), "heavy bombers");
    assert!(!content.units.contains_key("factory") && content.features.contains_key("factory"));
    assert!(!content.powers.contains_key("ghosts"), "who never acts and holds nothing");
    assert_eq!(content.passages["the-cut"].keys.iter().map(|key| key.as_str()).collect::<Vec<_>>(), ["middle"]);
    let objective = content.objectives.values().next().expect("an objective");
    assert_eq!((objective.income.whole(), objective.power.as_str()), (Some(4), "blues"));
    assert!(
        matches!(&objective.when, Condition::ControlsSome { at_least: 2, of, .. } if of.len() == 3),
        "{:?}",
        objective.when
    );
    assert_eq!(content.rules.len(), 1, "the relief; the other trigger cannot be said");
}

#[test]
fn of_two_stated_owners_the_first_had_the_land_and_the_last_holds_it() {
    let twice =
        "<territoryOwner territory=\"South\" owner=\"Blues\"/><territoryOwner territory=\"South\" owner=\"Reds\"/>";
    let source = super::changed("<territoryOwner territory=\"South\" owner=\"Blues\"/>", twice);
    let content = content(&import(&source, None, "isles").expect("imported"));
    assert_eq!(content.spaces["south"].country.as_ref().map(|country| country.as_str()), Some("blues-land"));
    assert!(content.scenarios["start"].control["reds"].iter().any(|place| place.as_str() == "south"));
}

#[test]
fn units_are_bought_first_and_placed_last_where_every_player_does_so() {
    use chartroom_format::schema::procedure::Procedure;
    let places = |source| {
        let content = content(&import(&source, None, "isles").expect("imported"));
        content.procedures.values().any(|entry| matches!(entry.run, Procedure::PlaceUnits { .. }))
    };
    assert!(places(isles()));
    let late = super::changed("<step name=\"redPurchase\" delegate=\"purchase\" player=\"Reds\"/>", "");
    assert!(!places(late), "one player never buys before he places");
}

#[test]
fn the_report_names_what_is_left_out_with_its_line() {
    let report = import(&isles(), None, "isles").expect("imported").report;
    let line = |feature: &str| {
        report.of(Fidelity::LeftOut).find(|entry| entry.feature.contains(feature)).and_then(|entry| entry.line)
    };
    let xml = &isles().games[0].text;
    let stands = |text: &str| xml.lines().position(|line| line.contains(text)).map(|at| at as u32 + 1);
    for (feature, text) in [
        ("bombingMaxDieSides", "bombingMaxDieSides"),
        ("Rockets", "rocket"),
        ("triggerAttachmentShips", "triggerAttachmentShips"),
    ] {
        assert_eq!(line(feature), stands(text), "{feature}");
    }
    assert!(report.text().contains("left out"));
}

#[test]
fn the_game_compiles_and_the_same_source_gives_the_same_pack() {
    let imported = import(&isles(), None, "isles").expect("imported");
    let content = content(&imported);
    let compiled = compile(&content, "start", Options::default());
    assert!(compiled.is_ok(), "{:#?}", compiled.err());
    assert_eq!(import(&isles(), None, "isles"), Ok(imported));
}
