//! What a check sees: the merged content, views of the map and of each start position, and the places of entries in the
//! author's text. Every file is parsed at most once in a run.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use chartroom_atlas::recipe_fault::RecipeFault;
use chartroom_atlas::truth::Finding;
use chartroom_atlas::zones::{Areas, ShapeProblem};
use chartroom_engine::{Compiled, Playable};
use chartroom_format::content::Content;
use chartroom_format::cst::{NodeKind, PathStep};
use chartroom_format::diag::{Code, Diagnostic, Place};
use chartroom_format::entries::EntryKind;
use chartroom_format::fs::Fs;
use chartroom_format::load::{Loaded, SourceFile};
use chartroom_format::schema::Kind;
use chartroom_format::schema::coverage::Covered;
use chartroom_format::schema::ids::{RuleRef, ScenarioId};
use chartroom_format::schema::pack::Pack;
use chartroom_format::source::Span;
use chartroom_format::tree::Tree;
use rayon::prelude::*;

use crate::checks::map::{geography, recipe};
use crate::coverage;
use crate::examples::{self, Outcome};
use crate::games::Games;
use crate::model::board::Board;
use crate::model::start::Start;
use crate::model::usage::Usage;

/// A place in a file that is not looked up before a finding needs it.
#[derive(Clone, Debug, Default)]
pub struct Spot {
    file: String,
    path: Vec<PathStep>,
    /// Points at the key or field name instead of the value.
    name: bool,
}

impl Spot {
    /// Goes one step deeper.
    #[must_use]
    pub fn then(&self, step: impl Into<PathStep>) -> Self {
        let mut path = self.path.clone();
        path.push(step.into());
        Self { file: self.file.clone(), path, name: false }
    }

    /// Goes several steps deeper.
    #[must_use]
    pub fn along(&self, steps: &[PathStep]) -> Self {
        Self { file: self.file.clone(), path: [self.path.as_slice(), steps].concat(), name: false }
    }

    /// The key or field name that leads here.
    #[must_use]
    pub fn name(mut self) -> Self {
        self.name = true;
        self
    }
}

/// What a check sees.
pub struct Context<'a> {
    pub loaded: &'a Loaded,
    pub content: &'a Content,
    pub board: Board,
    /// The start position of each scenario, in the order of the scenarios.
    pub starts: Vec<Start<'a>>,
    pub usage: Usage,
    /// Testable rules of the pack's own index.
    pub testable: Vec<coverage::IndexRule>,
    fs: &'a (dyn Fs + Sync),
    /// Rules that the indexes call beyond any test.
    untestable: BTreeSet<String>,
    /// What bots played; nothing in a quick run.
    pub games: Option<Games>,
    /// The scenarios as the engine sees them.
    pub scenarios: Playable<'a>,
    /// How each worked example comes out; nothing before they are run.
    pub examples: BTreeMap<&'a str, Outcome>,
    trees: Mutex<BTreeMap<String, Option<Arc<Tree>>>>,
    recipe_faults: OnceLock<Vec<RecipeFault>>,
    untruths: OnceLock<Vec<Finding>>,
    zone_areas: OnceLock<(Areas, Vec<ShapeProblem>)>,
}

impl<'a> Context<'a> {
    pub fn new(fs: &'a (dyn Fs + Sync), loaded: &'a Loaded) -> Self {
        let content = &loaded.content;
        let positions = || {
            let board = Board::new(content);
            let start = |scenario| Start::new(content, &board, scenario);
            let starts: Vec<Start<'a>> = content.scenarios.values().map(start).collect();
            (board, starts)
        };
        let ((board, starts), usage) = rayon::join(positions, || Usage::new(content));
        Self {
            loaded,
            content,
            starts,
            usage,
            testable: coverage::testable_rules(fs, loaded),
            untestable: coverage::untestable_rules(fs, loaded),
            board,
            fs,
            games: None,
            scenarios: Playable::new(content)
                .with_texts(|path: &str| loaded.file(path).map(|file| Arc::clone(&file.text))),
            examples: BTreeMap::new(),
            trees: Mutex::default(),
            recipe_faults: OnceLock::new(),
            untruths: OnceLock::new(),
            zone_areas: OnceLock::new(),
        }
    }

    /// What is wrong with the recipe; looked for once.
    pub fn recipe_faults(&self) -> &[RecipeFault] {
        self.recipe_faults.get_or_init(|| recipe::faults(self.fs, self.loaded))
    }

    /// Where the map differs from its geography without a reason; measured once.
    pub fn untruths(&self) -> &[Finding] {
        self.untruths.get_or_init(|| geography::untruths(self.fs, self.loaded))
    }

    /// The zones as areas and what is wrong with their borders; joined once.
    pub fn zone_areas(&self) -> Option<(&Areas, &[ShapeProblem])> {
        let shapes = self.content.shapes.as_ref()?;
        let (areas, problems) = self.zone_areas.get_or_init(|| Areas::read(shapes));
        Some((areas, problems))
    }

    /// Whether an entry stands in the pack itself, not in one it extends.
    pub fn is_own(&self, kind: EntryKind, id: &str) -> bool {
        let own = self.content.pack().map(|pack| &pack.id);
        self.content.origin(kind, id).is_some_and(|origin| Some(&origin.pack) == own)
    }

    /// Whether the pack itself says that a rule is not modelled: its coverage calls it open or out of scope, or its index
    /// calls it beyond any test. What a pack states as missing is no mistake of it.
    pub fn is_stated_gap(&self, rule: Option<&RuleRef>) -> bool {
        rule.is_some_and(|rule| match self.content.coverage.get(rule) {
            Some(covered) => matches!(covered, Covered::Held { .. } | Covered::Open(_) | Covered::OutOfScope(_)),
            None => self.untestable.contains(rule.as_str()),
        })
    }

