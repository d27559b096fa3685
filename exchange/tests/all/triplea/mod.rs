//! TripleA in and out, on a small game of our own.

mod broken;
mod equal;
mod export;

use std::path::Path;

use chartroom_exchange::triplea::{Imported, Source, import};
use chartroom_format::content::Content;
use chartroom_format::load;

fn isles() -> Source {
    Source::open(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/isles")).expect("readable")
}

/// The game of the isles with a change to its XML.
fn changed(from: &str, to: &str) -> Source {
    let mut source = isles();
    let text = &mut source.games[0].text;
    assert!(text.contains(from), "{from} is not in the game");
    *text = text.replace(from, to);
    source
}

pub(crate) fn content(imported: &Imported) -> Content {
    let folder = tempfile::tempdir().expect("a folder");
    let pack = folder.path().join("isles");
    let files: Vec<(&str, String)> = imported.files.iter().map(|(name, text)| (name.as_str(), text.clone())).collect();
    chartroom_format::starter::write_files(&pack, &files).expect("written");
    let loaded = load::load(&chartroom_format::fs::DiskFs, &pack).expect("loaded");
    let errors: Vec<_> =
        loaded.findings.iter().filter(|finding| finding.severity == chartroom_format::diag::Severity::Error).collect();
    assert!(errors.is_empty(), "{errors:#?}");
    loaded.content
}
