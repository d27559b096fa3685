//! The reference check of loading: every name in the content must point at something of its kind.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::Path;

use crate::codes;
use crate::content::Content;
use crate::cst::{self, PathStep};
use crate::diag::{Diagnostic, Safety};
use crate::edit::Edit;
use crate::entries::{Entry, EntryKind};
use crate::fs::Fs;
use crate::grid::Board;
use crate::load::SourceFile;
use crate::names::all_nearest;
use crate::refs;
use crate::schema::ids::{EventId, RuleRef};
use crate::schema::map::{Grid, HexGrid};
use crate::schema::pack::Pack;
use crate::schema::table::{Axis, Table};
use crate::schema::{Document, Kind};
use crate::source::Span;
use crate::tree::Tree;

/// Everything names may point at.
pub(crate) struct Known<'a> {
    entries: BTreeMap<EntryKind, HashSet<&'a str>>,
    /// Rules of the rulebooks' indexes, if they could be read.
    rules: HashSet<String>,
    /// The hex grid: its hexes exist whether listed or not.
    hexes: Option<(HexGrid, Board)>,
    /// Kinds of entry that a broken file may define: nothing is said about them.
    doubtful: BTreeSet<EntryKind>,
}

impl<'a> Known<'a> {
    /// What the layers define; each is given with its pack and its documents.
    pub(crate) fn new<D>(fs: &dyn Fs, root: &Path, layers: &[(Option<&Pack>, D)], broken: &[Option<Kind>]) -> Self
    where
        D: Iterator<Item = (&'a Document, &'a [Entry])> + Clone,
    {
        let mut known =
            Self { entries: BTreeMap::new(), rules: HashSet::new(), hexes: None, doubtful: doubtful(broken) };
        let mut has_map = false;
        for (pack, documents) in layers {
            // A layer with a map of its own replaces the map below, with all that lies on it.
            if documents.clone().any(|(document, _)| matches!(document, Document::Map(_))) {
                for kind in [EntryKind::Space, EntryKind::Region, EntryKind::Passage] {
                    known.entries.remove(&kind);
                }
            }
            for (document, entries) in documents.clone() {
                known.add(document, entries);
                has_map |= matches!(document, Document::Map(_));
            }
            if let Some((pack, rulebook)) =
                pack.and_then(|pack| pack.rulebook.as_ref().map(|rulebook| (pack, rulebook)))
            {
                let beside = root.parent().unwrap_or(Path::new("")).join(pack.id.as_str());
                let folder = if fs.is_folder(&beside) { beside } else { root.to_owned() };
                if let Ok(index) = fs.read(&folder, &rulebook.index) {
                    known
                        .rules
                        .extend(index.lines().skip(1).filter_map(|line| line.split('\t').next()).map(str::to_owned));
                }
            }
        }
        if !has_map {
            // Without a board no place can be wrong; a check of its own says that the board is missing.
            known.doubtful.extend([EntryKind::Space, EntryKind::Region]);
        }
        known
    }

    fn add(&mut self, document: &'a Document, entries: &'a [Entry]) {
        for entry in entries {
            self.entries.entry(entry.kind).or_default().insert(&entry.id);
        }
        if let Document::Map(map) = document
            && let Grid::Hexes(hexes) = &map.grid
            && let Ok(board) = hexes.board()
        {
            self.hexes = Some((hexes.clone(), board));
        }
        if let Document::Scenario(scenario) = document {
            // Rules of one scenario can be spoken of by its other rules.
            let rules = self.entries.entry(EntryKind::Rule).or_default();
            rules.extend(scenario.rules.keys().map(EventId::as_str));
        }
    }

    fn has(&self, kind: EntryKind, name: &str) -> bool {
        self.entries.get(&kind).is_some_and(|names| names.contains(name))
            || kind == EntryKind::Space
                && self.hexes.as_ref().is_some_and(|(grid, board)| grid.numbering.parse(board, name).is_ok())
    }

    /// The names of some kinds, in no order: for those who put them in one.
    fn names(&self, kinds: &[EntryKind]) -> impl Iterator<Item = &'a str> {
        kinds.iter().filter_map(|kind| self.entries.get(kind)).flatten().copied()
    }
}

/// Kinds of entry that files which could not be read may define.
pub(crate) fn doubtful(broken: &[Option<Kind>]) -> BTreeSet<EntryKind> {
    let mut kinds = BTreeSet::new();
    for kind in broken {
        kinds.extend::<Vec<EntryKind>>(match kind {
            None => EntryKind::ALL.to_vec(),
            Some(Kind::Spaces | Kind::Map) => vec![EntryKind::Space],
            Some(Kind::Links) => vec![EntryKind::Passage],
            Some(Kind::Regions) => vec![EntryKind::Region],
            Some(Kind::Terrain) => vec![EntryKind::Terrain, EntryKind::Side, EntryKind::Feature, EntryKind::Link],
            Some(Kind::Powers) => vec![EntryKind::Power, EntryKind::Alliance],
            Some(Kind::Units) => vec![EntryKind::Unit, EntryKind::Class, EntryKind::Formation],
            Some(Kind::Table) => vec![EntryKind::Table],
            Some(Kind::Sequence) => vec![EntryKind::Phase, EntryKind::Sequence],
            Some(Kind::Options) => vec![EntryKind::Option],
            Some(Kind::Rules) => vec![
                EntryKind::Procedure,
                EntryKind::Modifier,
                EntryKind::Rule,
                EntryKind::Objective,
                EntryKind::Track,
                EntryKind::Value,
                EntryKind::Season,
                EntryKind::Fact,
            ],
            Some(Kind::Scenario) => vec![EntryKind::Scenario, EntryKind::Rule],
            Some(Kind::Examples) => vec![EntryKind::Example],
            Some(Kind::Balance) => vec![EntryKind::Contract],
            Some(Kind::Pack | Kind::Shapes | Kind::Recipe | Kind::Coverage | Kind::Bots | Kind::Overlay) => Vec::new(),
        });
    }
    kinds
}

