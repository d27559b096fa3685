//! Territories, borders, canals and territory effects.

use std::collections::{BTreeMap, BTreeSet};

use chartroom_engine::ids::SpaceIx;
use chartroom_format::grid::zones::neighbours;
use chartroom_format::schema::ids::FeatureId;
use chartroom_format::schema::map::{Opening, Passage, Surface};
use chartroom_format::schema::terrain::FeatureRole;
use chartroom_format::schema::units::Domain;

use super::super::read::{Link, Named, Setting, Territory};
use super::super::words::{camel, capitalised, id_of};
use super::{Export, setting};

const SEA: &str = "sea";

impl Export<'_> {
    /// The spaces that become territories, with their names.
    pub(super) fn territories(&self) -> Vec<(SpaceIx, String)> {
        let spaces = self.rules.board.spaces.iter().enumerate();
        spaces
            .filter_map(|(place, space)| Some((SpaceIx::new(place), self.names.space(&space.id)?.to_owned())))
            .collect()
    }

    fn is_water(&self, at: SpaceIx) -> bool {
        let space = self.rules.board.space(at);
        match space.surface {
            Surface::Sea | Surface::Lake => true,
            Surface::Impassable => self.rules.board.terrain(at).id == SEA,
            _ => false,
        }
    }

    pub(super) fn board(&mut self) {
        let territories = self.territories();
        for (at, name) in &territories {
            self.game.territories.push(Territory { name: name.clone(), water: self.is_water(*at), line: 0 });
            let surface = self.rules.board.space(*at).surface;
            let near = match surface {
                Surface::Coast | Surface::Island => "land: TripleA knows land and sea only",
                Surface::Lake => "sea: TripleA knows land and sea only",
                Surface::Box => "land beside the map",
                Surface::Land | Surface::Sea | Surface::Impassable => continue,
            };
            self.report.near(&format!("space that is a {}", word(surface)), near, None);
        }
        self.report.exact("territories and their names", None);
        self.links();
        self.territory_effects();
        for (at, name) in territories {
            let settings = self.territory(at);
            self.attach("TerritoryAttachment", "territoryAttachment", &name, settings);
        }
        self.report.exact("territory values, victory cities, capitals, first owners and impassable land", None);
        self.canals();
    }

    fn links(&mut self) {
        let board = &self.rules.board;
        let mut links: BTreeMap<(usize, usize), bool> = BTreeMap::new();
        let mut partial = 0;
        for (place, _) in board.spaces.iter().enumerate() {
            for link in board.links_of(SpaceIx::new(place)) {
                let (from, to) = (place, link.to.index());
                links.entry((from.min(to), from.max(to))).and_modify(|both| *both = true).or_insert(false);
                let land = [Domain::Land, Domain::Air].iter().all(|&domain| link.passes.has(domain));
                let sea = [Domain::Sea, Domain::Submarine].iter().any(|&domain| link.passes.has(domain));
                let both_wet = self.is_water(SpaceIx::new(from)) && self.is_water(link.to);
                let both_dry = !self.is_water(SpaceIx::new(from)) && !self.is_water(link.to);
                partial += usize::from(both_wet && !sea || both_dry && !land);
            }
        }
        let one_way = links.values().filter(|both| !**both).count();
        let mut pairs: Vec<(usize, usize)> = links.into_keys().collect();
        // Nobody goes to impassable land, so the game has no links there; its neighbours are drawn.
        let drawn = self.content.shapes.as_ref().map(neighbours).unwrap_or_default();
        let denied: BTreeSet<(&str, &str)> = self
            .content
            .denied_links
            .iter()
            .filter(|link| link.domains.is_empty())
            .flat_map(|link| [(link.from.as_str(), link.to.as_str()), (link.to.as_str(), link.from.as_str())])
            .collect();
        for (one, other) in drawn.into_keys() {
            let (Some(from), Some(to)) = (board.find(one.as_str()), board.find(other.as_str())) else { continue };
            let closed = |at: SpaceIx| board.space(at).surface == Surface::Impassable;
            if (closed(from) || closed(to)) && !denied.contains(&(one.as_str(), other.as_str())) {
                pairs.push((from.index().min(to.index()), from.index().max(to.index())));
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        for (from, to) in pairs {
            let name = |place: usize| self.names.space(&board.spaces[place].id).map(str::to_owned);
            if let (Some(one), Some(other)) = (name(from), name(to)) {
                self.game.links.push(Link { one, other, line: 0 });
            }
        }
        self.report.exact("borders", None);
        if one_way > 0 {
            self.report.near(
                "border that is passed one way only",
                &format!("{one_way} become borders both ways"),
                None,
            );
        }
        if partial > 0 {
            let note = format!("{partial} directions are open to everybody");
            self.report.near("border that only some may pass", &note, None);
        }
    }

    /// Terrain becomes a territory effect, the usual one and the sea apart.
    fn territory_effects(&mut self) {
        let usual = self.content.default_terrain.clone();
        for id in self.content.terrains.keys() {
            if usual.as_ref() == Some(id) || id.as_str() == SEA {
                continue;
            }
            if let Some(name) = self.names.effect(id.as_str()) {
                self.game.territory_effects.push(Named { name: name.to_owned(), line: 0 });
            }
        }
        let costly =
            self.content.terrains.values().filter(|kind| !kind.cost.is_empty() || !kind.bars.is_empty()).count();
        if costly > 0 {
            self.report.left_out(
                "terrain that costs movement or bars units",
                &format!("{costly} kinds of terrain"),
                None,
            );
        }
        if !self.content.hexsides.is_empty() {
            self.report.left_out("marks of borders (rivers, mountains, roads)", "", None);
        }
    }

    fn territory(&self, at: SpaceIx) -> Vec<Setting> {
        let space = self.rules.board.space(at);
        let Some(written) = self.content.spaces.get(space.id.as_str()) else { return Vec::new() };
        let mut settings = Vec::new();
        if space.surface == Surface::Impassable {
            settings.push(setting("isImpassable", true));
        }
        if let Some(value) = written.value.filter(|_| !self.is_water(at)) {
            settings.push(setting("production", value));
        }
        for power in self.content.powers.keys() {
            let capitals = &self.content.powers[power].capitals;
            if let (true, Some(name)) =
                (capitals.iter().any(|capital| capital.as_str() == space.id), self.names.power(power.as_str()))
            {
                settings.push(setting("capital", name));
            }
        }
        let cities: i64 = self.role_amount(at, FeatureRole::VictoryCity);
        if cities > 0 {
            settings.push(setting("victoryCity", cities));
        }
        let first = written.country.as_ref().and_then(|country| self.content.regions.get(country)?.power.as_ref());
        let holder = self.state.holder(at).map(|power| self.rules.power(power).id.as_str());
        if let Some(first) = first.filter(|first| Some(first.as_str()) != holder)
            && let Some(name) = self.names.power(first.as_str()).filter(|_| !self.is_water(at))
        {
            settings.push(setting("originalOwner", name));
        }
        if let Some(effect) = written.terrain.as_ref().and_then(|terrain| self.effect_of(terrain.as_str())) {
            settings.push(setting("territoryEffect", effect));
        }
        settings
    }

    /// The effect that a terrain became, if it became one.
    pub(super) fn effect_of(&self, terrain: &str) -> Option<String> {
        let name = self.names.effect(terrain)?;
        self.game.territory_effects.iter().any(|effect| effect.name == name).then(|| name.to_owned())
    }

    /// How much there is at the start of features with a role.
    pub(super) fn role_amount(&self, at: SpaceIx, role: FeatureRole) -> i64 {
        let of_role =
            |feature: &(FeatureId, i64)| self.content.features.get(&feature.0).is_some_and(|kind| kind.role == role);
        self.features_in(at).into_iter().filter(of_role).map(|(_, amount)| amount).sum()
    }

    /// The features of a place at the start.
    pub(super) fn features_in(&self, at: SpaceIx) -> Vec<(FeatureId, i64)> {
        let kinds = self.rules.features.iter().enumerate();
        kinds
            .map(|(place, kind)| {
                let amount = self.state.feature(self.rules, at, chartroom_engine::ids::FeatureIx::new(place));
                (FeatureId(kind.id.clone()), amount)
            })
            .filter(|(_, amount)| *amount > 0)
            .collect()
    }

    fn canals(&mut self) {
        let passages: Vec<Passage> = self.content.passages.values().cloned().collect();
        for passage in passages {
            let zones: BTreeSet<&str> =
                passage.between.iter().flat_map(|(one, other)| [one.as_str(), other.as_str()]).collect();
            let keys: Vec<String> =
                passage.keys.iter().filter_map(|key| self.names.space(key.as_str()).map(str::to_owned)).collect();
            if keys.is_empty() || passage.opens != Opening::FriendlyHoldsAll {
                let note = "it opens in another way than to those whose friends hold all its banks";
                self.report.left_out(&format!("passage: {}", passage.title), note, None);
                continue;
            }
            let name = format!("canalAttachment{}", capitalised(&camel(&id_of(&passage.title))));
            let zones: Vec<String> =
                zones.into_iter().filter_map(|zone| self.names.space(zone).map(str::to_owned)).collect();
            for zone in zones {
                let settings = vec![setting("canalName", &passage.title), setting("landTerritories", keys.join(":"))];
                self.attach("CanalAttachment", &name, &zone, settings);
            }
            let only_air = passage.always.iter().all(|class| class.as_str() == "air");
            if only_air {
                self.report.exact("canal", None);
            } else {
                self.report.near("canal", "only aircraft pass it when it is closed", None);
            }
        }
    }
}

const fn word(surface: Surface) -> &'static str {
    match surface {
        Surface::Coast => "coast",
        Surface::Island => "island",
        Surface::Lake => "lake",
        Surface::Box => "box",
        Surface::Land => "land",
        Surface::Sea | Surface::Impassable => "sea",
    }
}
