//! Firepower and advance: announced attacks, defensive assaults, assaults, advances, then exploitation army by army.
//!
//! The phase is a small automaton: `proceed` goes on until somebody has to decide. Who decides may change: the attacker
//! announces, the defender says whether he fires, the owner of losses picks them and leads his retreats.

pub mod advance;
pub mod coast;
mod exploit;
pub mod fire;
pub(super) mod harbour;
pub mod landing;
pub(super) mod losses;
mod occupation;
pub mod open_ground;
pub mod peace;
pub mod quota;
mod reserve;
mod retreat;
mod sea_fire;

use chartroom_format::schema::refusal::Ban;
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
        CombatStep::Invasion => state.combat.to_intercept.first().map(|(side, _)| *side),
        CombatStep::Defence | CombatStep::LateDefence | CombatStep::ExploitDefence | CombatStep::InvasionDefence => {
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

/// Hexes an army may attack or advance into from where it stands, those of countries at peace with it not among them.
pub fn targets(rules: &Ruleset, state: &State, side: SideIx, from: SpaceIx) -> Vec<SpaceIx> {
    near(rules, from).filter(|to| state.is_friendly(*to, side) || is_hostile(state, side, *to)).collect()
}

/// Hexes with land that an army may go to from where it stands.
fn near(rules: &Ruleset, from: SpaceIx) -> impl Iterator<Item = SpaceIx> {
    let links = rules.board.links_of(from).iter();
    links
        .filter(|link| link.attacks.has(Domain::Land) && link.passes.has(Domain::Land))
        .map(|link| link.to)
        .filter(|to| rules.board.has_land(*to))
}

/// Whether a hex is among those targets.
fn is_target(rules: &Ruleset, state: &State, side: SideIx, from: SpaceIx, to: SpaceIx) -> bool {
    near(rules, from).any(|near| near == to) && (state.is_friendly(to, side) || is_hostile(state, side, to))
}

/// Hexes an army may attack or advance into, at war with their holder or not.
fn open_targets<'s>(
    rules: &'s Ruleset,
    state: &'s State,
    side: SideIx,
    settings: &'s FirepowerRules,
    from: SpaceIx,
) -> impl Iterator<Item = SpaceIx> + use<'s> {
    let open = move |to: &SpaceIx| {
        state.is_friendly(*to, side)
            || is_hostile(state, side, *to)
            || peace::may_break(rules, state, side, settings, *to)
    };
    near(rules, from).filter(open)
}

