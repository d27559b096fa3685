//! Ships under way: orders to sail, who may go out against them, and how a voyage ends.

use chartroom_format::schema::fleets::FleetStage;
use chartroom_format::schema::refusal::Ban;

use super::battle::{self, Force};
use super::lanes::Lanes;
use super::{FleetRules, fleets, harbours, hunting, ready, routes, search, ships, stage};
use crate::action::{Action, FleetOrder, Refusal};
use crate::event::{Event, FleetEvent, LossReason};
use crate::ids::{SideIx, SpaceIx, UnitIx};
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::fleets::{Fleet, Task, Voyage};
use crate::state::rng::{Decision, Purpose};
use crate::state::{Stack, State};
use crate::table::Place;

/// Faces of the interception die.
const DIE: i64 = 6;

/// Ships of a type that have changed their base already and now lie in a space.
fn moved(state: &State, fleet: Fleet, unit: UnitIx) -> u16 {
    let here = |stack: &&Stack| stack.space == fleet.space && stack.power == fleet.power && stack.unit == unit;
    state.fleets.moved.iter().filter(here).map(|stack| stack.count).sum()
}

/// The ships of a fleet that an order names, if they may still sail like this.
fn crew(
    rules: &Ruleset,
    state: &State,
    settings: &FleetRules,
    fleet: Fleet,
    part: Option<(UnitIx, u16)>,
    task: Task,
) -> Result<Vec<(UnitIx, u16)>, Refusal> {
    let fresh = |(unit, count): (UnitIx, u16)| {
        let used = if task == Task::Base { moved(state, fleet, unit) } else { 0 };
        (unit, count.saturating_sub(used))
    };
    let all = harbours::parts(rules, state, settings, fleet).into_iter().map(fresh);
    let all: Vec<(UnitIx, u16)> = all.filter(|(_, count)| *count > 0).collect();
    let Some((unit, count)) = part else {
        return if all.is_empty() {
            Err(Refusal::of(Ban::HasActed, "each ship changes its base once"))
        } else {
            Ok(all)
        };
    };
    if count == 0 || !all.iter().any(|(of, there)| *of == unit && *there >= count) {
        return Err(Refusal::of(Ban::HasActed, "so many ships that have not changed their base are not there"));
    }
    Ok(vec![(unit, count)])
}

/// Ships set out, if they may.
pub(super) fn set_out(
    run: &mut Run,
    settings: &FleetRules,
    fleet: Fleet,
    part: Option<(UnitIx, u16)>,
    to: SpaceIx,
    task: Task,
) -> Result<(), Refusal> {
    let (rules, state) = (run.rules, &run.state);
    let Some(side) = state.side_of(fleet.power).filter(|_| to.index() < rules.board.spaces.len()) else {
        return Err(Refusal::of(Ban::NotThere, "there is no such place"));
    };
    let crew = crew(rules, state, settings, fleet, part, task)?;
    let at_sea = !super::in_harbour(rules, state, settings, fleet);
    if at_sea && task != Task::Home {
        return Err(Refusal::of(Ban::HasActed, "ships at sea stay there until their next turn"));
    }
    let most = match (task, stage(state, settings)) {
        (Task::Base, Some(FleetStage::Bases)) => {
            harbours::leads(rules, state, settings, fleet, to)?;
            harbours::admits(rules, state, settings, fleet, to, &crew)?;
            None
        }
        (Task::Home, Some(FleetStage::Return)) if at_sea => {
            harbours::admits(rules, state, settings, fleet, to, &crew)?;
            None
        }
        (Task::Patrol, Some(FleetStage::Patrol)) => {
            ready(rules, state, settings, fleet)?;
            if harbours::takes(rules, state, settings, fleet, to).is_ok() || to == fleet.space {
                return Err(Refusal::of(Ban::Base, "a patrol goes to sea, not to a harbour"));
            }
            Some(if fleet.submarine { settings.submarine_patrol } else { settings.patrol })
        }
        _ => return Err(Refusal::of(Ban::WrongTime, "fleets change bases first, and go on patrol then")),
    };
    let lanes = Lanes::from(rules, state, settings, side, fleet.space, most);
    if to == fleet.space || lanes.spaces_to(to).is_none() {
        return Err(Refusal::of(Ban::Range, "no way over the sea of that length leads there"));
    }
    let path = lanes.path(to);
    depart(run, settings, Voyage { fleet, ships: crew, path, task, hunters: Vec::new() });
    Ok(())
}

