//! A pack as a whole: all its files merged, overlays applied, and where every entry came from.
//!
//! Merge order, the only one: the base pack first, then the pack that extends it. Before a layer is laid on, the entries
//! it `removes` go, and if it brings a map of its own the whole map of the base goes. Worked examples of the base go with
//! what they are about: the scenario they are set in, or the table, unit, fact or space they look up. Then entries with
//! the same kind and id replace the base's, others are added. The turn's steps and the order of play are replaced as a
//! whole; links stated or denied are added up. Within one pack an id may be given only once. At last come the cells, fields
//! and stacks of its overlay files, which change what lies there by then (`crate::overlay`).

mod values;

use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexMap;
use serde_json::Value;

use crate::cst::PathStep;
use crate::entries::{self, Entry, EntryKind};
use crate::schema::Document;
use crate::schema::balance::Contract;
use crate::schema::bots::BotStyle;
use crate::schema::coverage::Covered;
use crate::schema::example::Example;
use crate::schema::expression::NamedValue;
use crate::schema::ids::{
    ClassId, EventId, ExampleId, FeatureId, LinkClassId, OptionId, PackId, PhaseId, PowerId, ProcedureId, RegionId,
    RuleRef, ScenarioId, SeasonId, SideId, SideTypeId, SpaceId, TableId, TechId, TerrainId, UnitId, ValueId,
};
use crate::schema::map::{AddedLink, DeniedLink, Map, Passage, Region, Space};
use crate::schema::map_shapes::Shapes;
use crate::schema::options::OptionalRule;
use crate::schema::pack::Pack;
use crate::schema::powers::{Power, Side, Slot};
use crate::schema::recipe::Recipe;
use crate::schema::refusal::Citation;
use crate::schema::rules::{Fact, Modifier, Objective, ProcedureEntry, Rule, Season, Track};
use crate::schema::scenario::Scenario;
use crate::schema::sequence::Step;
use crate::schema::table::Table;
use crate::schema::terrain::{FeatureType, LinkClass, SideType, TerrainType};
use crate::schema::units::{FormationType, UnitType};

/// Where an entry came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    pub pack: PackId,
    /// Path of the file as findings show it.
    pub file: String,
    /// The way to the entry inside the file.
    pub path: Vec<PathStep>,
}

/// A cell, field or stack that an overlay has changed.
#[derive(Clone, Debug, PartialEq)]
pub struct Changed {
    pub kind: EntryKind,
    pub id: String,
    /// The cell, field or stack as the overlay names it.
    pub at: String,
    pub before: Value,
    pub after: Value,
    /// Where the entry itself stands.
    pub base: Option<Origin>,
    /// Where the overlay says so.
    pub overlay: Origin,
}

/// A pack after merging.
#[derive(Clone, Debug, Default)]
pub struct Content {
    /// The packs it was made from, base first.
    pub layers: Vec<Pack>,
    pub map: Option<Map>,
    pub spaces: IndexMap<SpaceId, Space>,
    pub hexsides: IndexMap<String, Vec<SideTypeId>>,
    /// Hexsides that differ from the real coast on purpose, and why.
    pub stated_sides: IndexMap<String, String>,
    pub added_links: Vec<AddedLink>,
    pub denied_links: Vec<DeniedLink>,
    pub passages: IndexMap<EventId, Passage>,
    pub regions: IndexMap<RegionId, Region>,
    pub shapes: Option<Shapes>,
    pub recipe: Option<Recipe>,
    pub default_terrain: Option<TerrainId>,
    pub terrains: IndexMap<TerrainId, TerrainType>,
    pub side_types: IndexMap<SideTypeId, SideType>,
    pub features: IndexMap<FeatureId, FeatureType>,
    pub link_classes: IndexMap<LinkClassId, LinkClass>,
    pub sides: IndexMap<SideId, Side>,
    pub powers: IndexMap<PowerId, Power>,
    pub order: Vec<Slot>,
    pub land_sharing: Vec<Vec<PowerId>>,
    pub classes: IndexMap<ClassId, String>,
    pub units: IndexMap<UnitId, UnitType>,
    pub formations: IndexMap<ClassId, FormationType>,
    pub tables: IndexMap<TableId, Table>,
    pub sequence: Vec<Step>,
    pub other_sequences: IndexMap<PhaseId, Vec<Step>>,
    pub options: IndexMap<OptionId, OptionalRule>,
    /// Styles of bots by name.
    pub styles: IndexMap<String, BotStyle>,
    /// The style of each power that has one of its own.
    pub style_of: IndexMap<PowerId, String>,
    pub procedures: IndexMap<ProcedureId, ProcedureEntry>,
    pub refusals: Vec<Citation>,
    pub modifiers: IndexMap<EventId, Modifier>,
    pub rules: IndexMap<EventId, Rule>,
    pub objectives: IndexMap<EventId, Objective>,
    pub tracks: IndexMap<TechId, Track>,
    /// Values with a name.
    pub values: IndexMap<ValueId, NamedValue>,
    pub seasons: IndexMap<SeasonId, Season>,
    pub facts: IndexMap<EventId, Fact>,
    pub scenarios: IndexMap<ScenarioId, Scenario>,
    pub examples: IndexMap<ExampleId, Example>,
    pub coverage: IndexMap<RuleRef, Covered>,
    /// What the author wants of many games.
    pub contracts: IndexMap<String, Contract>,
    /// Where every entry came from.
    pub origins: BTreeMap<(EntryKind, String), Origin>,
    /// Cells, fields and stacks that overlays have changed, in the order they were laid.
    pub changed: Vec<Changed>,
}

