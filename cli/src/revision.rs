//! Packs as they are on disk or as they were in git: `REVISION:FOLDER` is read out of the repository, nothing is checked out.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use chartroom_format::fs::{DiskFs, MAX_FILE, MemoryFs};
use chartroom_format::load::{self, Loaded};
use chartroom_format::schema::Kind;

use crate::find;

/// Packs may extend each other this deep.
const MAX_LAYERS: usize = 8;
/// No pack has more files or is larger.
const MAX_FILES: usize = 10_000;
const MAX_BYTES: u64 = 16 * MAX_FILE;

/// Where a pack is read from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Folder(PathBuf),
    Git { revision: String, folder: PathBuf },
}

impl Place {
    /// Two places, of which one may be a revision alone: the other pack at that time.
    pub(crate) fn pair(one: &str, other: &str) -> Result<(Self, Self), String> {
        match (Self::find(one), Self::find(other)) {
            (Ok(one), Ok(other)) => Ok((one, other)),
            (Err(error), Ok(known)) => Ok((known.at(one).ok_or(error)?, known)),
            (Ok(known), Err(error)) => {
                let other = known.at(other).ok_or(error)?;
                Ok((known, other))
            }
            (Err(error), Err(_)) => Err(error),
        }
    }

    fn find(text: &str) -> Result<Self, String> {
        let nowhere = match find::pack_folder(text) {
            Ok(folder) => return Ok(Self::Folder(folder)),
            Err(error) => error,
        };
        let Some((revision, folder)) = text.split_once(':') else { return Err(nowhere) };
        let named = Path::new(find::CONTENT).join(folder);
        let folder = if Path::new(folder).is_absolute() || folder.contains('/') || !named.is_dir() {
            PathBuf::from(folder)
        } else {
            named
        };
        let folder = if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder };
        if !is_revision(revision, &folder) {
            return Err(format!("`{revision}` is no revision of the repository around {}", folder.display()));
        }
        Ok(Self::Git { revision: revision.to_owned(), folder })
    }

    /// The same pack at a revision.
    fn at(&self, revision: &str) -> Option<Self> {
        let (Self::Folder(folder) | Self::Git { folder, .. }) = self;
        is_revision(revision, folder).then(|| Self::Git { revision: revision.to_owned(), folder: folder.clone() })
    }

    pub(crate) fn load(&self) -> Result<Loaded, String> {
        match self {
            Self::Folder(folder) => load::load(&DiskFs, folder),
            Self::Git { revision, folder } => load_revision(revision, folder),
        }
    }
}

/// Git, started where the folder is or was.
fn git(folder: &Path) -> Command {
    let mut around = folder.ancestors().filter(|folder| folder.is_dir());
    let mut command = Command::new("git");
    command.arg("-C").arg(around.next().unwrap_or(Path::new("."))).stderr(Stdio::null());
    command
}

fn output_of(command: &mut Command) -> Result<Vec<u8>, String> {
    let output = command.output().map_err(|error| format!("cannot run git: {error}"))?;
    if output.status.success() { Ok(output.stdout) } else { Err("git does not know it".to_owned()) }
}

fn is_revision(text: &str, folder: &Path) -> bool {
    let commit = format!("{text}^{{commit}}");
    !text.is_empty()
        && !text.starts_with('-')
        && output_of(git(folder).args(["rev-parse", "--verify", "--quiet", "--end-of-options", &commit])).is_ok()
}

/// Loads a pack as it was, with the packs it extends, which lie beside it.
fn load_revision(revision: &str, folder: &Path) -> Result<Loaded, String> {
    let root = output_of(git(folder).args(["rev-parse", "--show-toplevel"]))
        .map_err(|_| format!("{} lies in no repository", folder.display()))?;
    let root = PathBuf::from(String::from_utf8_lossy(&root).trim_end_matches(['\n', '\r']));
    let inside = path_inside(&root, folder)?;
    let mut fs = MemoryFs::default();
    let mut layer = Some(inside.clone());
    for _ in 0..MAX_LAYERS {
        let Some(folder) = layer.take() else { break };
        add_files(&root, revision, &folder, &mut fs)?;
        let head = load::load_kinds(&fs, &folder, &[Kind::Pack])?;
        let base = head.content.layers.iter().find_map(|pack| pack.extends.as_ref().map(|base| (pack, base)));
        let is_new = |base: &Path| !fs.files.keys().any(|file| file.starts_with(base));
        layer = base
            .map(|(_, base)| folder.parent().unwrap_or(Path::new("")).join(base.as_str()))
            .filter(|base| is_new(base));
    }
    let mut loaded = load::load(&fs, &inside)?;
    // Pictures and geography are looked for beside the pack as it is now.
    loaded.root = folder.to_owned();
    Ok(loaded)
}

