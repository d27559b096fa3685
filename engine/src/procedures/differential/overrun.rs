//! Running weak enemies over: a kind of movement. All who take part set out from one space, go on with what points they have
//! left, and need no supply.

use chartroom_format::schema::refusal::Ban;
use chartroom_format::schema::units::Domain;

use super::march::{self, Mover};
use super::{battle, limits, zones};
use crate::action::{Command, Refusal};
use crate::ids::{PowerIx, SideIx, SpaceIx};
use crate::query::stacking;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::campaign::{Group, Pledge};
use crate::state::{Stack, State};

/// Whether so many points run over whoever holds a space.
pub fn overruns(rules: &Ruleset, state: &State, group: Group, to: SpaceIx) -> bool {
    wins(rules, state, &[group], beside(rules, group.space, to), to)
}

/// A space that units from farther away could come from: their own if it is adjacent.
pub(super) fn beside(rules: &Ruleset, from: SpaceIx, to: SpaceIx) -> SpaceIx {
    if rules.board.link(from, to).is_some() {
        return from;
    }
    let links = rules.board.links_of(to).iter();
    links.into_iter().find(|link| link.passes.has(Domain::Land)).map_or(from, |link| link.to)
}

/// A sure differential from an adjacent space against a defender of little worth. Everybody counts at his face value.
pub(super) fn wins(rules: &Ruleset, state: &State, force: &[Group], from: SpaceIx, to: SpaceIx) -> bool {
    let settings = rules.march(state);
    let (Some(at), Some(lead)) = (settings.overrun_at, force.first()) else { return false };
    let worth: i64 =
        zones::enemies_in(rules, state, lead.power, to).map(|stack| battle::face_value(rules, stack)).sum();
    if worth == 0 || worth > settings.overrun_up_to {
        return false;
    }
    let pledges: Vec<Pledge> =
        force.iter().map(|group| Pledge { target: to, group: Group { space: from, ..*group } }).collect();
    let Some(mut combat) = battle::combat(rules, state, lead.power, &pledges, to) else { return false };
    for (points, group) in combat.attacker.iter_mut().zip(force) {
        let stack =
            Stack { space: from, army: 0, power: group.power, unit: group.unit, damaged: 0, count: group.count };
        points.points = battle::face_value(rules, &stack).clamp(0, 1000) as u16;
    }
    i64::from(combat.differential()) >= at
}

/// Everybody of a side in a space who can go together: those who have not moved, else those who came from one space running
/// enemies over.
fn force(rules: &Ruleset, state: &State, side: SideIx, from: SpaceIx) -> Vec<Mover> {
    let own = state.stacks_in(from).iter().filter(|stack| limits::moves(rules, state, side, stack.power));
    let groups: Vec<Group> =
        own.map(|stack| Group { space: from, power: stack.power, unit: stack.unit, count: stack.count }).collect();
    let fresh = groups.iter().filter_map(|group| {
        let stack =
            Stack { space: from, army: 0, power: group.power, unit: group.unit, damaged: 0, count: group.count };
        let count = march::fresh(rules, state, &stack).min(group.count);
        (count > 0).then(|| march::mover(rules, state, Group { count, ..*group })).flatten()
    });
    let fresh: Vec<Mover> = fresh.collect();
    if !fresh.is_empty() {
        return fresh;
    }
    let going = state.campaign.marched.iter().filter(|marched| marched.group.space == from && marched.left > 0);
    let going: Vec<Mover> = going.filter_map(|marched| march::mover(rules, state, marched.group)).collect();
    let origin = going.first().map(|mover| mover.origin);
    going.into_iter().filter(|mover| Some(mover.origin) == origin).collect()
}

/// All units of a space that can go together run over the enemies in another.
pub(super) fn overrun(run: &mut Run, side: SideIx, from: SpaceIx, to: SpaceIx) -> Result<(), Refusal> {
    let force = force(run.rules, &run.state, side, from);
    if force.is_empty() {
        return Err(Refusal::of(Ban::HasMoved, "nobody there can still move"));
    }
    march::advance(run, &force, to)
}

/// Overruns that open from a space to its neighbours, by single groups or by all together.
pub(super) fn commands(rules: &Ruleset, state: &State, side: SideIx, stack: &Stack, count: u16) -> Vec<Command> {
    let (power, unit, from) = (stack.power, stack.unit, stack.space);
    let group = Group { space: from, power, unit, count };
    let weak = |to: &SpaceIx| zones::enemies_in(rules, state, power, *to).next().is_some();
    let neighbours = rules.board.links_of(from).iter().map(|link| link.to).filter(weak);
    let mut found = Vec::new();
    for to in neighbours {
        let open = |force: &[Group], lead: PowerIx| {
            let total: i64 = force.iter().map(|group| i64::from(group.count)).sum();
            wins(rules, state, force, from, to)
                && stacking::room(rules, state, lead, unit, to) >= total
                && force.iter().all(|group| limits::confined(rules, state, group.power, to).is_none())
                && force.iter().all(|group| limits::leaves_garrison(rules, state, *group, to).is_none())
                && march::ways_together(rules, state, lead, force, Some(to)).left(to).is_some()
        };
        if open(&[group], power) {
            found.push(Command::March { from, power, unit, count, to });
        }
        let together: Vec<Group> = force(rules, state, side, from).into_iter().map(|mover| mover.group).collect();
        let leads = together.len() > 1 && together[0].power == power && together[0].unit == unit;
        if leads && open(&together, power) {
            found.push(Command::Overrun { from, to });
        }
    }
    found
}
