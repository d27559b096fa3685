//! The board: terrain, map, spaces, links, canals and regions.

use std::collections::{BTreeMap, BTreeSet};

use chartroom_format::grid::zones::neighbours;
use chartroom_format::schema::ids::{EventId, LinkClassId, RegionId, SpaceId, TerrainId};
use chartroom_format::schema::map::{
    AddedLink, DeniedLink, Grid, Links, Map, Opening, Passage, Region, RegionKind, Regions, Space, Spaces, Surface,
    ZoneGrid,
};
use chartroom_format::schema::terrain::{FeatureRole, FeatureType, LinkClass, Symbol, Terrain, TerrainType};
use chartroom_format::schema::units::Domain;
use chartroom_format::schema::{CURRENT, Document};
use indexmap::IndexMap;

use super::super::outline::{OFF_MAP, Traced};
use super::Import;
use super::names::{class, title};
use super::units::is_feature;

const NEUTRAL: &str = "neutral-land";
pub(super) const CITY: &str = "victory-city";
pub(super) const CAPITAL: &str = "capital";

impl Import<'_> {
    pub(super) fn board(&mut self, traced: &Traced) -> Vec<(&'static str, Document)> {
        let (width, height) = (traced.shapes.width, traced.shapes.height);
        self.report.exact("territories and their names", None);
        self.report.near(
            "outlines (polygons.txt)",
            "pixel outlines become borders that neighbours share, within a pixel",
            None,
        );
        for name in &traced.undrawn {
            let line =
                self.game.territories.iter().find(|territory| territory.name == *name).map(|territory| territory.line);
            self.report.near("territory without an outline", &format!("`{name}` is a square below the map"), line);
        }
        let map = Map {
            schema: CURRENT,
            requires: Vec::new(),
            provides: ["zones", "values"].map(Into::into).to_vec(),
            title: self.game.title.clone(),
            source: None,
            grid: Grid::Zones(ZoneGrid { width, height, wrap: traced.shapes.wraps }),
            unlisted: None,
            note: String::new(),
        };
        let spaces = self.spaces();
        let links = self.links(traced, &spaces);
        let regions = self.regions(&spaces);
        let spaces = with_rest(spaces, traced);
        let spaces = Spaces { schema: CURRENT, requires: Vec::new(), spaces };
        vec![
            ("terrain.ron", Document::Terrain(Box::new(self.terrain()))),
            ("map/map.ron", Document::Map(Box::new(map))),
            ("map/spaces.ron", Document::Spaces(Box::new(spaces))),
            ("map/links.ron", Document::Links(Box::new(links))),
            ("map/regions.ron", Document::Regions(Box::new(regions))),
        ]
    }

    fn terrain(&mut self) -> Terrain {
        let plain = |title: &str, colour: &str| TerrainType {
            title: title.to_owned(),
            colour: colour.to_owned(),
            symbol: None,
            cost: IndexMap::new(),
            bars: Vec::new(),
            supply: None,
            source: None,
            note: String::new(),
        };
        let mut terrains: IndexMap<TerrainId, TerrainType> = IndexMap::new();
        terrains.insert("open".into(), plain("Open", "#e9e2cf"));
        terrains.insert("sea".into(), plain("Sea", "#b9d3e3"));
        let shades = ["#cdbf9a", "#b9c7a0", "#d3c3b0", "#c2b8a8", "#a9bfae"];
        for (index, effect) in self.game.territory_effects.iter().enumerate() {
            terrains
                .insert(TerrainId(terrain_id(&effect.name)), plain(&title(&effect.name), shades[index % shades.len()]));
        }
        let mut features = IndexMap::new();
        for unit in &self.game.units {
            let (Some(id), true) = (self.names.feature(&unit.name), is_feature(self.game, &unit.name)) else {
                continue;
            };
            let attachment = self.game.attached("UnitAttachment", &unit.name).last();
            let is = |setting: &str| attachment.is_some_and(|attachment| attachment.is(setting));
            let (role, symbol) = if is("isFactory") || is("canProduceUnits") {
                (FeatureRole::Factory, Symbol::Factory)
            } else if is("isAirBase") {
                (FeatureRole::AirBase, Symbol::AirBase)
            } else {
                (FeatureRole::Other, Symbol::Yard)
            };
            let mut feature = feature(&title(&unit.name), role, symbol);
            feature.captured_as = Some(id.clone());
            features.insert(id, feature);
        }
        if self
            .game
            .of_class("TerritoryAttachment")
            .any(|attachment| attachment.number("victoryCity").is_some_and(|city| city > 0))
        {
            features.insert(CITY.into(), feature("Victory city", FeatureRole::VictoryCity, Symbol::Star));
        }
        features.insert(CAPITAL.into(), feature("Capital", FeatureRole::Capital, Symbol::Capital));
        let link = |title: &str, passes: &[Domain]| LinkClass {
            title: title.to_owned(),
            passes: passes.to_vec(),
            source: None,
            note: String::new(),
        };
        let links = [
            ("land", link("Land border", &[Domain::Land, Domain::Air])),
            ("coast", link("Coastline", &[Domain::Air])),
            ("sea", link("Sea border", &[Domain::Sea, Domain::Submarine, Domain::Air])),
        ];
        Terrain {
            schema: CURRENT,
            requires: Vec::new(),
            default: Some("open".into()),
            terrains,
            sides: IndexMap::new(),
            features,
            links: links.into_iter().map(|(id, class)| (id.into(), class)).collect(),
        }
    }

    fn spaces(&mut self) -> IndexMap<SpaceId, Space> {
        let game = self.game;
        // Where an owner is stated twice, the first one had the land first and the last one holds it.
        let owners: BTreeMap<&str, &str> =
            game.owners.iter().rev().map(|owner| (owner.territory.as_str(), owner.player.as_str())).collect();
        let standing: BTreeSet<&str> = game.placements.iter().map(|placement| placement.territory.as_str()).collect();
        let mut spaces = IndexMap::new();
        for territory in &game.territories {
            let name = territory.name.as_str();
            let settings: Vec<_> = game.attached("TerritoryAttachment", name).collect();
            let last = |setting: &str| settings.iter().rev().find_map(|attachment| attachment.get(setting));
            let number = |setting: &str| last(setting).and_then(|setting| setting.number()).unwrap_or(0);
            let impassable = ["isImpassable", "isImpassible"]
                .iter()
                .any(|setting| last(setting).is_some_and(|found| found.is_true()));
            let surface = match (territory.water, impassable) {
                (_, true) if !standing.contains(name) => Surface::Impassable,
                (true, _) => Surface::Sea,
                (false, _) => Surface::Land,
            };
            let original = last("originalOwner").map(|setting| setting.value.as_str()).or(owners.get(name).copied());
            let country =
                original.and_then(|player| self.names.region(player)).or((!territory.water).then(|| NEUTRAL.into()));
            let mut features = IndexMap::new();
            for placement in game
                .placements
                .iter()
                .filter(|placement| placement.territory == name && is_feature(game, &placement.unit))
            {
                if let Some(feature) = self.names.feature(&placement.unit).filter(|_| !territory.water) {
                    *features.entry(feature).or_insert(0) += placement.amount;
                }
            }
            if number("victoryCity") > 0 {
                features.insert(CITY.into(), number("victoryCity"));
            }
            if last("capital").is_some() && !territory.water {
                features.insert(CAPITAL.into(), 1);
            }
            let value = match (territory.water, number("production")) {
                (true, 0) => None,
                (true, _) => {
                    let line = last("production").map(|setting| setting.line);
                    self.report.left_out("production of a sea zone", "sea zones have no holder and pay nothing", line);
                    None
                }
                (false, 0) if surface == Surface::Impassable => None,
                (false, value) => Some(value.clamp(0, 100_000)),
            };
            let effect = last("territoryEffect").and_then(|setting| setting.parts().next());
            if let Some(setting) = last("territoryEffect").filter(|setting| setting.parts().count() > 1) {
                self.report.near("several territory effects in one place", "the first one counts", Some(setting.line));
            }
            let terrain = match effect {
                Some(effect) if game.territory_effects.iter().any(|known| known.name == effect) => {
                    Some(TerrainId(terrain_id(effect)))
                }
                _ => territory.water.then(|| "sea".into()),
            };
            let space = Space {
                surface,
                terrain,
                name: Some(name.to_owned()),
                country,
                regions: Vec::new(),
                features,
                value,
                source: None,
                reconstructed: Vec::new(),
                note: String::new(),
            };
            spaces.insert(self.names.space(name), space);
        }
        spaces
    }

    fn links(&mut self, traced: &Traced, spaces: &IndexMap<SpaceId, Space>) -> Links {
        let ordered = |one: SpaceId, other: SpaceId| if one < other { (one, other) } else { (other, one) };
        let mut wanted = BTreeSet::new();
        for link in &self.game.links {
            if link.one == link.other {
                self.report.left_out("a territory that borders itself", "it says nothing", Some(link.line));
                continue;
            }
            if !wanted.insert(ordered(self.names.space(&link.one), self.names.space(&link.other))) {
                self.report.note(
                    crate::report::Fidelity::Exact,
                    "a border stated twice",
                    "it is one border",
                    Some(link.line),
                );
            }
        }
        let drawn: BTreeSet<_> = neighbours(&traced.shapes)
            .into_keys()
            .filter(|(one, other)| ![one.as_str(), other.as_str()].contains(&OFF_MAP))
            .map(|(one, other)| ordered(one.clone(), other.clone()))
            .collect();
        let is_sea = |id: &SpaceId| spaces.get(id).is_some_and(|space| space.surface == Surface::Sea);
        let is_closed = |id: &SpaceId| spaces.get(id).is_some_and(|space| space.surface == Surface::Impassable);
        // Nobody goes to impassable land, and a stated link would let aircraft in.
        let open = wanted.difference(&drawn).filter(|(from, to)| !is_closed(from) && !is_closed(to));
        let added = open.map(|(from, to)| {
            let class: LinkClassId = match (is_sea(from), is_sea(to)) {
                (true, true) => "sea",
                (false, false) => "land",
                _ => "coast",
            }
            .into();
            let note = "The game states it.".to_owned();
            AddedLink { from: from.clone(), to: to.clone(), class, one_way: false, source: None, note }
        });
        let denied = drawn.difference(&wanted).map(|(from, to)| DeniedLink {
            from: from.clone(),
            to: to.clone(),
            domains: Vec::new(),
            source: None,
            note: String::new(),
        });
        let links = Links {
            schema: CURRENT,
            requires: Vec::new(),
            sides: IndexMap::new(),
            stated: IndexMap::new(),
            added: added.collect(),
            denied: denied.collect(),
            passages: self.canals(&wanted),
        };
        self.report.exact("borders (connection)", self.game.links.first().map(|link| link.line));
        let linked: BTreeSet<&str> =
            self.game.links.iter().flat_map(|link| [link.one.as_str(), link.other.as_str()]).collect();
        for territory in self.game.territories.iter().filter(|territory| !linked.contains(territory.name.as_str())) {
            let note = format!("`{}` borders nothing: nobody ever comes there", territory.name);
            self.report.near("territory without neighbours", &note, Some(territory.line));
        }
        links
    }

    fn canals(&mut self, links: &BTreeSet<(SpaceId, SpaceId)>) -> IndexMap<EventId, Passage> {
        let mut canals: IndexMap<String, (BTreeSet<SpaceId>, Vec<SpaceId>)> = IndexMap::new();
        let mut passages = IndexMap::new();
        for attachment in self.game.of_class("CanalAttachment") {
            let (Some(zone), Some(name)) = (self.names.known_space(&attachment.to), attachment.text("canalName"))
            else {
                continue;
            };
            let keys = attachment.get("landTerritories").into_iter().flat_map(|setting| setting.parts());
            let keys: Vec<SpaceId> = keys.filter_map(|key| self.names.known_space(key)).collect();
            let canal = canals.entry(name.to_owned()).or_default();
            canal.0.insert(zone);
            canal.1.extend(keys);
            if let Some(setting) = attachment.get("excludedUnits") {
                self.report.near(
                    "units that a canal does not stop (excludedUnits)",
                    "only aircraft pass a closed canal",
                    Some(setting.line),
                );
            }
            self.report.exact("canal", Some(attachment.line));
        }
        for (name, (zones, mut keys)) in canals {
            keys.sort();
            keys.dedup();
            let between = links
                .iter()
                .filter(|(one, other)| zones.contains(one) && zones.contains(other))
                .cloned()
                .collect::<Vec<_>>();
            if between.is_empty() || keys.is_empty() {
                self.report.left_out("canal without banks or without two sea zones", &name, None);
                continue;
            }
            let passage = Passage {
                title: title(&name),
                between,
                keys,
                opens: Opening::FriendlyHoldsAll,
                always: vec![class("air")],
                source: None,
                note: String::new(),
            };
            passages.insert(self.names.event(&name), passage);
        }
        passages
    }

    fn regions(&self, spaces: &IndexMap<SpaceId, Space>) -> Regions {
        let region = |title: String, power, colour| Region {
            title,
            kind: RegionKind::Country,
            spaces: Vec::new(),
            includes: Vec::new(),
            rows: None,
            columns: None,
            power,
            colour,
            source: None,
            note: String::new(),
        };
        let mut regions: IndexMap<RegionId, Region> = IndexMap::new();
        for player in &self.game.players {
            if let (Some(id), Some(power)) = (self.names.region(&player.name), self.names.power(&player.name)) {
                regions.insert(
                    id,
                    region(format!("Land of {}", title(&player.name)), Some(power), Some(self.colour(&player.name))),
                );
            }
        }
        regions.retain(|id, _| spaces.values().any(|space| space.country.as_ref() == Some(id)));
        let neutral = self.drawing.colour("Neutral").unwrap_or_else(|| "#f2efe6".to_owned());
        if spaces.values().any(|space| space.country.as_ref().is_some_and(|country| country.as_str() == NEUTRAL)) {
            regions.insert(NEUTRAL.into(), region("Neutral land".to_owned(), None, Some(neutral)));
        }
        Regions { schema: CURRENT, requires: Vec::new(), regions }
    }
}