/// Whether the content has an entry of one of these kinds; hexes of a grid exist whether listed or not.
pub(crate) fn exists(content: &Content, kinds: &[EntryKind], name: &str) -> bool {
    let is_hex = |content: &Content| match content.map.as_ref().map(|map| &map.grid) {
        Some(Grid::Hexes(hexes)) => hexes.board().is_ok_and(|board| hexes.numbering.parse(&board, name).is_ok()),
        Some(_) => false,
        // Without a board no place can be wrong.
        None => true,
    };
    let of_scenario = || content.scenarios.values().any(|scenario| scenario.rules.contains_key(name));
    kinds.iter().any(|kind| {
        content.has(*kind, name)
            || *kind == EntryKind::Space && is_hex(content)
            || *kind == EntryKind::Rule && of_scenario()
    })
}

/// Reports names of a document that point at nothing.
pub(crate) fn check(document: &Document, file: &SourceFile, known: &Known<'_>, findings: &mut Vec<Diagnostic>) {
    let file = &Spots { file, tree: OnceCell::new() };
    refs::visit(document, &mut |name_type, name, path| {
        if name_type == RuleRef::KIND {
            if !known.rules.is_empty() && !known.rules.contains(name) {
                let close = all_nearest(name, known.rules.iter().map(String::as_str));
                findings.push(dangling(file, &path.steps(), "rule of the rulebook", name, &close));
            }
            return;
        }
        check_name(refs::targets(name_type), name, &|| path.steps(), file, known, findings);
    });
    match document {
        Document::Table(table) => check_axes(table, file, known, findings),
        Document::Links(links) => {
            for side in links.sides.keys() {
                let path = || vec![PathStep::from("sides"), PathStep::from(side.as_str())];
                match side.split_once('/') {
                    Some((from, to)) => {
                        for space in [from, to] {
                            check_name(&[EntryKind::Space], space, &path, file, known, findings);
                        }
                    }
                    None => findings.push(
                        Diagnostic::new(codes::BAD_NAME, format!("`{side}` does not name two spaces"))
                            .at(file.path(), file.name(&path()))
                            .help("write \"space/space\", for example \"W3019/W3020\""),
                    ),
                }
            }
        }
        _ => {}
    }
}

fn check_name(
    kinds: &[EntryKind],
    name: &str,
    path: &dyn Fn() -> Vec<PathStep>,
    file: &Spots<'_>,
    known: &Known<'_>,
    findings: &mut Vec<Diagnostic>,
) {
    let Some(first) = kinds.first() else { return };
    if kinds.iter().any(|kind| known.doubtful.contains(kind) || known.has(*kind, name)) {
        return;
    }
    let words: Vec<&str> = kinds.iter().map(|kind| kind.name()).collect();
    let what = if kinds.len() > 3 { first.name().to_owned() } else { words.join(" or ") };
    findings.push(dangling(file, &path(), &what, name, &all_nearest(name, known.names(kinds))));
}

fn check_axes(table: &Table, file: &Spots<'_>, known: &Known<'_>, findings: &mut Vec<Diagnostic>) {
    for (index, axis) in table.axes.iter().enumerate() {
        let Axis::Words { of: Some(of), .. } = axis else { continue };
        let kind = of.entry();
        for (place, key) in table.keys(index).iter().enumerate() {
            let path = || {
                if index == 0 {
                    return vec![PathStep::from("rows"), PathStep::from(key.as_str())];
                }
                vec!["axes".into(), index.into(), "Words".into(), "keys".into(), place.into()]
            };
            check_name(&[kind], key.as_str(), &path, file, known, findings);
        }
    }
}

fn dangling(file: &Spots<'_>, path: &[PathStep], what: &str, name: &str, close: &[String]) -> Diagnostic {
    let span = file.reference(path, name);
    let finding = Diagnostic::new(codes::DANGLING, format!("there is no {what} `{name}`"))
        .at(file.path(), span)
        .label("unknown name");
    if close.is_empty() {
        return finding.help(format!("define the {what}, or correct the name"));
    }
    let finding = finding.help(format!("did you mean `{}`?", close.join("` or `")));
    close.iter().fold(finding, |finding, close| {
        let edit = Edit::replace(span, format!("\"{close}\""));
        finding.fix(format!("write `{close}`"), Safety::Unsafe, vec![edit])
    })
}

/// Places in a file, whose tree is made when the first one is asked for: a name that is gone may be missed hundreds of times.
struct Spots<'f> {
    file: &'f SourceFile,
    tree: OnceCell<Tree>,
}

impl Spots<'_> {
    fn path(&self) -> String {
        self.file.path.clone()
    }

    fn tree(&self) -> &Tree {
        self.tree.get_or_init(|| Tree::of(&self.file.text))
    }

    /// The place of the name or key that leads to a path.
    fn name(&self, path: &[PathStep]) -> Span {
        self.tree().name(path)
    }

    /// The place of a name: the key if the path ends at a key of that name, else the value.
    fn reference(&self, path: &[PathStep], name: &str) -> Span {
        let is_key = matches!(path.last(), Some(PathStep::Key(key)) if key == name);
        if is_key { self.name(path) } else { self.tree().value(path) }
    }
}

/// The place of the value at a path, or of the nearest place that exists; who asks for many keeps a [`crate::tree::Tree`].
pub fn span_of(text: &str, path: &[PathStep]) -> Span {
    let (root, _) = cst::parse(text);
    root.map_or(Span::default(), |root| root.find_nearest(path, text).node.span)
}