/// A folder relative to its repository, also where it no longer exists.
fn path_inside(root: &Path, folder: &Path) -> Result<PathBuf, String> {
    let absolute = std::path::absolute(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let real = absolute
        .ancestors()
        .find_map(|known| Some(known.canonicalize().ok()?.join(absolute.strip_prefix(known).ok()?)))
        .unwrap_or(absolute);
    let root = root.canonicalize().map_err(|error| format!("{}: {error}", root.display()))?;
    real.strip_prefix(&root).map(Path::to_owned).map_err(|_| format!("{} lies in no repository", folder.display()))
}

/// Adds the content files below a folder of a revision.
fn add_files(root: &Path, revision: &str, folder: &Path, fs: &mut MemoryFs) -> Result<(), String> {
    let unknown = || format!("there is no pack at {revision}:{}", folder.display());
    let tree = folder.to_string_lossy().replace('\\', "/");
    let tree = if tree.is_empty() { revision.to_owned() } else { format!("{revision}:{tree}") };
    let list =
        output_of(git(root).args(["ls-tree", "-r", "-l", "-z", "--end-of-options", &tree])).map_err(|_| unknown())?;
    let list = String::from_utf8_lossy(&list).into_owned();
    let mut wanted: Vec<(String, String)> = Vec::new();
    let mut bytes = 0_u64;
    for entry in list.split('\0').filter(|entry| !entry.is_empty()) {
        // "mode blob sha size\tpath"; links and submodules are no content.
        let Some((facts, path)) = entry.split_once('\t') else { continue };
        let facts: Vec<&str> = facts.split_whitespace().collect();
        let [mode, "blob", object, size] = facts.as_slice() else { continue };
        let is_hidden = path.split('/').any(|part| part.starts_with('.'));
        if *mode == "120000" || is_hidden || Path::new(path).extension().is_none_or(|ending| ending != "ron") {
            continue;
        }
        bytes += size.parse::<u64>().unwrap_or(u64::MAX).min(MAX_BYTES);
        wanted.push(((*object).to_owned(), path.to_owned()));
    }
    if wanted.is_empty() {
        return Err(unknown());
    }
    if wanted.len() > MAX_FILES || bytes > MAX_BYTES {
        return Err(format!("{revision}:{} is larger than any pack", folder.display()));
    }
    for (path, text) in texts(root, &wanted)? {
        fs.files.insert(folder.join(path), text);
    }
    Ok(())
}

/// The texts of objects, all from one git.
fn texts(root: &Path, wanted: &[(String, String)]) -> Result<Vec<(String, String)>, String> {
    let failed = |error: std::io::Error| format!("cannot read from git: {error}");
    let mut child =
        git(root).args(["cat-file", "--batch"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().map_err(failed)?;
    let (Some(mut questions), Some(answers)) = (child.stdin.take(), child.stdout.take()) else {
        return Err("cannot talk to git".to_owned());
    };
    let list: String = wanted.iter().map(|(object, _)| format!("{object}\n")).collect();
    // Questions and answers must not wait for each other.
    let asking = std::thread::spawn(move || questions.write_all(list.as_bytes()));
    let mut answers = BufReader::new(answers);
    let mut texts = Vec::with_capacity(wanted.len());
    for (_, path) in wanted {
        let mut head = String::new();
        answers.read_line(&mut head).map_err(failed)?;
        let size = head.split_whitespace().nth(2).and_then(|size| size.parse::<u64>().ok());
        let size = size.filter(|size| *size <= MAX_FILE).ok_or_else(|| format!("git has no usable {path}"))?;
        let mut bytes = vec![0; size as usize + 1];
        answers.read_exact(&mut bytes).map_err(failed)?;
        bytes.pop();
        let text = String::from_utf8(bytes).map_err(|_| format!("{path} is not UTF-8 text"))?;
        texts.push((path.clone(), text));
    }
    // An answer that broke off was noticed above.
    let _ = asking.join();
    child.wait().map_err(failed)?;
    Ok(texts)
}
