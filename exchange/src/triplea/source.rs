//! The files of a map: from a folder, one game's XML, or an archive. Everything is bounded, and nothing outside is opened.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use super::error::ImportError;

/// No file of a map is larger than this.
const MOST_BYTES: u64 = 64 * 1024 * 1024;
/// All files of a map together.
const MOST_IN_ALL: u64 = 4 * MOST_BYTES;
/// An archive with more entries is no map.
const MOST_ENTRIES: usize = 100_000;
/// A folder with more games is no map.
const MOST_GAMES: usize = 200;

/// One text file of a map.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextFile {
    pub name: String,
    pub text: String,
}

/// The files of a map that an import reads.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// Games by the name of their file without its ending.
    pub games: Vec<TextFile>,
    pub polygons: Option<TextFile>,
    pub centers: Option<TextFile>,
    pub properties: Option<TextFile>,
}

impl Source {
    /// Reads a folder of a map, a game's XML inside one, or an archive of one.
    pub fn open(path: &Path) -> Result<Self, ImportError> {
        let failed = |error: std::io::Error| ImportError::Source(format!("cannot read {}: {error}", path.display()));
        let kind = fs::metadata(path).map_err(failed)?;
        if kind.is_dir() {
            return Self::folder(path);
        }
        if !kind.is_file() {
            return Err(ImportError::Source(format!("{} is neither a file nor a folder", path.display())));
        }
        let ending = path.extension().map(|ending| ending.to_ascii_lowercase());
        match ending.as_deref().and_then(|ending| ending.to_str()) {
            Some("zip") => Self::archive(path),
            Some("xml") => Self::game(path),
            _ => Err(ImportError::Source(format!(
                "{} is no game of TripleA; give the folder of a map, its .zip, or the .xml of a game",
                path.display()
            ))),
        }
    }

    /// The one game asked for, or the only one there is.
    pub fn choose(&self, name: Option<&str>) -> Result<&TextFile, ImportError> {
        let names = || self.games.iter().map(|game| format!("`{}`", game.name)).collect::<Vec<_>>().join(", ");
        match (name, self.games.as_slice()) {
            (_, []) => Err(ImportError::Source("there is no game here: no .xml in games/".to_owned())),
            (None, [only]) => Ok(only),
            (None, _) => {
                Err(ImportError::Source(format!("there are several games here: {}; name one of them", names())))
            }
            (Some(name), games) => games
                .iter()
                .find(|game| game.name.eq_ignore_ascii_case(name.trim_end_matches(".xml")))
                .ok_or_else(|| ImportError::Source(format!("there is no game `{name}` here, only {}", names()))),
        }
    }

    fn folder(path: &Path) -> Result<Self, ImportError> {
        let root = if path.join("map").is_dir() { path.join("map") } else { path.to_owned() };
        let mut found = Self::map_files(&root)?;
        for folder in [root.join("games"), path.join("games"), root] {
            found.games = xml_files(&folder)?;
            if !found.games.is_empty() {
                break;
            }
        }
        Ok(found)
    }

    fn game(path: &Path) -> Result<Self, ImportError> {
        let beside = path.parent().map(Path::to_owned).unwrap_or_default();
        let above = beside.parent().map(Path::to_owned).unwrap_or_default();
        let places = [beside.clone(), above.clone(), above.join("map"), beside.join("map")];
        let root = places.into_iter().find(|folder| folder.join("polygons.txt").is_file()).unwrap_or(beside);
        Ok(Self { games: vec![read_file(path)?], ..Self::map_files(&root)? })
    }

    fn map_files(root: &Path) -> Result<Self, ImportError> {
        let read = |name: &str| -> Result<Option<TextFile>, ImportError> {
            let path = root.join(name);
            // A missing file is told where it is needed; one that is there must be readable.
            if path.is_file() {
                read_file(&path).map(|file| Some(TextFile { name: name.to_owned(), ..file }))
            } else {
                Ok(None)
            }
        };
        Ok(Self {
            games: Vec::new(),
            polygons: read("polygons.txt")?,
            centers: read("centers.txt")?,
            properties: read("map.properties")?,
        })
    }

