//! Firepower and advance: announced attacks, defensive assaults, assaults, advances, then exploitation army by army.
//!
//! The phase is a small automaton: `proceed` goes on until somebody has to decide. Who decides may change: the attacker
//! announces, the defender says whether he fires, the owner of losses picks them and leads his retreats.

pub mod advance;
pub mod fire;
mod losses;
mod retreat;

use chartroom_format::schema::units::Domain;

use super::{FirepowerRules, Next};
use crate::action::{Action, Refusal};
use crate::condition::Scene;
use crate::event::Event;
use crate::ids::{Actor, SideIx, SpaceIx};
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::{CombatStep, State};
use crate::triggers::{self, Moment};

pub(super) fn begin(run: &mut Run) -> Next {
    run.emit(Event::CombatStepped { step: CombatStep::Announce });
    Next::Waits
}

/// The side that must decide instead of the one whose phase it is.
pub(super) fn deciding(state: &State) -> Option<SideIx> {
    if let Some(due) = state.combat.losses.first() {
        return Some(due.side);
    }
    if let Some(due) = state.combat.retreats.first() {
        return Some(due.side);
    }
    match state.combat.step {
        CombatStep::Defence | CombatStep::ExploitDefence => {
            state.combat.to_defend.first().and_then(|space| state.holding_side(*space))
        }
        _ => None,
    }
}

/// Whether a space may be attacked by a side: held by somebody it is at war with.
pub fn is_hostile(state: &State, side: SideIx, space: SpaceIx) -> bool {
    state.holder(space).is_some_and(|power| {
        state.side_of(power) != Some(side) && state.actors_at_war(Actor::Side(side), Actor::Power(power))
    })
}

/// Hexes an army may attack or advance into from where it stands.
pub fn targets(rules: &Ruleset, state: &State, side: SideIx, from: SpaceIx) -> Vec<SpaceIx> {
    rules
        .board
        .links_of(from)
        .iter()
        .filter(|link| link.attacks.has(Domain::Land) && link.passes.has(Domain::Land))
        .map(|link| link.to)
        .filter(|to| rules.board.has_land(*to) && (state.is_friendly(*to, side) || is_hostile(state, side, *to)))
        .collect()
}

pub(super) fn act(run: &mut Run, side: SideIx, settings: &FirepowerRules, action: &Action) -> Result<Next, Refusal> {
    if !run.state.combat.losses.is_empty() {
        losses::choose(run, action)?;
        return Ok(proceed(run, side, settings));
    }
    if !run.state.combat.retreats.is_empty() {
        retreat::choose(run, action)?;
        return Ok(proceed(run, side, settings));
    }
    match (run.state.combat.step, *action) {
        (CombatStep::Announce, Action::Announce { army, target }) => announce(run, side, army, target)?,
        (CombatStep::Announce, Action::Done) => close_announcements(run, side, settings),
        (CombatStep::Defence | CombatStep::ExploitDefence, Action::Fire { space }) => {
            asked(run, space)?;
            fire::defensive_assault(run, side, settings, space);
        }
        (CombatStep::Defence | CombatStep::ExploitDefence, Action::HoldFire { space }) => {
            asked(run, space)?;
            run.emit(Event::DefenceAnswered { space, fired: false });
        }
        (CombatStep::Assault, Action::Assault { from, target }) => {
            fire::assault(run, side, settings, from, target, None)?;
        }
        (CombatStep::Assault, Action::Done) => run.emit(Event::CombatStepped { step: CombatStep::Advance }),
        (CombatStep::Advance, Action::Advance { army }) => advance_announced(run, side, settings, army)?,
        (CombatStep::Advance, Action::Done) => run.emit(Event::CombatStepped { step: CombatStep::Exploit }),
        (CombatStep::Exploit, Action::Exploit { army, target }) => exploit(run, side, settings, army, target)?,
        (CombatStep::Exploit, Action::Done) => return Ok(end(run)),
        (CombatStep::ExploitAssault, Action::Assault { from, target }) => {
            let army = run.state.combat.exploiting.map(|(army, _)| army);
            fire::assault(run, side, settings, from, target, army)?;
        }
        (CombatStep::ExploitAssault, Action::Done) => advance_exploiting(run, side, settings),
        _ => return Err(Refusal::new("hgw:initial.5", "this is not the step for that")),
    }
    Ok(proceed(run, side, settings))
}

fn end(run: &mut Run) -> Next {
    run.emit(Event::CombatEnded);
    Next::Over
}

