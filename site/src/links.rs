//! Where every entry of a pack stands on its site. Decided before any page is written, so that pages can lead to each other.

use std::collections::BTreeMap;

use chartroom_format::content::Content;
use chartroom_format::entries::EntryKind;
use chartroom_format::schema::sequence::Step;

/// How many entries share a page, by kind: enough for few pages, few enough for small ones.
pub(crate) const SPACES: usize = 100;
/// Rules of the rulebook on a page.
pub(crate) const RULES: usize = 150;
/// Modifiers, events, facts or procedures on a page.
pub(crate) const ENTRIES: usize = 120;
/// Worked examples on a page.
pub(crate) const EXAMPLES: usize = 80;

/// The name of one of several pages.
pub(crate) fn page(name: &str, number: usize) -> String {
    format!("{name}-{}.html", number + 1)
}

/// Addresses relative to the folder of the pack.
#[derive(Debug, Default)]
pub(crate) struct Links {
    of: BTreeMap<(EntryKind, String), String>,
    rules: BTreeMap<String, String>,
}

impl Links {
    pub(crate) fn new(content: &Content, rules: impl Iterator<Item = String>) -> Self {
        let mut links = Self::default();
        let on_pages = |links: &mut Self, kind: EntryKind, name: &str, most: usize, ids: Vec<String>| {
            for (at, id) in ids.into_iter().enumerate() {
                let href = format!("{}#{id}", page(name, at / most));
                links.of.insert((kind, id), href);
            }
        };
        let on_one = |links: &mut Self, kind: EntryKind, file: &str, before: &str, ids: Vec<String>| {
            for id in ids {
                let href = format!("{file}#{before}{id}");
                links.of.insert((kind, id), href);
            }
        };
        macro_rules! ids {
            ($map:ident) => {
                content.$map.keys().map(ToString::to_string).collect()
            };
        }
        on_pages(&mut links, EntryKind::Space, "spaces", SPACES, ids!(spaces));
        on_pages(&mut links, EntryKind::Modifier, "modifiers", ENTRIES, ids!(modifiers));
        on_pages(&mut links, EntryKind::Rule, "events", ENTRIES, ids!(rules));
        on_pages(&mut links, EntryKind::Procedure, "procedures", ENTRIES, ids!(procedures));
        on_pages(&mut links, EntryKind::Fact, "facts", ENTRIES, ids!(facts));
        on_pages(&mut links, EntryKind::Example, "examples", EXAMPLES, ids!(examples));
        on_one(&mut links, EntryKind::Objective, "objectives.html", "", ids!(objectives));
        on_one(&mut links, EntryKind::Region, "spaces.html", "region-", ids!(regions));
        on_one(&mut links, EntryKind::Passage, "terrain.html", "passage-", ids!(passages));
        on_one(&mut links, EntryKind::Terrain, "terrain.html", "terrain-", ids!(terrains));
        on_one(&mut links, EntryKind::Side, "terrain.html", "side-", ids!(side_types));
        on_one(&mut links, EntryKind::Feature, "terrain.html", "feature-", ids!(features));
        on_one(&mut links, EntryKind::Link, "terrain.html", "link-", ids!(link_classes));
        on_one(&mut links, EntryKind::Alliance, "powers.html", "side-", ids!(sides));
        on_one(&mut links, EntryKind::Power, "powers.html", "", ids!(powers));
        on_one(&mut links, EntryKind::Unit, "units.html", "", ids!(units));
        on_one(&mut links, EntryKind::Class, "units.html", "class-", ids!(classes));
        on_one(&mut links, EntryKind::Option, "options.html", "", ids!(options));
        on_one(&mut links, EntryKind::Track, "objectives.html", "track-", ids!(tracks));
        on_one(&mut links, EntryKind::Season, "sequence.html", "season-", ids!(seasons));
        for id in content.tables.keys() {
            links.of.insert((EntryKind::Table, id.to_string()), format!("table-{id}.html"));
        }
        for id in content.scenarios.keys() {
            links.of.insert((EntryKind::Scenario, id.to_string()), format!("scenario-{id}.html"));
        }
        links.phases(&content.sequence);
        content.other_sequences.values().for_each(|steps| links.phases(steps));
        for (at, rule) in rules.enumerate() {
            let href = format!("{}#{rule}", page("rules", at / RULES));
            links.rules.insert(rule, href);
        }
        links
    }

    fn phases(&mut self, steps: &[Step]) {
        for step in steps {
            let (Step::Stage { id, .. } | Step::Phase { id, .. }) = step;
            self.of.insert((EntryKind::Phase, id.to_string()), format!("sequence.html#{id}"));
            if let Step::Stage { steps, .. } = step {
                self.phases(steps);
            }
        }
    }

    pub(crate) fn to(&self, kind: EntryKind, id: &str) -> Option<&str> {
        self.of.get(&(kind, id.to_owned())).map(String::as_str)
    }

    /// A rule of the rulebook.
    pub(crate) fn rule(&self, id: &str) -> Option<&str> {
        self.rules.get(id).map(String::as_str)
    }

    /// Something named as coverage names it: "table:land-combat".
    pub(crate) fn named(&self, name: &str) -> Option<&str> {
        let (kind, id) = name.split_once(':')?;
        self.to(EntryKind::parse(kind)?, id)
    }
}
