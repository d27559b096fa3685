//! Global War 1939 against its second transcription: every printed figure that is no table cell, and the facts of map,
//! turn order and opening that the text states. Figures come from `tests/transcription`, names are typed here once more.

use std::collections::BTreeSet;

use chartroom_format::content::Content;
use chartroom_format::fs::DiskFs;
use chartroom_format::load;
use chartroom_format::schema::sequence::Step;
use chartroom_format::schema::units::{Domain, Stats};
use chartroom_format::schema::value::Data;
use chartroom_tests::repository;

fn content() -> Content {
    load::load(&DiskFs, &repository().join("content/global-war-1939")).expect("the pack loads").content
}

/// Where the pack keeps a printed figure.
enum Kept {
    Fact(&'static str, &'static str),
    Objective(&'static str),
    /// Price of a unit for a power.
    Price(&'static str, &'static str),
    /// What a modifier sets or adds.
    Modifier(&'static str),
    /// A cell of a table by its keys.
    Cell(&'static str, &'static [&'static str]),
    /// Values of all spaces of a country, convoy zones included.
    Worth(&'static str),
    /// Attack and defence, whole or after so many hits.
    Fight(&'static str, usize),
    Attack(&'static str),
    Defence(&'static str),
    Movement(&'static str),
    /// Attack and defence of the variant that the unit has under a condition.
    Variant(&'static str),
    TrackTop(&'static str),
    TrackStart(&'static str),
    Slots,
    /// Spaces with a feature, or how often the feature stands on the map.
    SpacesWith(&'static str),
    Standing(&'static str),
    Rows(&'static str),
    LastTurn,
    /// Not a figure of the content: why.
    Elsewhere(&'static str),
}

use Kept::{
    Attack, Cell, Defence, Elsewhere, Fact, Fight, LastTurn, Modifier, Movement, Objective, Price, Rows, Slots,
    SpacesWith, Standing, TrackStart, TrackTop, Variant, Worth,
};

const KEPT: &[(&str, Kept)] = &[
    ("income/russia", Worth("ussr")),
    ("income/usa", Worth("usa")),
    ("income/usa/start", TrackStart("american-production")),
    ("income/level-roll", Fact("production-level", "roll")),
    ("income/dutch", Worth("dutch")),
    ("income/south-africa", Worth("south-africa")),
    ("income/finland", Cell("fixed-income", &["finland", "own"])),
    ("income/germany/for-finland", Worth("finland")),
    ("income/hungary", Cell("fixed-income", &["hungary", "own"])),
    ("income/germany/for-hungary", Worth("hungary")),
    ("income/romania", Cell("fixed-income", &["romania", "own"])),
    ("income/germany/for-romania", Worth("romania")),
    ("income/bulgaria", Cell("fixed-income", &["bulgaria", "own"])),
    ("income/germany/for-bulgaria", Worth("bulgaria")),
    ("income/argentina", Cell("fixed-income", &["argentina", "own"])),
    ("income/japan/for-siam", Worth("siam")),
    ("objective/germany/1", Objective("germany-baltic-ore")),
    ("objective/germany/2", Objective("germany-soviet-trade")),
    ("objective/germany/3", Objective("germany-in-cairo")),
    ("objective/russia/1", Objective("russia-great-patriotic-war")),
    ("objective/russia/2", Objective("russia-helsinki")),
    ("objective/japan/1/per-city", Objective("japan-calcutta")),
    ("objective/japan/2", Objective("japan-dutch-east-indies")),
    ("objective/uk/1", Objective("uk-atlantic")),
    ("objective/uk/2", Objective("uk-empire")),
    ("objective/uk/2/canada", Objective("canada-empire")),
    ("objective/uk/3/canada", Objective("canada-american-war")),
    ("objective/far-east-command/1", Objective("fec-strongholds")),
    ("objective/anzac/2", Objective("anzac-island-shield")),
    ("objective/italy/1", Objective("italy-mare-nostrum")),
    ("objective/italy/2", Objective("italy-clear-mediterranean")),
    ("objective/usa/1", Objective("usa-home-front")),
    ("objective/china/1", Objective("china-burma-road")),
    ("sneak-attack/income", Fact("sneak-attack-battles", "income")),
    ("sneak-attack/battles", Fact("sneak-attack-battles", "battles")),
    ("victory/cities", SpacesWith("victory-city")),
    ("victory/cities/allied", Elsewhere("the cities are compared by name in `places_bear_what_the_text_gives_them`")),
    ("victory/cities/axis", Elsewhere("the cities are compared by name in `places_bear_what_the_text_gives_them`")),
    ("victory/axis/cities-needed", Elsewhere("a condition of the scenario; the engine's victory proves it")),
    ("victory/last-turn", LastTurn),
    ("victory/early-turn", Elsewhere("a condition of the scenario; the engine's victory proves it")),
    ("turn-slots", Slots),
    ("seats", Elsewhere("seats are not modelled")),
    ("research/roll-cost", Fact("research-limits", "roll-cost")),
    ("sum/technologies", Rows("technology")),
    ("sum/fortified-territories", SpacesWith("fortification")),
    ("sum/fortifications", Standing("fortification")),
    ("fortification/hits-on", Fact("fortification", "hits-on")),
    ("fortification/infantry-covered", Fact("fortification", "infantry-covered")),
    ("raid-damage/strategic-bomber", Cell("raid-damage", &["strategic-bomber"])),
    ("raid-damage/tactical-bomber", Cell("raid-damage", &["tactical-bomber"])),
    ("complex/minor/units", Fact("complex-capacity", "minor")),
    ("complex/major/units", Fact("complex-capacity", "major")),
    ("complex/minor/damage", Fact("complex-damage", "minor")),
    ("complex/major/damage", Fact("complex-damage", "major")),
    ("complex/captured/damage", Fact("complex-damage", "captured")),
    ("complex/upgrade-cost", Cell("facility-cost", &["upgrade-to-major"])),
    ("complex/minor/territory-value", Fact("complex-sites", "minor-value")),
    ("complex/major/territory-value", Fact("complex-sites", "major-value")),
    ("base/damage-inoperable", Fact("base-damage", "inoperable")),
    ("base/damage", Fact("base-damage", "most")),
    ("base/anti-aircraft", Fact("base-damage", "anti-aircraft")),
    ("base/scramble", Fact("scramble", "aircraft")),
    ("repair/capital-ship", Fact("ship-repair", "capital-ship")),
    ("repair/yamato/2-hits", Fact("ship-repair", "yamato-2-hits")),
    ("uk-builds/canada", Cell("commonwealth-builds", &["canada"])),
    ("uk-builds/south-africa", Cell("commonwealth-builds", &["south-africa"])),
    ("uk-builds/far-east-command", Cell("commonwealth-builds", &["far-east-command"])),
    ("uk-builds/anzac", Cell("commonwealth-builds", &["anzac"])),
    ("minor-axis/builds", Fact("minor-axis-limits", "units-per-turn")),
    ("dutch/builds", Fact("dutch-limits", "units-per-turn")),
    ("nationalist-china/units-per-territory", Fact("china-builds", "units-per-territory")),
    ("communist-china/builds", Fact("china-builds", "communist")),
    ("siam/infantry-per-turn", Fact("siam-infantry-limits", "infantry-per-turn")),
    ("calcutta/units", Fact("colonials", "calcutta")),
    ("sydney/units", Fact("colonials", "sydney")),
    ("lend-lease/share", Fact("lend-lease-limits", "share")),
    ("lend-lease/no-submarines", Fact("lend-lease-modifiers", "no-submarines")),
    ("lend-lease/per-submarine", Fact("lend-lease-modifiers", "per-submarine")),
    ("vichy/marseilles/infantry", Fact("vichy-marseilles-troops", "infantry")),
    ("vichy/marseilles/armor", Fact("vichy-marseilles-troops", "armor")),
    ("vichy/marseilles/cost", Fact("vichy-marseilles-troops", "cost")),
    ("setup/china/usa/fighter", Fact("keep-out-of-china", "fighter")),
    ("paris-liberated/infantry", Fact("paris-liberated", "infantry")),
    ("unit/elite-guard", Variant("elite-guard")),
    ("unit/legionnaire", Fight("legionnaire", 0)),
    ("unit/partisan/defense", Defence("partisan")),
    ("unit/yamato", Fight("yamato", 0)),
    ("unit/yamato-damaged-1", Fight("yamato", 1)),
    ("unit/yamato-damaged-2", Fight("yamato", 2)),
    ("unit/iowa", Variant("battleship")),
    ("unit/battleship-damaged", Fight("battleship", 1)),
    ("unit/naval-fighter/attack", Attack("naval-fighter")),
    ("unit/torpedo-bomber/attack", Attack("torpedo-bomber")),
    ("unit/kamikaze/attack", Attack("kamikaze")),
    ("unit/us-submarine/attack-to-turn-9", Variant("submarine")),
    ("unit/anti-aircraft", Fact("anti-aircraft-fire", "hits-on")),
    ("unit/transport/defense-against-air", Defence("transport")),
    ("unit/strategic-bomber", Fight("strategic-bomber", 0)),
    ("unit/tactical-bomber/defense", Defence("tactical-bomber")),
    ("unit/mechanized/move", Movement("mechanized")),
    ("unit/escort-carrier", Fight("escort-carrier", 0)),
    ("unit/escort-carrier/cost", Price("escort-carrier", "usa")),
    ("unit/escort-carrier/move", Movement("escort-carrier")),
    ("cost/us-transport/at-war", Modifier("liberty-ships")),
    ("cost/us-destroyer/at-war", Modifier("liberty-ships")),
    ("cost/infantry/call-to-arms", Modifier("call-to-arms-uk")),
    ("cost/air-base/optional", Cell("facility-cost", &["air-base-optional"])),
];

fn values(stats: &Stats) -> String {
    let side = |dice: &Option<Vec<i64>>| dice.as_deref().and_then(<[i64]>::first).map(ToString::to_string);
    match (side(&stats.attack), side(&stats.defend)) {
        (Some(attack), Some(defend)) => format!("{attack}/{defend}"),
        (Some(one), None) | (None, Some(one)) => one,
        (None, None) => "-".to_owned(),
    }
}

fn cell(content: &Content, table: &str, keys: &[&str]) -> Option<String> {
    match content.tables.get(table)?.look_up(keys).ok()? {
        chartroom_format::lookup::Looked::Cell(cell) => Some(cell.to_string()),
        chartroom_format::lookup::Looked::Nothing => None,
    }
}

fn figure(content: &Content, kept: &Kept) -> Option<String> {
    let stats = |unit: &str| content.units.get(unit).map(|unit| &unit.stats);
    let first = |dice: &Option<Vec<i64>>| dice.as_deref().and_then(<[i64]>::first).map(ToString::to_string);
    let with =
        |feature: &str| content.spaces.values().filter_map(|space| space.features.get(feature)).collect::<Vec<_>>();
    match kept {
        Fact(fact, value) => Some(match content.facts.get(*fact)?.values.get(*value)? {
            Data::Whole(number) => number.to_string(),
            other => other.as_text()?.to_owned(),
        }),
        Objective(objective) => Some(content.objectives.get(*objective)?.income.to_string()),
        Price(unit, power) => cell(content, "unit-cost", &[unit, power]),
        Modifier(modifier) => match &content.modifiers.get(*modifier)?.change {
            chartroom_format::schema::rules::Change::Set(value) => Some(value.to_string()),
            _ => None,
        },
        Cell(table, keys) => cell(content, table, keys),
        Worth(country) => {
            let own = content
                .spaces
                .values()
                .filter(|space| space.country.as_ref().is_some_and(|of| of.as_str() == *country));
            Some(own.filter_map(|space| space.value).sum::<i64>().to_string())
        }
        Fight(unit, 0) => stats(unit).map(values),
        Fight(unit, hits) => content.units.get(*unit)?.damaged.get(hits - 1).map(values),
        Attack(unit) => first(&stats(unit)?.attack),
        Defence(unit) => first(&stats(unit)?.defend),
        Movement(unit) => stats(unit)?.movement.map(|movement| movement.to_string()),
        Variant(unit) => content.units.get(*unit)?.variants.first().map(|variant| values(&variant.stats)),
        TrackTop(track) => Some(content.tracks.get(*track)?.to.to_string()),
        TrackStart(track) => Some(content.tracks.get(*track)?.start.to_string()),
        Slots => Some(content.order.len().to_string()),
        SpacesWith(feature) => Some(with(feature).len().to_string()),
        Standing(feature) => Some(with(feature).into_iter().sum::<i64>().to_string()),
        Rows(table) => Some(content.tables.get(*table)?.rows.len().to_string()),
        LastTurn => Some(content.scenarios.get("1939")?.turns.last.to_string()),
        Elsewhere(_) => None,
    }
}

#[test]
fn printed_figures_agree_with_the_second_transcription() {
    let content = content();
    let text =
        std::fs::read_to_string(repository().join("tests/transcription/global-war-1939/totals.tsv")).expect("readable");
    let mut wrong = Vec::new();
    let mut printed = BTreeSet::new();
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.starts_with("key\t")) {
        let [key, value, rule] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("three columns: {line}") };
        printed.insert(key);
        match KEPT.iter().find(|(name, _)| *name == key) {
            None => wrong.push(format!("{key} ({rule}): nobody says where the pack keeps it")),
            Some((_, Elsewhere(reason))) => assert!(!reason.is_empty(), "{key}: say where it is proved"),
            Some((_, kept)) => {
                let held = figure(&content, kept);
                if held.as_deref() != Some(value) {
                    wrong.push(format!("{key} ({rule}): {held:?}, printed {value}"));
                }
            }
        }
    }
    wrong.extend(KEPT.iter().filter(|(key, _)| !printed.contains(key)).map(|(key, _)| format!("{key} is not printed")));
    let tops = ["russian-production", "american-production"].map(|track| figure(&content, &TrackTop(track)));
    assert_eq!(tops, [Some("48".to_owned()), Some("80".to_owned())]);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn places_bear_what_the_text_gives_them() {
    let content = content();
    let with = |feature: &str| -> BTreeSet<&str> {
        let bearing = content.spaces.iter().filter(|(_, space)| space.features.contains_key(feature));
        bearing.map(|(id, _)| id.as_str()).collect()
    };
    let cities = "ottawa washington london paris warsaw cairo leningrad stalingrad moscow calcutta singapore hong-kong \
                  shanghai san-francisco honolulu philippines sydney berlin rome tokyo";
    assert_eq!(with("victory-city"), cities.split_whitespace().collect());
    let forts = "bavaria western-germany leningrad vladivostok gibraltar malta cairo tobruk philippines reims singapore \
                 oslo goteborg istanbul switzerland";
    assert_eq!(with("fortification"), forts.split_whitespace().collect());
    assert!(with("capital").is_superset(
        &"berlin rome tokyo london paris moscow warsaw helsinki viedma holland".split_whitespace().collect()
    ));
    for number in [17, 18, 35, 36, 42, 43, 47, 50, 51, 54, 60, 64, 102, 105, 110, 116, 122] {
        assert!(content.spaces.contains_key(format!("sz-{number}").as_str()), "sea zone {number}");
    }
    let atlantic = |space: &str| content.spaces[space].regions.iter().any(|region| region.as_str() == "atlantic");
    assert!(!["sz-50", "sz-54", "sz-60"].into_iter().any(atlantic));
    assert!(["sz-13", "sz-28", "sz-80"].into_iter().all(atlantic));
}

#[test]
fn links_stated_and_denied_are_those_of_the_text() {
    let content = content();
    let pair = |a: &str, b: &str| if a < b { format!("{a} {b}") } else { format!("{b} {a}") };
    let stated: BTreeSet<String> = [
        ("great-plains", "pacific-northwest"),
        ("great-plains", "mid-west"),
        ("southwest", "deep-south"),
        ("ontario", "yukon"),
        ("ontario", "alberta"),
        ("mexico", "baja"),
        ("sz-60", "sz-102"),
        ("sz-54", "sz-102"),
        ("sz-54", "sz-105"),
        ("sz-50", "sz-105"),
        ("sz-50", "sz-110"),
        ("sz-50", "sz-116"),
        ("sz-50", "sz-122"),
        ("sz-42", "sz-43"),
        ("sz-47", "sz-64"),
        ("sz-50", "sz-51"),
    ]
    .map(|(a, b)| pair(a, b))
    .into();
    let held = content.added_links.iter().filter(|link| link.source.is_some());
    assert_eq!(held.map(|link| pair(link.from.as_str(), link.to.as_str())).collect::<BTreeSet<_>>(), stated);
    let denied: BTreeSet<String> = [
        ("quebec", "nova-scotia"),
        ("labrador", "newfoundland"),
        ("belfast", "scotland"),
        ("greece", "corinth"),
        ("sicily", "taranto"),
        ("vladivostok", "korea"),
    ]
    .map(|(a, b)| pair(a, b))
    .into();
    let held =
        content.denied_links.iter().filter(|link| link.domains.is_empty() || link.domains.contains(&Domain::Land));
    assert_eq!(held.map(|link| pair(link.from.as_str(), link.to.as_str())).collect::<BTreeSet<_>>(), denied);
    let passages: BTreeSet<(String, String)> = content
        .passages
        .values()
        .map(|passage| {
            let ends = passage.between.iter().map(|(a, b)| pair(a.as_str(), b.as_str())).collect::<Vec<_>>().join(", ");
            (ends, passage.keys.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
        })
        .collect();
    let printed = [
        ("sz-42 sz-43", "istanbul"),
        ("sz-35 sz-36", "gibraltar"),
        ("sz-17 sz-18", "denmark"),
        ("sz-47 sz-64", "cairo trans-jordan"),
        ("sz-50 sz-51", "panama"),
    ];
    assert_eq!(passages, printed.map(|(ends, keys)| (ends.to_owned(), keys.to_owned())).into());
}

#[test]
fn slots_and_steps_come_in_the_printed_order() {
    let content = content();
    let slot = |position: usize, names: &[&str]| {
        let powers: Vec<&str> =
            content.order[position].powers.iter().map(chartroom_format::schema::ids::PowerId::as_str).collect();
        assert!(names.iter().all(|name| powers.contains(name)), "slot {}: {powers:?}", position + 1);
    };
    slot(0, &["germany", "finland", "hungary", "romania", "bulgaria", "argentina", "vichy-france"]);
    slot(1, &["japan"]);
    slot(2, &["ussr", "communist-china"]);
    slot(3, &["uk", "canada", "south-africa", "far-east-command", "anzac", "dutch", "france", "free-france"]);
    slot(4, &["usa", "nationalist-china"]);
    slot(5, &["italy"]);
    let Some(Step::Stage { steps, .. }) = content.sequence.first() else { panic!("a turn of slots") };
    let names: Vec<&str> = steps
        .iter()
        .map(|step| match step {
            Step::Stage { id, .. } | Step::Phase { id, .. } => id.as_str(),
        })
        .collect();
    let printed = [
        "research",
        "purchase",
        "repair",
        "combat-movement",
        "combat",
        "noncombat-movement",
        "place-units",
        "collect-income",
    ];
    let found: Vec<&str> = names.iter().copied().filter(|name| printed.contains(name)).collect();
    assert_eq!(found, printed);
    // The second impulse of the German first turn lies between placing and collecting, and buys nothing.
    let impulse = names.iter().position(|name| *name == "second-impulse").expect("a second impulse");
    assert_eq!((names[impulse - 1], names[impulse + 1]), ("place-units", "collect-income"));
}

#[test]
fn the_opening_is_the_stated_one() {
    let content = content();
    let scenario = &content.scenarios["1939"];
    let neutral = |power: &str| scenario.neutral.iter().any(|id| id.as_str() == power);
    assert!(
        ["italy", "ussr", "usa", "dutch", "spain", "sweden", "turkey", "finland", "siam", "iraq"]
            .into_iter()
            .all(neutral)
    );
    assert_eq!(scenario.wars.len(), 1, "Germany starts at peace; only Japan and the two Chinas fight");
    let (attackers, others) = &scenario.wars[0];
    assert_eq!(attackers.iter().map(chartroom_format::schema::ids::ActorId::as_str).collect::<Vec<_>>(), ["japan"]);
    assert_eq!(
        others.iter().map(chartroom_format::schema::ids::ActorId::as_str).collect::<Vec<_>>(),
        ["nationalist-china", "communist-china"]
    );
    for minor in ["finland", "hungary", "romania", "bulgaria", "argentina"] {
        assert_eq!(
            content.powers[minor].moved_by.as_ref().map(chartroom_format::schema::ids::PowerId::as_str),
            Some("germany"),
            "{minor}"
        );
    }
    for member in ["canada", "south-africa", "far-east-command", "anzac"] {
        assert_eq!(
            content.powers[member].moved_by.as_ref().map(chartroom_format::schema::ids::PowerId::as_str),
            Some("uk"),
            "{member}"
        );
    }
}
