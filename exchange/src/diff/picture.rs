//! The map of the later pack with what changed on it: spaces are tinted by the kind of change instead of by their holder.

use std::collections::BTreeMap;

use chartroom_atlas::chart::{self, ChartError, Holdings};
use chartroom_atlas::render::Rgb;
use chartroom_atlas::render::scene::{Ground, Key, Scene};
use chartroom_atlas::zones::Areas;
use chartroom_format::content::Content;

use super::{Diff, Topic, What};

/// What a space is tinted for; where several kinds met, the first counts.
const KINDS: &[(&str, Rgb, &[Topic])] = &[
    ("new space", Rgb(0x2E, 0x8B, 0x57), &[]),
    ("space, border or hexside changed", Rgb(0xD2, 0x5F, 0x1E), &[Topic::Spaces, Topic::Hexsides, Topic::Borders]),
    ("holder changed", Rgb(0x7B, 0x3F, 0xA0), &[Topic::Holders]),
    ("set-up changed", Rgb(0xC2, 0x18, 0x5B), &[Topic::SetUps]),
    ("link or region changed", Rgb(0x1F, 0x6F, 0xB5), &[Topic::Links, Topic::Regions]),
];

/// The scene to draw. `geography` is the text of the geography file that the recipe of the pack names.
pub fn scene(diff: &Diff, after: &Content, geography: Option<&str>) -> Result<Scene, ChartError> {
    let marks = marks(diff);
    let mut scene = chart::chart(after, &Holdings::default(), geography)?;
    scene.owners = KINDS.iter().map(|(name, colour, _)| Key { name: (*name).to_owned(), colour: *colour }).collect();
    let mut used = [false; KINDS.len()];
    let mut tint = |id: &str| {
        let mark = marks.get(id).copied();
        if let Some(mark) = mark {
            used[usize::from(mark)] = true;
        }
        mark
    };
    match &mut scene.ground {
        Ground::Hexes(ground) => ground.hexes.iter_mut().for_each(|hex| hex.owner = tint(&hex.number)),
        Ground::Zones(ground) => {
            // Zones are drawn in the order of their areas.
            let ids = after.shapes.iter().flat_map(|shapes| Areas::read(shapes).0.zones.into_keys());
            ground.zones.iter_mut().zip(ids).for_each(|(zone, id)| zone.owner = tint(id.as_str()));
        }
    }
    for (key, used) in scene.owners.iter_mut().zip(used) {
        if !used {
            key.name.clear();
        }
    }
    scene.places.iter_mut().for_each(|place| place.stacks.clear());
    scene.subtitle = format!(
        "{} {} compared with {} {}",
        diff.after.title, diff.after.version, diff.before.title, diff.before.version
    );
    let gone = diff.changes.iter().filter(|change| change.kind == "space" && change.what == What::Removed).count();
    if gone > 0 {
        scene.note = format!("{gone} spaces of the older map are no longer there.");
    }
    Ok(scene)
}

/// The kind of change by space.
fn marks(diff: &Diff) -> BTreeMap<&str, u16> {
    let mut marks: BTreeMap<&str, u16> = BTreeMap::new();
    for change in &diff.changes {
        let is_new = change.kind == "space" && change.what == What::Added;
        let of_topic = || KINDS.iter().position(|(_, _, topics)| topics.contains(&change.topic));
        let kind = if is_new { Some(0) } else { of_topic() };
        let Some(kind) = kind else { continue };
        for space in change.spaces.iter().chain(change.details.iter().flat_map(|detail| &detail.spaces)) {
            let known = marks.entry(space).or_insert(kind as u16);
            *known = (*known).min(kind as u16);
        }
    }
    marks
}
