//! A pack folder -> merged content and findings. Total: a broken file never hides the others.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::codes;
use crate::content::Content;
use crate::cst::PathStep;
use crate::diag::{self, Diagnostic};
use crate::document::{self, ReadFile};
use crate::entries::{self, Entry, EntryKind};
use crate::fs::{Fs, ReadFailure};
use crate::names::nearest;
use crate::overlay;
use crate::reference;
use crate::schema::ids::PackId;
use crate::schema::pack::Pack;
use crate::schema::{CURRENT, Document, Kind};
use crate::source::Span;
use crate::tree::Tree;

/// Packs may extend each other this deep.
const MAX_LAYERS: usize = 8;

/// One file of a pack.
#[derive(Clone, Debug)]
pub struct SourceFile {
    pub pack: PackId,
    /// The path findings show: the pack's folder as given, then the file.
    pub path: String,
    /// The path inside the pack.
    pub relative: String,
    pub text: Arc<str>,
    pub kind: Option<Kind>,
    pub version: Option<u32>,
}

/// What loading a pack gives.
#[derive(Clone, Debug, Default)]
pub struct Loaded {
    pub content: Content,
    /// The files of the pack and of its bases, base first.
    pub files: Vec<SourceFile>,
    pub findings: Vec<Diagnostic>,
    /// The folder of the pack.
    pub root: PathBuf,
}

impl Loaded {
    pub fn file(&self, path: &str) -> Option<&SourceFile> {
        self.files.iter().find(|file| file.path == path)
    }

    pub fn has_errors(&self) -> bool {
        self.findings.iter().any(|finding| finding.severity == diag::Severity::Error)
    }
}

/// One layer while loading: its folder and what its files hold.
struct Layer {
    pack: Option<Pack>,
    id: PackId,
    pack_file: String,
    documents: Vec<Written>,
    /// Kinds of file that could not be read, or were not wanted; unknown kinds count as all.
    broken: Vec<Option<Kind>>,
}

/// A document with its file's index and what it defines.
struct Written {
    file: usize,
    document: Document,
    entries: Vec<Entry>,
}

impl Written {
    fn new(file: usize, document: Document) -> Self {
        Self { file, entries: entries::of(&document), document }
    }
}

/// What of a pack is read.
#[derive(Clone, Copy)]
struct Wanted<'a> {
    fs: &'a dyn Fs,
    kinds: &'a [Kind],
}

/// Loads the pack in a folder, with the packs it extends.
pub fn load(fs: &dyn Fs, root: &Path) -> Result<Loaded, String> {
    load_kinds(fs, root, Kind::ALL)
}

/// Loads only the files of some kinds, for a question that needs no others. Findings in those files are the same, but
/// nothing is said about names that a file left out may define. `Pack` is always read; who asks for spaces, links or
/// regions needs `Map` too, because an overlay with a map of its own replaces them.
pub fn load_kinds(fs: &dyn Fs, root: &Path, kinds: &[Kind]) -> Result<Loaded, String> {
    if !fs.is_folder(root) {
        return Err(format!("there is no pack at {}", display(root)));
    }
    let mut loaded = Loaded { root: root.to_owned(), ..Loaded::default() };
    let mut layers = Vec::new();
    read_layers(Wanted { fs, kinds }, root, &mut layers, &mut Vec::new(), &mut loaded)?;
    if kinds.contains(&Kind::Map) {
        check_capabilities(&layers, &mut loaded);
    }
    // Each layer is read in its own world: what it builds on and itself. An overlay may bring another map, on which the
    // hexes that its base speaks of do not exist.
    for (index, layer) in layers.iter().enumerate() {
        let below = &layers[..=index];
        let broken: Vec<Option<Kind>> = below.iter().flat_map(|layer| layer.broken.clone()).collect();
        let view: Vec<_> = below
            .iter()
            .map(|layer| {
                let documents = layer.documents.iter();
                (layer.pack.as_ref(), documents.map(|written| (&written.document, written.entries.as_slice())))
            })
            .collect();
        let known = reference::Known::new(fs, root, &view, &broken);
        for Written { file, document, .. } in &layer.documents {
            reference::check(document, &loaded.files[*file], &known, &mut loaded.findings);
        }
    }
    if let Some(layer) = layers.last() {
        check_index(fs, root, layer, &mut loaded);
    }
    let left_out: Vec<Option<Kind>> =
        Kind::ALL.iter().filter(|kind| !kinds.contains(kind)).copied().map(Some).collect();
    let broken: Vec<Option<Kind>> = layers.iter().flat_map(|layer| layer.broken.clone()).chain(left_out).collect();
    let unknown = reference::doubtful(&broken);
    for layer in layers {
        lay(layer, &unknown, &mut loaded);
    }
    loaded.findings.iter_mut().for_each(diag::make_visible);
    diag::sort(&mut loaded.findings);
    Ok(loaded)
}

