//! A pack's map as a scene: who holds what and what stands where, looked up and laid out for the renderer.
//!
//! Knows the content types and the renderer, and nothing of rules: who holds a space or how many pieces stand in it is told
//! by the caller in [`Holdings`]; without that, countries belong to the power the map names.

mod hex_chart;
mod names;
mod zone_chart;

use std::collections::BTreeMap;

use chartroom_format::content::Content;
use chartroom_format::grid::BoardError;
use chartroom_format::schema::ids::{FeatureId, PowerId, SpaceId, UnitId};
use chartroom_format::schema::map::{Grid, Space, Surface};
use chartroom_format::schema::terrain::{FeatureRole, SideType, Symbol};
use thiserror::Error;

use crate::counter::Counter;
use crate::render::scene::{Ground, Key, Place, SidePattern, SideStyle, Stack};
use crate::render::{Rgb, Scene};

/// Who holds what, and what stands there, at one moment.
#[derive(Clone, Debug, Default)]
pub struct Holdings {
    /// Scenario and date, for the head of the page.
    pub subtitle: String,
    /// Holders that differ from the map's countries; `None` for nobody.
    pub holders: BTreeMap<SpaceId, Option<PowerId>>,
    /// What stands where it differs from the map: everything in the space, with its amount.
    pub features: BTreeMap<SpaceId, Vec<(FeatureId, i64)>>,
    /// Pieces by space.
    pub stacks: BTreeMap<SpaceId, Vec<Standing>>,
}

/// Units of one type and owner that stand in a space and are in the same state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    pub power: PowerId,
    pub unit: UnitId,
    pub count: u32,
    /// Hits each of them has taken.
    pub hits: u32,
    /// How many units they carry, all together.
    pub cargo: u32,
}

impl Standing {
    /// Unhurt units that carry nothing.
    #[must_use]
    pub fn new(power: impl Into<PowerId>, unit: impl Into<UnitId>, count: u32) -> Self {
        Self { power: power.into(), unit: unit.into(), count, hits: 0, cargo: 0 }
    }

    /// How it looks.
    #[must_use]
    pub fn counter(&self, content: &Content) -> Counter {
        let whole = Counter::of(content, &self.unit, Some(&self.power));
        let counter = if self.hits > 0 { whole.damaged(content, &self.unit, self.hits) } else { whole };
        counter.times(self.count).carrying(self.cargo)
    }
}

/// Why a pack has no chart.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ChartError {
    #[error("the pack has no map")]
    NoMap,
    #[error("the board is not possible: {0}")]
    Board(#[from] BoardError),
    #[error("the map has zones but no shapes; draw them from the recipe first")]
    NoShapes,
}

/// The scene of a pack. `geography` is the text of the geography file its recipe names, where true coasts are wanted.
pub fn chart(content: &Content, holdings: &Holdings, geography: Option<&str>) -> Result<Scene, ChartError> {
    let map = content.map.as_ref().ok_or(ChartError::NoMap)?;
    let chart = Chart::new(content, holdings);
    let mut scene = Scene {
        title: content.pack().map_or_else(|| map.title.clone(), |pack| pack.title.clone()),
        subtitle: if holdings.subtitle.is_empty() { map.title.clone() } else { holdings.subtitle.clone() },
        ground: Ground::Zones(crate::render::scene::ZoneGround {
            width: 1.0,
            height: 1.0,
            zones: Vec::new(),
            borders: Vec::new(),
        }),
        owners: chart.owners.clone(),
        terrains: chart.terrain_keys(),
        features: chart.feature_keys(),
        sides: chart.side_keys(),
        places: Vec::new(),
        areas: Vec::new(),
        across: Vec::new(),
        down: Vec::new(),
        miles: None,
        note: String::new(),
    };
    match &map.grid {
        Grid::Hexes(grid) => hex_chart::lay_out(&chart, grid, geography, &mut scene)?,
        Grid::Zones(grid) => zone_chart::lay_out(&chart, grid, &mut scene)?,
    }
    keep_only_used(&mut scene);
    Ok(scene)
}

