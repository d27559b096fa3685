//! Every kind of content, one after the other: entries by id, what came, what went, what another id bears now.
//!
//! The content is taken apart without `..`: a kind that is added to the format cannot be forgotten here.

use std::fmt::Display;
use std::hash::Hash;

use chartroom_format::content::Content;
use chartroom_format::entries::EntryKind;
use chartroom_format::schema::map::Grid;
use indexmap::IndexMap;
use serde::Serialize;
use serde_json::Value;

use super::{Change, Detail, Topic, What, scenarios, spaces, tables, value};

/// Among more entries than this that came or went, nobody looks for new names.
const MOST_RENAMES: usize = 200;

/// All changes, in no particular order of topics.
pub(super) fn changes(before: &Content, after: &Content) -> Vec<Change> {
    let Content {
        layers: _,
        map,
        spaces: all_spaces,
        hexsides: _,
        stated_sides: _,
        added_links: _,
        denied_links: _,
        passages,
        regions,
        shapes,
        recipe,
        default_terrain,
        terrains,
        side_types,
        features,
        link_classes,
        sides,
        powers,
        order,
        land_sharing,
        classes,
        units,
        formations,
        tables: all_tables,
        sequence,
        other_sequences,
        options,
        styles,
        style_of,
        procedures,
        refusals,
        modifiers,
        rules,
        objectives,
        tracks,
        values,
        seasons,
        facts,
        scenarios: all_scenarios,
        examples,
        coverage,
        contracts,
        origins: _,
        // What overlays change is in the entries.
        changed: _,
    } = after;
    let mut out = Vec::new();
    let mut whole = |topic, kind, name: &str, details: Vec<Detail>| {
        if !details.is_empty() {
            out.push(Change::new(topic, kind, name, What::Changed).with(details));
        }
    };
    whole(Topic::Pack, "pack", "pack", value::fields(&before.pack(), &after.pack(), &[]));
    whole(Topic::Spaces, "map", "map", value::fields(&before.map, map, &[]));
    whole(Topic::Spaces, "map", "recipe", value::fields(&before.recipe, recipe, &[]));
    whole(Topic::Terrain, "terrain", "default", single("terrain", &before.default_terrain, default_terrain));
    whole(Topic::Powers, "power", "order of play", single("slot", &before.order, order));
    whole(Topic::Powers, "power", "land sharing", single("group", &before.land_sharing, land_sharing));
    whole(Topic::Turn, "sequence", "each turn", single("", &before.sequence, sequence));
    whole(Topic::Rules, "rule", "refusals", single("citation", &before.refusals, refusals));
    whole(Topic::Bots, "bots", "style of", single("", &before.style_of, style_of));
    out.extend(spaces::hexsides(before, after));
    out.extend(spaces::links(before, after));
    out.extend(spaces::borders(before.shapes.as_ref(), shapes.as_ref()));
    let mut list = Entries { before, after, out };
    list.spaces(&before.spaces, all_spaces);
    list.tables(&before.tables, all_tables);
    list.scenarios(&before.scenarios, all_scenarios);
    list.plain(Topic::Links, EntryKind::Passage.name(), &before.passages, passages);
    list.regions(&before.regions, regions);
    list.plain(Topic::Terrain, EntryKind::Terrain.name(), &before.terrains, terrains);
    list.plain(Topic::Terrain, EntryKind::Side.name(), &before.side_types, side_types);
    list.plain(Topic::Terrain, EntryKind::Feature.name(), &before.features, features);
    list.plain(Topic::Terrain, EntryKind::Link.name(), &before.link_classes, link_classes);
    list.plain(Topic::Powers, EntryKind::Alliance.name(), &before.sides, sides);
    list.plain(Topic::Powers, EntryKind::Power.name(), &before.powers, powers);
    list.plain(Topic::Units, EntryKind::Class.name(), &before.classes, classes);
    list.plain(Topic::Units, EntryKind::Unit.name(), &before.units, units);
    list.plain(Topic::Units, EntryKind::Formation.name(), &before.formations, formations);
    list.plain(Topic::Turn, EntryKind::Sequence.name(), &before.other_sequences, other_sequences);
    list.plain(Topic::Options, EntryKind::Option.name(), &before.options, options);
    list.plain(Topic::Bots, "style", &before.styles, styles);
    list.plain(Topic::Bots, EntryKind::Contract.name(), &before.contracts, contracts);
    list.plain(Topic::Rules, EntryKind::Procedure.name(), &before.procedures, procedures);
    list.plain(Topic::Rules, EntryKind::Modifier.name(), &before.modifiers, modifiers);
    list.plain(Topic::Rules, EntryKind::Rule.name(), &before.rules, rules);
    list.plain(Topic::Rules, EntryKind::Objective.name(), &before.objectives, objectives);
    list.plain(Topic::Rules, EntryKind::Track.name(), &before.tracks, tracks);
    list.plain(Topic::Rules, EntryKind::Value.name(), &before.values, values);
    list.plain(Topic::Rules, EntryKind::Season.name(), &before.seasons, seasons);
    list.plain(Topic::Rules, EntryKind::Fact.name(), &before.facts, facts);
    list.plain(Topic::Examples, EntryKind::Example.name(), &before.examples, examples);
    list.plain(Topic::Coverage, EntryKind::Covered.name(), &before.coverage, coverage);
    list.out
}

/// A value that is no struct, under a name.
fn single(name: &str, before: &impl Serialize, after: &impl Serialize) -> Vec<Detail> {
    let mut details = Vec::new();
    value::compare(name, &value::json(before), &value::json(after), &mut details);
    details
}

