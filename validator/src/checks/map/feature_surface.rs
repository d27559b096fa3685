//! P102 feature-on-wrong-surface.

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;
use chartroom_format::schema::map::Surface;
use chartroom_format::schema::terrain::FeatureRole;

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "P102", "feature-on-wrong-surface", "map", Error,
        what: "A feature stands on a surface where its kind cannot stand: a port inland, a factory at sea.",
        why: "Ships could never reach the port, and the engine would place units where they cannot be.",
        remedy: "Move the feature, correct the surface of the space, or widen `on` of the feature type.",
        bad: r#"Spaces(schema: 2, spaces: {"0203": (surface: Land, country: "redland", features: {"port": 1})})"#,
        good: r#"Spaces(schema: 2, spaces: {"0302": (surface: Coast, country: "redland", features: {"port": 1})})"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for (id, space) in &cx.content.spaces {
        for feature in space.features.keys() {
            let Some(kind) = cx.content.features.get(feature) else { continue };
            let fits = match kind.on.as_slice() {
                // Convoys, resources and other markers may be printed at sea without saying so.
                [] if matches!(kind.role, FeatureRole::Convoy | FeatureRole::Resource | FeatureRole::Other) => true,
                [] => !matches!(space.surface, Surface::Sea | Surface::Impassable),
                allowed => allowed.contains(&space.surface) || space.surface == Surface::Box,
            };
            if !fits {
                let spot = cx.entry(EntryKind::Space, id.as_str()).then("features").then(feature.as_str()).name();
                let message = format!("{} cannot stand in `{id}`, which is {:?}", kind.title, space.surface);
                let allowed: Vec<String> = kind.on.iter().map(|surface| format!("{surface:?}")).collect();
                let help = if allowed.is_empty() { "anywhere but at sea".to_owned() } else { allowed.join(", ") };
                found.push(
                    cx.finding(CODE, &spot, message).label("impossible here").help(format!("it may stand on: {help}")),
                );
            }
        }
    }
}
