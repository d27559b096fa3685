//! Effects on money, production, tracks and points.

use crate::event::Event;
use crate::ids::{Actor, FeatureIx, PowerIx, SpaceIx, TrackIx};
use crate::run::Run;

/// Money, production, tracks and points change.
#[derive(Clone, Debug)]
pub enum Economy {
    Money(Actor, i64),
    Transfer(PowerIx, PowerIx, i64),
    Income(Actor, i64),
    SetFeature(SpaceIx, FeatureIx, i64),
    ChangeFeature(SpaceIx, FeatureIx, i64),
    Devastate(Vec<SpaceIx>, i64),
    Track { track: TrackIx, who: Option<Actor>, add: i64 },
    SetTrack { track: TrackIx, who: Option<Actor>, to: i64 },
    Points(Actor, i64),
}

impl Economy {
    pub(super) fn happen(&self, run: &mut Run) {
        match self {
            Self::Money(who, by) => {
                let to = run.state.money(*who) + by;
                run.emit(Event::MoneySet { who: *who, to });
            }
            Self::Transfer(from, to, amount) => {
                let (from, to) = (Actor::Power(*from), Actor::Power(*to));
                let given = (*amount).clamp(0, run.state.money(from).max(0));
                let (left, got) = (run.state.money(from) - given, run.state.money(to) + given);
                run.emit(Event::MoneySet { who: from, to: left });
                run.emit(Event::MoneySet { who: to, to: got });
            }
            Self::Income(who, by) => run.emit(Event::IncomeChanged { who: *who, by: *by }),
            Self::SetFeature(space, feature, amount) => {
                run.emit(Event::FeatureSet { space: *space, feature: *feature, amount: *amount });
            }
            Self::ChangeFeature(space, feature, by) => {
                let amount = (run.state.feature(run.rules, *space, *feature) + by).max(0);
                run.emit(Event::FeatureSet { space: *space, feature: *feature, amount });
            }
            Self::Devastate(spaces, points) => devastate(run, spaces, *points),
            Self::Track { track, who, add } => {
                let to = run.state.track(*track, *who) + add;
                set_track(run, *track, *who, to);
            }
            Self::SetTrack { track, who, to } => set_track(run, *track, *who, *to),
            Self::Points(who, by) => run.emit(Event::PointsChanged { who: *who, by: *by }),
        }
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
