//! Set-ups, place by place, against the second transcription (`setup-places.tsv`): what stands in a hex or box, what may
//! be put anywhere inside a country, what stands along a border.

use std::collections::{BTreeMap, BTreeSet};

use chartroom_format::content::Content;
use chartroom_format::schema::scenario::{Force, Placement, Scenario};
use chartroom_tests::rulebook_packs;
use chartroom_tests::transcription::{content, powers_of, sheets};

/// Units of one power, by place and type. A place is a space, `within:a/b` with its names sorted, `border:a/b`, or
/// `production` for what is already paid for and on its way.
type Placed = BTreeMap<(String, String), i64>;

fn add(placements: &[Placement], placed: &mut Placed) {
    for placement in placements {
        let (place, force, state): (String, &Force, &str) = match placement {
            Placement::Reconstructed(_, inner) | Placement::From(_, inner) => {
                add(inner, placed);
                continue;
            }
            Placement::At(space, force)
            | Placement::Formation(_, space, force)
            | Placement::Aboard(space, _, force) => (space.to_string(), force, ""),
            Placement::Damaged(space, force) => (space.to_string(), force, "-depleted"),
            Placement::Within(areas, force) => (within(areas.iter().map(ToString::to_string)), force, ""),
            Placement::OnBorder(region, others, force) => {
                let others: BTreeSet<String> = others.iter().map(ToString::to_string).collect();
                (format!("border:{region}/{}", Vec::from_iter(others).join("/")), force, "")
            }
            Placement::AtAny(..) | Placement::Anywhere(_) => continue,
        };
        for (unit, count) in force {
            *placed.entry((place.clone(), format!("{unit}{state}"))).or_default() += count;
        }
    }
}

fn within(places: impl Iterator<Item = String>) -> String {
    format!("within:{}", Vec::from_iter(places.collect::<BTreeSet<_>>()).join("/"))
}

/// The place of a sheet as `Placed` names it; nothing where the rulebook leaves the place to the player.
fn place(content: &Content, printed: &str) -> Option<String> {
    match printed.split_once(':') {
        Some(("within", places)) => Some(within(places.split('/').map(str::to_owned))),
        Some(("border", places)) => {
            let (region, others) = places.split_once('/')?;
            let others: BTreeSet<&str> = others.split('/').collect();
            Some(format!("border:{region}/{}", Vec::from_iter(others).join("/")))
        }
        Some(("production", _)) => Some("production".to_owned()),
        Some(_) => None,
        None => content.spaces.contains_key(printed).then(|| printed.to_owned()),
    }
}

fn held(content: &Content, scenario: &Scenario, power: &str) -> Placed {
    let mut placed = Placed::new();
    for power in powers_of(content, scenario, power) {
        add(scenario.set_up.get(power.as_str()).map_or(&[][..], Vec::as_slice), &mut placed);
        for building in scenario.pipeline.iter().filter(|building| building.power.as_str() == power) {
            for (unit, count) in &building.units {
                *placed.entry(("production".to_owned(), unit.to_string())).or_default() += count;
            }
        }
    }
    placed
}

#[test]
fn every_place_holds_what_the_second_transcription_puts_there() {
    let (mut wrong, mut compared) = (Vec::new(), 0);
    for folder in rulebook_packs() {
        let pack = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let content = content(&pack);
        for sheet in sheets(&pack).iter().filter(|sheet| sheet.name == "setup-places") {
            let column = |head: &str| sheet.header.iter().position(|name| name == head);
            let where_at = column("space").or_else(|| column("where")).expect("a column of places");
            let (unit_at, count_at) = (column("unit").expect("units"), column("count").expect("counts"));
            let mut printed: BTreeMap<(String, String), Placed> = BTreeMap::new();
            for row in &sheet.rows {
                let (Some(place), Ok(count)) = (place(&content, &row[where_at]), row[count_at].parse::<i64>()) else {
                    continue;
                };
                let of = printed.entry((row[0].clone(), row[1].clone())).or_default();
                *of.entry((place, row[unit_at].clone())).or_default() += count;
            }
            for ((scenario, power), printed) in printed {
                let scenario = content.scenarios.get(scenario.as_str()).expect("the scenario of the sheet");
                let held = held(&content, scenario, &power);
                for ((place, unit), count) in printed {
                    compared += 1;
                    let found = held.get(&(place.clone(), unit.clone())).copied().unwrap_or(0);
                    if found != count {
                        wrong.push(format!(
                            "{pack}/{}: {power} has {found} {unit} at {place}, printed {count}",
                            scenario.id
                        ));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} places differ:\n{}", wrong.len(), wrong.join("\n"));
    assert!(compared > 300, "only {compared} places were compared");
}

/// Placements that stand neither under the rule that prints them nor under the reason why they are here.
fn unexplained(placements: &[Placement]) -> Vec<&Placement> {
    placements
        .iter()
        .filter(|placement| !matches!(placement, Placement::From(..) | Placement::Reconstructed(..)))
        .collect()
}

#[test]
fn every_unit_at_start_names_its_rule_or_says_why_it_is_there() {
    let (mut silent, mut looked) = (Vec::new(), 0);
    for folder in rulebook_packs() {
        let pack = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        for scenario in content(&pack).scenarios.values() {
            for (power, placements) in &scenario.set_up {
                looked += placements.len();
                silent.extend(
                    unexplained(placements).iter().map(|found| format!("{pack}/{}: {power} {found:?}", scenario.id)),
                );
            }
            let later = scenario.reinforcements.iter().chain(&scenario.pipeline);
            let silent_later = later.filter(|later| later.source.is_none() && later.reconstructed.is_none());
            silent.extend(silent_later.map(|later| format!("{pack}/{}: {later:?}", scenario.id)));
            let tracks = scenario.tracks.iter();
            let silent_tracks = tracks.filter(|track| track.source.is_none() && track.reconstructed.is_none());
            silent.extend(silent_tracks.map(|track| format!("{pack}/{}: {track:?}", scenario.id)));
        }
    }
    assert!(silent.is_empty(), "{}", silent.join("\n"));
    assert!(looked > 200, "only {looked} groups of units were looked at");
}
