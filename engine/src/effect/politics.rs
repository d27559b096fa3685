//! Effects on relations, sides and who holds what.

use chartroom_format::schema::condition::RelationKind;

use crate::condition::Scene;
use crate::event::{Event, LossReason};
use crate::ids::{Actor, FeatureIx, PowerIx, SideIx, SpaceIx};
use crate::run::Run;
use crate::triggers::{self, Moment};

/// Relations, sides, and who holds what.
#[derive(Clone, Debug)]
pub enum Politics {
    Join(PowerIx, SideIx),
    /// Allied with the members of a side, at war with nobody for that.
    TakeSide(PowerIx, SideIx),
    DeclareWar(Actor, Actor),
    SetRelation(PowerIx, PowerIx, RelationKind),
    BecomeNeutral(PowerIx),
    Surrender {
        power: PowerIx,
        to: Option<Actor>,
        units_to: Option<PowerIx>,
    },
    MoveCapital(PowerIx, SpaceIx),
    Control(Actor, Vec<SpaceIx>),
}

impl Politics {
    pub(super) fn happen(&self, run: &mut Run, scene: &Scene) {
        match self {
            Self::Join(power, side) => join(run, *power, *side, scene),
            Self::TakeSide(power, side) => {
                take_side(run, *power, *side);
            }
            Self::DeclareWar(one, other) => {
                let pairs: Vec<(PowerIx, PowerIx)> = run
                    .state
                    .members(*one)
                    .flat_map(|a| run.state.members(*other).map(move |b| (a, b)))
                    .filter(|(a, b)| a != b)
                    .collect();
                for (a, b) in pairs {
                    run.emit(Event::RelationSet { one: a, other: b, kind: RelationKind::War });
                }
                // Rules about the war may ask who declared it.
                let by = match *one {
                    Actor::Power(power) => Scene { power: Some(power), side: run.state.side_of(power), ..*scene },
                    Actor::Side(side) => Scene { power: None, side: Some(side), ..*scene },
                };
                for actor in [*one, *other] {
                    triggers::fire(run, &Moment::WarDeclared(actor), &by);
                }
            }
            Self::SetRelation(one, other, kind) => {
                run.emit(Event::RelationSet { one: *one, other: *other, kind: *kind });
            }
            Self::BecomeNeutral(power) => {
                run.emit(Event::SideSet { power: *power, side: None });
                make_peace(run, *power);
            }
            Self::Surrender { power, to, units_to } => surrender(run, *power, *to, *units_to, scene),
            Self::Control(who, spaces) => {
                if let Some(power) = run.lead(*who) {
                    for space in spaces {
                        run.capture(*space, Some(power));
                    }
                }
            }
            Self::MoveCapital(power, to) => move_capital(run, *power, *to),
        }
    }
}

/// A capital goes elsewhere, and with it the mark on the map.
fn move_capital(run: &mut Run, power: PowerIx, to: SpaceIx) {
    let old: Vec<SpaceIx> = run.state.capitals(run.rules, power).collect();
    for feature in (0..run.rules.features.len()).filter(|at| run.rules.features[*at].capital).map(FeatureIx::new) {
        for space in &old {
            if run.state.feature(run.rules, *space, feature) > 0 {
                run.emit(Event::FeatureSet { space: *space, feature, amount: 0 });
                run.emit(Event::FeatureSet { space: to, feature, amount: 1 });
            }
        }
    }
    run.emit(Event::CapitalMoved { power, to });
}

/// A power joins a side: allied with its members, at war with its enemies.
fn join(run: &mut Run, power: PowerIx, side: SideIx, scene: &Scene) {
    let friends = take_side(run, power, side);
    let enemies: Vec<PowerIx> = run
        .state
        .powers()
        .filter(|other| *other != power && friends.iter().any(|friend| run.state.at_war(*friend, *other)))
        .collect();
    for enemy in &enemies {
        run.emit(Event::RelationSet { one: power, other: *enemy, kind: RelationKind::War });
    }
    if !enemies.is_empty() {
        triggers::fire(run, &Moment::WarDeclared(Actor::Power(power)), scene);
    }
}

/// A power is allied with the members of a side, whom it returns.
fn take_side(run: &mut Run, power: PowerIx, side: SideIx) -> Vec<PowerIx> {
    run.emit(Event::SideSet { power, side: Some(side) });
    let friends: Vec<PowerIx> = run.state.members(Actor::Side(side)).filter(|other| *other != power).collect();
    for friend in &friends {
        run.emit(Event::RelationSet { one: power, other: *friend, kind: RelationKind::Allied });
    }
    friends
}

fn make_peace(run: &mut Run, power: PowerIx) {
    for other in run.state.powers().filter(|other| *other != power).collect::<Vec<_>>() {
        if run.state.at_war(power, other) {
            run.emit(Event::RelationSet { one: power, other, kind: RelationKind::Neutral });
        }
    }
}

/// Whoever has an army in a space against the one who is to get it keeps it.
fn occupant(run: &Run, captor: PowerIx, space: SpaceIx) -> Option<PowerIx> {
    let side = run.state.side_of(captor)?;
    let hostile = |power: PowerIx| run.state.side_of(power).is_some_and(|other| run.state.sides_at_war(side, other));
    let armies = run.state.stacks_in(space).iter().filter(|stack| stack.army != 0);
    armies.map(|stack| stack.power).find(|power| hostile(*power))
}

fn surrender(run: &mut Run, power: PowerIx, to: Option<Actor>, units_to: Option<PowerIx>, scene: &Scene) {
    let stacks: Vec<_> = run.state.stacks.iter().filter(|stack| stack.power == power).copied().collect();
    for stack in stacks {
        match units_to {
            Some(heir) => run.emit(Event::Handed { stack, to: heir }),
            None => run.emit(Event::Removed { stack, why: LossReason::Rule }),
        }
    }
    if let Some(captor) = to.and_then(|to| run.lead(to)) {
        let held: Vec<SpaceIx> = (0..run.rules.board.spaces.len())
            .map(SpaceIx::new)
            .filter(|space| run.state.holder(*space) == Some(power))
            .collect();
        for space in held {
            let holds = occupant(run, captor, space).unwrap_or(captor);
            run.capture(space, Some(holds));
        }
    }
    run.emit(Event::SideSet { power, side: None });
    make_peace(run, power);
    run.emit(Event::Surrendered { power });
    triggers::fire(run, &Moment::PowerSurrendered(power), scene);
}
