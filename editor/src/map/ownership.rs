//! Who holds a space at the start of a scenario, as the map and the scenario say.

use std::collections::{BTreeMap, BTreeSet};

use chartroom_format::content::Content;
use chartroom_format::schema::map::Space;
use chartroom_format::schema::scenario::Scenario;

/// What a scenario says about holding, ready to be asked space by space.
pub struct Holders<'a> {
    content: &'a Content,
    /// Regions that a scenario gives away, with the regions inside them.
    regions: BTreeMap<&'a str, &'a str>,
    /// Spaces that such regions list themselves.
    listed: BTreeMap<&'a str, &'a str>,
    /// Spaces that the scenario gives away one by one.
    single: BTreeMap<&'a str, &'a str>,
}

impl<'a> Holders<'a> {
    pub fn new(content: &'a Content, scenario: Option<&'a Scenario>) -> Self {
        let mut holders = Self { content, regions: BTreeMap::new(), listed: BTreeMap::new(), single: BTreeMap::new() };
        for (actor, places) in scenario.iter().flat_map(|scenario| &scenario.control) {
            for place in places {
                if content.spaces.contains_key(place.as_str()) {
                    holders.single.insert(place.as_str(), actor.as_str());
                } else {
                    for region in closure(content, place.as_str()) {
                        holders.regions.insert(region, actor.as_str());
                        let spaces = content.regions.get(region).into_iter().flat_map(|region| &region.spaces);
                        holders.listed.extend(spaces.map(|space| (space.as_str(), actor.as_str())));
                    }
                }
            }
        }
        holders
    }

    /// The holder of a space: the scenario's word on it, on a region it lies in, or the power of its country.
    pub fn of(&self, id: &str, space: &'a Space) -> Option<&'a str> {
        let mut named = space.country.iter().chain(&space.regions);
        let by_region = named.find_map(|region| self.regions.get(region.as_str()).copied());
        let country = space.country.as_ref().and_then(|country| self.content.regions.get(country));
        let by_country =
            country.and_then(|region| region.power.as_ref()).map(chartroom_format::schema::ids::PowerId::as_str);
        self.single.get(id).copied().or_else(|| self.listed.get(id).copied()).or(by_region).or(by_country)
    }
}

/// The holder of every space that has one.
pub fn holders(content: &Content, scenario: Option<&Scenario>) -> BTreeMap<String, String> {
    let holders = Holders::new(content, scenario);
    content
        .spaces
        .iter()
        .filter_map(|(id, space)| holders.of(id.as_str(), space).map(|holder| (id.0.clone(), holder.to_owned())))
        .collect()
}

/// A region and all regions inside it.
fn closure<'a>(content: &'a Content, region: &'a str) -> BTreeSet<&'a str> {
    let mut wanted: Vec<&str> = vec![region];
    let mut known: BTreeSet<&str> = BTreeSet::new();
    while let Some(id) = wanted.pop() {
        if known.insert(id) {
            let inside = content.regions.get(id).into_iter().flat_map(|region| &region.includes);
            wanted.extend(inside.map(chartroom_format::schema::ids::RegionId::as_str));
        }
    }
    known
}

/// The spaces of a region: those it lists, those that name it, and those of the regions it includes.
pub fn members(content: &Content, region: &str) -> BTreeSet<String> {
    let known = closure(content, region);
    let listed = known
        .iter()
        .filter_map(|id| content.regions.get(*id))
        .flat_map(|region| region.spaces.iter().map(|space| space.0.clone()));
    let mut spaces: BTreeSet<String> = listed.collect();
    for (id, space) in &content.spaces {
        if space.country.iter().chain(&space.regions).any(|region| known.contains(region.as_str())) {
            spaces.insert(id.0.clone());
        }
    }
    spaces
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Document;
    use crate::testing::TestPack;

    #[test]
    fn single_spaces_win_over_regions_and_regions_over_countries() {
        let pack = TestPack::new();
        let document = Document::open(&pack.root()).expect("it opens");
        let content = document.content();
        let holder = |scenario: &Scenario, id: &str| holders(content, Some(scenario)).get(id).cloned();
        let mut scenario = content.scenarios["start"].clone();
        assert_eq!(holder(&scenario, "0103").as_deref(), Some("red"), "the scenario says so");
        assert_eq!(holder(&scenario, "0202").as_deref(), Some("blue"), "its country says so");
        scenario.control.insert("red".into(), vec!["blueland".into()]);
        scenario.control.insert("blue".into(), vec!["0202".into()]);
        assert_eq!(holder(&scenario, "0404").as_deref(), Some("red"), "its region was given away");
        assert_eq!(holder(&scenario, "0202").as_deref(), Some("blue"), "this space was not");
    }
}
