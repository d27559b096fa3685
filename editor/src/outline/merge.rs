//! Two neighbouring zones become one.

use chartroom_format::schema::ids::SpaceId;
use chartroom_format::schema::map_shapes::{Border, Shapes};

use super::{BorderChange, Changes, checked};

/// Gives the ground of `gone` to `kept`: the border between them goes, the others change their name.
pub fn merge(shapes: &Shapes, kept: &SpaceId, gone: &SpaceId) -> Changes {
    let between = |border: &Border| {
        let sides = (border.left.as_ref(), border.right.as_ref());
        sides == (Some(kept), Some(gone)) || sides == (Some(gone), Some(kept))
    };
    if !shapes.borders.iter().any(between) {
        return Err(format!("{kept} and {gone} share no border."));
    }
    let mut changes = Vec::new();
    for (at, border) in shapes.borders.iter().enumerate() {
        if between(border) {
            changes.push(BorderChange::Remove(at));
        } else if [&border.left, &border.right].into_iter().flatten().any(|zone| zone == gone) {
            let renamed =
                |side: &Option<SpaceId>| side.clone().map(|zone| if zone == *gone { kept.clone() } else { zone });
            let border =
                Border { left: renamed(&border.left), right: renamed(&border.right), points: border.points.clone() };
            changes.push(BorderChange::Replace(at, border));
        }
    }
    checked(shapes, changes)
}
