//! Events of a game of strength points, applied to its records.

use crate::event::{CampaignEvent, Closing};
use crate::ids::{PowerIx, SideIx, SpaceIx, UnitIx};
use crate::state::campaign::{Campaign, Fallen, Group, Marched, Pending, Pledge, Started};
use crate::state::{Stack, State};

pub(super) fn apply(state: &mut State, event: &CampaignEvent) {
    match event {
        CampaignEvent::Worn { stack } => {
            super::remove(state, Stack { count: 1, ..*stack });
            super::add(state, Stack { count: 1, damaged: stack.damaged.saturating_add(1), ..*stack });
        }
        CampaignEvent::Closed { what, side } => close(state, *what, *side),
        CampaignEvent::Sea(event) => super::sea::apply(state, event),
        _ => record(&mut state.campaign, event),
    }
}

fn record(campaign: &mut Campaign, event: &CampaignEvent) {
    match event {
        CampaignEvent::MarchEnded { before, now, .. } => {
            if let Some(before) = before {
                take_marched(campaign, *before, now.group.count);
            }
            add_marched(campaign, *now);
        }
        CampaignEvent::Pledged { pledge } => put(&mut campaign.pledged, *pledge),
        CampaignEvent::PledgeWithdrawn { target } => campaign.pledged.retain(|pledge| pledge.target != *target),
        CampaignEvent::Widened { target, with } => widen(campaign, *target, *with),
        CampaignEvent::Fought { engagement, others, .. } => {
            let target = engagement.target;
            let (fighting, waiting) = campaign.pledged.iter().partition(|pledge| pledge.target == target);
            campaign.pledged = waiting;
            let fighting: Vec<Pledge> = fighting;
            for pledge in fighting {
                put(&mut campaign.fought, pledge);
            }
            put(&mut campaign.attacked, target);
            for space in others {
                put(&mut campaign.attacked, *space);
            }
            campaign.engagement = Some(*engagement);
        }
        CampaignEvent::LossChosen => {
            if let Some(engagement) = &mut campaign.engagement {
                engagement.losses = engagement.losses.saturating_sub(1);
                engagement.hurt = true;
            }
        }
        CampaignEvent::FellBack { group } => put(&mut campaign.fell_back, *group),
        CampaignEvent::Followed { group, to } => {
            let target = campaign.engagement.map_or(*to, |engagement| engagement.target);
            follow(&mut campaign.fought, target, *group, *to);
            campaign.landings.retain(|landing| landing.group.space != group.space || landing.contested);
        }
        CampaignEvent::EngagementEnded => {
            if let Some(engagement) = campaign.engagement.take() {
                campaign.joined.retain(|(head, _)| *head != engagement.target);
            }
        }
        CampaignEvent::Landed { landing } => put(&mut campaign.landings, *landing),
        CampaignEvent::LandingSettled { landing } => campaign.landings.retain(|other| other != landing),
        CampaignEvent::CutOff { list } => campaign.cut_off.clone_from(list),
        CampaignEvent::Carried { by, points } => count_up(&mut campaign.carried, *by, *points),
        CampaignEvent::Unloaded { port, points } => count_up(&mut campaign.unloaded, *port, *points),
        CampaignEvent::AirSupplyJudged { bases } => campaign.air_bases.clone_from(bases),
        CampaignEvent::Rebased { group } => put(&mut campaign.flown, *group),
        CampaignEvent::SentOut { mission } => put(&mut campaign.missions, *mission),
        CampaignEvent::Raided { target, production_lost, .. } => {
            count_up(&mut campaign.bombed, *target, *production_lost);
        }
        CampaignEvent::Ordered { pending, rebuilt } => order(campaign, *pending, *rebuilt),
        CampaignEvent::Began { power, unit } => start(campaign, *power, *unit, 1),
        CampaignEvent::Due { pending } => put(&mut campaign.pending, *pending),
        CampaignEvent::Delivered { pending } => deliver(campaign, *pending),
        CampaignEvent::Fell { power, unit, count } => {
            let key = (*power, *unit);
            match campaign.fallen.binary_search_by_key(&key, |fallen| (fallen.power, fallen.unit)) {
                Ok(at) => {
                    let fallen = &mut campaign.fallen[at];
                    fallen.this_turn = fallen.this_turn.saturating_add(*count);
                    fallen.in_all = fallen.in_all.saturating_add(*count);
                }
                Err(at) => {
                    campaign
                        .fallen
                        .insert(at, Fallen { power: *power, unit: *unit, this_turn: *count, in_all: *count });
                }
            }
        }
        CampaignEvent::IndustryCounted { captured, retaken } => {
            campaign.captured.clone_from(captured);
            campaign.retaken.clone_from(retaken);
        }
        CampaignEvent::Shared { power, shares } => {
            campaign.shares.retain(|(owner, ..)| owner != power);
            let parts = shares.iter().enumerate().map(|(part, points)| (*power, part as u8, *points));
            campaign.shares.extend(parts);
            campaign.shares.sort_unstable();
        }
        CampaignEvent::Pooled { power, from, to, points } => put(&mut campaign.pooled, (*power, *from, *to, *points)),
        CampaignEvent::Grounded { list } => campaign.grounded.clone_from(list),
        CampaignEvent::Worn { .. }
        | CampaignEvent::Struck { .. }
        | CampaignEvent::Sea(_)
        | CampaignEvent::Closed { .. }
        | CampaignEvent::Lent { .. } => {}
    }
}