impl Content {
    /// The pack itself: the last layer.
    pub fn pack(&self) -> Option<&Pack> {
        self.layers.last()
    }

    pub fn origin(&self, kind: EntryKind, id: &str) -> Option<&Origin> {
        self.origins.get(&(kind, id.to_owned()))
    }

    pub fn has(&self, kind: EntryKind, id: &str) -> bool {
        self.origin(kind, id).is_some()
    }

    /// Ids of all entries of a kind, sorted.
    pub fn ids(&self, kind: EntryKind) -> impl Iterator<Item = &str> {
        self.origins
            .range((kind, String::new())..)
            .take_while(move |((of, _), _)| *of == kind)
            .map(|((_, id), _)| id.as_str())
    }

    /// Drops the map of the layers below: an overlay with a map of its own replaces it.
    pub(crate) fn drop_map(&mut self) {
        self.map = None;
        self.spaces.clear();
        self.hexsides.clear();
        self.stated_sides.clear();
        self.added_links.clear();
        self.denied_links.clear();
        self.passages.clear();
        self.regions.clear();
        self.shapes = None;
        self.recipe = None;
        self.origins.retain(|(kind, _), _| !matches!(kind, EntryKind::Space | EntryKind::Region | EntryKind::Passage));
    }

    /// Drops the examples of the layers below that are about something that has gone: they tell of a game that is not
    /// played here, and nothing could ever run them.
    pub(crate) fn drop_examples_about(&mut self, removed: &BTreeSet<(EntryKind, &str)>, map_replaced: bool) {
        let (examples, origins) = (&mut self.examples, &mut self.origins);
        examples.retain(|id, example| {
            let stays = !example
                .about()
                .any(|(kind, name)| removed.contains(&(kind, name)) || (map_replaced && kind == EntryKind::Space));
            if !stays {
                origins.remove(&(EntryKind::Example, id.as_str().to_owned()));
            }
            stays
        });
    }

    /// Removes an entry of the layers below. False if there was none.
    pub(crate) fn remove(&mut self, kind: EntryKind, id: &str) -> bool {
        match kind {
            EntryKind::Space => drop(self.spaces.shift_remove(id)),
            EntryKind::Region => drop(self.regions.shift_remove(id)),
            EntryKind::Passage => drop(self.passages.shift_remove(id)),
            EntryKind::Terrain => drop(self.terrains.shift_remove(id)),
            EntryKind::Side => drop(self.side_types.shift_remove(id)),
            EntryKind::Feature => drop(self.features.shift_remove(id)),
            EntryKind::Link => drop(self.link_classes.shift_remove(id)),
            EntryKind::Alliance => drop(self.sides.shift_remove(id)),
            EntryKind::Power => drop(self.powers.shift_remove(id)),
            EntryKind::Unit => drop(self.units.shift_remove(id)),
            EntryKind::Class => drop(self.classes.shift_remove(id)),
            EntryKind::Formation => drop(self.formations.shift_remove(id)),
            EntryKind::Table => drop(self.tables.shift_remove(id)),
            // Steps of the turn go with the sequence they belong to; a phase alone cannot be removed.
            EntryKind::Phase => return false,
            EntryKind::Sequence => drop(self.other_sequences.shift_remove(id)),
            EntryKind::Option => drop(self.options.shift_remove(id)),
            EntryKind::Procedure => drop(self.procedures.shift_remove(id)),
            EntryKind::Modifier => drop(self.modifiers.shift_remove(id)),
            EntryKind::Rule => drop(self.rules.shift_remove(id)),
            EntryKind::Objective => drop(self.objectives.shift_remove(id)),
            EntryKind::Track => drop(self.tracks.shift_remove(id)),
            EntryKind::Value => drop(self.values.shift_remove(id)),
            EntryKind::Season => drop(self.seasons.shift_remove(id)),
            EntryKind::Fact => drop(self.facts.shift_remove(id)),
            EntryKind::Scenario => drop(self.scenarios.shift_remove(id)),
            EntryKind::Example => drop(self.examples.shift_remove(id)),
            EntryKind::Covered => drop(self.coverage.shift_remove(id)),
            EntryKind::Contract => drop(self.contracts.shift_remove(id)),
        }
        self.origins.remove(&(kind, id.to_owned())).is_some()
    }

