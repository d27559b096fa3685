//! Names and their dense ids, one list per kind.

use std::collections::BTreeMap;
use std::sync::Arc;

use chartroom_format::content::Content;
use chartroom_format::grid::Board;
use chartroom_format::schema::ids::{ActorId, PlaceId};
use chartroom_format::schema::map::Grid;
use chartroom_format::schema::scenario::Scenario;
use chartroom_format::schema::sequence::Step;

use super::Compiler;
use crate::ids::{
    Actor, ClassIx, EventIx, FeatureIx, OptionIx, PhaseIx, PowerIx, RegionIx, SeasonIx, SideIx, SideTypeIx, SpaceIx,
    TableIx, TerrainIx, TrackIx, UnitIx,
};

/// The classes of links that the map itself gives, whether or not a pack says more about them.
pub const DRAWN_LINKS: [&str; 4] = ["land", "coast", "sea", "air-only"];

/// Names of one kind in their order.
#[derive(Clone, Debug, Default)]
pub(super) struct List {
    by_name: BTreeMap<String, usize>,
    order: Vec<String>,
}

impl List {
    fn of<T: ToString>(names: impl Iterator<Item = T>) -> Arc<Self> {
        let mut list = Self::default();
        for name in names {
            list.add(name.to_string());
        }
        Arc::new(list)
    }

    pub(super) fn add(&mut self, name: String) {
        if !self.by_name.contains_key(&name) {
            self.by_name.insert(name.clone(), self.order.len());
            self.order.push(name);
        }
    }

    pub(super) fn get(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    pub(super) fn len(&self) -> usize {
        self.order.len()
    }

    pub(super) fn names(&self) -> Vec<String> {
        self.order.clone()
    }
}

/// All names. What no scenario changes is shared.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    pub(super) spaces: Arc<List>,
    pub(super) regions: Arc<List>,
    pub(super) powers: Arc<List>,
    pub(super) sides: Arc<List>,
    pub(super) units: Arc<List>,
    pub(super) classes: Arc<List>,
    pub(super) features: Arc<List>,
    pub(super) terrains: Arc<List>,
    pub(super) side_types: Arc<List>,
    pub(super) link_classes: Arc<List>,
    pub(super) tables: Arc<List>,
    pub(super) seasons: Arc<List>,
    pub(super) tracks: Arc<List>,
    pub(super) options: Arc<List>,
    pub(super) procedures: Arc<List>,
    /// Those of the scenario at hand come first.
    pub(super) phases: List,
    pub(super) events: List,
    /// Members of each region, sorted; filled when the board is compiled.
    pub(super) members: Arc<Vec<Vec<SpaceIx>>>,
}

impl Names {
    /// The names that all scenarios share; phases and events are a scenario's own.
    pub(super) fn new(content: &Content) -> Self {
        let mut spaces = List::default();
        if let Some(map) = &content.map
            && let Grid::Hexes(grid) = &map.grid
            && let Ok(board) = grid.board()
        {
            for cell in board.cells() {
                spaces.add(grid.numbering.format(&board, cell));
            }
        }
        for space in content.spaces.keys() {
            spaces.add(space.to_string());
        }
        let terrains = content.terrains.keys().map(ToString::to_string);
        let link_classes = content.link_classes.keys().map(ToString::to_string);
        let drawn = DRAWN_LINKS.into_iter().map(str::to_owned);
        Self {
            spaces: Arc::new(spaces),
            regions: List::of(content.regions.keys()),
            powers: List::of(content.powers.keys()),
            sides: List::of(content.sides.keys()),
            units: List::of(content.units.keys()),
            classes: List::of(content.classes.keys()),
            features: List::of(content.features.keys()),
            terrains: List::of(terrains.chain(["open".to_owned()])),
            side_types: List::of(content.side_types.keys()),
            link_classes: List::of(drawn.chain(link_classes)),
            tables: List::of(content.tables.keys()),
            seasons: List::of(content.seasons.keys()),
            tracks: List::of(content.tracks.keys()),
            options: List::of(content.options.keys()),
            procedures: List::of(content.procedures.keys()),
            phases: List::default(),
            events: List::default(),
            members: Arc::default(),
        }
    }

