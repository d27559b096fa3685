//! Events of the war at sea by spaces, applied to its records.

use super::campaign::put;
use crate::event::FleetEvent;
use crate::state::State;
use crate::state::fleets::{Fleets, Keel};

pub(super) fn apply(state: &mut State, event: &FleetEvent) {
    let sides = &state.sides;
    let fleets = &mut state.fleets;
    match event {
        FleetEvent::TurnBegan { side } => {
            let others = |power: crate::ids::PowerIx| sides.get(power.index()).copied() != Some(side.0 + 1);
            fleets.escorts.retain(|(fleet, _)| others(fleet.power));
            fleets.beaten.retain(|fleet| others(fleet.power));
            fleets.tired.retain(|(fleet, _)| others(fleet.power));
            over(fleets);
        }
        FleetEvent::StageBegan { stage } => fleets.stage = *stage,
        FleetEvent::SetOut { voyage } => fleets.voyage = Some(voyage.clone()),
        FleetEvent::VoyageOver { .. } => fleets.voyage = None,
        FleetEvent::Searched { side, found: None } => {
            if let Some(voyage) = &mut fleets.voyage {
                let others = |power: crate::ids::PowerIx| sides.get(power.index()).copied() != Some(side.0 + 1);
                voyage.hunters.retain(|(hunter, _)| others(hunter.power));
            }
        }
        FleetEvent::LetPass { hunter } | FleetEvent::WentOut { hunter, .. } => {
            if let Some(voyage) = &mut fleets.voyage {
                voyage.hunters.retain(|(other, _)| other != hunter);
            }
        }
        FleetEvent::Beaten { fleet } => {
            fleets.escorts.retain(|(other, _)| other != fleet);
            if !fleets.is_beaten(*fleet) {
                put(&mut fleets.beaten, *fleet);
            }
        }
        FleetEvent::Tired { fleet, add } => {
            fleets.tired.retain(|(other, _)| other != fleet);
            put(&mut fleets.tired, (*fleet, *add));
        }
        FleetEvent::Rebased { stack } => put(&mut fleets.moved, *stack),
        FleetEvent::Escorting { fleet, route } => {
            fleets.escorts.retain(|(other, _)| other != fleet);
            put(&mut fleets.escorts, (*fleet, *route));
        }
        FleetEvent::Tried { fleet, route } => {
            if !fleets.tried.contains(&(*fleet, *route)) {
                put(&mut fleets.tried, (*fleet, *route));
            }
        }
        FleetEvent::RouteHit { route, points, .. } => match fleets.sunk.binary_search_by_key(route, |(of, _)| *of) {
            Ok(at) => fleets.sunk[at].1 = fleets.sunk[at].1.saturating_add(*points),
            Err(at) => fleets.sunk.insert(at, (*route, *points)),
        },
        FleetEvent::RoutesPaid { routes, .. } => fleets.sunk.retain(|(route, _)| !routes.contains(route)),
        FleetEvent::StagesOver => over(fleets),
        FleetEvent::Laid { keel } => put(&mut fleets.keels, *keel),
        FleetEvent::PaidFor { keel, points } => {
            if let Some(at) = fleets.keels.iter().position(|other| other == keel) {
                fleets.keels.remove(at);
                if keel.left > *points {
                    put(&mut fleets.keels, Keel { left: keel.left - points, ..*keel });
                }
            }
        }
        FleetEvent::Searched { .. } | FleetEvent::Fought { .. } => {}
    }
}

/// What is remembered of one naval turn only.
fn over(fleets: &mut Fleets) {
    fleets.stage = 0;
    fleets.voyage = None;
    fleets.moved.clear();
    fleets.tried.clear();
}