/// Ships leave, and the enemy looks for them.
pub(super) fn depart(run: &mut Run, settings: &FleetRules, mut voyage: Voyage) {
    voyage.hunters = hunters(run.rules, &run.state, settings, &voyage);
    let nobody = voyage.hunters.is_empty();
    run.emit(Event::Fleets(FleetEvent::SetOut { voyage }));
    if !nobody {
        search::look(run, settings);
    }
}

/// Whether a voyage cannot be intercepted.
fn is_safe(state: &State, settings: &FleetRules, voyage: &Voyage) -> bool {
    let to = voyage.path.last().copied();
    settings.safe.iter().any(|safe| {
        state.is_of(voyage.fleet.power, safe.by)
            && matches!(voyage.task, Task::Base | Task::Home)
            && to.is_some_and(|to| safe.to.binary_search(&to).is_ok())
            && (safe.from.is_empty() || safe.from.binary_search(&voyage.fleet.space).is_ok())
    })
}

/// Enemy fleets that may go out against ships under way, each with the place where it meets them most easily.
fn hunters(rules: &Ruleset, state: &State, settings: &FleetRules, voyage: &Voyage) -> Vec<(Fleet, SpaceIx)> {
    let Some(side) = state.side_of(voyage.fleet.power).filter(|_| !is_safe(state, settings, voyage)) else {
        return Vec::new();
    };
    // Ships in harbour are safe, and whoever strikes out of one and goes back at once is met only where he strikes.
    let last = voyage.path.len().saturating_sub(1);
    let met = match voyage.task {
        Task::Hunt(_) => &voyage.path[last..],
        Task::Patrol => &voyage.path[1.min(last)..],
        Task::Home => &voyage.path[..last.max(1)],
        Task::Base => &voyage.path[1.min(last)..last.max(1)],
    };
    let hostile = |power| state.side_of(power).is_some_and(|other| state.sides_at_war(side, other));
    let able = fleets(rules, state, settings, hostile).into_iter().filter(|hunter| {
        let strong = if voyage.fleet.submarine {
            let ships = ships(rules, state, settings, *hunter);
            !hunter.submarine && battle::against_submarines(rules, state, settings, &ships) > 0
        } else {
            true
        };
        strong
            && !state.fleets.is_beaten(*hunter)
            && state.fleets.escorted(*hunter).is_none()
            && !(state.is_cut_off(hunter.space) && super::in_harbour(rules, state, settings, *hunter))
            && harbours::haven(rules, state, settings, *hunter, hunter.space).is_none_or(|haven| !haven.idle)
    });
    able.filter_map(|hunter| {
        let (_, at) = nearest(rules, state, settings, hunter, met)?;
        Some((hunter, at))
    })
    .collect()
}

/// The highest die by which a fleet meets something on a path, and where.
pub(super) fn nearest(
    rules: &Ruleset,
    state: &State,
    settings: &FleetRules,
    hunter: Fleet,
    path: &[SpaceIx],
) -> Option<(i64, SpaceIx)> {
    let side = state.side_of(hunter.power)?;
    let row = if !super::in_harbour(rules, state, settings, hunter) {
        settings.rows[2]
    } else if hunter.submarine {
        settings.rows[1]
    } else {
        settings.rows[0]
    };
    let table = rules.table(settings.interception);
    let reach = (0..DIE as usize).filter_map(|column| table.cell(row, Place::At(column))?.top()).max()?;
    let lanes = Lanes::whole(rules, state, side, hunter.space, reach);
    let (_, at) = lanes.nearest(path.iter().copied())?;
    let away = lanes.spaces_to(at)?;
    let holds = |die: &i64| table.cell(row, table.at(1, *die)).is_some_and(|cell| cell.holds(away));
    (1..=DIE).rev().find(holds).map(|need| (need, at))
}

