//! Every printed table and set-up total against an independent second transcription (`tests/transcription`).

use std::collections::BTreeMap;

use chartroom_format::entries::EntryKind;
use chartroom_format::schema::scenario::{Placement, Scenario};
use chartroom_format::schema::table::{Mark, Table};
use chartroom_tests::transcription::{Sheet, content, powers_of, sheets};

/// Sheets of another kind, which other tests read.
const SHEETS_THAT_ARE_NO_TABLES: &[&str] = &["facts", "setup-places", "setup-totals", "totals"];

/// Tables whose printed dash means that nothing is lost.
const DASH_IS_ZERO: &[&str] = &["land-combat", "strategic-bombing", "firepower"];

fn same(table: &str, printed: &str, held: &str) -> bool {
    let plain =
        |cell: &str| if cell == "-" && DASH_IS_ZERO.contains(&table) { "0".to_owned() } else { cell.to_lowercase() };
    plain(printed) == plain(held)
}

/// The cells of a table of the pack, by row and column key.
fn cells(table: &Table) -> BTreeMap<(String, String), String> {
    let columns = if table.axes.len() > 1 {
        table.keys(1).iter().map(ToString::to_string).collect()
    } else {
        vec!["value".to_owned()]
    };
    let mut cells = BTreeMap::new();
    for (row, values) in &table.rows {
        for (column, cell) in columns.iter().zip(&values.0) {
            cells.insert((row.to_string(), column.clone()), cell.to_string());
        }
    }
    cells
}

fn compare_table(pack: &str, sheet: &Sheet, table: &Table, wrong: &mut Vec<String>) -> usize {
    let held = cells(table);
    let mut compared = 0;
    for row in &sheet.rows {
        for (column, printed) in sheet.header.iter().zip(row).skip(1) {
            let key = (row[0].clone(), column.clone());
            let place = if table.axes.len() > 1 { format!("{}, {}", key.0, key.1) } else { key.0.clone() };
            match held.get(&key) {
                None => wrong.push(format!("{pack}/{}: no cell at {place}", sheet.name)),
                Some(value) if printed == "?" => {
                    let left_empty = value == "-" || value == "?";
                    if !left_empty
                        && !matches!(table.marks.get(&place), Some(Mark::Reconstructed(_) | Mark::Reading(_)))
                    {
                        wrong.push(format!(
                            "{pack}/{}: {place} is lost in print and must be marked reconstructed",
                            sheet.name
                        ));
                    }
                }
                Some(value) if same(&sheet.name, printed, value) => compared += 1,
                Some(value) => wrong.push(format!("{pack}/{}: {place} is {value}, printed {printed}", sheet.name)),
            }
        }
    }
    compared
}

/// Which tables each pack must have, by issue and rulebook.
const TABLES: &[(&str, &[&str])] = &[
    (
        "global-war-1975",
        &[
            "land-combat",
            "naval-combat",
            "air-defense",
            "strategic-bombing",
            "submarine-range",
            "naval-movement",
            "production-cost",
            "seasonal-movement",
            "turn-track",
            "terrain-effects",
        ],
    ),
    (
        "hitlers-global-war",
        &[
            "firepower",
            "advance",
            "unit-cost",
            "efficiency",
            "national-morale",
            "fleet-intercept",
            "ranges",
            "spotting",
            "spotting-modifiers",
            "basic-cost",
        ],
    ),
    (
        "hitlers-war-cg3",
        &[
            "national-morale",
            "sea-transport",
            "time-record",
            "u-boat-firepower",
            "russian-winter",
            "morale-level",
            "unaligned-forces",
        ],
    ),
    ("war-game-ww2", &["unit-stats", "unit-cost", "battleship-repair", "land-values", "game-turns"]),
    (
        "global-war-1939",
        &[
            "technology",
            "vichy-territory",
            "vichy-fleet",
            "neutral-fleet",
            "lend-lease",
            "us-entry",
            "defender-retreat",
            "fortifications",
            "shore-bombardment",
            "air-to-air",
        ],
    ),
];

