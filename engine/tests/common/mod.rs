//! What the tests of played games share. A game joins the property tests by a line in `PLAYABLE`.

#![allow(dead_code, reason = "each test file uses its share")]

use std::path::{Path, PathBuf};

use chartroom_engine::{Options, Ruleset, State, compile};
use chartroom_format::content::Content;
use chartroom_format::fs::DiskFs;
use chartroom_format::load;

/// Games that bots play to the end: pack and scenario.
pub(crate) const PLAYABLE: &[(&str, &str)] =
    &[("hitlers-global-war", "barbarossa"), ("hitlers-global-war", "fall-of-germany"), ("war-game-ww2", "1942")];

pub(crate) fn content_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../content")
}

pub(crate) fn load(pack: &str) -> Content {
    load::load(&DiskFs, &content_folder().join(pack)).expect("the pack loads").content
}

pub(crate) fn start(content: &Content, scenario: &str, seed: u64) -> (Ruleset, State) {
    compile(content, scenario, Options { seed, ..Options::default() }).unwrap_or_else(|findings| {
        let list: Vec<String> =
            findings.iter().map(|finding| format!("{} {}", finding.code, finding.message)).collect();
        panic!("{scenario} does not compile:\n{}", list.join("\n"))
    })
}