/// The next fleet at sea goes home; whether there was one.
pub(super) fn next_home(run: &mut Run, side: SideIx, settings: &FleetRules) -> bool {
    let Some(fleet) = super::at_sea(run.rules, &run.state, settings, side) else { return false };
    send_home(run, settings, side, fleet);
    true
}

/// Ships at sea go to the nearest harbour with room for all of them, else type by type; without any they are lost.
fn send_home(run: &mut Run, settings: &FleetRules, side: SideIx, fleet: Fleet) {
    let (rules, state) = (run.rules, &run.state);
    let all = harbours::parts(rules, state, settings, fleet);
    let lanes = Lanes::from(rules, state, settings, side, fleet.space, None);
    let one: Vec<(UnitIx, u16)> = all.first().map(|(unit, _)| (*unit, 1)).into_iter().collect();
    for crew in [all, one] {
        let open = |space: &SpaceIx| harbours::admits(rules, state, settings, fleet, *space, &crew).is_ok();
        if let Some((_, to)) = lanes.nearest(lanes.spaces().filter(open)) {
            let voyage = Voyage { fleet, ships: crew, path: lanes.path(to), task: Task::Home, hunters: Vec::new() };
            depart(run, settings, voyage);
            return;
        }
    }
    for stack in ships(rules, state, settings, fleet) {
        run.emit(Event::Removed { stack, why: LossReason::NoRetreat });
    }
}

/// Goes on with the voyage at hand; whether the enemy has to decide first.
pub(super) fn settle(run: &mut Run, settings: &FleetRules) -> bool {
    let Some(voyage) = run.state.fleets.voyage.clone() else { return false };
    if !voyage.hunters.is_empty() {
        return true;
    }
    let (fleet, to) = (voyage.fleet, voyage.path.last().copied().unwrap_or(voyage.fleet.space));
    let force = crew_of(run, settings, &voyage);
    run.emit(Event::Fleets(FleetEvent::VoyageOver { fleet, arrived: true }));
    if let Task::Hunt(route) = voyage.task {
        hunting::strike(run, settings, fleet, route);
        return false;
    }
    // Whoever has tried a route has done so wherever he goes.
    let tried: Vec<_> = run.state.fleets.tried.iter().filter(|(of, _)| *of == fleet).map(|(_, route)| *route).collect();
    for route in tried {
        run.emit(Event::Fleets(FleetEvent::Tried { fleet: Fleet { space: to, ..fleet }, route }));
    }
    for stack in force {
        run.emit(Event::Moved { stack, to, army: stack.army });
        if voyage.task == Task::Base {
            run.emit(Event::Fleets(FleetEvent::Rebased { stack: Stack { space: to, ..stack } }));
        }
    }
    let gone = routes::length(settings, &voyage.path);
    let tired = settings.long_moves.iter().filter(|(over, _)| voyage.task == Task::Base && gone > *over);
    if let Some(add) = tired.map(|(_, add)| *add).max() {
        let add = add.clamp(-100, 100) as i8;
        run.emit(Event::Fleets(FleetEvent::Tired { fleet: Fleet { space: to, ..fleet }, add }));
    }
    false
}

/// The ships of a voyage that are still there.
fn crew_of(run: &Run, settings: &FleetRules, voyage: &Voyage) -> Vec<Stack> {
    let there = ships(run.rules, &run.state, settings, voyage.fleet);
    let mut left = voyage.ships.clone();
    let mut found = Vec::new();
    for stack in there {
        let Some((_, wanted)) = left.iter_mut().find(|(unit, _)| *unit == stack.unit) else { continue };
        let count = stack.count.min(*wanted);
        *wanted -= count;
        if count > 0 {
            found.push(Stack { count, ..stack });
        }
    }
    found
}