pub(super) fn act(run: &mut Run, side: SideIx, settings: &FirepowerRules, action: &Action) -> Result<Next, Refusal> {
    if !run.state.combat.losses.is_empty() {
        losses::choose(run, settings, action)?;
        return Ok(proceed(run, side, settings));
    }
    if !run.state.combat.retreats.is_empty() {
        retreat::choose(run, settings, action)?;
        return Ok(proceed(run, side, settings));
    }
    match (run.state.combat.step, *action) {
        (CombatStep::Announce, Action::Announce { army, target }) => announce(run, side, settings, army, target)?,
        (CombatStep::Announce, Action::Invade { army, target, spent, ships }) => {
            landing::declare(run, side, settings, (army, target, spent, ships))?;
        }
        (CombatStep::Announce, Action::Sortie { from, target, ships }) => {
            landing::sortie(run, side, settings, (from, target, ships))?;
        }
        (_, Action::Reserve { army }) => reserve::act(run, side, settings, army)?,
        (CombatStep::Announce, Action::Done) => run.emit(Event::CombatStepped { step: CombatStep::InvasionOver }),
        (CombatStep::Invasion, Action::Intercept { space }) => {
            let Some((fleet, _)) = run.state.combat.to_intercept.iter().find(|(_, base)| *base == space).copied()
            else {
                return Err(Refusal::of(Ban::NotThere, "no fleet there can intercept"));
            };
            sea_fire::intercept(run, settings, fleet, space);
        }
        (CombatStep::Invasion, Action::Done) => {
            if let Some((fleet, space)) = run.state.combat.to_intercept.first().copied() {
                run.emit(Event::InterceptionAnswered { side: fleet, space, fired: false });
            }
        }
        (CombatStep::InvasionAssault, Action::Assault { from, target }) => {
            let army = run.state.combat.invasions.first().map(|landing| landing.army);
            fire::assault(run, side, settings, from, target, army)?;
        }
        (CombatStep::InvasionAssault, Action::Done) => landing::land(run, settings),
        (
            CombatStep::Defence | CombatStep::LateDefence | CombatStep::ExploitDefence | CombatStep::InvasionDefence,
            Action::Fire { space },
        ) => {
            asked(run, space)?;
            fire::defensive_assault(run, side, settings, space);
        }
        (
            CombatStep::Defence | CombatStep::LateDefence | CombatStep::ExploitDefence | CombatStep::InvasionDefence,
            Action::HoldFire { space },
        ) => {
            asked(run, space)?;
            run.emit(Event::DefenceAnswered { space, fired: false });
        }
        (CombatStep::Assault, Action::Assault { from, target }) => {
            fire::assault(run, side, settings, from, target, None)?;
        }
        (CombatStep::Assault, Action::Done) => ask_late(run, side, settings),
        (CombatStep::Advance, Action::Advance { army }) => advance_announced(run, side, settings, army, 0)?,
        (CombatStep::Advance, Action::Paradrop { army, points }) => {
            may_drop(run, side, army, points)?;
            advance_announced(run, side, settings, army, points)?;
        }
        (CombatStep::Advance, Action::Done) => run.emit(Event::CombatStepped { step: CombatStep::Exploit }),
        (CombatStep::Exploit, Action::Exploit { army, target }) => exploit::begin(run, side, settings, army, target)?,
        (CombatStep::Exploit, Action::Invade { army, target, spent, ships }) => {
            exploit::land(run, side, settings, (army, target, spent, ships))?;
        }
        (CombatStep::Exploit, Action::Done) => {
            exploit::may_end(run, side, settings)?;
            return Ok(end(run, settings));
        }
        (CombatStep::ExploitAssault, Action::Assault { from, target }) => {
            let army = run.state.combat.exploiting.map(|(army, _)| army);
            fire::assault(run, side, settings, from, target, army)?;
        }
        (CombatStep::ExploitAssault, Action::Done) => exploit::after_assault(run, side, settings),
        (CombatStep::ExploitAssault, Action::Paradrop { army, points }) => {
            if run.state.combat.exploiting.map(|(exploiting, _)| exploiting) != Some(army) {
                return Err(Refusal::of(Ban::WrongTime, "another army is attacking now"));
            }
            may_drop(run, side, army, points)?;
            if !run.state.combat.to_defend.is_empty() {
                return Err(Refusal::of(Ban::WrongTime, "the defenders answer before anybody advances"));
            }
            exploit::advance(run, side, settings, points);
        }
        _ => return Err(Refusal::of(Ban::WrongTime, "this is not the step for that")),
    }
    Ok(proceed(run, side, settings))
}

fn end(run: &mut Run, settings: &FirepowerRules) -> Next {
    open_ground::exhaust(run, settings);
    run.emit(Event::CombatEnded);
    Next::Over
}

/// An army's record must allow it to go on attacking.
pub(super) fn ready(run: &Run, side: SideIx, army: u8) -> Result<SpaceIx, Refusal> {
    let Some(space) = run.state.army_space(side, army) else {
        return Err(Refusal::of(Ban::NotThere, "there is no such army"));
    };
    if run.state.is_cut_off(space) && run.state.combat.record(side, army).is_none_or(|record| record.advanced == 0) {
        return Err(Refusal::of(Ban::CutOff, "armies that are cut off may not attack"));
    }
    Ok(space)
}

fn announce(run: &mut Run, side: SideIx, settings: &FirepowerRules, army: u8, target: SpaceIx) -> Result<(), Refusal> {
    let space = ready(run, side, army)?;
    let lands = run.state.combat.invasions.iter().any(|landing| landing.army == army);
    if lands || run.state.combat.record(side, army).is_some_and(|record| record.target.is_some()) {
        return Err(Refusal::of(Ban::Target, "an army attacks one hex at a time"));
    }
    if !open_targets(run.rules, &run.state, side, settings, space).any(|open| open == target) {
        let adjacent = near(run.rules, space).any(|open| open == target);
        let ban = match adjacent.then(|| run.state.holding_side(target)) {
            Some(Some(_)) => Ban::Partner,
            Some(None) => Ban::Neutral,
            None => Ban::Target,
        };
        return Err(Refusal::of(ban, "an army attacks adjacent hexes of its enemies, or enters friendly ones"));
    }
    quota::check(run.rules, &run.state, side, settings, space)?;
    run.emit(Event::Announced { side, army, target });
    attacked(run, side, settings, target);
    Ok(())
}

/// Rules that look at attacks.
pub(super) fn attacked(run: &mut Run, side: SideIx, settings: &FirepowerRules, target: SpaceIx) {
    let breach = peace::may_break(run.rules, &run.state, side, settings, target);
    if breach || is_hostile(&run.state, side, target) {
        let scene = Scene { side: Some(side), at: Some(target), ..Scene::default() };
        triggers::fire(run, &Moment::Attacked(target), &scene);
        if breach {
            peace::break_it(run, side, target, &scene);
        }
    }
}

