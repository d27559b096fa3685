//! Scenarios: who holds what, who stands where, who has how much money, and everything else field by field.

use std::collections::BTreeMap;

use chartroom_format::content::Content;
use chartroom_format::schema::scenario::{Placement, Scenario};
use indexmap::IndexMap;

use super::spaces::union;
use super::{Change, Detail, Topic, What, value};

/// What differs between two versions of a scenario, by topic.
pub(super) fn compare(packs: (&Content, &Content), before: &Scenario, after: &Scenario) -> Vec<Change> {
    let parts = [
        (Topic::Holders, holders(packs, before, after)),
        (Topic::SetUps, set_ups(before, after)),
        (Topic::Treasuries, treasuries(before, after)),
        (Topic::Scenarios, value::fields(before, after, &["control", "set_up", "treasury"])),
    ];
    let named = |(topic, details): (Topic, Vec<Detail>)| {
        (!details.is_empty()).then(|| {
            let mut change = Change::new(topic, "scenario", after.id.to_string(), What::Changed).with(details);
            change.title = Some(after.title.clone());
            change
        })
    };
    parts.into_iter().filter_map(named).collect()
}

fn holders(packs: (&Content, &Content), before: &Scenario, after: &Scenario) -> Vec<Detail> {
    let held = |content: &Content, scenario: &Scenario| {
        let mut by_space = BTreeMap::new();
        for (actor, places) in &scenario.control {
            for place in places {
                let spaces = content.spaces_of(place.as_str());
                // A hex that no file lists is a place of its own.
                if spaces.is_empty() {
                    by_space.insert(place.to_string(), actor.to_string());
                }
                by_space.extend(spaces.into_iter().map(|space| (space.0, actor.to_string())));
            }
        }
        by_space
    };
    let (old, new) = (held(packs.0, before), held(packs.1, after));
    let differing = union(old.keys(), new.keys()).into_iter().filter(|space| old.get(*space) != new.get(*space));
    differing
        .map(|space| Detail::new(space.clone(), old.get(space).cloned(), new.get(space).cloned()).about(space.clone()))
        .collect()
}

/// Whose units, where, and of which type.
type Stand = (String, String, String);

#[derive(Default)]
struct Count {
    units: i64,
    space: Option<String>,
}

fn set_ups(before: &Scenario, after: &Scenario) -> Vec<Detail> {
    let (old, new) = (standing(before), standing(after));
    let mut details = Vec::new();
    for stand @ (power, place, unit) in union(old.keys(), new.keys()) {
        let (was, is) = (old.get(stand), new.get(stand));
        let number = |count: Option<&Count>| count.map(|count| count.units.to_string());
        if number(was) != number(is) {
            let mut detail = Detail::new(format!("{power} {place}: {unit}"), number(was), number(is));
            detail.spaces.extend(is.or(was).and_then(|count| count.space.clone()));
            details.push(detail);
        }
    }
    if details.is_empty() && before.set_up != after.set_up {
        details.extend(value::fields(&before.set_up, &after.set_up, &[]));
    }
    details
}

fn standing(scenario: &Scenario) -> IndexMap<Stand, Count> {
    let mut found = IndexMap::new();
    for (power, placements) in &scenario.set_up {
        gather(power.as_str(), placements, &mut found);
    }
    found
}

fn gather(power: &str, placements: &[Placement], found: &mut IndexMap<Stand, Count>) {
    for placement in placements {
        let (place, space, force) = match placement {
            Placement::At(space, force) => (format!("in {space}"), Some(space), force),
            Placement::Damaged(space, force) => (format!("damaged in {space}"), Some(space), force),
            Placement::Aboard(space, carrier, force) => (format!("aboard {carrier} in {space}"), Some(space), force),
            Placement::Formation(name, space, force) => (format!("in {name} in {space}"), Some(space), force),
            Placement::Within(places, force) => (format!("within {}", listed(places)), None, force),
            Placement::OnBorder(region, others, force) => {
                (format!("in {region} at the border of {}", listed(others)), None, force)
            }
            Placement::AtAny(feature, force) => (format!("at any {feature}"), None, force),
            Placement::Anywhere(force) => ("anywhere".to_owned(), None, force),
            Placement::Reconstructed(_, inner) | Placement::From(_, inner) => {
                gather(power, inner, found);
                continue;
            }
        };
        for (unit, number) in force {
            let count = found.entry((power.to_owned(), place.clone(), unit.to_string())).or_default();
            count.units += number;
            count.space = space.map(ToString::to_string);
        }
    }
}

fn listed(places: &[impl ToString]) -> String {
    places.iter().map(ToString::to_string).collect::<Vec<String>>().join(", ")
}

fn treasuries(before: &Scenario, after: &Scenario) -> Vec<Detail> {
    let said = |money: Option<&i64>| money.map(ToString::to_string);
    union(before.treasury.keys(), after.treasury.keys())
        .into_iter()
        .map(|who| (who, before.treasury.get(who), after.treasury.get(who)))
        .filter(|(_, was, is)| was != is)
        .map(|(who, was, is)| Detail::new(who.to_string(), said(was), said(is)))
        .collect()
}
