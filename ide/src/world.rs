//! The packs of the workspace with their files, and what a name means among them. All answers come from the texts as they are now.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use chartroom_format::entries::EntryKind;
use chartroom_format::fs::Fs;
use chartroom_format::refs;
use chartroom_format::schema::Kind;

use crate::index::{Index, Mention};
use crate::keys::What;
use crate::overlay::Overlay;

/// Folders that hold no packs, however deep a workspace is.
const PASSED_OVER: &[&str] = &["target", "node_modules", "build", "dist"];
/// How deep below a workspace folder packs are looked for, and in how many folders.
const DEEPEST: usize = 4;
const MOST_FOLDERS: usize = 5_000;
/// Packs may extend each other this deep.
const MAX_LAYERS: usize = 8;

/// One file of a pack.
#[derive(Clone)]
pub(crate) struct File {
    pub(crate) path: PathBuf,
    pub(crate) index: Arc<Index>,
}

/// Packs and files.
#[derive(Default)]
pub(crate) struct World {
    pub(crate) overlay: Overlay,
    pub(crate) folders: Vec<PathBuf>,
    pub(crate) packs: BTreeSet<PathBuf>,
    indexes: HashMap<PathBuf, Arc<Index>>,
}

/// What the files of a pack and its bases define.
#[derive(Default)]
pub(crate) struct Names {
    known: BTreeMap<EntryKind, HashSet<String>>,
}

impl Names {
    pub(crate) fn has(&self, kind: EntryKind, id: &str) -> bool {
        self.known.get(&kind).is_some_and(|names| names.contains(id))
    }

    pub(crate) fn of(&self, kind: EntryKind) -> Vec<&str> {
        let mut names: Vec<&str> = self.known.get(&kind).into_iter().flatten().map(String::as_str).collect();
        names.sort_unstable();
        names
    }

    /// The kind of entry that a mention means. Names that nothing defines mean the first kind they could.
    pub(crate) fn meaning(&self, mention: Mention, id: &str) -> Option<EntryKind> {
        if mention.defines.is_some() {
            return mention.defines;
        }
        match mention.what {
            What::Entry(kind) => Some(kind),
            What::Name(name_type) => {
                let kinds = refs::targets(name_type);
                kinds.iter().copied().find(|kind| self.has(*kind, id)).or_else(|| kinds.first().copied())
            }
            What::Free(hint) => {
                if let Some(kind) = hint.iter().copied().find(|kind| self.has(*kind, id)) {
                    return Some(kind);
                }
                // Free data says in no schema what it names. A guess is made only where there is nothing to guess.
                let named = |kind: &EntryKind| {
                    !matches!(kind, EntryKind::Example | EntryKind::Covered | EntryKind::Phase | EntryKind::Procedure)
                        && self.has(*kind, id)
                };
                let mut kinds = EntryKind::ALL.iter().copied().filter(named);
                match (kinds.next(), kinds.next()) {
                    (Some(kind), None) if hint.is_empty() => Some(kind),
                    _ => None,
                }
            }
            What::Axis(_) => None,
        }
    }
}

impl World {
    /// Looks for packs in the workspace folders, in `content/` and wherever else they lie.
    pub(crate) fn find_packs(&mut self) {
        self.packs.clear();
        let folders = self.folders.clone();
        let mut left = MOST_FOLDERS;
        for folder in &folders {
            look(folder, DEEPEST, &mut left, &mut self.packs);
        }
        let opened: Vec<PathBuf> = self.overlay.opened().filter_map(|path| self.pack_of(path)).collect();
        self.packs.extend(opened);
    }

    /// The folder of the pack that a file belongs to.
    pub(crate) fn pack_of(&self, path: &Path) -> Option<PathBuf> {
        let has_pack_file =
            |folder: &&Path| folder.join("pack.ron").is_file() || self.overlay.text(folder, "pack.ron").is_ok();
        path.ancestors().skip(1).find(has_pack_file).map(Path::to_owned)
    }

    /// The index of a file; made anew when its text has changed.
    pub(crate) fn index(&mut self, path: &Path) -> Option<Arc<Index>> {
        let (folder, name) = (path.parent()?, path.file_name()?.to_str()?);
        self.index_in(folder, name)
    }

    fn index_in(&mut self, folder: &Path, file: &str) -> Option<Arc<Index>> {
        let path = folder.join(file);
        let Ok(text) = self.overlay.text(folder, file) else {
            self.indexes.remove(&path);
            return None;
        };
        if let Some(index) = self.indexes.get(&path).filter(|index| Arc::ptr_eq(&index.text, &text)) {
            return Some(Arc::clone(index));
        }
        let index = Arc::new(Index::of(&text));
        self.indexes.insert(path, Arc::clone(&index));
        Some(index)
    }

    /// The content files of one pack, without those of its bases.
    pub(crate) fn files(&mut self, pack: &Path) -> Vec<File> {
        let names = self.overlay.list(pack).unwrap_or_default();
        let file = |name: &String| Some(File { path: pack.join(name), index: self.index_in(pack, name)? });
        names.iter().filter_map(file).collect()
    }

    /// The pack and those it extends, base first.
    pub(crate) fn layers(&mut self, pack: &Path) -> Vec<PathBuf> {
        let mut layers = vec![pack.to_owned()];
        while layers.len() < MAX_LAYERS {
            let Some(last) = layers.last().cloned() else { break };
            let Some(base) = self.base_of(&last).filter(|base| !layers.contains(base)) else { break };
            layers.push(base);
        }
        layers.reverse();
        layers
    }

