//! Effects on money, production, tracks and points.

use crate::condition::Scene;
use crate::event::Event;
use crate::ids::{Actor, FeatureIx, PowerIx, SpaceIx, TrackIx};
use crate::run::Run;
use crate::value::{self, Value};

/// Money, production, tracks and points change.
#[derive(Clone, Debug)]
pub enum Economy {
    Money(Actor, Value),
    Transfer(PowerIx, PowerIx, Value),
    Income(Actor, Value),
    SetFeature(SpaceIx, FeatureIx, Value),
    ChangeFeature(SpaceIx, FeatureIx, Value),
    Devastate(Vec<SpaceIx>, Value),
    Track { track: TrackIx, who: Option<Actor>, add: Value },
    SetTrack { track: TrackIx, who: Option<Actor>, to: Value },
    Points(Actor, Value),
}

impl Economy {
    const fn amount(&self) -> &Value {
        match self {
            Self::Money(_, amount)
            | Self::Transfer(_, _, amount)
            | Self::Income(_, amount)
            | Self::SetFeature(_, _, amount)
            | Self::ChangeFeature(_, _, amount)
            | Self::Devastate(_, amount)
            | Self::Track { add: amount, .. }
            | Self::SetTrack { to: amount, .. }
            | Self::Points(_, amount) => amount,
        }
    }

    pub(super) fn happen(&self, run: &mut Run, scene: &Scene) {
        let Some(amount) = value::settle(run, self.amount(), scene) else { return };
        match self {
            Self::Money(who, _) => {
                let before = run.state.money(*who);
                let to = value::kept(run, before, amount);
                run.emit(Event::MoneySet { who: *who, to });
            }
            Self::Transfer(from, to, _) => {
                let (from, to) = (Actor::Power(*from), Actor::Power(*to));
                let given = amount.clamp(0, run.state.money(from).max(0));
                let (left, before) = (run.state.money(from) - given, run.state.money(to));
                let got = value::kept(run, before, given);
                run.emit(Event::MoneySet { who: from, to: left });
                run.emit(Event::MoneySet { who: to, to: got });
            }
            Self::Income(who, _) => {
                let before = run.state.income_change(*who);
                let by = value::kept(run, before, amount) - before;
                run.emit(Event::IncomeChanged { who: *who, by });
            }
            Self::SetFeature(space, feature, _) => {
                run.emit(Event::FeatureSet { space: *space, feature: *feature, amount });
            }
            Self::ChangeFeature(space, feature, _) => {
                let amount = (run.state.feature(run.rules, *space, *feature) + amount).max(0);
                run.emit(Event::FeatureSet { space: *space, feature: *feature, amount });
            }
            Self::Devastate(spaces, _) => devastate(run, spaces, amount),
            Self::Track { track, who, .. } => {
                let to = run.state.track(*track, *who) + amount;
                set_track(run, *track, *who, to);
            }
            Self::SetTrack { track, who, .. } => set_track(run, *track, *who, amount),
            Self::Points(who, _) => {
                let before = run.state.points(*who);
                let by = value::kept(run, before, amount) - before;
                run.emit(Event::PointsChanged { who: *who, by });
            }
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
