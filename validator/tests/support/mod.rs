//! The starter pack in memory, and packs that change it.
#![allow(dead_code, reason = "each test file uses its part")]

use std::path::{Path, PathBuf};

use chartroom_format::diag::Severity;
use chartroom_format::fs::{DiskFs, Fs, MemoryFs};
use chartroom_validator::run::{self, CheckedPack, Report};

/// The starter pack of `chartroom new`, in memory.
pub(crate) fn starter() -> MemoryFs {
    let starters = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("workspace").join("format/starters");
    let mut fs = MemoryFs::default();
    for part in ["both", "hex"] {
        let folder = starters.join(part);
        for file in DiskFs.list(&folder).expect("starter") {
            let text = DiskFs.read(&folder, &file).expect("starter file");
            let text = text
                .replace("PACK_ID", "base")
                .replace("PACK_TITLE", "Base")
                .replace("RED_CAPITAL", "0103")
                .replace("BLUE_CAPITAL", "0804");
            fs = fs.with(Path::new("packs/base").join(file), text);
        }
    }
    fs
}

/// A pack that changes the starter by the files of a snippet, separated by `---` lines.
pub(crate) fn overlay(snippet: &str) -> MemoryFs {
    let mut fs = starter().with(
        "packs/changed/pack.ron",
        r#"Pack(schema: 2, id: "changed", title: "Changed", version: "0.1.0", extends: "base")"#,
    );
    for (index, text) in snippet.split("\n---\n").enumerate() {
        fs = fs.with(format!("packs/changed/part{index}.ron"), text);
    }
    fs
}

pub(crate) fn check(fs: &MemoryFs, pack: &str) -> CheckedPack {
    report(fs, pack).packs.into_iter().next().expect("one pack")
}

pub(crate) fn told(pack: &CheckedPack, at_least: Severity) -> Vec<String> {
    pack.findings
        .iter()
        .filter(|finding| finding.severity >= at_least)
        .map(|finding| chartroom_format::diag::render::concise(finding, &pack.loaded))
        .collect()
}

/// The report over one pack.
pub(crate) fn report(fs: &MemoryFs, pack: &str) -> Report {
    run::check(fs, &[PathBuf::from("packs").join(pack)]).expect("the pack can be looked at")
}