/// The index of rules that the pack names must be there: without it no reference to a rule can be checked.
fn check_index(fs: &dyn Fs, root: &Path, layer: &Layer, loaded: &mut Loaded) {
    let Some(rulebook) = layer.pack.as_ref().and_then(|pack| pack.rulebook.as_ref()) else { return };
    let Err(failure) = fs.read(root, &rulebook.index) else { return };
    let span = loaded
        .file(&layer.pack_file)
        .map_or(Span::default(), |file| reference::span_of(&file.text, &["rulebook".into(), "index".into()]));
    let finding = match failure {
        ReadFailure::OutsidePack => Diagnostic::new(codes::OUTSIDE, "the index of rules lies outside of the pack")
            .help("copy the file into the pack"),
        failure => Diagnostic::new(
            codes::NO_INDEX,
            format!("the index of rules `{}` cannot be read: {failure}", rulebook.index),
        )
        .help("write where it lies in the pack, usually \"rulebook/rules.tsv\", or leave `rulebook` out"),
    };
    loaded.findings.push(finding.at(layer.pack_file.clone(), span));
}

/// Reads a pack after the pack it extends.
fn read_layers(
    wanted: Wanted<'_>,
    root: &Path,
    layers: &mut Vec<Layer>,
    under_way: &mut Vec<PathBuf>,
    loaded: &mut Loaded,
) -> Result<(), String> {
    under_way.push(root.to_owned());
    let layer = read_layer(wanted, root, loaded)?;
    let base = layer.pack.as_ref().and_then(|pack| pack.extends.clone());
    if let Some(base) = base {
        let folder = root.parent().unwrap_or(Path::new("")).join(base.as_str());
        let at = |finding: Diagnostic| place_in_pack(&layer, loaded_file(loaded, &layer.pack_file), finding);
        if under_way.contains(&folder) || under_way.len() >= MAX_LAYERS {
            let circle: Vec<String> = under_way.iter().map(|path| display(path)).collect();
            let finding =
                Diagnostic::new(codes::CYCLE, format!("`{base}` is extended again: {}", circle.join(" extends ")))
                    .help("remove one `extends`");
            let finding = at(finding);
            loaded.findings.push(finding);
        } else if wanted.fs.is_folder(&folder) {
            read_layers(wanted, &folder, layers, under_way, loaded)?;
        } else {
            let finding = Diagnostic::new(
                codes::MISSING_BASE,
                format!("the pack `{base}` that this one extends is not beside it"),
            )
            .label("no such folder")
            .help(format!("expected it at {}", display(&folder)));
            let finding = at(finding);
            loaded.findings.push(finding);
        }
    }
    layers.push(layer);
    Ok(())
}

fn loaded_file<'a>(loaded: &'a Loaded, path: &str) -> Option<&'a SourceFile> {
    loaded.file(path)
}

fn place_in_pack(layer: &Layer, file: Option<&SourceFile>, finding: Diagnostic) -> Diagnostic {
    let span = file.map_or(Span::default(), |file| reference::span_of(&file.text, &["extends".into()]));
    finding.at(layer.pack_file.clone(), span)
}

fn read_layer(wanted: Wanted<'_>, root: &Path, loaded: &mut Loaded) -> Result<Layer, String> {
    let folder_name = root.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let mut layer = Layer {
        pack: None,
        id: PackId(folder_name.clone()),
        pack_file: join(root, "pack.ron"),
        documents: Vec::new(),
        broken: Vec::new(),
    };
    let names = wanted.fs.list(root).map_err(|error| format!("cannot list {}: {error}", display(root)))?;
    for relative in names {
        read_file(wanted, root, &relative, &mut layer, loaded);
    }
    match &layer.pack {
        None if !layer.broken.contains(&Some(Kind::Pack)) && !layer.broken.contains(&None) => loaded.findings.push(
            Diagnostic::new(codes::NO_PACK, format!("{} has no pack.ron", display(root)))
                .at(layer.pack_file.clone(), Span::default())
                .help("add pack.ron, or run `chartroom new` to start a pack"),
        ),
        Some(pack) if !folder_name.is_empty() && pack.id.as_str() != folder_name && folder_name != "." => {
            let span = loaded
                .file(&layer.pack_file)
                .map_or(Span::default(), |file| reference::span_of(&file.text, &["id".into()]));
            loaded.findings.push(
                Diagnostic::new(
                    codes::WRONG_FOLDER,
                    format!("the pack calls itself `{}` but its folder is `{folder_name}`", pack.id),
                )
                .at(layer.pack_file.clone(), span)
                .help("rename the folder or change the id"),
            );
        }
        _ => {}
    }
    Ok(layer)
}