    /// What the engine makes of each scenario, in their order; nothing without a map. Each is compiled once.
    pub fn compiled(&self) -> Vec<(&'a str, &Compiled)> {
        if self.content.map.is_none() {
            return Vec::new();
        }
        let scenarios: Vec<&'a str> = self.content.scenarios.keys().map(ScenarioId::as_str).collect();
        // The first one makes what the others share; whoever came too early would wait for it and do nothing else.
        if let Some(first) = scenarios.first() {
            self.scenarios.scenario(first);
        }
        scenarios.into_par_iter().filter_map(|id| Some((id, self.scenarios.scenario(id)?))).collect()
    }

    /// Makes what several checks ask for, on all cores: before the checks, so that no check waits in the middle of another.
    /// Scenarios are compiled before the examples, unless the pack is known to be wrong.
    pub fn prepare(&mut self, compile: bool) {
        let played = || {
            if compile {
                self.compiled();
            }
            examples::run_all(self.content, &self.scenarios)
        };
        let drawn = || {
            let measured = || rayon::join(|| self.recipe_faults().len(), || self.untruths().len());
            rayon::join(measured, || self.zone_areas().is_some())
        };
        let (examples, _) = rayon::join(played, drawn);
        self.examples = examples;
    }

    /// Where an entry stands.
    pub fn entry(&self, kind: EntryKind, id: &str) -> Spot {
        let Some(origin) = self.content.origin(kind, id) else { return self.file_of(Kind::Pack) };
        let whole = matches!(kind, EntryKind::Table | EntryKind::Scenario);
        let path = if whole { Vec::new() } else { origin.path.clone() };
        Spot { file: origin.file.clone(), path, name: !whole }
    }

    /// The id of an entry that fills a whole file.
    pub fn id_of(&self, kind: EntryKind, id: &str) -> Spot {
        self.entry(kind, id).then("id")
    }

    /// The last file of a kind.
    pub fn file_of(&self, kind: Kind) -> Spot {
        let file = self.files_of(kind).last().or(self.loaded.files.last());
        Spot { file: file.map(|file| file.path.clone()).unwrap_or_default(), path: Vec::new(), name: false }
    }

    /// A path that exists in one of the files of a kind; the last such file wins, as it does in merging.
    pub fn in_kind(&self, kind: Kind, path: &[PathStep]) -> Spot {
        let files: Vec<&SourceFile> = self.files_of(kind).collect();
        let holder =
            files.iter().rev().find(|file| self.tree(&file.path).is_some_and(|tree| tree.find(path).is_some()));
        match holder {
            Some(file) => Spot { file: file.path.clone(), path: path.to_vec(), name: false },
            None => self.file_of(kind),
        }
    }

    /// The item with this number of a list that several files of a kind add to.
    pub fn nth(&self, kind: Kind, list: &str, index: usize) -> Spot {
        let mut left = index;
        for file in self.files_of(kind) {
            let Some(tree) = self.tree(&file.path) else { continue };
            let path = [PathStep::from(list)];
            let length = match tree.find(&path).map(|found| &found.node.kind) {
                Some(NodeKind::List(items)) => items.len(),
                _ => 0,
            };
            if left < length {
                return Spot { file: file.path.clone(), path: vec![list.into(), left.into()], name: false };
            }
            left -= length;
        }
        self.file_of(kind)
    }

    /// The files of a kind, base first; without those of a map that a later layer replaces.
    fn files_of(&self, kind: Kind) -> impl Iterator<Item = &'a SourceFile> {
        let of_map = matches!(kind, Kind::Spaces | Kind::Links | Kind::Regions | Kind::Shapes | Kind::Recipe);
        let (files, layers) = (&self.loaded.files, &self.content.layers);
        let has_map = |pack: &Pack| files.iter().any(|file| file.pack == pack.id && file.kind == Some(Kind::Map));
        let first = if of_map { layers.iter().rposition(has_map).unwrap_or(0) } else { 0 };
        let packs = layers.iter().skip(first);
        packs.flat_map(move |pack| files.iter().filter(move |file| file.pack == pack.id && file.kind == Some(kind)))
    }

    fn tree(&self, path: &str) -> Option<Arc<Tree>> {
        let mut trees = self.trees.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(tree) = trees.get(path) {
            return tree.clone();
        }
        let tree = self.loaded.file(path).map(|file| Arc::new(Tree::of(&file.text)));
        trees.insert(path.to_owned(), tree.clone());
        tree
    }

    /// The place of a spot, or of the nearest place that exists.
    pub fn place(&self, spot: &Spot) -> Place {
        let span =
            self.tree(&spot.file).map(|tree| if spot.name { tree.name(&spot.path) } else { tree.value(&spot.path) });
        Place { file: spot.file.clone(), span: first_line(self.loaded, &spot.file, span.unwrap_or_default()) }
    }

    /// A finding at a spot.
    pub fn finding(&self, code: Code, spot: &Spot, message: impl Into<String>) -> Diagnostic {
        let place = self.place(spot);
        Diagnostic::new(code, message).at(place.file, place.span)
    }
}

/// Long values are marked by their first line, so that excerpts stay short.
fn first_line(loaded: &Loaded, file: &str, span: Span) -> Span {
    let text = loaded.file(file).map_or("", |file| &*file.text);
    match span.of(text).find('\n') {
        Some(end) => Span::new(span.start, span.start + span.of(text)[..end].trim_end().len()),
        None => span,
    }
}