fn close_announcements(run: &mut Run, side: SideIx, settings: &FirepowerRules) {
    let mut spaces: Vec<SpaceIx> = run.state.combat.armies.iter().filter_map(|record| record.target).collect();
    spaces.sort_unstable();
    spaces.dedup();
    spaces.retain(|space| {
        let attackers = fire::attackers(&run.state, side, *space);
        fire::may_defend(run.rules, &run.state, side, settings, *space)
            && !open_ground::defends_last(run.rules, settings, *space, &attackers)
    });
    run.emit(Event::DefenceAsked { spaces });
    run.emit(Event::CombatStepped { step: CombatStep::Defence });
}

/// After the assaults those are asked who were attacked over open ground, if there are any.
fn ask_late(run: &mut Run, side: SideIx, settings: &FirepowerRules) -> bool {
    let mut spaces: Vec<SpaceIx> = run.state.combat.armies.iter().filter_map(|record| record.target).collect();
    spaces.sort_unstable();
    spaces.dedup();
    spaces.retain(|space| {
        let attackers = fire::attackers(&run.state, side, *space);
        open_ground::defends_last(run.rules, settings, *space, &attackers)
            && fire::may_defend(run.rules, &run.state, side, settings, *space)
    });
    if spaces.is_empty() {
        return false;
    }
    run.emit(Event::DefenceAsked { spaces });
    run.emit(Event::CombatStepped { step: CombatStep::LateDefence });
    true
}

fn asked(run: &Run, space: SpaceIx) -> Result<(), Refusal> {
    if run.state.combat.to_defend.contains(&space) {
        Ok(())
    } else {
        Err(Refusal::of(Ban::WrongTime, "nobody asks the defenders of that hex"))
    }
}

/// Whether so many points of an army can drop.
fn may_drop(run: &Run, side: SideIx, army: u8, points: u8) -> Result<(), Refusal> {
    if points > 0 && i64::from(points) <= advance::can_drop(run.rules, &run.state, side, army) {
        Ok(())
    } else {
        Err(Refusal::of(Ban::HasActed, "so many points cannot drop any more"))
    }
}

fn advance_announced(
    run: &mut Run,
    side: SideIx,
    settings: &FirepowerRules,
    army: u8,
    drop: u8,
) -> Result<(), Refusal> {
    ready(run, side, army)?;
    let record = run.state.combat.record(side, army).copied();
    let Some(target) = record.filter(|record| !record.done && record.advanced == 0).and_then(|record| record.target)
    else {
        return Err(Refusal::of(Ban::NotAnnounced, "only armies that announced an attack may advance, once"));
    };
    let attempt = advance::by_land(run, side, settings, army, target, drop);
    advance::resolve(run, side, settings, attempt);
    Ok(())
}

/// The hex whose defenders are asked next though nothing is left there to fire with.
fn unable(run: &Run, side: SideIx, settings: &FirepowerRules) -> Option<SpaceIx> {
    let space = *run.state.combat.to_defend.first()?;
    (!fire::may_defend(run.rules, &run.state, side, settings, space)).then_some(space)
}

