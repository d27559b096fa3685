//! Who holds a space at the start of a scenario, as the map and the scenario say.

use std::collections::{BTreeMap, BTreeSet};

use chartroom_format::content::Content;
use chartroom_format::schema::scenario::Scenario;

/// The holder of every space that has one: by the map's countries, then the scenario's regions, then its single spaces.
pub fn holders(content: &Content, scenario: Option<&Scenario>) -> BTreeMap<String, String> {
    let mut holders = BTreeMap::new();
    for (id, space) in &content.spaces {
        let power = space.country.as_ref().and_then(|country| content.regions.get(country)).and_then(|region| region.power.as_ref());
        if let Some(power) = power {
            holders.insert(id.0.clone(), power.0.clone());
        }
    }
    let Some(scenario) = scenario else { return holders };
    let mut single: Vec<(&str, &str)> = Vec::new();
    for (actor, places) in &scenario.control {
        for place in places {
            if content.spaces.contains_key(place.as_str()) {
                single.push((place.as_str(), actor.as_str()));
            } else {
                for space in members(content, place.as_str()) {
                    holders.insert(space, actor.0.clone());
                }
            }
        }
    }
    for (space, actor) in single {
        holders.insert(space.to_owned(), actor.to_owned());
    }
    holders
}

/// The spaces of a region: those it lists, those that name it, and those of the regions it includes.
pub fn members(content: &Content, region: &str) -> BTreeSet<String> {
    let mut wanted: Vec<&str> = vec![region];
    let mut known: BTreeSet<&str> = BTreeSet::new();
    let mut spaces = BTreeSet::new();
    while let Some(id) = wanted.pop() {
        if !known.insert(id) {
            continue;
        }
        if let Some(region) = content.regions.get(id) {
            spaces.extend(region.spaces.iter().map(|space| space.0.clone()));
            wanted.extend(region.includes.iter().map(|included| included.as_str()));
        }
    }
    for (id, space) in &content.spaces {
        let belongs = space.country.iter().chain(&space.regions).any(|region| known.contains(region.as_str()));
        if belongs {
            spaces.insert(id.0.clone());
        }
    }
    spaces
}
