//! Effects on money, production, tracks and points.

use super::Effect;
use crate::event::Event;
use crate::ids::{Actor, SpaceIx, TrackIx};
use crate::run::Run;

pub(super) fn happen(run: &mut Run, effect: &Effect) {
    match effect {
        Effect::Money(who, by) => {
            let to = run.state.money(*who) + by;
            run.emit(Event::MoneySet { who: *who, to });
        }
        Effect::Transfer(from, to, amount) => {
            let (from, to) = (Actor::Power(*from), Actor::Power(*to));
            let given = (*amount).clamp(0, run.state.money(from).max(0));
            let (left, got) = (run.state.money(from) - given, run.state.money(to) + given);
            run.emit(Event::MoneySet { who: from, to: left });
            run.emit(Event::MoneySet { who: to, to: got });
        }
        Effect::Income(who, by) => run.emit(Event::IncomeChanged { who: *who, by: *by }),
        Effect::SetFeature(space, feature, amount) => {
            run.emit(Event::FeatureSet { space: *space, feature: *feature, amount: *amount });
        }
        Effect::ChangeFeature(space, feature, by) => {
            let amount = (run.state.feature(run.rules, *space, *feature) + by).max(0);
            run.emit(Event::FeatureSet { space: *space, feature: *feature, amount });
        }
        Effect::Devastate(spaces, points) => devastate(run, spaces, *points),
        Effect::Track { track, who, add } => {
            let to = run.state.track(*track, *who) + add;
            set_track(run, *track, *who, to);
        }
        Effect::SetTrack { track, who, to } => set_track(run, *track, *who, *to),
        Effect::Points(who, by) => run.emit(Event::PointsChanged { who: *who, by: *by }),
        _ => {}
    }
}

fn set_track(run: &mut Run, track: TrackIx, who: Option<Actor>, to: i64) {
    let info = run.rules.track(track);
    let to = to.clamp(info.from.min(info.to), info.to.max(info.from));
    run.emit(Event::TrackSet { track, who, to });
}

/// Production is damaged by so many points, or repaired by a negative number; never beyond what is there.
fn devastate(run: &mut Run, spaces: &[SpaceIx], points: i64) {
    for space in spaces {
        let there: i64 = run.production_in(*space);
        let damage = run.state.damage(*space);
        let by = points.clamp(-damage, (there - damage).max(0));
        if by != 0 {
            run.emit(Event::Devastated { space: *space, points: by });
        }
    }
}