/// An army's record must allow it to go on attacking.
fn ready(run: &Run, side: SideIx, army: u8) -> Result<SpaceIx, Refusal> {
    let Some(space) = run.state.army_space(side, army) else {
        return Err(Refusal::new("", "there is no such army"));
    };
    if run.state.is_cut_off(space) && run.state.combat.record(side, army).is_none_or(|record| record.advanced == 0) {
        return Err(Refusal::new("hgw:unsupplied.4.a", "armies that are cut off may not attack"));
    }
    Ok(space)
}

fn announce(run: &mut Run, side: SideIx, army: u8, target: SpaceIx) -> Result<(), Refusal> {
    let space = ready(run, side, army)?;
    if run.state.combat.record(side, army).is_some_and(|record| record.target.is_some()) {
        return Err(Refusal::new("hgw:attack.5", "an army attacks one hex at a time"));
    }
    if !targets(run.rules, &run.state, side, space).contains(&target) {
        let rule = if run.rules.board.link(space, target).is_some() { "hgw:barb-special.1" } else { "hgw:attack.5" };
        return Err(Refusal::new(rule, "an army attacks adjacent hexes of its enemies, or enters friendly ones"));
    }
    run.emit(Event::Announced { side, army, target });
    attacked(run, side, target);
    Ok(())
}

/// Rules that look at attacks.
fn attacked(run: &mut Run, side: SideIx, target: SpaceIx) {
    if is_hostile(&run.state, side, target) {
        let scene = Scene { side: Some(side), at: Some(target), ..Scene::default() };
        triggers::fire(run, &Moment::Attacked(target), &scene);
    }
}

fn close_announcements(run: &mut Run, side: SideIx, settings: &FirepowerRules) {
    let mut spaces: Vec<SpaceIx> = run.state.combat.armies.iter().filter_map(|record| record.target).collect();
    spaces.sort_unstable();
    spaces.dedup();
    spaces.retain(|space| fire::may_defend(run.rules, &run.state, side, settings, *space));
    run.emit(Event::DefenceAsked { spaces });
    run.emit(Event::CombatStepped { step: CombatStep::Defence });
}

fn asked(run: &Run, space: SpaceIx) -> Result<(), Refusal> {
    if run.state.combat.to_defend.contains(&space) {
        Ok(())
    } else {
        Err(Refusal::new("hgw:initial.4", "nobody asks the defenders of that hex"))
    }
}

fn advance_announced(run: &mut Run, side: SideIx, settings: &FirepowerRules, army: u8) -> Result<(), Refusal> {
    ready(run, side, army)?;
    let record = run.state.combat.record(side, army).copied();
    let Some(target) = record.filter(|record| !record.done && record.advanced == 0).and_then(|record| record.target)
    else {
        return Err(Refusal::new("hgw:initial.1", "only armies that announced an attack may advance, once"));
    };
    advance::resolve(run, side, settings, army, target);
    Ok(())
}

fn exploit(run: &mut Run, side: SideIx, settings: &FirepowerRules, army: u8, target: SpaceIx) -> Result<(), Refusal> {
    let space = ready(run, side, army)?;
    let record = run.state.combat.record(side, army).copied();
    if record.is_none_or(|record| record.done || record.advanced == 0) {
        return Err(Refusal::new("hgw:exploit.1", "only armies that advanced may exploit"));
    }
    if !targets(run.rules, &run.state, side, space).contains(&target) {
        return Err(Refusal::new(
            "hgw:attack.5",
            "an army attacks adjacent hexes of its enemies, or enters friendly ones",
        ));
    }
    if let Some((other, _)) = run.state.combat.exploiting
        && other != army
    {
        run.emit(Event::AttackEnded { side, army: other });
    }
    run.emit(Event::Exploiting { army: Some(army), target: Some(target) });
    attacked(run, side, target);
    let spaces =
        if fire::may_defend(run.rules, &run.state, side, settings, target) { vec![target] } else { Vec::new() };
    run.emit(Event::DefenceAsked { spaces });
    run.emit(Event::CombatStepped { step: CombatStep::ExploitDefence });
    Ok(())
}

/// An exploitation attack ends with an advance attempt.
fn advance_exploiting(run: &mut Run, side: SideIx, settings: &FirepowerRules) {
    run.emit(Event::CombatStepped { step: CombatStep::Exploit });
    if let Some((army, Some(target))) = run.state.combat.exploiting {
        run.emit(Event::Exploiting { army: Some(army), target: None });
        if run.state.army_space(side, army).is_some() {
            advance::resolve(run, side, settings, army, target);
        }
    }
}

