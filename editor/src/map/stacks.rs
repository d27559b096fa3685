//! The units that a scenario's set-up puts into each space, and the counters they are.

use std::collections::BTreeMap;

use chartroom_atlas::counter::Counter;
use chartroom_format::content::Content;
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

/// Which stacks of a space share a counter, by their place in the list: units alike, whatever army they are in, with what is aboard
/// of them.
pub fn groups(stacks: &[Stack]) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let aboard = |at: &usize| matches!(stacks[*at].manner, Manner::Aboard(_));
    for at in (0..stacks.len()).filter(|at| !aboard(at)) {
        let alike = |group: &&mut Vec<usize>| {
            let first = &stacks[group[0]];
            let hurt = |stack: &Stack| stack.manner == Manner::Damaged;
            (&first.power, &first.unit, hurt(first)) == (&stacks[at].power, &stacks[at].unit, hurt(&stacks[at]))
        };
        match groups.iter_mut().find(alike) {
            Some(group) => group.push(at),
            None => groups.push(vec![at]),
        }
    }
    for at in (0..stacks.len()).filter(aboard) {
        let Manner::Aboard(carrier) = &stacks[at].manner else { continue };
        let carries =
            |group: &&mut Vec<usize>| stacks[group[0]].power == stacks[at].power && stacks[group[0]].unit == *carrier;
        // Without its carrier it is shown by itself.
        match groups.iter_mut().find(carries) {
            Some(group) => group.push(at),
            None => groups.push(vec![at]),
        }
    }
    groups
}

/// The counter of each group.
pub fn counters(content: &Content, stacks: &[Stack]) -> Vec<Counter> {
    let number = |at: &usize| u32::try_from(stacks[*at].count).unwrap_or(0);
    let shown = |group: &Vec<usize>| {
        let first = &stacks[group[0]];
        let is_cargo = |at: &&usize| **at != group[0] && matches!(stacks[**at].manner, Manner::Aboard(_));
        let cargo = group.iter().filter(is_cargo).map(number).sum();
        let count = group.iter().filter(|at| !is_cargo(at)).map(number).sum();
        let counter = counter(content, &first.power, &first.unit).times(count).carrying(cargo);
        if first.manner == Manner::Damaged { counter.damaged(content, &first.unit.as_str().into(), 1) } else { counter }
    };
    groups(stacks).iter().map(shown).collect()
}

/// The counter of each group in words, such as "3 Infantry (Germany), 2 Armor aboard".
pub fn told(content: &Content, stacks: &[Stack]) -> Vec<String> {
    let line = |group: &Vec<usize>| {
        let words = group.iter().enumerate().map(|(position, at)| in_words(content, &stacks[*at], position == 0));
        words.collect::<Vec<_>>().join(", ")
    };
    groups(stacks).iter().map(line).collect()
}

fn in_words(content: &Content, stack: &Stack, first: bool) -> String {
    let unit = content.units.get(stack.unit.as_str()).map_or(stack.unit.as_str(), |unit| unit.title.as_str());
    let power = content.powers.get(stack.power.as_str()).map_or(stack.power.as_str(), |power| power.title.as_str());
    let owner = if first { format!(" ({power})") } else { String::new() };
    let manner = match &stack.manner {
        Manner::Plain => String::new(),
        Manner::Damaged => ", damaged".to_owned(),
        Manner::Aboard(_) => " aboard".to_owned(),
        Manner::Formation(name) => format!(" in {name}"),
    };
    format!("{} {unit}{owner}{manner}", stack.count)
}

/// The counter of a unit type in the colours of a power.
pub fn counter(content: &Content, power: &str, unit: &str) -> Counter {
    Counter::of(content, &unit.into(), Some(&power.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stack(unit: &str, count: i64, manner: Manner) -> Stack {
        Stack { power: "red".to_owned(), unit: unit.to_owned(), count, manner }
    }

    #[test]
    fn armies_share_a_counter_and_cargo_shows_on_its_carrier() {
        let content = Content::default();
        let stacks = [
            stack("foot", 2, Manner::Plain),
            stack("foot", 3, Manner::Formation("First".to_owned())),
            stack("foot", 1, Manner::Damaged),
            stack("barge", 1, Manner::Plain),
            stack("gun", 2, Manner::Aboard("barge".to_owned())),
            stack("gun", 1, Manner::Aboard("raft".to_owned())),
        ];
        let shown: Vec<(String, u32, u32, u32)> = counters(&content, &stacks)
            .into_iter()
            .map(|counter| (counter.label, counter.count, counter.hits, counter.cargo))
            .collect();
        let line = |label: &str, count, hits, cargo| (label.to_owned(), count, hits, cargo);
        assert_eq!(shown, [line("foot", 5, 0, 0), line("foot", 1, 1, 0), line("barge", 1, 0, 2), line("gun", 1, 0, 0)]);
    }
}
