//! S127 cargo-without-carrier.

use std::collections::BTreeMap;

use chartroom_format::content::Content;
use chartroom_format::diag::Diagnostic;
use chartroom_format::schema::ids::{ClassId, UnitId};
use chartroom_format::schema::scenario::Placement;
use chartroom_format::schema::units::UnitType;
use chartroom_format::schema::value::Amount;

use crate::checks::Check;
use crate::context::{Context, Spot};

chartroom_format::codes! {
    CODE = "S127", "cargo-without-carrier", "scenario", Error,
        what: "Units are set up aboard a carrier that does not stand there, that may not carry them, or that has no room for so many.",
        why: "The engine refuses the position, or play begins with an army that no rule allows.",
        remedy: "Set up the carrier in the same space, or correct the units or their number.",
        bad: r#"Units(schema: 2, units: {"ferry": (title: "Ferry", domain: Sea, classes: ["ships"], stats: (movement: 2), carries: [(classes: ["land"], capacity: 2)])})
---
Table(schema: 2, id: "unit-cost", title: "Unit costs", axes: [Words(name: "unit", of: Unit), Words(name: "power", of: Power, keys: ["red", "blue"])], cells: Money, rows: {"infantry": [3, 3], "armor": [6, 5], "destroyer": [8, 8], "ferry": [5, 5]})
---
Scenario(schema: 2, id: "second", title: "Second", turns: (first: 1, last: 8), wars: [(["east"], ["west"])], set_up: {"red": [At("0401", {"ferry": 1}), Aboard("0401", "ferry", {"infantry": 50})]}, victory: [(check: GameEnd, when: Otherwise)])"#,
        good: r#"Units(schema: 2, units: {"ferry": (title: "Ferry", domain: Sea, classes: ["ships"], stats: (movement: 2), carries: [(classes: ["land"], capacity: 2)])})
---
Table(schema: 2, id: "unit-cost", title: "Unit costs", axes: [Words(name: "unit", of: Unit), Words(name: "power", of: Power, keys: ["red", "blue"])], cells: Money, rows: {"infantry": [3, 3], "armor": [6, 5], "destroyer": [8, 8], "ferry": [5, 5]})
---
Scenario(schema: 2, id: "second", title: "Second", turns: (first: 1, last: 8), wars: [(["east"], ["west"])], set_up: {"red": [At("0401", {"ferry": 1}), Aboard("0401", "ferry", {"infantry": 2})]}, victory: [(check: GameEnd, when: Otherwise)])"#;
}

pub const CHECK: Check = Check { code: CODE, run };

/// What is aboard the carriers of one kind in one space.
#[derive(Default)]
struct Load {
    spot: Spot,
    cargo: Vec<(UnitId, i64)>,
}

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for start in &cx.starts {
        let mut standing: BTreeMap<(&str, &str, &str), i64> = BTreeMap::new();
        let mut loads: BTreeMap<(&str, &str, &str), Load> = BTreeMap::new();
        for stack in cx.set_up(start) {
            let Some(space) = stack.space() else { continue };
            let aboard = match stack.placed.placement {
                Placement::Aboard(_, carrier, _) => Some(carrier.as_str()),
                _ => None,
            };
            for (unit, count) in stack.units() {
                let Some(carrier) = aboard else {
                    *standing.entry((stack.power, space, unit.as_str())).or_default() += count;
                    continue;
                };
                if let Some(refused) = refused(cx.content, carrier, unit.as_str()) {
                    found.push(
                        cx.finding(CODE, &stack.unit_spot(unit.as_str()).name(), refused)
                            .help(may_carry(cx.content, carrier)),
                    );
                    continue;
                }
                let load = loads.entry((stack.power, space, carrier)).or_default();
                load.spot = stack.spot();
                load.cargo.push((unit.clone(), count));
            }
        }
        for ((power, space, carrier), load) in loads {
            let Some(kind) = cx.content.units.get(carrier) else { continue };
            let carriers = standing.get(&(power, space, carrier)).copied().unwrap_or(0);
            if carriers < 1 {
                let message = format!("{power} has no {} in `{space}` to be aboard of", kind.title);
                let help = format!("set up a `{carrier}` in `{space}`, or set the units up ashore");
                found.push(cx.finding(CODE, &load.spot, message).help(help));
            } else if let Some((asked, room)) = too_much(cx.content, kind, carriers, &load.cargo) {
                let message =
                    format!("at most {room} find room aboard {carriers} {} in `{space}`; {asked} asked", kind.title);
                let help = "set up fewer units, or more carriers";
                found.push(cx.finding(CODE, &load.spot, message).help(help));
            }
        }
    }
}

/// Why a unit cannot be aboard of another, if it cannot.
fn refused(content: &Content, carrier: &str, unit: &str) -> Option<String> {
    let (carrier, unit) = (content.units.get(carrier)?, content.units.get(unit)?);
    if carrier.carries.is_empty() {
        return Some(format!("{} carries nothing", carrier.title));
    }
    let takes = |class: &ClassId| carrier.carries.iter().any(|carrying| carrying.classes.contains(class));
    (!unit.classes.iter().any(takes)).then(|| format!("{} does not carry {}", carrier.title, unit.title))
}

/// What a carrier takes, or which units carry anything at all.
fn may_carry(content: &Content, carrier: &str) -> String {
    let takes = |carrier: &UnitType, unit: &UnitType| {
        let of = |class: &ClassId| carrier.carries.iter().any(|carrying| carrying.classes.contains(class));
        unit.classes.iter().any(of)
    };
    let list = |units: Vec<&str>| units.join(", ");
    match content.units.get(carrier).filter(|kind| !kind.carries.is_empty()) {
        Some(kind) => {
            let units = content.units.iter().filter(|(_, unit)| takes(kind, unit)).map(|(id, _)| id.as_str());
            format!("it carries {}", list(units.collect()))
        }
        None => {
            let carriers = content.units.iter().filter(|(_, unit)| !unit.carries.is_empty()).map(|(id, _)| id.as_str());
            match list(carriers.collect()) {
                carriers if carriers.is_empty() => "no unit of this game carries others".to_owned(),
                carriers => format!("units that carry others are {carriers}"),
            }
        }
    }
}

/// The load and the room, in weight, if there is too little room.
fn too_much(content: &Content, kind: &UnitType, carriers: i64, cargo: &[(UnitId, i64)]) -> Option<(String, i64)> {
    // Several holds of one carrier add up; a unit that fits in none has been refused before.
    let room: i64 =
        kind.carries.iter().map(|carrying| carrying.capacity.saturating_mul(carriers)).fold(0, i64::saturating_add);
    let sixtieths = |unit: &UnitId| {
        let weight = content.units.get(unit).and_then(|unit| unit.stats.weight).unwrap_or(Amount::ONE);
        weight.numerator.saturating_mul(60) / weight.denominator.max(1)
    };
    let load: i64 =
        cargo.iter().map(|(unit, count)| sixtieths(unit).saturating_mul(*count)).fold(0, i64::saturating_add);
    let asked = if load % 60 == 0 { (load / 60).to_string() } else { format!("{load}/60") };
    (load > room.saturating_mul(60)).then_some((asked, room))
}
