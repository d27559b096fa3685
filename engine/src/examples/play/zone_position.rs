//! What a position of a game of zones holds besides holders and units: `wars` (pairs of powers), `relations` (pairs with what holds
//! between them), `sides` (power -> side), `tracks` (track of the whole game -> level), `turn`, `happened` (rules that have happened),
//! `features` (space -> feature -> how many), `wrecks` (space -> facility -> damage) and `empty` (places whose units are gone).

use chartroom_format::schema::condition::RelationKind;
use chartroom_format::schema::value::Data;

use super::position::{entries, space_named, spaces_of};
use crate::event::{Event, LossReason};
use crate::ids::{EventIx, FeatureIx, PowerIx, TrackIx};
use crate::procedures::recruit::{self, facility};
use crate::ruleset::Ruleset;
use crate::run::Run;

/// Everything that must stand before units are placed.
pub(super) fn before_units(run: &mut Run, position: &Data) -> Result<(), String> {
    if let Some(turn) = position.get("turn").and_then(Data::as_whole) {
        run.emit(Event::TurnBegan { turn: turn.clamp(0, 1000) as i16 });
    }
    for id in texts(position.get("happened")) {
        let event = run.rules.events.iter().position(|event| event == id).map(EventIx::new);
        run.emit(Event::RuleHappened { event: event.ok_or_else(|| format!("there is no rule `{id}`"))? });
    }
    for (power, side) in entries(position, "sides") {
        let power = power_named(run.rules, power)?;
        let side = side.as_text().and_then(|side| run.rules.find_side(side));
        run.emit(Event::SideSet { power, side });
    }
    relate(run, position)?;
    for place in texts(position.get("empty")) {
        for space in spaces_of(run.rules, place)? {
            for stack in run.state.stacks_in(space).to_vec() {
                run.emit(Event::Removed { stack, why: LossReason::Rule });
            }
        }
    }
    Ok(())
}

/// What stands between powers.
fn relate(run: &mut Run, position: &Data) -> Result<(), String> {
    for pair in list(position.get("wars")) {
        let [one, other] = texts(Some(pair))[..] else { return Err("a war has two powers".to_owned()) };
        let (one, other) = (power_named(run.rules, one)?, power_named(run.rules, other)?);
        run.emit(Event::RelationSet { one, other, kind: RelationKind::War });
    }
    for words in list(position.get("relations")) {
        let [one, other, kind] = texts(Some(words))[..] else {
            return Err("a relation has two powers and what holds between them".to_owned());
        };
        let kind = kind_named(kind)?;
        let (one, other) = (power_named(run.rules, one)?, power_named(run.rules, other)?);
        run.emit(Event::RelationSet { one, other, kind });
    }
    Ok(())
}

/// Tracks of the game and what stands in places.
pub(super) fn after_units(run: &mut Run, position: &Data) -> Result<(), String> {
    for (id, to) in entries(position, "tracks") {
        let track = run.rules.tracks.iter().position(|track| track.id == *id).map(TrackIx::new);
        let track = track.ok_or_else(|| format!("there is no track `{id}`"))?;
        run.emit(Event::TrackSet { track, who: None, to: to.as_whole().unwrap_or(0) });
    }
    for (space, features) in entries(position, "features") {
        let (space, Data::Map(features)) = (space_named(run.rules, space)?, features) else {
            return Err("`features` holds maps".to_owned());
        };
        for (feature, amount) in features {
            let feature = feature_named(run.rules, feature)?;
            run.emit(Event::FeatureSet { space, feature, amount: amount.as_whole().unwrap_or(0) });
        }
    }
    for (space, wrecks) in entries(position, "wrecks") {
        let (space, Data::Map(wrecks)) = (space_named(run.rules, space)?, wrecks) else {
            return Err("`wrecks` holds maps".to_owned());
        };
        let rules = run.rules;
        let building = recruit::settings(rules).ok_or("nothing is built in this game")?;
        for (feature, points) in wrecks {
            let feature = feature_named(rules, feature)?;
            facility::hurt(run, building, space, feature, points.as_whole().unwrap_or(0));
        }
    }
    Ok(())
}

pub(super) fn feature_named(rules: &Ruleset, id: &str) -> Result<FeatureIx, String> {
    let found = rules.features.iter().position(|feature| feature.id == id);
    found.map(FeatureIx::new).ok_or_else(|| format!("there is no feature `{id}`"))
}

pub(super) fn power_named(rules: &Ruleset, id: &str) -> Result<PowerIx, String> {
    rules.find_power(id).ok_or_else(|| format!("there is no power `{id}`"))
}

/// The words for what stands between two powers.
const KINDS: [(&str, RelationKind); 6] = [
    ("war", RelationKind::War),
    ("allied", RelationKind::Allied),
    ("neutral", RelationKind::Neutral),
    ("leaning", RelationKind::Leaning),
    ("pact", RelationKind::Pact),
    ("surrendered", RelationKind::Surrendered),
];

fn kind_named(word: &str) -> Result<RelationKind, String> {
    let found = KINDS.iter().find(|(name, _)| *name == word).map(|(_, kind)| *kind);
    found.ok_or_else(|| format!("nothing called `{word}` holds between powers"))
}

pub(super) fn word_of(kind: RelationKind) -> &'static str {
    KINDS.iter().find(|(_, other)| *other == kind).map_or("", |(name, _)| *name)
}

fn list(data: Option<&Data>) -> &[Data] {
    match data {
        Some(Data::List(items)) => items,
        _ => &[],
    }
}

fn texts(data: Option<&Data>) -> Vec<&str> {
    match data {
        Some(Data::Text(text)) => vec![text],
        data => list(data).iter().filter_map(Data::as_text).collect(),
    }
}
