//! `chartroom draw PACK --truth`: the map as it stands held against the geography of its recipe.

use std::fmt::Write;
use std::process::ExitCode;

use chartroom_atlas::source::Sources;
use chartroom_atlas::truth::{self, Untruth};
use chartroom_format::load::Loaded;

use crate::{find, output};

const COUNTED: [(Untruth, &str); 7] = [
    (Untruth::FalseLand, "false land links"),
    (Untruth::MissingLand, "missing land links"),
    (Untruth::DrySea, "dry sea links"),
    (Untruth::DryPort, "ports without sea"),
    (Untruth::NoLand, "land that is sea"),
    (Untruth::NoWater, "sea that is land"),
    (Untruth::IdleReason, "reasons that nothing needs"),
];

pub(super) fn run(loaded: &Loaded) -> Result<ExitCode, String> {
    let geography = |name: &str| find::geography(&loaded.root, name);
    let picture = |file: &str| super::read_picture(&loaded.root, file);
    let found = match truth::of_pack(&loaded.content, &Sources { geography: &geography, picture: &picture }) {
        Ok(Some(found)) => found,
        Ok(None) => return Err("the map is not drawn as hexes from a geography".to_owned()),
        Err(faults) => {
            super::tell(loaded, &faults)?;
            return Ok(ExitCode::FAILURE);
        }
    };
    let mut out = String::new();
    for finding in &found {
        let _ = writeln!(out, "{}", finding.message());
    }
    for (what, words) in COUNTED {
        let _ = writeln!(out, "{words}: {}", found.iter().filter(|finding| finding.what == what).count());
    }
    output::print(&out)?;
    Ok(ExitCode::from(u8::from(!found.is_empty())))
}