fn read_file(wanted: Wanted<'_>, root: &Path, relative: &str, layer: &mut Layer, loaded: &mut Loaded) {
    let path = join(root, relative);
    if relative.chars().any(diag::is_invisible) {
        let shown: String = relative.chars().flat_map(char::escape_default).collect();
        let finding = Diagnostic::new(
            codes::UNREADABLE,
            format!("the name of the file `{shown}` holds letters that nobody sees"),
        );
        let named = layer.pack_file.clone();
        loaded.findings.push(finding.at(named, Span::default()).help("rename the file"));
        layer.broken.push(None);
        return;
    }
    let text = match wanted.fs.read(root, relative) {
        Ok(text) => text,
        Err(failure) => {
            loaded.findings.push(read_finding(&failure, &path));
            layer.broken.push(None);
            return;
        }
    };
    // Without its pack file and its overlays no part of a pack is what it says.
    let always = |kind: &Kind| matches!(kind, Kind::Pack | Kind::Overlay);
    let left_out = document::kind_at_a_glance(&text).filter(|kind| !always(kind) && !wanted.kinds.contains(kind));
    if left_out.is_some() {
        layer.broken.push(left_out);
        return;
    }
    let ReadFile { kind, version, document, findings } = document::read(&text, &path);
    loaded.findings.extend(findings);
    let index = loaded.files.len();
    loaded.files.push(SourceFile {
        pack: layer.id.clone(),
        path: path.clone(),
        relative: relative.to_owned(),
        text: text.into(),
        kind,
        version,
    });
    match document {
        Some(Document::Pack(pack)) if layer.pack.is_none() => {
            layer.pack_file = path;
            layer.pack = Some((*pack).clone());
            layer.documents.push(Written::new(index, Document::Pack(pack)));
        }
        Some(document) => {
            let only_one = matches!(
                document,
                Document::Pack(_)
                    | Document::Map(_)
                    | Document::Sequence(_)
                    | Document::Shapes(_)
                    | Document::Recipe(_)
            );
            let first = layer.documents.iter().find(|other| other.document.kind() == document.kind());
            if let (true, Some(Written { file: first, .. })) = (only_one, first) {
                let name = document.kind().name();
                loaded.findings.push(
                    Diagnostic::new(codes::DOUBLE_SINGLETON, format!("this pack already has a `{name}` file"))
                        .at(path, Span::new(0, name.len()))
                        .related(loaded.files[*first].path.clone(), Span::default(), "it is here")
                        .help("merge the two files"),
                );
            } else {
                layer.documents.push(Written::new(index, document));
            }
        }
        None => layer.broken.push(kind),
    }
}

fn read_finding(failure: &ReadFailure, path: &str) -> Diagnostic {
    let finding = match failure {
        ReadFailure::TooLarge(size) => Diagnostic::new(
            codes::TOO_LARGE,
            format!("the file has {size} bytes; the limit is {}", crate::fs::MAX_FILE),
        )
        .help("split it into several files"),
        ReadFailure::NotUtf8(at) => {
            Diagnostic::new(codes::NOT_UTF8, format!("the file is not UTF-8 text from byte {at} on"))
        }
        ReadFailure::OutsidePack => Diagnostic::new(codes::OUTSIDE, "the file is a link that leads out of the pack")
            .help("copy the file into the pack"),
        ReadFailure::Io(error) => Diagnostic::new(codes::UNREADABLE, format!("the file cannot be read: {error}")),
    };
    finding.at(path, Span::default())
}