/// Goes on until somebody has to decide, or the phase is over.
fn proceed(run: &mut Run, side: SideIx, settings: &FirepowerRules) -> Next {
    loop {
        if run.state.outcome.is_some() {
            return end(run);
        }
        if !losses::settle(run) || !retreat::settle(run) {
            return Next::Waits;
        }
        if advance::enter(run, side) {
            continue;
        }
        let step = match run.state.combat.step {
            CombatStep::Defence if run.state.combat.to_defend.is_empty() => CombatStep::Assault,
            CombatStep::Assault if assaults(run.rules, &run.state, side, settings).is_empty() => CombatStep::Advance,
            CombatStep::Advance if advances(run.rules, &run.state, side).is_empty() => CombatStep::Exploit,
            CombatStep::Exploit if exploits(run.rules, &run.state, side).is_empty() => return end(run),
            CombatStep::ExploitDefence if run.state.combat.to_defend.is_empty() => CombatStep::ExploitAssault,
            CombatStep::ExploitAssault if exploit_assault(run.rules, &run.state, side, settings).is_none() => {
                advance_exploiting(run, side, settings);
                continue;
            }
            _ => return Next::Waits,
        };
        run.emit(Event::CombatStepped { step });
    }
}

/// Assaults that may still be fired in the initial attack: from where, at what.
fn assaults(rules: &Ruleset, state: &State, side: SideIx, settings: &FirepowerRules) -> Vec<Action> {
    let mut found = Vec::new();
    for record in state.combat.armies.iter().filter(|record| record.side == side && !record.assaulted && !record.done) {
        let (Some(target), Some(from)) = (record.target, state.army_space(side, record.army)) else { continue };
        let action = Action::Assault { from, target };
        if is_hostile(state, side, target)
            && !found.contains(&action)
            && fire::assault_strength(rules, state, side, settings, from, target, None) > 0
        {
            found.push(action);
        }
    }
    found
}

fn advances(rules: &Ruleset, state: &State, side: SideIx) -> Vec<Action> {
    let open = state
        .combat
        .armies
        .iter()
        .filter(|record| record.side == side && !record.done && record.advanced == 0 && record.target.is_some());
    open.filter(|record| {
        // A hex that changed hands may be out of bounds by now.
        state
            .army_space(side, record.army)
            .is_some_and(|from| record.target.is_some_and(|target| targets(rules, state, side, from).contains(&target)))
    })
    .map(|record| Action::Advance { army: record.army })
    .collect()
}

fn exploits(rules: &Ruleset, state: &State, side: SideIx) -> Vec<Action> {
    let mut found = Vec::new();
    for record in state.combat.armies.iter().filter(|record| record.side == side && !record.done && record.advanced > 0)
    {
        let Some(from) = state.army_space(side, record.army) else { continue };
        for target in targets(rules, state, side, from) {
            found.push(Action::Exploit { army: record.army, target });
        }
    }
    found
}

fn exploit_assault(rules: &Ruleset, state: &State, side: SideIx, settings: &FirepowerRules) -> Option<Action> {
    let (army, target) = state.combat.exploiting?;
    let (target, from) = (target?, state.army_space(side, army)?);
    let unused = state.combat.record(side, army).is_some_and(|record| !record.assaulted && !record.done);
    let fires = unused
        && is_hostile(state, side, target)
        && fire::assault_strength(rules, state, side, settings, from, target, Some(army)) > 0;
    fires.then_some(Action::Assault { from, target })
}

pub(super) fn legal(rules: &Ruleset, state: &State, side: SideIx, settings: &FirepowerRules) -> Vec<Action> {
    if !state.combat.losses.is_empty() {
        return losses::legal(rules, state);
    }
    if !state.combat.retreats.is_empty() {
        return retreat::legal(rules, state);
    }
    match state.combat.step {
        CombatStep::Announce => {
            let mut actions = vec![Action::Done];
            for (army, space) in state.armies(side) {
                let free = state.combat.record(side, army).is_none_or(|record| record.target.is_none());
                if free && !state.is_cut_off(space) {
                    let hexes = targets(rules, state, side, space);
                    actions.extend(hexes.into_iter().map(|target| Action::Announce { army, target }));
                }
            }
            actions
        }
        CombatStep::Defence | CombatStep::ExploitDefence => state
            .combat
            .to_defend
            .first()
            .map_or_else(Vec::new, |space| vec![Action::Fire { space: *space }, Action::HoldFire { space: *space }]),
        CombatStep::Assault => with_done(assaults(rules, state, side, settings)),
        CombatStep::Advance => with_done(advances(rules, state, side)),
        CombatStep::Exploit => with_done(exploits(rules, state, side)),
        CombatStep::ExploitAssault => with_done(exploit_assault(rules, state, side, settings).into_iter().collect()),
        CombatStep::None => Vec::new(),
    }
}

fn with_done(mut actions: Vec<Action>) -> Vec<Action> {
    actions.insert(0, Action::Done);
    actions
}

/// Takes the losses that leave no choice.
pub(crate) fn settle_losses(run: &mut Run) {
    losses::settle(run);
}
