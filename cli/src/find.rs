//! Finding packs by folder or by name.

use std::path::{Path, PathBuf};

use chartroom_format::fs::{DiskFs, Fs};
use chartroom_format::load::{self, Loaded};
use chartroom_format::names::nearest;
use chartroom_format::schema::Kind;

/// Where named packs are looked for.
pub(crate) const CONTENT: &str = "content";

/// A pack folder, or the name of one under content/.
pub(crate) fn pack_folder(pack: &str) -> Result<PathBuf, String> {
    let as_path = Path::new(pack);
    if as_path.is_dir() {
        return Ok(as_path.to_owned());
    }
    let named = Path::new(CONTENT).join(pack);
    if named.is_dir() {
        return Ok(named);
    }
    let known: Vec<String> = content_packs()
        .iter()
        .filter_map(|path| path.file_name())
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    match nearest(pack, known.iter().map(String::as_str)) {
        Some(close) => Err(format!("there is no pack `{pack}`; did you mean `{close}`?")),
        None if known.is_empty() => Err(format!("there is no pack at `{pack}`, and no folder {CONTENT}/ here")),
        None => Err(format!("there is no pack `{pack}`; {CONTENT}/ has {}", known.join(", "))),
    }
}

/// All packs under content/.
pub(crate) fn content_packs() -> Vec<PathBuf> {
    chartroom_validator::run::packs_at(Path::new(CONTENT)).unwrap_or_default()
}

/// Loads a pack for a command that only reads it; findings are mentioned on stderr, errors do not stop it.
pub(crate) fn load_pack(pack: &str) -> Result<Loaded, String> {
    load_part(pack, Kind::ALL)
}

/// Loads of a pack only the kinds of file that a command needs.
pub(crate) fn load_part(pack: &str, kinds: &[Kind]) -> Result<Loaded, String> {
    let folder = pack_folder(pack)?;
    let loaded = load::load_kinds(&DiskFs, &folder, kinds)?;
    if loaded.has_errors() {
        eprintln!("chartroom: {} has errors; run `chartroom check {}`", pack, folder.display());
    }
    Ok(loaded)
}

/// The .ron files at paths: files themselves, and all of the packs in folders; of content/ if no path is given.
pub(crate) fn content_files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, String> {
    let given = if paths.is_empty() { vec![PathBuf::from(CONTENT)] } else { paths.to_vec() };
    let mut files = Vec::new();
    for path in given {
        if path.is_file() {
            files.push(path);
            continue;
        }
        let path = if path.exists() { path } else { pack_folder(&path.to_string_lossy())? };
        for pack in chartroom_validator::run::packs_at(&path)? {
            files.extend(DiskFs.list(&pack)?.into_iter().map(|file| pack.join(file)));
        }
    }
    files.sort();
    files.dedup();
    Ok(files)
}

/// The text of a geography file: under geo/ beside the pack, under content/geo/ here, or the one that comes with the program.
pub(crate) fn geography(pack: &Path, name: &str) -> Option<String> {
    let beside = pack.parent().unwrap_or(Path::new("")).join("geo");
    [beside, Path::new(CONTENT).join("geo")]
        .iter()
        .find_map(|folder| DiskFs.read(folder, &format!("{name}.json")).ok())
        .or_else(|| chartroom_atlas::geo::bundled(name).map(str::to_owned))
}