    /// The names as a scenario sees them.
    pub(super) fn of_scenario(&self, content: &Content, scenario: &Scenario) -> Self {
        let mut phases = List::default();
        let steps = match &scenario.sequence {
            Some(name) => content.other_sequences.get(name).map_or(&[][..], Vec::as_slice),
            None => &content.sequence,
        };
        collect_phases(steps, &mut phases);
        collect_phases(&content.sequence, &mut phases);
        content.other_sequences.values().for_each(|steps| collect_phases(steps, &mut phases));
        let mut events = List::default();
        content.rules.keys().for_each(|rule| events.add(rule.to_string()));
        scenario.rules.keys().for_each(|rule| events.add(rule.to_string()));
        content.objectives.keys().for_each(|objective| events.add(objective.to_string()));
        content.facts.keys().for_each(|fact| events.add(fact.to_string()));
        for other in content.scenarios.values() {
            other.rules.keys().for_each(|rule| events.add(rule.to_string()));
        }
        Self { phases, events, ..self.clone() }
    }

    /// Whether all ids are small enough.
    pub(super) fn fit(&self) -> bool {
        let small = [&self.powers, &self.sides, &self.units, &self.features, &self.terrains, &self.link_classes];
        let more = [&self.seasons, &self.tracks, &self.options];
        small.iter().chain(&more).all(|list| list.len() <= 250)
            && self.side_types.len() <= 32
            && [&self.regions, &self.tables].iter().all(|list| list.len() <= 65_000)
            && self.spaces.len() <= Board::MOST_HEXES as usize
            && self.events.len() <= 65_000
    }
}

fn collect_phases(steps: &[Step], phases: &mut List) {
    for step in steps {
        match step {
            Step::Stage { id, steps, .. } => {
                phases.add(id.to_string());
                collect_phases(steps, phases);
            }
            Step::Phase { id, .. } => phases.add(id.to_string()),
        }
    }
}

macro_rules! lookups {
    ($($method:ident, $list:ident, $id:ident, $what:literal;)*) => {
        #[allow(dead_code, reason = "one lookup per kind of name, whether used yet or not")]
        impl Compiler<'_> {$(
            pub(super) fn $method(&mut self, name: &str) -> Option<$id> {
                let found = self.names.$list.get(name).map($id::new);
                if found.is_none() {
                    self.unknown($what, name);
                }
                found
            }
        )*}
    };
}

lookups! {
    space, spaces, SpaceIx, "space";
    region, regions, RegionIx, "region";
    power, powers, PowerIx, "power";
    side, sides, SideIx, "side";
    unit, units, UnitIx, "unit";
    class, classes, ClassIx, "class";
    feature, features, FeatureIx, "feature";
    terrain, terrains, TerrainIx, "terrain";
    side_type, side_types, SideTypeIx, "hexside type";
    table, tables, TableIx, "table";
    season, seasons, SeasonIx, "season";
    track, tracks, TrackIx, "track";
    option, options, OptionIx, "option";
    phase, phases, PhaseIx, "phase";
    event, events, EventIx, "rule or event";
}

impl Compiler<'_> {
    /// A power or a side; a power if both bear the name.
    pub(super) fn actor(&mut self, name: &ActorId) -> Option<Actor> {
        let power = self.names.powers.get(name.as_str()).map(|at| Actor::Power(PowerIx::new(at)));
        let found = power.or_else(|| self.names.sides.get(name.as_str()).map(|at| Actor::Side(SideIx::new(at))));
        if found.is_none() {
            self.unknown("power or side", name.as_str());
        }
        found
    }

    pub(super) fn actors(&mut self, names: &[ActorId]) -> Vec<Actor> {
        names.iter().filter_map(|name| self.actor(name)).collect()
    }

    /// The spaces of places, sorted.
    pub(super) fn places<'n>(&mut self, names: impl IntoIterator<Item = &'n PlaceId>) -> Vec<SpaceIx> {
        let mut found = Vec::new();
        for name in names {
            if let Some(space) = self.names.spaces.get(name.as_str()) {
                found.push(SpaceIx::new(space));
            } else if let Some(region) = self.names.regions.get(name.as_str()) {
                found.extend(self.names.members.get(region).into_iter().flatten().copied());
            } else {
                self.unknown("space or region", name.as_str());
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}