/// A side says whether one of its fleets goes out against the ships under way.
pub(super) fn answer(run: &mut Run, settings: &FleetRules, action: &Action) -> Result<(), Refusal> {
    let Some(voyage) = run.state.fleets.voyage.clone() else { return Ok(()) };
    let side = super::deciding(&run.state);
    match *action {
        Action::Done => {
            for (hunter, _) in voyage.hunters {
                if run.state.side_of(hunter.power) == side {
                    run.emit(Event::Fleets(FleetEvent::LetPass { hunter }));
                }
            }
            Ok(())
        }
        Action::Fleet(FleetOrder::Intercept { fleet }) => {
            let found = voyage.hunters.iter().find(|(hunter, _)| *hunter == fleet);
            let Some((hunter, at)) = found.filter(|_| run.state.side_of(fleet.power) == side) else {
                return Err(Refusal::of(Ban::Reach, "that fleet cannot meet them"));
            };
            intercept(run, settings, &voyage, *hunter, *at);
            Ok(())
        }
        _ => Err(Refusal::of(Ban::WrongTime, "ships are under way: some fleet goes out, or they pass")),
    }
}

/// A fleet goes out: a roll, and a battle if they meet.
fn intercept(run: &mut Run, settings: &FleetRules, voyage: &Voyage, hunter: Fleet, at: SpaceIx) {
    let Some((need, at)) = nearest(run.rules, &run.state, settings, hunter, &[at]) else {
        run.emit(Event::Fleets(FleetEvent::LetPass { hunter }));
        return;
    };
    let met = go_out(run, hunter, at, need);
    if !met {
        return;
    }
    let mover = Force { fleet: voyage.fleet, ships: crew_of(run, settings, voyage) };
    let other = Force { fleet: hunter, ships: ships(run.rules, &run.state, settings, hunter) };
    // Ships that come from port meet the enemy in his own hex only when they lie at sea themselves.
    let won = battle::fight(run, settings, other, mover, at);
    let left = run.state.fleets.voyage.as_ref().map_or_else(Vec::new, |voyage| crew_of(run, settings, voyage));
    if left.is_empty() {
        run.emit(Event::Fleets(FleetEvent::VoyageOver { fleet: voyage.fleet, arrived: false }));
    } else if won {
        turn_back(run, settings, voyage, &left);
    }
    if !won {
        beaten(run, settings, hunter);
    }
}

/// Rolls whether a fleet meets what it goes out against.
pub(super) fn go_out(run: &mut Run, hunter: Fleet, at: SpaceIx, need: i64) -> bool {
    let tired = run.state.fleets.tired.iter().find(|(fleet, _)| *fleet == hunter).map_or(0, |(_, add)| i64::from(*add));
    let die = run.roll(Decision::of(Purpose::Interception).at(at).by(hunter.power), DIE) + tired;
    let met = die <= need;
    run.emit(Event::Fleets(FleetEvent::WentOut { hunter, at, need, die, met }));
    met
}

/// Ships that lost a battle under way go back where they came from, or home if that is no harbour.
fn turn_back(run: &mut Run, settings: &FleetRules, voyage: &Voyage, left: &[Stack]) {
    run.emit(Event::Fleets(FleetEvent::VoyageOver { fleet: voyage.fleet, arrived: false }));
    if super::in_harbour(run.rules, &run.state, settings, voyage.fleet) {
        run.emit(Event::Fleets(FleetEvent::Beaten { fleet: voyage.fleet }));
        return;
    }
    // They were on their way home: they get there, beaten.
    let to = voyage.path.last().copied().unwrap_or(voyage.fleet.space);
    for stack in left {
        run.emit(Event::Moved { stack: *stack, to, army: stack.army });
    }
    run.emit(Event::Fleets(FleetEvent::Beaten { fleet: Fleet { space: to, ..voyage.fleet } }));
}

/// A fleet that lost goes to harbour, if it is not there, and does nothing more.
pub(super) fn beaten(run: &mut Run, settings: &FleetRules, fleet: Fleet) {
    let (rules, state) = (run.rules, &run.state);
    let left = ships(rules, state, settings, fleet);
    let Some(side) = state.side_of(fleet.power).filter(|_| !left.is_empty()) else { return };
    let mut at = fleet;
    if !super::in_harbour(rules, state, settings, fleet) {
        let lanes = Lanes::from(rules, state, settings, side, fleet.space, None);
        let parts = harbours::parts(rules, state, settings, fleet);
        let open = |space: &SpaceIx| harbours::admits(rules, state, settings, fleet, *space, &parts).is_ok();
        let to = lanes.nearest(lanes.spaces().filter(open)).map(|(_, to)| to);
        for stack in left {
            match to {
                Some(to) => run.emit(Event::Moved { stack, to, army: stack.army }),
                None => run.emit(Event::Removed { stack, why: LossReason::NoRetreat }),
            }
        }
        at.space = to.unwrap_or(fleet.space);
    }
    run.emit(Event::Fleets(FleetEvent::Beaten { fleet: at }));
}

