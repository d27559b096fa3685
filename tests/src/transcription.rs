//! The second transcription of the rulebooks (`tests/transcription`): its sheets, and what the names in them mean in a
//! pack. What is compared with what stands in the tests.

use std::path::PathBuf;

use chartroom_format::content::Content;
use chartroom_format::fs::DiskFs;
use chartroom_format::load;
use chartroom_format::schema::scenario::Scenario;

use crate::repository;

/// One file of the transcription.
pub struct Sheet {
    /// The name of the file without its ending: a table's id, or `facts`, `setup-places`, `setup-totals`, `totals`.
    pub name: String,
    pub header: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

impl Sheet {
    /// The cells of the column with this head, row by row.
    pub fn column<'a>(&'a self, head: &str) -> impl Iterator<Item = &'a str> {
        let at = self.header.iter().position(|name| name == head);
        self.rows.iter().filter_map(move |row| row.get(at?).map(String::as_str))
    }
}

/// The sheets of a pack, sorted by name.
pub fn sheets(pack: &str) -> Vec<Sheet> {
    let folder = repository().join("tests/transcription").join(pack);
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("transcription").map(|entry| entry.expect("entry").path()).collect();
    paths.sort();
    paths
        .iter()
        .map(|path| {
            let text = std::fs::read_to_string(path).expect("readable");
            let mut lines = text
                .lines()
                .filter(|line| !line.starts_with('#') && !line.trim().is_empty())
                .map(|line| line.split('\t').map(|cell| cell.trim().to_owned()).collect::<Vec<_>>());
            let header = lines.next().unwrap_or_default();
            let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
            Sheet { name, header, rows: lines.collect() }
        })
        .collect()
}

/// The pack with this id, overlays applied.
pub fn content(pack: &str) -> Content {
    load::load(&DiskFs, &repository().join("content").join(pack)).expect("the pack loads").content
}

/// The powers a sheet means by a name: a power itself, or all powers of a side.
pub fn powers_of(content: &Content, scenario: &Scenario, name: &str) -> Vec<String> {
    if content.powers.contains_key(name) {
        return vec![name.to_owned()];
    }
    let side = if name == "allied" { "allies" } else { name };
    let on_side = content.powers.iter().filter(|(id, power)| {
        let of = scenario.sides.get(id.as_str()).or(power.side.as_ref()).or(power.leans.as_ref());
        of.is_some_and(|of| of.as_str() == side)
    });
    on_side.map(|(id, _)| id.to_string()).collect()
}