fn start(campaign: &mut Campaign, power: PowerIx, unit: UnitIx, count: u16) {
    match campaign.started.binary_search_by_key(&(power, unit), |started| (started.power, started.unit)) {
        Ok(at) => campaign.started[at].now = campaign.started[at].now.saturating_add(count),
        Err(at) => campaign.started.insert(at, Started { power, unit, before: 0, now: count }),
    }
}

fn order(campaign: &mut Campaign, pending: Pending, rebuilt: bool) {
    let key = (pending.power, pending.unit);
    start(campaign, pending.power, pending.unit, pending.count);
    if rebuilt && let Ok(at) = campaign.fallen.binary_search_by_key(&key, |fallen| (fallen.power, fallen.unit)) {
        campaign.fallen[at].in_all = campaign.fallen[at].in_all.saturating_sub(pending.count);
    }
    put(&mut campaign.pending, pending);
}

/// Takes units from what is due, from one entry or several of the same turn.
fn deliver(campaign: &mut Campaign, pending: Pending) {
    let mut left = pending.count;
    for entry in &mut campaign.pending {
        let key = |one: &Pending| (one.turn, one.power, one.unit, one.place);
        if key(entry) == key(&pending) {
            let taken = left.min(entry.count);
            entry.count -= taken;
            left -= taken;
        }
    }
    campaign.pending.retain(|entry| entry.count > 0);
}

fn close(state: &mut State, what: Closing, side: Option<SideIx>) {
    match what {
        Closing::LandTurn => state.campaign.marched.clear(),
        Closing::Combat => {
            let campaign = &mut state.campaign;
            campaign.pledged.clear();
            campaign.joined.clear();
            campaign.fought.clear();
            campaign.attacked.clear();
            campaign.fell_back.clear();
            campaign.engagement = None;
            // Whoever came ashore has no zone of control until the enemy's next combat phase is over.
            let sides = state.sides.clone();
            let phasing = side.map_or(0, |side| side.0 + 1);
            state
                .campaign
                .landings
                .retain(|landing| sides.get(landing.group.power.index()).copied().unwrap_or(0) == phasing);
        }
        Closing::Transport => {
            state.campaign.carried.clear();
            state.campaign.unloaded.clear();
            state.campaign.marched.clear();
        }
        Closing::Raids => {
            state.campaign.missions.clear();
            state.campaign.flown.clear();
            state.campaign.air_bases.clear();
        }
        Closing::Production => {
            state.campaign.bombed.clear();
            state.campaign.pooled.clear();
            for started in &mut state.campaign.started {
                (started.before, started.now) = (started.now, 0);
            }
            state.campaign.started.retain(|started| started.before > 0);
            for fallen in &mut state.campaign.fallen {
                fallen.this_turn = 0;
            }
        }
    }
}

pub(super) fn put<T: Ord + Copy>(list: &mut Vec<T>, value: T) {
    let at = list.partition_point(|other| *other < value);
    list.insert(at, value);
}

fn count_up<K: Ord + Copy>(list: &mut Vec<(K, u16)>, key: K, points: u16) {
    match list.binary_search_by_key(&key, |(key, _)| *key) {
        Ok(at) => list[at].1 = list[at].1.saturating_add(points),
        Err(at) => list.insert(at, (key, points)),
    }
}

/// Two attacks become one, with all pledged to either.
fn widen(campaign: &mut Campaign, target: SpaceIx, with: SpaceIx) {
    for (head, _) in campaign.joined.iter_mut().filter(|(head, _)| *head == with) {
        *head = target;
    }
    put(&mut campaign.joined, (target, with));
    campaign.joined.sort_unstable();
    for pledge in campaign.pledged.iter_mut().filter(|pledge| pledge.target == with) {
        pledge.target = target;
    }
    campaign.pledged.sort_unstable();
}

/// Points of an attack now stand in a space they took.
fn follow(fought: &mut Vec<Pledge>, target: SpaceIx, group: Group, to: SpaceIx) {
    let mut left = group.count;
    for pledge in fought.iter_mut().filter(|pledge| pledge.target == target) {
        let of = pledge.group;
        if (of.space, of.power, of.unit) == (group.space, group.power, group.unit) {
            let taken = left.min(of.count);
            pledge.group.count -= taken;
            left -= taken;
        }
    }
    fought.retain(|pledge| pledge.group.count > 0);
    put(fought, Pledge { target, group: Group { space: to, ..group } });
}

fn same(one: &Marched, other: &Marched) -> bool {
    let key = |marched: &Marched| {
        let group = marched.group;
        (group.space, group.power, group.unit, marched.left, marched.rail, marched.sailed, marched.overran)
    };
    key(one) == key(other)
}

fn take_marched(campaign: &mut Campaign, before: Marched, count: u16) {
    if let Some(at) = campaign.marched.iter().position(|other| same(other, &before)) {
        let left = campaign.marched[at].group.count.saturating_sub(count);
        campaign.marched[at].group.count = left;
        if left == 0 {
            campaign.marched.remove(at);
        }
    }
}

fn add_marched(campaign: &mut Campaign, now: Marched) {
    match campaign.marched.iter().position(|other| same(other, &now)) {
        Some(at) => {
            let group = &mut campaign.marched[at].group;
            group.count = group.count.saturating_add(now.group.count);
        }
        None => put(&mut campaign.marched, now),
    }
    campaign.marched.sort_unstable();
}
