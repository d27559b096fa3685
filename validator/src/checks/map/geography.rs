//! P125 map-against-its-geography.

use std::path::Path;

use chartroom_atlas::geo;
use chartroom_atlas::source::Sources;
use chartroom_atlas::truth::{self, Finding};
use chartroom_format::cst::PathStep;
use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;
use chartroom_format::fs::Fs;
use chartroom_format::load::Loaded;
use chartroom_format::schema::Kind;
use chartroom_format::schema::recipe::Drawing;

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "P125", "map-against-its-geography", "map", Warning,
        what: "On a map of hexes whose recipe measures hexsides, armies walk over water, ships sail over land, no army may walk where there is land, or no ship reaches a port.",
        why: "The coast is drawn as it is, so players see the strait that the rules do not know.",
        remedy: "Draw the map anew, correct the hex or the hexside, make a canal or strait a passage, or give the reason in `stated` of `links.ron`.",
        bad: r##"Terrain(schema: 2, sides: {"strait": (title: "Strait", colour: "#3f7fb0", bars: [Land])})
---
Recipe(schema: 2, calibrate: {"0101": (20.0, -160.0), "0801": (20.0, -130.0), "0804": (5.0, -130.0), "0104": (5.0, -160.0)}, worst_residual: 3.0, draw: Hexes((sides: (all_sea: "strait"))))"##,
        good: r##"Terrain(schema: 2, sides: {"strait": (title: "Strait", colour: "#3f7fb0", bars: [Land])})
---
Recipe(schema: 2, calibrate: {"0101": (20.0, -160.0), "0801": (20.0, -130.0), "0804": (5.0, -130.0), "0104": (5.0, -160.0)}, worst_residual: 3.0, draw: Hexes((land_from: 0.9)))"##;
}

pub const CHECK: Check = Check { code: CODE, run };

/// What is untrue on the map of a pack. Recipes that measure no hexsides leave them to their author.
pub(crate) fn untruths(fs: &dyn Fs, loaded: &Loaded) -> Vec<Finding> {
    let Some(recipe) = &loaded.content.recipe else { return Vec::new() };
    if !matches!(&recipe.draw, Drawing::Hexes(drawing) if drawing.sides.is_some()) {
        return Vec::new();
    }
    let beside = loaded.root.parent().unwrap_or(Path::new("")).join("geo");
    let bundled = |name: &str| geo::bundled(name).map(str::to_owned);
    let geography = |name: &str| fs.read(&beside, &format!("{name}.json")).ok().or_else(|| bundled(name));
    let picture = |_: &str| Err(String::new());
    // Faults of the recipe are findings of their own.
    truth::of_pack(&loaded.content, &Sources { geography: &geography, picture: &picture })
        .ok()
        .flatten()
        .unwrap_or_default()
}

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for finding in cx.untruths() {
        let (a, b) = &finding.hexes;
        let sides =
            [format!("{a}/{b}"), format!("{b}/{a}")].into_iter().find(|side| cx.content.hexsides.contains_key(side));
        let spot = match sides {
            _ if a == b && cx.content.origin(EntryKind::Space, a).is_some() => cx.entry(EntryKind::Space, a).name(),
            Some(side) => cx.in_kind(Kind::Links, &[PathStep::from("sides"), PathStep::from(side.as_str())]),
            None => cx.in_kind(Kind::Recipe, &[]),
        };
        found.push(cx.finding(CODE, &spot, finding.message()));
    }
}