#[test]
fn every_cell_agrees_with_the_second_transcription() {
    let mut wrong = Vec::new();
    let mut compared = 0;
    for (pack, required) in TABLES {
        let content = content(pack);
        let sheets = sheets(pack);
        for table in required.iter().filter(|table| !sheets.iter().any(|sheet| sheet.name == **table)) {
            wrong.push(format!("{pack}/{table}: not transcribed"));
        }
        for sheet in sheets.iter().filter(|sheet| !SHEETS_THAT_ARE_NO_TABLES.contains(&sheet.name.as_str())) {
            match content.tables.get(sheet.name.as_str()) {
                Some(held) => compared += compare_table(pack, sheet, held, &mut wrong),
                None => wrong.push(format!("{pack}: no table {}", sheet.name)),
            }
        }
    }
    assert!(wrong.is_empty(), "{} cells differ:\n{}", wrong.len(), wrong.join("\n"));
    assert!(compared > 1_800, "only {compared} cells were compared");
}

#[test]
fn a_table_is_transcribed_or_says_that_it_is_reconstructed() {
    let mut silent = Vec::new();
    for (pack, _) in TABLES {
        let content = content(pack);
        let sheets = sheets(pack);
        let stated: Vec<&str> =
            sheets.iter().filter(|sheet| sheet.name == "facts").flat_map(|sheet| sheet.column("entry")).collect();
        for (id, table) in &content.tables {
            let own = content.origin(EntryKind::Table, id.as_str()).is_some_and(|origin| origin.pack.as_str() == *pack);
            let transcribed = sheets.iter().any(|sheet| sheet.name == id.as_str())
                || stated.contains(&format!("table:{id}").as_str());
            let reconstructed = table.marks.values().any(|mark| matches!(mark, Mark::Reconstructed(_)));
            if own && !transcribed && !reconstructed {
                silent.push(format!("{pack}/{id}"));
            }
        }
    }
    assert!(silent.is_empty(), "neither transcribed nor marked reconstructed: {silent:?}");
}

/// Units of a power in a scenario, wherever they are placed; depleted ones and those still building by their own names.
fn placed(scenario: &Scenario, power: &str) -> BTreeMap<String, i64> {
    fn add(placements: &[Placement], units: &mut BTreeMap<String, i64>) {
        for placement in placements {
            let force = match placement {
                Placement::Reconstructed(_, inner) | Placement::From(_, inner) => {
                    add(inner, units);
                    continue;
                }
                Placement::At(_, force)
                | Placement::Damaged(_, force)
                | Placement::Aboard(_, _, force)
                | Placement::Formation(_, _, force)
                | Placement::Within(_, force)
                | Placement::OnBorder(_, _, force)
                | Placement::AtAny(_, force)
                | Placement::Anywhere(force) => force,
            };
            let depleted = if matches!(placement, Placement::Damaged(..)) { "-depleted" } else { "" };
            for (unit, count) in force {
                *units.entry(format!("{unit}{depleted}")).or_default() += count;
            }
        }
    }
    let mut units = BTreeMap::new();
    if let Some(placements) = scenario.set_up.get(power) {
        add(placements, &mut units);
    }
    for (unit, count) in scenario.pools.get(power).into_iter().flatten() {
        *units.entry(unit.to_string()).or_default() += count;
    }
    for building in scenario.pipeline.iter().filter(|building| building.power.as_str() == power) {
        for (unit, count) in &building.units {
            *units.entry(format!("{unit}-under-construction")).or_default() += count;
        }
    }
    units
}

#[test]
fn set_ups_add_up_to_the_second_transcription() {
    let mut wrong = Vec::new();
    let mut compared = 0;
    for (pack, _) in TABLES {
        let content = content(pack);
        for sheet in sheets(pack).iter().filter(|sheet| sheet.name == "setup-totals") {
            for row in &sheet.rows {
                let [scenario_id, power, unit, count] = row.as_slice() else { continue };
                let Some(scenario) = content.scenarios.get(scenario_id.as_str()) else {
                    wrong.push(format!("{pack}: no scenario {scenario_id}"));
                    continue;
                };
                let Ok(count) = count.parse::<i64>() else { continue };
                let powers = powers_of(&content, scenario, power);
                let held: i64 =
                    powers.iter().map(|power| placed(scenario, power).get(unit).copied().unwrap_or(0)).sum();
                compared += 1;
                if held != count {
                    wrong.push(format!("{pack}/{scenario_id}: {power} has {held} {unit}, printed {count}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} totals differ:\n{}", wrong.len(), wrong.join("\n"));
    assert!(compared > 150, "only {compared} totals were compared");
}