/// Whether some ships of a fleet have not changed their base yet.
pub(super) fn may_rebase(rules: &Ruleset, state: &State, settings: &FleetRules, fleet: Fleet) -> bool {
    crew(rules, state, settings, fleet, None, Task::Base).is_ok()
}

/// Harbours that a fleet may go to.
pub(super) fn bases(rules: &Ruleset, state: &State, settings: &FleetRules, fleet: Fleet, actions: &mut Vec<Action>) {
    let Ok(crew) = crew(rules, state, settings, fleet, None, Task::Base) else { return };
    let Some(side) = state.side_of(fleet.power) else { return };
    let lanes = Lanes::from(rules, state, settings, side, fleet.space, None);
    let open = lanes.spaces().filter(|space| *space != fleet.space);
    let open = open.filter(|space| harbours::leads(rules, state, settings, fleet, *space).is_ok());
    for to in open {
        let whole = harbours::admits(rules, state, settings, fleet, to, &crew).is_ok();
        if whole {
            actions.push(Action::Fleet(FleetOrder::Sail { fleet, part: None, to, task: Task::Base }));
        }
        for (unit, count) in crew.iter().filter(|(_, count)| *count > 1 || crew.len() > 1 || !whole) {
            for part in [(*unit, 1), (*unit, *count)] {
                let all = whole && crew.len() == 1 && part.1 == *count;
                if !all && harbours::admits(rules, state, settings, fleet, to, &[part]).is_ok() {
                    let order = FleetOrder::Sail { fleet, part: Some(part), to, task: Task::Base };
                    actions.push(Action::Fleet(order));
                }
            }
        }
    }
}

/// Harbours to which a fleet at sea may go home.
pub(super) fn homes(rules: &Ruleset, state: &State, settings: &FleetRules, fleet: Fleet, actions: &mut Vec<Action>) {
    let Some(side) = state.side_of(fleet.power).filter(|_| !super::in_harbour(rules, state, settings, fleet)) else {
        return;
    };
    let crew = harbours::parts(rules, state, settings, fleet);
    let lanes = Lanes::from(rules, state, settings, side, fleet.space, None);
    let open = lanes.spaces().filter(|space| harbours::admits(rules, state, settings, fleet, *space, &crew).is_ok());
    actions.extend(open.map(|to| Action::Fleet(FleetOrder::Sail { fleet, part: None, to, task: Task::Home })));
}

/// Places at sea worth a patrol: on the routes of the enemy and beside his ships. Others may be named too.
pub(super) fn patrols(rules: &Ruleset, state: &State, settings: &FleetRules, fleet: Fleet, actions: &mut Vec<Action>) {
    let Some(side) = state.side_of(fleet.power) else { return };
    if ready(rules, state, settings, fleet).is_err() || !super::in_harbour(rules, state, settings, fleet) {
        return;
    }
    let most = if fleet.submarine { settings.submarine_patrol } else { settings.patrol };
    let lanes = Lanes::from(rules, state, settings, side, fleet.space, Some(most));
    let mut wanted: Vec<SpaceIx> = Vec::new();
    for (_, route) in routes::of_enemies(rules, state, settings, side) {
        wanted.extend(route.path);
    }
    let hostile = |power| state.side_of(power).is_some_and(|other| state.sides_at_war(side, other));
    for enemy in fleets(rules, state, settings, hostile) {
        wanted.push(enemy.space);
        wanted.extend(rules.board.links_of(enemy.space).iter().map(|link| link.to));
    }
    wanted.sort_unstable();
    wanted.dedup();
    wanted.retain(|space| lanes.spaces_to(*space).is_some_and(|away| away > 0));
    wanted.retain(|space| harbours::takes(rules, state, settings, fleet, *space).is_err());
    let sail = |to| Action::Fleet(FleetOrder::Sail { fleet, part: None, to, task: Task::Patrol });
    actions.extend(wanted.into_iter().map(sail));
}