    fn base_of(&mut self, pack: &Path) -> Option<PathBuf> {
        let index = self.index_in(pack, "pack.ron")?;
        let own = index.mentions.iter().filter(|mention| mention.what == What::Name("PackId"));
        // The pack's own id stands at `id`, the other one at `extends`.
        let field = |mention: &&Mention| {
            index.text[..mention.span().start].trim_end_matches(['"', ' ', '\n', ':']).ends_with("extends")
        };
        let base = own.copied().find(|mention| field(&mention))?;
        let folder = pack.parent().unwrap_or(Path::new("")).join(index.name(base));
        self.overlay.is_folder(&folder).then_some(folder)
    }

    /// Packs whose content changes when this one does: itself first, then those that build on it.
    pub(crate) fn affected(&mut self, pack: &Path) -> Vec<PathBuf> {
        let mut all: Vec<PathBuf> = self.packs.iter().cloned().collect();
        all.retain(|other| other == pack || self.layers(other).iter().any(|layer| layer == pack));
        if !all.iter().any(|other| other == pack) {
            all.push(pack.to_owned());
        }
        all.sort_by_key(|other| other != pack);
        all
    }

    /// What the layers of a pack define; a layer with a map of its own forgets the places below it.
    pub(crate) fn names(&mut self, pack: &Path) -> Names {
        let mut names = Names::default();
        for layer in self.layers(pack) {
            let files = self.files(&layer);
            if files.iter().any(|file| file.index.kind() == Some(Kind::Map)) {
                for kind in MAP_KINDS {
                    names.known.remove(kind);
                }
            }
            for file in &files {
                for mention in &file.index.mentions {
                    if let Some(kind) = mention.defines {
                        let known = names.known.entry(kind).or_default();
                        let id = file.index.name(*mention);
                        if !known.contains(id) {
                            known.insert(id.to_owned());
                        }
                    }
                }
            }
        }
        names
    }

    /// All packs that speak of the same entry as this one does: from the lowest layer that defines it, upwards to all that build
    /// on it. Places end where a pack brings a map of its own.
    pub(crate) fn reach(&mut self, pack: &Path, kind: EntryKind, id: &str) -> Vec<PathBuf> {
        let mut layers = self.layers(pack);
        if MAP_KINDS.contains(&kind)
            && let Some(at) = layers.iter().rposition(|layer| self.has_map(layer))
        {
            layers.drain(..at);
        }
        let defines = |world: &mut Self, layer: &Path| {
            let mentions = |file: &File| {
                file.index
                    .mentions
                    .iter()
                    .any(|mention| mention.defines == Some(kind) && file.index.name(*mention) == id)
            };
            world.files(layer).iter().any(mentions)
        };
        let lowest = layers.iter().find(|layer| defines(self, layer)).or(layers.first()).cloned();
        let Some(lowest) = lowest else { return vec![pack.to_owned()] };
        let mut reached: Vec<PathBuf> = self.affected(&lowest);
        reached.extend(layers.iter().skip_while(|layer| **layer != lowest).cloned());
        reached.sort();
        reached.dedup();
        reached.retain(|other| {
            !MAP_KINDS.contains(&kind) || {
                let between = self.layers(other);
                let above = between.iter().skip_while(|layer| **layer != lowest).skip(1).cloned().collect::<Vec<_>>();
                !above.iter().any(|layer| self.has_map(layer))
            }
        });
        reached
    }

    fn has_map(&mut self, pack: &Path) -> bool {
        self.files(pack).iter().any(|file| file.index.kind() == Some(Kind::Map))
    }

    /// All mentions of an entry in all packs it reaches.
    pub(crate) fn mentions(&mut self, pack: &Path, kind: EntryKind, id: &str) -> Vec<(File, Mention)> {
        let mut found = Vec::new();
        for reached in self.reach(pack, kind, id) {
            let files = self.files(&reached);
            if !files.iter().any(|file| file.index.text.contains(id)) {
                continue;
            }
            let names = self.names(&reached);
            for file in files {
                for mention in &file.index.mentions {
                    if file.index.name(*mention) == id && names.meaning(*mention, id) == Some(kind) {
                        found.push((file.clone(), *mention));
                    }
                }
            }
        }
        found
    }
}

/// What a pack that brings a map of its own replaces as a whole.
const MAP_KINDS: &[EntryKind] = &[EntryKind::Space, EntryKind::Region, EntryKind::Passage];

fn look(folder: &Path, depth: usize, left: &mut usize, found: &mut BTreeSet<PathBuf>) {
    if *left == 0 {
        return;
    }
    *left -= 1;
    if folder.join("pack.ron").is_file() {
        found.insert(folder.to_owned());
        return;
    }
    let Some(deeper) = depth.checked_sub(1) else { return };
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut inner: Vec<PathBuf> = entries
        .filter_map(Result::ok)
        // Links are not followed: they may lead in circles.
        .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()))
        .map(|entry| entry.path())
        .collect();
    inner.sort();
    for folder in inner {
        let name = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if !name.starts_with('.') && !PASSED_OVER.contains(&name.as_str()) {
            look(&folder, deeper, left, found);
        }
    }
}