/// Lays a layer on the content: removals first, then its documents; ids must be unique inside the layer. Entries of the
/// unknown kinds may exist in files that were left out.
fn lay(layer: Layer, unknown: &BTreeSet<EntryKind>, loaded: &mut Loaded) {
    if let Some(pack) = &layer.pack {
        remove_entries(pack, &layer, unknown, loaded);
        loaded.content.layers.push(pack.clone());
    }
    let map_replaced = layer.documents.iter().any(|written| matches!(written.document, Document::Map(_)));
    if map_replaced {
        loaded.content.drop_map();
    }
    let removed = layer.pack.iter().flat_map(|pack| &pack.removes).filter_map(|written| target(written)).collect();
    loaded.content.drop_examples_about(&removed, map_replaced);
    let mut seen: HashMap<(EntryKind, &str), (usize, &[PathStep])> = HashMap::new();
    // A file that is there twice has all its entries twice.
    let mut trees: HashMap<usize, Tree> = HashMap::new();
    for Written { file, entries, .. } in &layer.documents {
        for entry in entries.iter().filter(|entry| entry.kind != EntryKind::Phase) {
            if let Some((first, path)) = seen.get(&(entry.kind, entry.id.as_str())) {
                let (here, there) = (&loaded.files[*file], &loaded.files[*first]);
                let mut name = |at: usize, path: &[PathStep]| {
                    trees.entry(at).or_insert_with(|| Tree::of(&loaded.files[at].text)).name(path)
                };
                let finding = Diagnostic::new(
                    codes::DUPLICATE_ID,
                    format!("the {} `{}` is defined twice", entry.kind.name(), entry.id),
                )
                .at(here.path.clone(), name(*file, &entry.path))
                .related(there.path.clone(), name(*first, path), "first defined here")
                .help("rename or remove one of them");
                loaded.findings.push(finding);
            } else {
                seen.insert((entry.kind, &entry.id), (*file, &entry.path));
            }
        }
    }
    let mut overlays = Vec::new();
    for Written { file, document, entries } in layer.documents {
        match document {
            Document::Overlay(overlay) => overlays.push((file, overlay)),
            document => loaded.content.lay_with(document, entries, &layer.id, &loaded.files[file].path),
        }
    }
    for (file, overlay) in overlays {
        let mut laying = overlay::Laying {
            content: &mut loaded.content,
            file: &loaded.files[file],
            doubtful: &|kind| unknown.contains(&kind),
            findings: &mut loaded.findings,
        };
        overlay::lay(&overlay, &mut laying);
    }
}

/// What an entry of `removes` names.
fn target(written: &str) -> Option<(EntryKind, &str)> {
    let (kind, id) = written.split_once(':')?;
    Some((EntryKind::parse(kind)?, id))
}

fn remove_entries(pack: &Pack, layer: &Layer, unknown: &BTreeSet<EntryKind>, loaded: &mut Loaded) {
    for (index, written) in pack.removes.iter().enumerate() {
        let target = target(written);
        let removed = target.is_some_and(|(kind, id)| loaded.content.remove(kind, id) || unknown.contains(&kind));
        if !removed {
            let span = loaded
                .file(&layer.pack_file)
                .map_or(Span::default(), |file| reference::span_of(&file.text, &["removes".into(), index.into()]));
            let finding = Diagnostic::new(codes::REMOVES_NOTHING, format!("`{written}` removes nothing"))
                .at(layer.pack_file.clone(), span);
            let close = target.and_then(|(kind, id)| {
                nearest(id, loaded.content.ids(kind)).map(|close| format!("{}:{close}", kind.name()))
            });
            loaded.findings.push(match (close, target) {
                (Some(close), _) => finding.help(format!("did you mean `{close}`?")),
                (None, Some(_)) => finding.help("the base pack has no such entry"),
                (None, None) => finding.help("write \"kind:id\", for example \"table:fleet-intercept\""),
            });
        }
    }
}

/// What this program can do; files may require these.
pub const CAPABILITIES: &[&str] =
    &["hex-map", "zone-map", "hit-rolls", "table-battle", "differential-combat", "firepower-advance"];

/// Every file's `requires` must be met by the program or by what the map provides.
fn check_capabilities(layers: &[Layer], loaded: &mut Loaded) {
    let provided: Vec<String> = layers
        .iter()
        .flat_map(|layer| &layer.documents)
        .filter_map(|written| match &written.document {
            Document::Map(map) => Some(map.provides.iter().map(|capability| capability.0.clone())),
            _ => None,
        })
        .flatten()
        .collect();
    let known: Vec<&str> = CAPABILITIES.iter().copied().chain(provided.iter().map(String::as_str)).collect();
    for layer in layers {
        for Written { file, document, .. } in &layer.documents {
            for (index, capability) in
                document.requires().iter().enumerate().filter(|(_, capability)| !known.contains(&capability.as_str()))
            {
                let source = &loaded.files[*file];
                let span = reference::span_of(&source.text, &["requires".into(), index.into()]);
                let finding = Diagnostic::new(
                    codes::UNKNOWN_CAPABILITY,
                    format!("neither this program (schema {CURRENT}) nor the map offers `{capability}`"),
                )
                .at(source.path.clone(), span);
                let finding = match nearest(capability.as_str(), known.iter().copied()) {
                    Some(close) => finding.help(format!("did you mean `{close}`?")),
                    None => finding.help(format!("known capabilities are {}", known.join(", "))),
                };
                loaded.findings.push(finding);
            }
        }
    }
}

fn join(root: &Path, relative: &str) -> String {
    let root = display(root);
    if root.is_empty() || root == "." {
        relative.to_owned()
    } else {
        format!("{}/{relative}", root.trim_end_matches('/'))
    }
}

fn display(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}
