//! Names for the ids in written actions: `space:1143` for `space#57`. Numbers change when a pack grows, names rarely do.

use serde_json::Value;

use crate::ids::{EventIx, FeatureIx, PowerIx, SideIx, SpaceIx, TrackIx, UnitIx};
use crate::ruleset::Ruleset;

/// Puts names in the place of numbers, everywhere in a value.
pub(super) fn named(rules: &Ruleset, value: &mut Value) {
    match value {
        Value::String(text) => {
            if let Some((kind, number)) = text.split_once('#')
                && let Some(name) = number.parse().ok().and_then(|at| name(rules, kind, at))
            {
                *text = format!("{kind}:{name}");
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| named(rules, item)),
        Value::Object(fields) => fields.values_mut().for_each(|field| named(rules, field)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Puts numbers in the place of names; the error tells of a name that the game does not know.
pub(super) fn numbered(rules: &Ruleset, value: &mut Value) -> Result<(), String> {
    match value {
        Value::String(text) => {
            if let Some((kind, name)) = text.split_once(':') {
                let number = number(rules, kind, name);
                *text = format!("{kind}#{}", number.ok_or_else(|| format!("there is no {kind} `{name}`"))?);
            }
            Ok(())
        }
        Value::Array(items) => items.iter_mut().try_for_each(|item| numbered(rules, item)),
        Value::Object(fields) => fields.values_mut().try_for_each(|field| numbered(rules, field)),
        Value::Null | Value::Bool(_) | Value::Number(_) => Ok(()),
    }
}

fn name<'r>(rules: &'r Ruleset, kind: &str, at: usize) -> Option<&'r str> {
    match kind {
        "space" => rules.board.spaces.get(at).map(|space| &*space.id),
        "power" => rules.powers.get(at).map(|power| &*power.id),
        "side" => rules.sides.get(at).map(|side| &**side),
        "unit" => rules.units.get(at).map(|unit| &*unit.id),
        "feature" => rules.features.get(at).map(|feature| &*feature.id),
        "rule" => rules.events.get(at).map(|event| &**event),
        "track" => rules.tracks.get(at).map(|track| &*track.id),
        "route" => crate::procedures::fleets::route_name(rules, at),
        _ => None,
    }
}

fn number(rules: &Ruleset, kind: &str, name: &str) -> Option<usize> {
    match kind {
        "space" => rules.board.find(name).map(SpaceIx::index),
        "power" => rules.find_power(name).map(PowerIx::index),
        "side" => rules.find_side(name).map(SideIx::index),
        "unit" => rules.find_unit(name).map(UnitIx::index),
        "feature" => rules.find_feature(name).map(FeatureIx::index),
        "rule" => rules.find_event(name).map(EventIx::index),
        "track" => rules.tracks.iter().position(|track| track.id == name).map(TrackIx::new).map(TrackIx::index),
        "route" => crate::procedures::fleets::find_route(rules, name).map(crate::ids::RouteIx::index),
        _ => None,
    }
}
