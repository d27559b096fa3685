//! Reading folders: the only place of the format crate that touches the disk for reading. `MemoryFs` serves tests and the editor.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The largest file that is read, in bytes.
pub const MAX_FILE: u64 = 32 * 1024 * 1024;

/// Why a file could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadFailure {
    TooLarge(u64),
    NotUtf8(usize),
    OutsidePack,
    Io(String),
}

impl std::fmt::Display for ReadFailure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::TooLarge(size) => write!(f, "it has {size} bytes; at most {MAX_FILE} are read"),
            Self::NotUtf8(at) => write!(f, "it is not UTF-8 text from byte {at} on"),
            Self::OutsidePack => f.write_str("it lies outside the pack"),
            Self::Io(error) => f.write_str(error),
        }
    }
}

/// Folders of content.
pub trait Fs {
    /// The `.ron` files below a folder, relative, with forward slashes, sorted; with what cannot be listed.
    fn list(&self, folder: &Path) -> Result<Vec<String>, String>;
    /// The text of a file below a folder.
    fn read(&self, folder: &Path, file: &str) -> Result<String, ReadFailure>;
    /// The bytes of a file below a folder that need not be text: a picture.
    fn bytes(&self, folder: &Path, file: &str) -> Result<Vec<u8>, ReadFailure> {
        self.read(folder, file).map(String::into_bytes)
    }
    fn is_folder(&self, path: &Path) -> bool;
}

/// The real disk.
#[derive(Clone, Copy, Debug, Default)]
pub struct DiskFs;

impl Fs for DiskFs {
    fn list(&self, folder: &Path) -> Result<Vec<String>, String> {
        let mut files = Vec::new();
        for entry in
            walkdir::WalkDir::new(folder).sort_by_file_name().into_iter().filter_entry(|entry| !is_hidden(entry))
        {
            let entry = entry.map_err(|error| error.to_string())?;
            let is_ron = entry.path().extension().is_some_and(|extension| extension == "ron");
            if is_ron && !entry.file_type().is_dir() {
                let relative = entry.path().strip_prefix(folder).unwrap_or(entry.path());
                files.push(relative.to_string_lossy().replace('\\', "/"));
            }
        }
        files.sort();
        Ok(files)
    }

    fn read(&self, folder: &Path, file: &str) -> Result<String, ReadFailure> {
        text_of(self.bytes(folder, file)?)
    }

    fn bytes(&self, folder: &Path, file: &str) -> Result<Vec<u8>, ReadFailure> {
        open_inside(folder, file)
    }

    fn is_folder(&self, path: &Path) -> bool {
        path.is_dir()
    }
}

/// The bytes of a file that a pack names: a regular file that lies, links and `..` followed, inside the folder. All that a
/// stranger's pack makes the program open goes through here.
pub fn open_inside(folder: &Path, file: &str) -> Result<Vec<u8>, ReadFailure> {
    if Path::new(file).is_absolute() {
        return Err(ReadFailure::OutsidePack);
    }
    let io = |error: std::io::Error| ReadFailure::Io(error.to_string());
    let root = folder.canonicalize().map_err(io)?;
    let path = match root.join(file).canonicalize() {
        Ok(path) => path,
        // Whether something outside exists is not told either.
        Err(_) if climbs_out(file) => return Err(ReadFailure::OutsidePack),
        Err(error) => return Err(io(error)),
    };
    if !path.starts_with(&root) {
        return Err(ReadFailure::OutsidePack);
    }
    open_regular(&path)
}

/// Whether a relative path leaves its folder by `..`, whatever links do.
fn climbs_out(file: &str) -> bool {
    use std::path::Component;
    let mut depth = 0_i64;
    Path::new(file).components().any(|part| {
        depth += match part {
            Component::ParentDir => -1,
            Component::Normal(_) => 1,
            _ => 0,
        };
        depth < 0
    })
}

/// The bytes of a file that the user names. No device, FIFO or folder, and never more than the limit: the size is asked
/// before reading, and reading stops there should the file grow meanwhile.
pub fn open_regular(path: &Path) -> Result<Vec<u8>, ReadFailure> {
    use std::io::Read;
    let io = |error: std::io::Error| ReadFailure::Io(error.to_string());
    let metadata = std::fs::metadata(path).map_err(io)?;
    if metadata.is_dir() {
        return Err(ReadFailure::Io("it is a folder, not a file".to_owned()));
    }
    // Asked before opening: to open a FIFO is to wait for its other end.
    if !metadata.is_file() {
        return Err(ReadFailure::Io("it is a device or a pipe, not a file".to_owned()));
    }
    if metadata.len() > MAX_FILE {
        return Err(ReadFailure::TooLarge(metadata.len()));
    }
    let mut bytes = Vec::with_capacity(metadata.len() as usize);
    std::fs::File::open(path).map_err(io)?.take(MAX_FILE + 1).read_to_end(&mut bytes).map_err(io)?;
    if bytes.len() as u64 > MAX_FILE {
        return Err(ReadFailure::TooLarge(bytes.len() as u64));
    }
    Ok(bytes)
}

/// The text of a file that the user names.
pub fn read_text(path: &Path) -> Result<String, ReadFailure> {
    text_of(open_regular(path)?)
}

/// The text of a file in a pack, given by its whole path: held to the folder of the nearest `pack.ron` above it.
pub fn read_pack_file(path: &Path) -> Result<String, ReadFailure> {
    match pack_root(path).and_then(|root| Some((root, path.strip_prefix(root).ok()?))) {
        Some((root, file)) => text_of(open_inside(root, &file.to_string_lossy())?),
        None => read_text(path),
    }
}

/// The folder of the pack that a file belongs to.
pub fn pack_root(path: &Path) -> Option<&Path> {
    path.ancestors().skip(1).find(|folder| folder.join("pack.ron").is_file())
}

fn text_of(bytes: Vec<u8>) -> Result<String, ReadFailure> {
    String::from_utf8(bytes).map_err(|error| ReadFailure::NotUtf8(error.utf8_error().valid_up_to()))
}

fn is_hidden(entry: &walkdir::DirEntry) -> bool {
    entry.depth() > 0 && entry.file_name().to_string_lossy().starts_with('.')
}

/// Files in memory, by full path.
#[derive(Clone, Debug, Default)]
pub struct MemoryFs {
    pub files: BTreeMap<PathBuf, String>,
}

impl MemoryFs {
    #[must_use]
    pub fn with(mut self, path: impl Into<PathBuf>, text: impl Into<String>) -> Self {
        self.files.insert(path.into(), text.into());
        self
    }
}

impl Fs for MemoryFs {
    fn list(&self, folder: &Path) -> Result<Vec<String>, String> {
        Ok(self
            .files
            .keys()
            .filter_map(|path| path.strip_prefix(folder).ok())
            .map(|path| path.to_string_lossy().replace('\\', "/"))
            .filter(|file| Path::new(file).extension().is_some_and(|extension| extension == "ron"))
            .collect())
    }

    fn read(&self, folder: &Path, file: &str) -> Result<String, ReadFailure> {
        let text = self.files.get(&folder.join(file)).ok_or_else(|| ReadFailure::Io("no such file".to_owned()))?;
        if text.len() as u64 > MAX_FILE { Err(ReadFailure::TooLarge(text.len() as u64)) } else { Ok(text.clone()) }
    }

    fn is_folder(&self, path: &Path) -> bool {
        self.files.keys().any(|file| file.starts_with(path))
    }
}