/// Goes on until somebody has to decide, or the phase is over.
fn proceed(run: &mut Run, side: SideIx, settings: &FirepowerRules) -> Next {
    loop {
        if run.state.outcome.is_some() {
            return end(run, settings);
        }
        if !losses::settle(run, settings) || !retreat::settle(run, settings) {
            return Next::Waits;
        }
        if advance::enter(run, side, settings) {
            continue;
        }
        if run.state.combat.sea_battle.is_some() {
            sea_fire::decide(run, settings);
            continue;
        }
        let step = match run.state.combat.step {
            CombatStep::InvasionOver => {
                if let Some((army, Some(_))) = run.state.combat.exploiting {
                    run.emit(Event::Exploiting { army: Some(army), target: None });
                    run.emit(Event::CombatStepped { step: CombatStep::Exploit });
                } else if !landing::next(run, settings) {
                    close_announcements(run, side, settings);
                }
                continue;
            }
            CombatStep::Invasion if run.state.combat.to_intercept.is_empty() => {
                if !coast::strike_next(run, settings) {
                    landing::reach_coast(run, settings);
                }
                continue;
            }
            CombatStep::InvasionDefence
            | CombatStep::Defence
            | CombatStep::LateDefence
            | CombatStep::ExploitDefence
                if let Some(space) = unable(run, side, settings) =>
            {
                run.emit(Event::DefenceAnswered { space, fired: false });
                continue;
            }
            CombatStep::InvasionDefence if run.state.combat.to_defend.is_empty() => CombatStep::InvasionAssault,
            CombatStep::InvasionAssault if landing::assault(run.rules, &run.state, settings).is_none() => {
                landing::land(run, settings);
                continue;
            }
            CombatStep::Defence if run.state.combat.to_defend.is_empty() => CombatStep::Assault,
            CombatStep::Assault if assaults(run.rules, &run.state, side, settings).is_empty() => {
                if ask_late(run, side, settings) {
                    continue;
                }
                CombatStep::Advance
            }
            CombatStep::LateDefence if run.state.combat.to_defend.is_empty() => CombatStep::Advance,
            CombatStep::Advance if advances(run.rules, &run.state, side).next().is_none() => CombatStep::Exploit,
            CombatStep::Exploit if exploit::open(run.rules, &run.state, side, settings).next().is_none() => {
                return end(run, settings);
            }
            CombatStep::ExploitDefence if run.state.combat.to_defend.is_empty() => CombatStep::ExploitAssault,
            CombatStep::ExploitAssault if exploit::choices(run.rules, &run.state, side, settings).is_empty() => {
                exploit::after_assault(run, side, settings);
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
            && fire::may_assault(rules, state, side, settings, (from, target), None)
        {
            found.push(action);
        }
    }
    found
}

fn advances(rules: &Ruleset, state: &State, side: SideIx) -> impl Iterator<Item = Action> {
    let open =
        state.combat.armies.iter().filter(move |record| record.side == side && !record.done && record.advanced == 0);
    open.filter(move |record| {
        // A hex that changed hands may be out of bounds by now.
        record.target.is_some_and(|target| {
            state.army_space(side, record.army).is_some_and(|from| is_target(rules, state, side, from, target))
        })
    })
    .flat_map(move |record| advance_ways(rules, state, side, record.army))
}

/// An advance on the ground, and with all who can drop.
fn advance_ways(rules: &Ruleset, state: &State, side: SideIx, army: u8) -> impl Iterator<Item = Action> {
    std::iter::once(Action::Advance { army }).chain(drop_all(rules, state, side, army))
}

fn drop_all(rules: &Ruleset, state: &State, side: SideIx, army: u8) -> Option<Action> {
    let points = advance::can_drop(rules, state, side, army).min(255) as u8;
    (points > 0).then_some(Action::Paradrop { army, points })
}

pub(super) fn legal(rules: &Ruleset, state: &State, side: SideIx, settings: &FirepowerRules) -> Vec<Action> {
    if !state.combat.losses.is_empty() {
        return losses::legal(rules, state, settings);
    }
    if !state.combat.retreats.is_empty() {
        return retreat::legal(rules, state, settings);
    }
    match state.combat.step {
        CombatStep::Announce => {
            let mut actions = vec![Action::Done];
            for (army, space) in state.armies(side) {
                let free = state.combat.record(side, army).is_none_or(|record| record.target.is_none())
                    && !state.combat.invasions.iter().any(|landing| landing.army == army);
                if free && !state.is_cut_off(space) && quota::check(rules, state, side, settings, space).is_ok() {
                    let hexes = open_targets(rules, state, side, settings, space);
                    actions.extend(hexes.map(|target| Action::Announce { army, target }));
                }
            }
            actions.extend(landing::legal(rules, state, side, settings));
            actions.extend(landing::sorties(rules, state, side, settings));
            actions
        }
        CombatStep::Invasion => {
            let fleet = state.combat.to_intercept.first();
            with_done(fleet.map(|(_, space)| Action::Intercept { space: *space }).into_iter().collect())
        }
        CombatStep::InvasionAssault => with_done(landing::assault(rules, state, settings).into_iter().collect()),
        CombatStep::Defence | CombatStep::LateDefence | CombatStep::ExploitDefence | CombatStep::InvasionDefence => {
            let asked = state.combat.to_defend.first();
            let answers = asked.map(|space| [Action::Fire { space: *space }, Action::HoldFire { space: *space }]);
            answers.into_iter().flatten().chain(reserve::legal(rules, state, side, settings)).collect()
        }
        CombatStep::Assault => {
            let mut actions = with_done(assaults(rules, state, side, settings));
            actions.extend(reserve::legal(rules, state, side, settings));
            actions
        }
        CombatStep::Advance => std::iter::once(Action::Done).chain(advances(rules, state, side)).collect(),
        CombatStep::Exploit => exploit::legal(rules, state, side, settings),
        CombatStep::ExploitAssault => with_done(exploit::choices(rules, state, side, settings)),
        CombatStep::None | CombatStep::InvasionOver => Vec::new(),
    }
}

fn with_done(mut actions: Vec<Action>) -> Vec<Action> {
    actions.insert(0, Action::Done);
    actions
}