/// The spaces with the part of the picture that belongs to no territory, which a map of zones must name.
fn with_rest(mut spaces: IndexMap<SpaceId, Space>, traced: &Traced) -> IndexMap<SpaceId, Space> {
    if traced.has_rest {
        let rest = Space {
            surface: Surface::Impassable,
            terrain: None,
            name: Some("Off the map".to_owned()),
            country: None,
            regions: Vec::new(),
            features: IndexMap::new(),
            value: None,
            source: None,
            reconstructed: Vec::new(),
            note: "The part of the picture that is no territory of the game.".to_owned(),
        };
        spaces.insert(OFF_MAP.into(), rest);
    }
    spaces
}

/// The terrain that a territory effect becomes.
pub(super) fn terrain_id(effect: &str) -> String {
    match super::names::id_of(effect).as_str() {
        "" => "effect".to_owned(),
        taken @ ("open" | "sea") => format!("{taken}-effect"),
        other => other.to_owned(),
    }
}

fn feature(title: &str, role: FeatureRole, symbol: Symbol) -> FeatureType {
    FeatureType {
        title: title.to_owned(),
        symbol: Some(symbol),
        role,
        on: vec![Surface::Land],
        holds: IndexMap::new(),
        builds: None,
        damage: None,
        captured_as: None,
        lost_on_capture: false,
        idle_from: None,
        serves_coast: false,
        source: None,
        note: String::new(),
    }
}