    /// Lays a document on top; entries with known ids are replaced.
    pub fn lay(&mut self, document: Document, pack: &PackId, file: &str) {
        let entries = entries::of(&document);
        self.lay_with(document, entries, pack, file);
    }

    /// The same with the entries of the document.
    pub(crate) fn lay_with(&mut self, document: Document, entries: Vec<Entry>, pack: &PackId, file: &str) {
        for entry in entries {
            let origin = Origin { pack: pack.clone(), file: file.to_owned(), path: entry.path };
            self.origins.insert((entry.kind, entry.id), origin);
        }
        match document {
            // Its changes are carried out when the whole layer lies there: `crate::overlay`.
            Document::Pack(_) | Document::Overlay(_) => {}
            Document::Map(map) => self.map = Some(*map),
            Document::Spaces(spaces) => self.spaces.extend(spaces.spaces),
            Document::Links(links) => {
                self.hexsides.extend(links.sides);
                self.stated_sides.extend(links.stated);
                self.added_links.extend(links.added);
                self.denied_links.extend(links.denied);
                self.passages.extend(links.passages);
            }
            Document::Regions(regions) => self.regions.extend(regions.regions),
            Document::Shapes(shapes) => self.shapes = Some(*shapes),
            Document::Recipe(recipe) => self.recipe = Some(*recipe),
            Document::Terrain(terrain) => {
                self.default_terrain = terrain.default.or(self.default_terrain.take());
                self.terrains.extend(terrain.terrains);
                self.side_types.extend(terrain.sides);
                self.features.extend(terrain.features);
                self.link_classes.extend(terrain.links);
            }
            Document::Powers(powers) => {
                self.sides.extend(powers.sides);
                self.powers.extend(powers.powers);
                replace_if_given(&mut self.order, powers.order);
                replace_if_given(&mut self.land_sharing, powers.land_sharing);
            }
            Document::Units(units) => {
                self.classes.extend(units.classes);
                self.units.extend(units.units);
                self.formations.extend(units.formations);
            }
            Document::Table(table) => {
                self.tables.insert(table.id.clone(), *table);
            }
            Document::Sequence(sequence) => {
                replace_if_given(&mut self.sequence, sequence.each_turn);
                self.other_sequences.extend(sequence.others);
            }
            Document::Options(options) => self.options.extend(options.options),
            Document::Bots(bots) => {
                self.styles.extend(bots.styles);
                self.style_of.extend(bots.powers);
            }
            Document::Rules(rules) => {
                self.procedures.extend(rules.procedures);
                self.refusals.extend(rules.refusals);
                self.modifiers.extend(rules.modifiers);
                self.rules.extend(rules.rules);
                self.objectives.extend(rules.objectives);
                self.tracks.extend(rules.tracks);
                self.values.extend(rules.values);
                self.seasons.extend(rules.seasons);
                self.facts.extend(rules.facts);
            }
            Document::Scenario(scenario) => {
                self.scenarios.insert(scenario.id.clone(), *scenario);
            }
            Document::Examples(examples) => self.examples.extend(examples.examples),
            Document::Coverage(coverage) => self.coverage.extend(coverage.rules),
            Document::Balance(balance) => self.contracts.extend(balance.contracts),
        }
    }
}

fn replace_if_given<T>(old: &mut Vec<T>, new: Vec<T>) {
    if !new.is_empty() {
        *old = new;
    }
}