/// Lookups that every part of the chart needs.
struct Chart<'a> {
    content: &'a Content,
    holdings: &'a Holdings,
    owners: Vec<Key>,
    owner_numbers: BTreeMap<&'a PowerId, u16>,
    country_numbers: BTreeMap<&'a str, u16>,
}

impl<'a> Chart<'a> {
    fn new(content: &'a Content, holdings: &'a Holdings) -> Self {
        let grey = Rgb(0x9A, 0x92, 0x84);
        let owners: Vec<Key> = content
            .powers
            .values()
            .map(|power| Key { name: power.title.clone(), colour: Rgb::parse(&power.colour).unwrap_or(grey) })
            .collect();
        let owner_numbers = content.powers.keys().enumerate().map(|(number, id)| (id, number as u16)).collect();
        let country_numbers =
            content.regions.keys().enumerate().map(|(number, id)| (id.as_str(), number as u16)).collect();
        Self { content, holdings, owners, owner_numbers, country_numbers }
    }

    fn owner(&self, id: &SpaceId, space: &Space) -> Option<u16> {
        if matches!(space.surface, Surface::Sea | Surface::Lake) {
            return None;
        }
        let power = match self.holdings.holders.get(id) {
            Some(holder) => holder.as_ref(),
            None => space.country.as_ref().and_then(|country| self.content.regions.get(country)?.power.as_ref()),
        };
        power.and_then(|power| self.owner_numbers.get(power)).copied()
    }

    fn country(&self, space: &Space) -> Option<u16> {
        space.country.as_ref().and_then(|country| self.country_numbers.get(country.as_str())).copied()
    }

    fn terrain(&self, space: &Space) -> (Option<Rgb>, Option<Symbol>) {
        let id = space.terrain.as_ref().or(self.content.default_terrain.as_ref());
        let terrain = id.and_then(|id| self.content.terrains.get(id));
        terrain.map_or((None, None), |terrain| (Rgb::parse(&terrain.colour), terrain.symbol))
    }

    /// What stands in a space and how much of it.
    fn standing<'b>(&'b self, at: &SpaceId, space: &'b Space) -> Vec<(&'b FeatureId, i64)> {
        match self.holdings.features.get(at) {
            Some(told) => told.iter().map(|(id, amount)| (id, *amount)).collect(),
            None => space.features.iter().map(|(id, amount)| (id, *amount)).collect(),
        }
    }

    /// Symbols in a space, the important ones first, and its value or production.
    fn features(&self, at: &SpaceId, space: &Space) -> (Vec<(Symbol, Option<i64>)>, Option<i64>) {
        let mut value = space.value;
        let mut found = Vec::new();
        for (id, amount) in self.standing(at, space) {
            let Some(feature) = self.content.features.get(id) else { continue };
            if feature.role == FeatureRole::Production && feature.symbol.is_none_or(|symbol| symbol == Symbol::Number) {
                value = Some(value.unwrap_or(0) + amount);
            } else if let Some(symbol) = feature.symbol {
                let shows_amount = matches!(feature.role, FeatureRole::Fort | FeatureRole::Production);
                found.push((weight(feature.role), symbol, shows_amount.then_some(amount)));
            }
        }
        found.sort_by_key(|&(weight, _, _)| weight);
        (found.into_iter().take(3).map(|(_, symbol, amount)| (symbol, amount)).collect(), value)
    }

    fn stacks(&self, id: &SpaceId) -> Vec<Stack> {
        let mut stacks: Vec<Stack> = Vec::new();
        for standing in self.holdings.stacks.get(id).into_iter().flatten() {
            let owner = self.owner_numbers.get(&standing.power).copied();
            let counter = standing.counter(self.content);
            match stacks.iter_mut().find(|stack| stack.owner == owner) {
                Some(stack) => stack.counters.push(counter),
                None => stacks.push(Stack { owner, counters: vec![counter] }),
            }
        }
        stacks
    }

    /// How prominent the name of a space is.
    fn rank(&self, at: &SpaceId, space: &Space) -> u8 {
        let standing = self.standing(at, space);
        let roles = standing.iter().filter_map(|(id, _)| Some(self.content.features.get(*id)?.role));
        let rank = |role: FeatureRole| match role {
            FeatureRole::Capital => Place::CAPITAL,
            FeatureRole::VictoryCity => Place::NEVER_LEFT_OUT,
            FeatureRole::Industry | FeatureRole::Factory | FeatureRole::NavalBase => 1,
            _ => 0,
        };
        roles.map(rank).max().unwrap_or(0)
    }

    fn terrain_keys(&self) -> Vec<Key> {
        let key = |terrain: &chartroom_format::schema::terrain::TerrainType| {
            Some(Key { name: terrain.title.clone(), colour: Rgb::parse(&terrain.colour)? })
        };
        self.content.terrains.values().filter_map(key).collect()
    }

    fn feature_keys(&self) -> Vec<(Symbol, String)> {
        let features = self.content.features.values();
        features.filter_map(|feature| Some((feature.symbol?, feature.title.clone()))).collect()
    }

    fn side_keys(&self) -> Vec<(SideStyle, String)> {
        self.content.side_types.values().map(|side| (style(side), side.title.clone())).collect()
    }
}

