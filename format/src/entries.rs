//! Entries: the things inside files that have an id. One list per document serves merging, duplicate detection,
//! references, `resolve` and the editor's outline.

use crate::cst::PathStep;
use crate::schema::Document;
use crate::schema::sequence::Step;

macro_rules! entry_kinds {
    ($($name:ident = $text:literal;)*) => {
        /// What kind of thing an entry is.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum EntryKind { $($name,)* }

        impl EntryKind {
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// The word used in "kind:id".
            pub const fn name(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }

            pub fn parse(text: &str) -> Option<Self> {
                match text { $($text => Some(Self::$name),)* _ => None }
            }
        }
    };
}

entry_kinds! {
    Space = "space"; Region = "region"; Passage = "passage"; Terrain = "terrain"; Side = "side"; Feature = "feature";
    Link = "link"; Alliance = "alliance"; Power = "power"; Unit = "unit"; Class = "class"; Formation = "formation";
    Table = "table"; Phase = "phase"; Sequence = "sequence"; Option = "option"; Procedure = "procedure";
    Modifier = "modifier"; Rule = "rule"; Objective = "objective"; Track = "track"; Value = "value"; Season = "season"; Fact = "fact";
    Scenario = "scenario"; Example = "example"; Covered = "coverage"; Contract = "contract";
}

/// One entry of a document: its kind, its id and the path to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub kind: EntryKind,
    pub id: String,
    pub path: Vec<PathStep>,
}

/// The entries of a document, in the order of the file.
pub fn of(document: &Document) -> Vec<Entry> {
    let mut list = Lister { entries: Vec::new() };
    match document {
        Document::Pack(_) | Document::Map(_) | Document::Shapes(_) | Document::Recipe(_) => {}
        Document::Spaces(spaces) => list.keys(EntryKind::Space, "spaces", spaces.spaces.keys()),
        Document::Links(links) => list.keys(EntryKind::Passage, "passages", links.passages.keys()),
        Document::Regions(regions) => list.keys(EntryKind::Region, "regions", regions.regions.keys()),
        Document::Terrain(terrain) => {
            list.keys(EntryKind::Terrain, "terrains", terrain.terrains.keys());
            list.keys(EntryKind::Side, "sides", terrain.sides.keys());
            list.keys(EntryKind::Feature, "features", terrain.features.keys());
            list.keys(EntryKind::Link, "links", terrain.links.keys());
        }
        Document::Powers(powers) => {
            list.keys(EntryKind::Alliance, "sides", powers.sides.keys());
            list.keys(EntryKind::Power, "powers", powers.powers.keys());
        }
        Document::Units(units) => {
            list.keys(EntryKind::Class, "classes", units.classes.keys());
            list.keys(EntryKind::Unit, "units", units.units.keys());
            list.keys(EntryKind::Formation, "formations", units.formations.keys());
        }
        Document::Table(table) => list.whole(EntryKind::Table, table.id.as_str()),
        Document::Sequence(sequence) => {
            list.phases(&sequence.each_turn, &["each_turn".into()]);
            list.keys(EntryKind::Sequence, "others", sequence.others.keys());
            for (name, steps) in &sequence.others {
                list.phases(steps, &["others".into(), name.as_str().into()]);
            }
        }
        Document::Options(options) => list.keys(EntryKind::Option, "options", options.options.keys()),
        // Styles are no entries: nothing but bots.ron speaks of them.
        Document::Bots(_) => {}
        // What it speaks of is defined below.
        Document::Overlay(_) => {}
        Document::Rules(rules) => {
            list.keys(EntryKind::Procedure, "procedures", rules.procedures.keys());
            list.keys(EntryKind::Modifier, "modifiers", rules.modifiers.keys());
            list.keys(EntryKind::Rule, "rules", rules.rules.keys());
            list.keys(EntryKind::Objective, "objectives", rules.objectives.keys());
            list.keys(EntryKind::Track, "tracks", rules.tracks.keys());
            list.keys(EntryKind::Value, "values", rules.values.keys());
            list.keys(EntryKind::Season, "seasons", rules.seasons.keys());
            list.keys(EntryKind::Fact, "facts", rules.facts.keys());
        }
        Document::Scenario(scenario) => list.whole(EntryKind::Scenario, scenario.id.as_str()),
        Document::Examples(examples) => list.keys(EntryKind::Example, "examples", examples.examples.keys()),
        Document::Coverage(coverage) => list.keys(EntryKind::Covered, "rules", coverage.rules.keys()),
        Document::Balance(balance) => list.keys(EntryKind::Contract, "contracts", balance.contracts.keys()),
    }
    list.entries
}

struct Lister {
    entries: Vec<Entry>,
}

impl Lister {
    fn whole(&mut self, kind: EntryKind, id: &str) {
        self.entries.push(Entry { kind, id: id.to_owned(), path: vec!["id".into()] });
    }

    fn keys<K: ToString>(&mut self, kind: EntryKind, field: &str, keys: impl Iterator<Item = K>) {
        self.entries.extend(keys.map(|key| {
            let id = key.to_string();
            Entry { kind, path: vec![field.into(), id.as_str().into()], id }
        }));
    }

    /// Phases and stages are named so that rules can speak of them; the same name may come back in another sequence.
    fn phases(&mut self, steps: &[Step], path: &[PathStep]) {
        for (index, step) in steps.iter().enumerate() {
            let (tag, id, inner) = match step {
                Step::Stage { id, steps, .. } => ("Stage", id, Some(steps)),
                Step::Phase { id, .. } => ("Phase", id, None),
            };
            let mut here = path.to_vec();
            here.extend([index.into(), tag.into()]);
            self.entries.push(Entry {
                kind: EntryKind::Phase,
                id: id.as_str().to_owned(),
                path: [here.as_slice(), &["id".into()]].concat(),
            });
            if let Some(inner) = inner {
                here.push("steps".into());
                self.phases(inner, &here);
            }
        }
    }
}
