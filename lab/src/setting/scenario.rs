//! Fields of a scenario that can be set: money, turns, features, damage and units at start. All of them are read by the engine; what
//! is only a note of the set-up cannot be set.

use chartroom_format::content::Content;
use chartroom_format::schema::ids::{FeatureId, PowerId, ScenarioId, SpaceId, UnitId};
use chartroom_format::schema::scenario::{Force, Placement, Scenario};

use super::unknown;

/// The most of a feature, of damage or of a unit that a set-up holds.
const MOST: i64 = 1_000;
/// The most money anybody may have.
const MOST_MONEY: i64 = 1_000_000;

const FIELDS: [&str; 5] = ["treasury", "turns", "features", "devastated", "set_up"];

/// The number that a way through a scenario leads to, to be read or set, and the most it may be.
fn place<'s>(scenario: &'s mut Scenario, way: &[&str]) -> Result<(&'s mut i64, i64, i64), String> {
    match way {
        ["treasury", who] => {
            let known: Vec<String> = scenario.treasury.keys().map(ToString::to_string).collect();
            let money = scenario.treasury.get_mut(*who).ok_or_else(|| unknown("treasury", who, &known))?;
            Ok((money, 0, MOST_MONEY))
        }
        ["turns", "first"] => Ok((&mut scenario.turns.first, 1, MOST)),
        ["turns", "last"] => Ok((&mut scenario.turns.last, 1, MOST)),
        ["turns", other] => Err(unknown("turn of a scenario", other, &["first", "last"].map(str::to_owned))),
        ["features", space, feature] => {
            let known: Vec<String> = scenario.features.keys().map(SpaceId::to_string).collect();
            let here = scenario
                .features
                .get_mut(*space)
                .ok_or_else(|| unknown("space with features of its own", space, &known))?;
            let known: Vec<String> = here.keys().map(FeatureId::to_string).collect();
            Ok((here.get_mut(*feature).ok_or_else(|| unknown("feature", feature, &known))?, 0, MOST))
        }
        ["devastated", space] => {
            let known: Vec<String> = scenario.devastated.keys().map(SpaceId::to_string).collect();
            Ok((scenario.devastated.get_mut(*space).ok_or_else(|| unknown("damage", space, &known))?, 0, MOST))
        }
        ["set_up", power, space, unit] => {
            let known: Vec<String> = scenario.set_up.keys().map(PowerId::to_string).collect();
            let stacks = scenario.set_up.get_mut(*power).ok_or_else(|| unknown("set-up", power, &known))?;
            let mut spaces = Vec::new();
            names(stacks, &mut spaces);
            if !spaces.iter().any(|known| known == space) {
                return Err(unknown("stack at", space, &spaces));
            }
            let mut units = Vec::new();
            let force = find(stacks, space, unit, &mut units);
            Ok((force.ok_or_else(|| unknown("unit in that stack", unit, &units))?, 0, MOST))
        }
        [field, ..] => Err(unknown("field of a scenario that can be set", field, &FIELDS.map(str::to_owned))),
        [] => Err("name the field of the scenario".to_owned()),
    }
}

/// The spaces of the stacks that name one.
fn names(placements: &[Placement], found: &mut Vec<String>) {
    for placement in placements {
        match placement {
            Placement::At(space, _) => found.push(space.to_string()),
            Placement::From(_, inner) | Placement::Reconstructed(_, inner) => names(inner, found),
            _ => {}
        }
    }
}

/// The number of a unit in the stacks of a space; the units that are there are noted.
fn find<'s>(placements: &'s mut [Placement], space: &str, unit: &str, there: &mut Vec<String>) -> Option<&'s mut i64> {
    for placement in placements {
        let number = match placement {
            Placement::At(at, force) if at.as_str() == space => in_force(force, unit, there),
            Placement::From(_, inner) | Placement::Reconstructed(_, inner) => find(inner, space, unit, there),
            _ => None,
        };
        if number.is_some() {
            return number;
        }
    }
    None
}

fn in_force<'s>(force: &'s mut Force, unit: &str, there: &mut Vec<String>) -> Option<&'s mut i64> {
    there.extend(force.keys().map(UnitId::to_string));
    force.get_mut(unit)
}

fn scenario<'c>(content: &'c mut Content, id: &str) -> Result<&'c mut Scenario, String> {
    let known: Vec<String> = content.scenarios.keys().map(ScenarioId::to_string).collect();
    content.scenarios.get_mut(id).ok_or_else(|| unknown("scenario", id, &known))
}

/// Sets one number of a scenario.
pub(super) fn set(content: &mut Content, id: &str, way: &[&str], value: &str) -> Result<(), String> {
    let scenario = scenario(content, id)?;
    let number: i64 = value.parse().map_err(|_| format!("`{value}` is not a whole number"))?;
    let (place, least, most) = place(scenario, way)?;
    if !(least..=most).contains(&number) {
        return Err(format!("`{}` takes {least} to {most}; {value} asked", way.join(".")));
    }
    *place = number;
    if scenario.turns.first > scenario.turns.last {
        return Err(format!("turn {} would come after turn {}", scenario.turns.first, scenario.turns.last));
    }
    Ok(())
}

/// One number of a scenario.
pub(super) fn read(content: &Content, id: &str, way: &[&str]) -> Result<i64, String> {
    let mut alone = Content::default();
    for (known, entry) in &content.scenarios {
        alone.scenarios.insert(known.clone(), entry.clone());
    }
    place(scenario(&mut alone, id)?, way).map(|(place, ..)| *place)
}