struct Entries<'a> {
    before: &'a Content,
    after: &'a Content,
    out: Vec<Change>,
}

impl Entries<'_> {
    fn plain<K, V>(&mut self, topic: Topic, kind: &'static str, before: &IndexMap<K, V>, after: &IndexMap<K, V>)
    where
        K: Display + Hash + Eq,
        V: Serialize + PartialEq,
    {
        self.each(topic, kind, before, after, |was, is| single("", was, is));
    }

    /// Entries of a kind, the changed ones compared by a function.
    fn each<K, V>(
        &mut self,
        topic: Topic,
        kind: &'static str,
        before: &IndexMap<K, V>,
        after: &IndexMap<K, V>,
        compare: impl Fn(&V, &V) -> Vec<Detail>,
    ) where
        K: Display + Hash + Eq,
        V: Serialize + PartialEq,
    {
        let in_place = kind == EntryKind::Space.name();
        let mut push = |id: &K, entry: &V, what: What, details: Vec<Detail>| {
            let mut change = Change::new(topic, kind, id.to_string(), what).with(details);
            change.title = title(entry).filter(|title| *title != change.id);
            if in_place {
                change.spaces.push(change.id.clone());
            }
            self.out.push(change);
        };
        let came: Vec<(&K, &V)> = after.iter().filter(|(id, _)| !before.contains_key(*id)).collect();
        let mut went: Vec<(&K, &V)> = before.iter().filter(|(id, _)| !after.contains_key(*id)).collect();
        // Hexes are called by their place; what lies alike elsewhere is another hex.
        let on_hexes = matches!(self.after.map.as_ref().map(|map| &map.grid), Some(Grid::Hexes(_)));
        let few = came.len() <= MOST_RENAMES && went.len() <= MOST_RENAMES && !(in_place && on_hexes);
        for (id, is) in after {
            match before.get(id) {
                Some(was) if was == is => {}
                Some(was) => push(id, is, What::Changed, compare(was, is)),
                None => {
                    let old = went
                        .iter()
                        .position(|(old, was)| few && same_but_id(was, is, &old.to_string(), &id.to_string()));
                    let what = old.map_or(What::Added, |old| What::Renamed(went.remove(old).0.to_string()));
                    push(id, is, what, Vec::new());
                }
            }
        }
        for (id, was) in went {
            push(id, was, What::Removed, Vec::new());
        }
    }

    /// Regions, each with the spaces that came into it or left it.
    fn regions<K, V>(&mut self, before: &IndexMap<K, V>, after: &IndexMap<K, V>)
    where
        K: Display + Hash + Eq,
        V: Serialize + PartialEq,
    {
        let start = self.out.len();
        self.plain(Topic::Regions, EntryKind::Region.name(), before, after);
        for change in &mut self.out[start..] {
            let (was, is) = (self.before.spaces_of(&change.id), self.after.spaces_of(&change.id));
            change.spaces = was.symmetric_difference(&is).map(ToString::to_string).collect();
        }
    }

    fn spaces<K, V>(&mut self, before: &IndexMap<K, V>, after: &IndexMap<K, V>)
    where
        K: Display + Hash + Eq,
        V: Serialize + PartialEq,
    {
        self.plain(Topic::Spaces, EntryKind::Space.name(), before, after);
    }

    fn tables<K: Display + Hash + Eq>(
        &mut self,
        before: &IndexMap<K, chartroom_format::schema::table::Table>,
        after: &IndexMap<K, chartroom_format::schema::table::Table>,
    ) {
        let prices = tables::with_prices(self.before, self.after);
        let start = self.out.len();
        self.each(Topic::Tables, EntryKind::Table.name(), before, after, tables::compare);
        for change in self.out[start..].iter_mut().filter(|change| prices.contains(&change.id)) {
            change.topic = Topic::Prices;
        }
    }

    fn scenarios<K: Display + Hash + Eq>(
        &mut self,
        before: &IndexMap<K, chartroom_format::schema::scenario::Scenario>,
        after: &IndexMap<K, chartroom_format::schema::scenario::Scenario>,
    ) {
        let start = self.out.len();
        self.each(Topic::Scenarios, EntryKind::Scenario.name(), before, after, |_, _| Vec::new());
        // One that changed is told by topic instead.
        let listed = self.out.split_off(start);
        self.out.extend(listed.into_iter().filter(|change| change.what != What::Changed));
        for (id, is) in after {
            if let Some(was) = before.get(id).filter(|was| *was != is) {
                self.out.extend(scenarios::compare((self.before, self.after), was, is));
            }
        }
    }
}

/// Whether two entries say the same when the id inside them, where they have one, is left out.
fn same_but_id(before: &impl Serialize, after: &impl Serialize, old: &str, new: &str) -> bool {
    let without = |value: &mut Value, id: &str| {
        if let Value::Object(fields) = value
            && fields.get("id").and_then(Value::as_str) == Some(id)
        {
            fields.shift_remove("id");
        }
    };
    let (mut before, mut after) = (value::json(before), value::json(after));
    without(&mut before, old);
    without(&mut after, new);
    // Entries that say next to nothing are alike without being the same.
    before == after && before.as_object().is_some_and(|fields| fields.len() > 1)
}

/// The name of an entry that people read.
fn title(entry: &impl Serialize) -> Option<String> {
    let entry = value::json(entry);
    ["title", "name"].iter().find_map(|field| entry.get(field)?.as_str().map(str::to_owned))
}