    /// Reads an archive into memory, file by file; nothing is unpacked to disk.
    fn archive(path: &Path) -> Result<Self, ImportError> {
        let bad =
            |error: &dyn std::fmt::Display| ImportError::Source(format!("cannot read {}: {error}", path.display()));
        let file = File::open(path).map_err(|error| bad(&error))?;
        let mut archive = zip::ZipArchive::new(file).map_err(|error| bad(&error))?;
        if archive.len() > MOST_ENTRIES {
            return Err(bad(&"more entries than any map has"));
        }
        let mut found = Self::default();
        let mut depths: BTreeMap<String, usize> = BTreeMap::new();
        let mut left = MOST_IN_ALL;
        for index in 0..archive.len() {
            let entry = archive.by_index(index).map_err(|error| bad(&error))?;
            let Some(inside) = entry.enclosed_name() else {
                return Err(bad(&format!("the entry `{}` leads out of the archive", entry.name().unwrap_or_default())));
            };
            let Some(name) = inside.file_name().and_then(|name| name.to_str()).map(str::to_owned) else { continue };
            let in_games = inside.parent().and_then(Path::file_name).is_some_and(|folder| folder == "games");
            let is_game = in_games && name.to_ascii_lowercase().ends_with(".xml");
            if entry.is_dir() || !is_game && !["polygons.txt", "centers.txt", "map.properties"].contains(&name.as_str())
            {
                continue;
            }
            // Of two files of a name the one nearer to the root is the map's; of two as near nobody can tell.
            let depth = inside.components().count();
            match depths.get(&name) {
                Some(known) if *known < depth => continue,
                Some(known) if *known == depth => {
                    return Err(bad(&format!("it holds two files `{name}`; give the folder of one map")));
                }
                _ => depths.insert(name.clone(), depth),
            };
            let mut bytes = Vec::new();
            // The size an archive states may be a lie: the bytes that come out count.
            entry.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(|error| bad(&error))?;
            let size = bytes.len() as u64;
            if size > MOST_BYTES || size > left {
                return Err(bad(&format!("the entry `{name}` is larger than any map has ({MOST_BYTES} bytes)")));
            }
            left -= size;
            let file = TextFile { text: text_of(bytes), name };
            match file.name.as_str() {
                "polygons.txt" => found.polygons = Some(file),
                "centers.txt" => found.centers = Some(file),
                "map.properties" => found.properties = Some(file),
                _ if found.games.len() < MOST_GAMES => {
                    let game = without_ending(file);
                    found.games.retain(|known| known.name != game.name);
                    found.games.push(game);
                }
                _ => return Err(bad(&format!("more than {MOST_GAMES} games"))),
            }
        }
        found.games.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(found)
    }
}

fn without_ending(file: TextFile) -> TextFile {
    let stem = Path::new(&file.name).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    TextFile { name: stem.unwrap_or_default(), ..file }
}

fn xml_files(folder: &Path) -> Result<Vec<TextFile>, ImportError> {
    let Ok(entries) = fs::read_dir(folder) else { return Ok(Vec::new()) };
    let is_xml = |path: &PathBuf| path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("xml"));
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).filter(is_xml).collect();
    paths.sort();
    if paths.len() > MOST_GAMES {
        return Err(ImportError::Source(format!("{} holds more than {MOST_GAMES} games", folder.display())));
    }
    paths.iter().map(|path| read_file(path)).collect()
}

fn read_file(path: &Path) -> Result<TextFile, ImportError> {
    let failed =
        |error: &dyn std::fmt::Display| ImportError::Source(format!("cannot read {}: {error}", path.display()));
    let file = File::open(path).map_err(|error| failed(&error))?;
    if !file.metadata().map_err(|error| failed(&error))?.is_file() {
        return Err(failed(&"it is not a plain file"));
    }
    let mut bytes = Vec::new();
    file.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(|error| failed(&error))?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(failed(&format!("it is larger than any map has ({MOST_BYTES} bytes)")));
    }
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    Ok(without_ending(TextFile { name, text: text_of(bytes) }))
}

/// Text as it is, or as Latin-1: many older maps have names in it.
fn text_of(bytes: Vec<u8>) -> String {
    let text = String::from_utf8(bytes)
        .unwrap_or_else(|error| error.into_bytes().iter().map(|&byte| char::from(byte)).collect());
    text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text)
}
