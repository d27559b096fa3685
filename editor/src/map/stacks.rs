//! The units that a scenario's set-up puts into each space.

use std::collections::BTreeMap;

use chartroom_format::schema::scenario::{Placement, Scenario};

use crate::document::ops::setup::Manner;

/// Units of one type and power in a space.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stack {
    pub power: String,
    pub unit: String,
    pub count: i64,
    pub manner: Manner,
}

/// Stacks by space, in the order of the file. Units that may go anywhere in a region are not in a space.
pub fn stacks(scenario: &Scenario) -> BTreeMap<String, Vec<Stack>> {
    let mut out = BTreeMap::new();
    for (power, placements) in &scenario.set_up {
        for placement in placements {
            collect(power.as_str(), placement, &mut out);
        }
    }
    out
}

fn collect(power: &str, placement: &Placement, out: &mut BTreeMap<String, Vec<Stack>>) {
    let (space, force, manner) = match placement {
        Placement::At(space, force) => (space, force, Manner::Plain),
        Placement::Aboard(space, carrier, force) => (space, force, Manner::Aboard(carrier.0.clone())),
        Placement::Damaged(space, force) => (space, force, Manner::Damaged),
        Placement::Formation(name, space, force) => (space, force, Manner::Formation(name.clone())),
        Placement::Reconstructed(_, inner) | Placement::From(_, inner) => {
            for placement in inner {
                collect(power, placement, out);
            }
            return;
        }
        Placement::Within(..) | Placement::OnBorder(..) | Placement::AtAny(..) | Placement::Anywhere(..) => return,
    };
    let stacks: &mut Vec<Stack> = out.entry(space.0.clone()).or_default();
    for (unit, count) in force {
        let same =
            stacks.iter_mut().find(|stack| stack.power == power && stack.unit == unit.0 && stack.manner == manner);
        match same {
            Some(stack) => stack.count += count,
            None => stacks.push(Stack {
                power: power.to_owned(),
                unit: unit.0.clone(),
                count: *count,
                manner: manner.clone(),
            }),
        }
    }
}
