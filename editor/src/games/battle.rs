//! Which events are battles, and where they are fought: whatever the family of combat.

use chartroom_engine::ids::SpaceIx;
use chartroom_engine::{CampaignEvent, Event, FleetEvent, ManeuverEvent, Operation};

/// The space of a battle, if the event is one.
pub fn battle_at(event: &Event) -> Option<SpaceIx> {
    match event {
        Event::Fired { at, .. } => Some(*at),
        Event::AdvanceTried { to, .. } => Some(*to),
        Event::SeaBattleFought { battle } => Some(battle.space),
        Event::Operation(Operation::RoundFought { space, .. }) => Some(*space),
        Event::Campaign(CampaignEvent::Fought { engagement, .. }) => Some(engagement.target),
        Event::Campaign(CampaignEvent::Struck { at, .. }) => Some(*at),
        Event::Campaign(CampaignEvent::Raided { target, .. }) => Some(*target),
        Event::Maneuver(ManeuverEvent::Fought { clash, .. }) => Some(clash.target),
        Event::Fleets(FleetEvent::Fought { at, .. }) => Some(*at),
        _ => None,
    }
}
