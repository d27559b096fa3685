//! What happened in the war at sea by spaces, beyond ships that moved and ships that were lost.

use crate::ids::{RouteIx, SideIx, SpaceIx};
use crate::procedures::fleets;
use crate::ruleset::Ruleset;
use crate::state::Stack;
use crate::state::fleets::{Fleet, Keel, Task, Voyage};

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FleetEvent {
    /// A side's naval turn begins: what its fleets did before is forgotten.
    TurnBegan {
        side: SideIx,
    },
    StageBegan {
        stage: u8,
    },
    /// Ships set out.
    SetOut {
        voyage: Voyage,
    },
    /// They have arrived, or were turned back or sunk.
    VoyageOver {
        fleet: Fleet,
        arrived: bool,
    },
    /// They were looked for all along their way.
    Searched {
        side: SideIx,
        found: Option<SpaceIx>,
    },
    /// A fleet stays where it is and lets ships pass.
    LetPass {
        hunter: Fleet,
    },
    /// A fleet tried to meet ships or a route at sea.
    WentOut {
        hunter: Fleet,
        at: SpaceIx,
        need: i64,
        die: i64,
        met: bool,
    },
    /// A battle at sea was fought, and the one of two remained.
    Fought {
        one: Fleet,
        other: Fleet,
        at: SpaceIx,
        lost: (i64, i64),
        won: bool,
    },
    /// A fleet does nothing more until its next turn.
    Beaten {
        fleet: Fleet,
    },
    /// Ships came a long way.
    Tired {
        fleet: Fleet,
        add: i8,
    },
    /// Ships have changed their base.
    Rebased {
        stack: Stack,
    },
    Escorting {
        fleet: Fleet,
        route: RouteIx,
    },
    /// A fleet has had its try at a route.
    Tried {
        fleet: Fleet,
        route: RouteIx,
    },
    /// Points of a route were sunk.
    RouteHit {
        fleet: Fleet,
        route: RouteIx,
        points: u16,
    },
    /// A side paid for what its routes lost.
    RoutesPaid {
        side: SideIx,
        routes: Vec<RouteIx>,
        points: i64,
    },
    StagesOver,
    /// A ship was begun.
    Laid {
        keel: Keel,
    },
    /// Points were paid for a ship under construction.
    PaidFor {
        keel: Keel,
        points: u16,
    },
}

impl FleetEvent {
    pub(super) fn tell(&self, rules: &Ruleset) -> String {
        let place = |space: &SpaceIx| rules.space_name(*space);
        let fleet = |fleet: &Fleet| {
            let kind = if fleet.submarine { "submarines" } else { "ships" };
            format!("{kind} of {} in {}", rules.power(fleet.power).id, rules.space_name(fleet.space))
        };
        let route = |route: &RouteIx| fleets::route_title(rules, *route);
        match self {
            Self::TurnBegan { side } => format!("the naval turn of {} began", rules.sides[side.index()]),
            Self::StageBegan { stage } => format!("stage {} of the naval turn began", stage + 1),
            Self::SetOut { voyage } => {
                let why = match voyage.task {
                    Task::Base => "for another base".to_owned(),
                    Task::Patrol => "on patrol".to_owned(),
                    Task::Home => "for home".to_owned(),
                    Task::Hunt(of) => format!("against {}", route(&of)),
                };
                let count: u16 = voyage.ships.iter().map(|(_, count)| count).sum();
                let to = voyage.path.last().map_or_else(|| "nowhere", |space| place(space));
                format!("{count} of the {} set out {why}, to {to}", fleet(&voyage.fleet))
            }
            Self::VoyageOver { fleet: of, arrived: true } => format!("the {} arrived", fleet(of)),
            Self::VoyageOver { fleet: of, arrived: false } => format!("the {} were stopped", fleet(of)),
            Self::Searched { side, found: Some(at) } => {
                format!("{} spotted them at {}", rules.sides[side.index()], place(at))
            }
            Self::Searched { side, found: None } => format!("{} did not find them", rules.sides[side.index()]),
            Self::LetPass { hunter } => format!("the {} let them pass", fleet(hunter)),
            Self::WentOut { hunter, at, need, die, met } => format!(
                "the {} went out to {}: {die} against {need} or less, {}",
                fleet(hunter),
                place(at),
                if *met { "and met them" } else { "in vain" }
            ),
            Self::Fought { one, other, at, lost, won } => format!(
                "the {} fought the {} at {}: {} lost and {} sunk, {} remained",
                fleet(one),
                fleet(other),
                place(at),
                lost.0,
                lost.1,
                if *won { "the first" } else { "the second" }
            ),
            Self::Beaten { fleet: of } => format!("the {} go back to harbour and stay there", fleet(of)),
            Self::Tired { fleet: of, add } => format!("the {} came a long way: {add:+} to go out", fleet(of)),
            Self::Rebased { stack } => format!(
                "{} {} of {} have a new base, {}",
                stack.count,
                rules.unit(stack.unit).id,
                rules.power(stack.power).id,
                place(&stack.space)
            ),
            Self::Escorting { fleet: of, route: along } => format!("the {} escort {}", fleet(of), route(along)),
            Self::Tried { fleet: of, route: along } => {
                format!("the {} have had their try at {}", fleet(of), route(along))
            }
            Self::RouteHit { fleet: of, route: along, points } => {
                format!("the {} sank {points} points of {}", fleet(of), route(along))
            }
            Self::RoutesPaid { side, points, .. } => {
                format!("{} is short of {points} points that were sunk", rules.sides[side.index()])
            }
            Self::Laid { keel } => {
                format!("{} laid down a {}", rules.power(keel.power).id, rules.unit(keel.unit).id)
            }
            Self::PaidFor { keel, points } => format!(
                "{points} points were paid for a {} of {}, {} are left",
                rules.unit(keel.unit).id,
                rules.power(keel.power).id,
                keel.left - points
            ),
            Self::StagesOver => "the naval turn is over".to_owned(),
        }
    }
}
