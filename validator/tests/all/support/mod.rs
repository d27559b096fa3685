//! The starter pack in memory, and packs that change it.
#![allow(dead_code, reason = "each test file uses its part")]

pub(crate) mod noise;

use std::path::{Path, PathBuf};

use chartroom_format::diag::Severity;
use chartroom_format::fs::{DiskFs, Fs, MemoryFs};
use chartroom_validator::games::Limits;
use chartroom_validator::run::{self, CheckedPack, Depth, Report};

/// The starter pack of `chartroom new`, in memory.
pub(crate) fn starter() -> MemoryFs {
    starter_on("hex", "0103", "0804")
}

/// The starter pack on a map of zones.
pub(crate) fn zone_starter() -> MemoryFs {
    starter_on("zones", "redburg", "bluehaven")
}

fn starter_on(grid: &str, red: &str, blue: &str) -> MemoryFs {
    let starters = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("workspace").join("format/starters");
    let mut fs = MemoryFs::default();
    for part in ["both", grid] {
        let folder = starters.join(part);
        for file in DiskFs.list(&folder).expect("starter") {
            let text = DiskFs.read(&folder, &file).expect("starter file");
            let text = text
                .replace("PACK_ID", "base")
                .replace("PACK_TITLE", "Base")
                .replace("RED_CAPITAL", red)
                .replace("BLUE_CAPITAL", blue);
            fs = fs.with(Path::new("packs/base").join(file), text);
        }
    }
    fs
}

/// A pack that changes the starter by the files of a snippet, separated by `---` lines. Snippets with outlines build on the
/// starter on zones.
pub(crate) fn overlay(snippet: &str) -> MemoryFs {
    let base = if snippet.contains("Shapes(") { zone_starter() } else { starter() };
    let mut fs = base.with(
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

/// Everything, played games too, but few of them.
pub(crate) fn check_full(fs: &MemoryFs, pack: &str) -> CheckedPack {
    let limits = Limits { greedy: 12, random: 1, actions: 20_000, variant_turns: 1 };
    let report = run::check_to(fs, &[PathBuf::from("packs").join(pack)], Depth::Full(limits, &|_| {}));
    report.expect("the pack can be looked at").packs.into_iter().next().expect("one pack")
}

/// The report over one pack.
pub(crate) fn report(fs: &MemoryFs, pack: &str) -> Report {
    run::check(fs, &[PathBuf::from("packs").join(pack)]).expect("the pack can be looked at")
}