/// Legends explain what is on the map and nothing else.
fn keep_only_used(scene: &mut Scene) {
    let mut owners = vec![false; scene.owners.len()];
    let mut mark = |owner: Option<u16>| {
        if let Some(slot) = owner.and_then(|owner| owners.get_mut(usize::from(owner))) {
            *slot = true;
        }
    };
    let mut styles: Vec<SideStyle> = Vec::new();
    match &scene.ground {
        Ground::Hexes(ground) => {
            ground.hexes.iter().for_each(|hex| mark(hex.owner));
            styles.extend(ground.sides.iter().map(|side| side.style));
        }
        Ground::Zones(ground) => ground.zones.iter().for_each(|zone| mark(zone.owner)),
    }
    scene.places.iter().flat_map(|place| &place.stacks).for_each(|stack| mark(stack.owner));
    let symbols: Vec<Symbol> =
        scene.places.iter().flat_map(|place| &place.features).map(|&(symbol, _)| symbol).collect();
    scene.features.retain(|(symbol, _)| symbols.contains(symbol));
    scene.sides.retain(|(style, _)| styles.contains(style));
    // Owners are named by position everywhere, so unused ones lose only their place in the legend.
    for (key, used) in scene.owners.iter_mut().zip(owners) {
        if !used {
            key.name.clear();
        }
    }
}

const fn weight(role: FeatureRole) -> u8 {
    match role {
        FeatureRole::Capital => 0,
        FeatureRole::VictoryCity => 1,
        FeatureRole::Factory | FeatureRole::Industry => 2,
        FeatureRole::Production => 3,
        FeatureRole::NavalBase => 4,
        FeatureRole::Fort => 5,
        FeatureRole::Port => 6,
        _ => 7,
    }
}

/// How a kind of hexside is drawn, by what it does.
fn style(side: &SideType) -> SideStyle {
    let pattern = if side.road {
        SidePattern::Road
    } else if side.crossing {
        SidePattern::Crossing
    } else if side.title.to_lowercase().contains("mountain") || side.title.to_lowercase().contains("rough") {
        SidePattern::Ridge
    } else if side.bars.is_empty() {
        SidePattern::Line
    } else {
        SidePattern::Barrier
    };
    SideStyle { pattern, colour: Rgb::parse(&side.colour).unwrap_or(Rgb(0x60, 0x50, 0x40)) }
}

#[cfg(test)]
mod tests;
