//! Leaders: they jump to a battle of their nation, add to its dice, leave it, and die with its last unit.

use chartroom_format::schema::refusal::Ban;
use chartroom_format::schema::rules::Quantity;
use chartroom_format::schema::units::{CombatRole, Domain};

use super::hit_rolls::{HitRules, field};
use crate::action::Refusal;
use crate::condition::Scene;
use crate::event::{Event, Operation};
use crate::ids::{PowerIx, SpaceIx, UnitIx};
use crate::modifier::Settled;
use crate::order::Order;
use crate::query::range::{FAR, flight_map};
use crate::query::zones;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::leaders::{Leader, Stance};
use crate::state::operations::{BattleStep, Role};
use crate::state::{Stack, State};

fn set(run: &mut Run, leaders: Vec<Leader>) {
    if leaders != run.state.operations.leaders {
        run.emit(Event::Operation(Operation::LeadersSet { leaders }));
    }
}

fn change(run: &mut Run, at: usize, to: Leader) {
    let mut leaders = run.state.operations.leaders.clone();
    if let Some(cell) = leaders.get_mut(at) {
        *cell = to;
    }
    set(run, leaders);
}

/// A player turn begins: his leaders are free again and have no command yet.
pub(super) fn begin(run: &mut Run) {
    let powers = zones::powers_of(run.rules, &run.state);
    let free = |leader: &Leader| {
        let own = powers.contains(&leader.power);
        if own { Leader { command: 0, stance: Stance::Idle, from: leader.space, ..*leader } } else { *leader }
    };
    let leaders = run.state.operations.leaders.iter().map(free).collect();
    set(run, leaders);
}

/// The domains that a leader commands now; none if his command belongs to an option that is off.
fn domains<'r>(rules: &'r Ruleset, state: &State, unit: UnitIx, command: u8) -> &'r [Domain] {
    let leads = rules.unit(unit).leads.as_ref();
    let command = leads.and_then(|leads| leads.commands.get(usize::from(command)));
    command.filter(|(_, option)| state.option_or_none(*option)).map_or(&[], |(domains, _)| domains)
}

/// What the leader of a nation in a battle adds to a die of one of its units.
pub(crate) fn bonus(
    rules: &Ruleset,
    state: &State,
    space: SpaceIx,
    role: CombatRole,
    power: PowerIx,
    unit: UnitIx,
) -> i64 {
    let leaders = &state.operations.leaders;
    if leaders.is_empty() {
        return 0;
    }
    let attacks = role == CombatRole::Attacking;
    let quantity = if attacks { Quantity::Attack } else { Quantity::Defence };
    let domain = rules.unit(unit).domain;
    let leads = |leader: &&Leader| {
        let here = leader.power == power && leader.space == space;
        let now = if attacks { leader.stance == Stance::Leads } else { !matches!(leader.stance, Stance::Leaves(_)) };
        here && now && domains(rules, state, leader.unit, leader.command).contains(&domain)
    };
    let Some(leader) = leaders.iter().find(leads) else { return 0 };
    let modifiers = rules.modifiers.iter().filter(|modifier| {
        let partner = modifier.partner.as_ref();
        modifier.quantity == quantity
            && state.option_or_none(modifier.option)
            && partner.is_some_and(|partner| partner.takes(rules, state, leader.unit, Some(power)))
            && modifier.to.as_ref().is_none_or(|to| to.takes(rules, state, unit, Some(power)))
    });
    let scene = Scene {
        side: state.side_of(power),
        power: Some(power),
        unit: Some(unit),
        role: Some(role),
        at: Some(space),
        ..Scene::default()
    };
    let settled = modifiers.filter_map(|modifier| modifier.change.settled(rules, state, &scene));
    settled.filter_map(Settled::added).sum()
}

/// Whether units of these domains of a nation take part in the attack on a place.
fn takes_part(rules: &Ruleset, state: &State, power: PowerIx, to: SpaceIx, domains: &[Domain]) -> bool {
    let fights = |stack: &Stack| {
        let Some(group) = state.operations.group(stack.army) else { return false };
        let ours = stack.power == power && domains.contains(&rules.unit(stack.unit).domain);
        let here = match group.role {
            Role::Engaged | Role::Dropped | Role::Clearing | Role::Passing => stack.space == to,
            Role::Landing => group.target == Some(to),
            Role::Bombards => group.target == Some(to) || stack.space == to,
            _ => false,
        };
        ours && here
    };
    state.stacks.iter().any(fights)
}

/// A leader joins a battle of his nation, or goes to a friendly place when the fighting is over.
pub(super) fn lead(run: &mut Run, at: u8, to: SpaceIx, command: u8, attack: bool) -> Result<(), Refusal> {
    let no = |reason: &str| Err(Refusal::of(Ban::Leader, reason));
    let Some(leader) = run.state.operations.leaders.get(usize::from(at)).copied() else {
        return no("there is no such leader");
    };
    if !zones::powers_of(run.rules, &run.state).contains(&leader.power) || to.index() >= run.rules.board.spaces.len() {
        return no("he is not the player's, or the place is none");
    }
    if !open_orders(run.rules, &run.state, attack).contains(&Order::Lead { leader: at, to, command }) {
        return no("he joins one battle of his own nation, or goes to a friendly place");
    }
    let stance = if attack { Stance::Leads } else { Stance::Stays };
    let command = if attack { command } else { leader.command };
    change(run, usize::from(at), Leader { space: to, from: leader.space, command, stance, ..leader });
    Ok(())
}

/// All that leaders may do in a movement phase.
pub(crate) fn open_orders(rules: &Ruleset, state: &State, attack: bool) -> Vec<Order> {
    let powers = zones::powers_of(rules, state);
    let mut found = Vec::new();
    for (at, leader) in state.operations.leaders.iter().enumerate() {
        let free =
            if attack { leader.stance == Stance::Idle } else { matches!(leader.stance, Stance::Idle | Stance::Left) };
        if !powers.contains(&leader.power) || !free || !state.option_or_none(rules.unit(leader.unit).option) {
            continue;
        }
        let at = at.min(255) as u8;
        if !attack {
            let friendly =
                (0..rules.board.spaces.len()).map(SpaceIx::new).filter(|to| is_friendly(rules, state, leader, *to));
            found.extend(friendly.map(|to| Order::Lead { leader: at, to, command: 0 }));
            continue;
        }
        let commands = rules.unit(leader.unit).leads.as_ref().map_or(0, |leads| leads.commands.len());
        let mut places: Vec<SpaceIx> = state
            .stacks
            .iter()
            .filter(|stack| stack.power == leader.power && stack.army != 0)
            .map(|stack| stack.space)
            .collect();
        places.extend(state.operations.groups.iter().filter_map(|group| group.target));
        places.sort_unstable();
        places.dedup();
        for to in places {
            for command in 0..commands.min(255) as u8 {
                let domains = domains(rules, state, leader.unit, command);
                let same = |other: &&Leader| {
                    other.power == leader.power
                        && other.space == to
                        && other.stance == Stance::Leads
                        && other.command == command
                };
                let vacant = !state.operations.leaders.iter().any(|other| same(&other));
                if vacant && takes_part(rules, state, leader.power, to, domains) {
                    found.push(Order::Lead { leader: at, to, command });
                }
            }
        }
    }
    found
}

/// Land of his own or of those who share it, or a zone with ships of his nation.
fn is_friendly(rules: &Ruleset, state: &State, leader: &Leader, to: SpaceIx) -> bool {
    let fleet =
        || state.stacks_in(to).iter().any(|stack| stack.power == leader.power && zones::is_ship(rules, stack.unit));
    to != leader.space
        && if zones::is_sea(rules, to) { fleet() } else { zones::is_open_land(rules, state, leader.power, to) }
}

/// Leaders who may leave battles now: an attacker from the round in which others may, a defender in any, to any friendly land.
pub(super) fn recalls(rules: &Ruleset, state: &State, settings: &HitRules) -> Vec<Order> {
    let attacks = state.operations.step == BattleStep::AttackerDecides;
    let powers = zones::powers_of(rules, state);
    let mut found = Vec::new();
    for (at, leader) in state.operations.leaders.iter().enumerate() {
        let round = i64::from(state.operations.round_of(leader.space));
        if !state.operations.is_fighting(leader.space) || round == 0 {
            continue;
        }
        let leader_at = at.min(255) as u8;
        let own = powers.contains(&leader.power);
        let foe = powers.iter().any(|power| state.at_war(*power, leader.power));
        if attacks
            && own
            && leader.stance == Stance::Leads
            && settings.attacker_retreat_from.is_some_and(|from| round >= from)
        {
            found.push(Order::Recall { leader: leader_at, to: leader.from });
        }
        if !attacks && foe && !matches!(leader.stance, Stance::Leaves(_)) {
            let lands = (0..rules.board.spaces.len()).map(SpaceIx::new);
            let open = lands.filter(|to| {
                !zones::is_sea(rules, *to)
                    && is_friendly(rules, state, leader, *to)
                    && !state.operations.is_fighting(*to)
            });
            found.extend(open.map(|to| Order::Recall { leader: leader_at, to }));
        }
    }
    found
}

pub(super) fn recall(run: &mut Run, settings: &HitRules, at: u8, to: SpaceIx) -> Result<(), Refusal> {
    let order = Order::Recall { leader: at, to };
    if !recalls(run.rules, &run.state, settings).contains(&order) {
        return Err(Refusal::of(Ban::Leader, "he cannot leave the battle that way now"));
    }
    let leader = run.state.operations.leaders[usize::from(at)];
    change(run, usize::from(at), Leader { stance: Stance::Leaves(to), ..leader });
    Ok(())
}

/// Leaders who said so have left when a round is over: a defender is away, an attacker waits for the end of his battle.
pub(super) fn after_round(run: &mut Run, space: SpaceIx) {
    let powers = zones::powers_of(run.rules, &run.state);
    let leave = |leader: &Leader| match leader.stance {
        Stance::Leaves(_) if leader.space == space && powers.contains(&leader.power) => {
            Leader { stance: Stance::Left, ..*leader }
        }
        Stance::Leaves(to) if leader.space == space => Leader { space: to, from: to, stance: Stance::Idle, ..*leader },
        _ => *leader,
    };
    let leaders = run.state.operations.leaders.iter().map(leave).collect();
    set(run, leaders);
}

/// Units of the fighters of one side that left a battle alive.
fn got_away(run: &Run, space: SpaceIx, attackers: bool) -> bool {
    let powers = zones::powers_of(run.rules, &run.state);
    let left = |stack: &Stack| {
        let group = run.state.operations.group(stack.army);
        let out =
            group.is_some_and(|group| matches!(group.role, Role::Retreated | Role::Cornered) && group.from == space);
        out && powers.contains(&stack.power) == attackers
    };
    run.state.stacks.iter().any(left)
}

/// A battle is over: its leaders stay with those who won, go back, or die with the last unit.
pub(super) fn battle_over(run: &mut Run, space: SpaceIx) {
    if run.state.operations.leaders.iter().all(|leader| leader.space != space) {
        return;
    }
    let powers = zones::powers_of(run.rules, &run.state);
    let stands = !field::fighters(run.rules, &run.state, space, true).is_empty();
    let alive = stands || got_away(run, space, true);
    // Aircraft may win a battle on land without taking it: that is no place to stay.
    let won = stands && (zones::is_sea(run.rules, space) || run.state.operations.is_taken(space));
    for at in (0..run.state.operations.leaders.len()).rev() {
        let leader = run.state.operations.leaders[at];
        let attacked = matches!(leader.stance, Stance::Leads | Stance::Left | Stance::Leaves(_));
        if leader.space != space || !powers.contains(&leader.power) || !attacked {
            continue;
        }
        if !alive {
            lose(run, at);
        } else if leader.stance == Stance::Leads && won {
            change(run, at, Leader { stance: Stance::Stays, ..leader });
        } else {
            go_back(run, at);
        }
    }
    let defended = !field::fighters(run.rules, &run.state, space, false).is_empty();
    if stands && !defended && zones::is_sea(run.rules, space) {
        overrun(run, space);
    }
}

/// A place fell: leaders of the enemy there die if all who defended it are dead, else they get away.
pub(super) fn overrun(run: &mut Run, space: SpaceIx) {
    let powers = zones::powers_of(run.rules, &run.state);
    let fought = run.state.operations.battle(space).is_some_and(|battle| battle.is_fought);
    let dead = fought && !got_away(run, space, false);
    for at in (0..run.state.operations.leaders.len()).rev() {
        let leader = run.state.operations.leaders[at];
        let foe = powers.iter().any(|power| run.state.at_war(*power, leader.power));
        if leader.space == space && foe {
            if dead { lose(run, at) } else { go_back(run, at) }
        }
    }
}

/// Back to where he came from, or to the nearest friendly land; lost if there is none.
fn go_back(run: &mut Run, at: usize) {
    let leader = run.state.operations.leaders[at];
    let fits = |to: SpaceIx| is_friendly(run.rules, &run.state, &leader, to) && !run.state.operations.is_fighting(to);
    let map = flight_map(run.rules, &[leader.space], FAR - 1);
    let near = (0..map.len()).map(SpaceIx::new).filter(|to| map[to.index()] != FAR && fits(*to));
    let home = if leader.from != leader.space && fits(leader.from) {
        Some(leader.from)
    } else {
        near.min_by_key(|to| map[to.index()])
    };
    match home {
        Some(to) => change(run, at, Leader { space: to, from: to, stance: Stance::Left, ..leader }),
        None => lose(run, at),
    }
}

fn lose(run: &mut Run, at: usize) {
    let mut leaders = run.state.operations.leaders.clone();
    let leader = leaders.remove(at);
    run.emit(Event::Operation(Operation::LeaderLost { power: leader.power, space: leader.space }));
    set(run, leaders);
}

/// Nations of the player whose leaders lead the attack on a place.
pub(super) fn nations(state: &State, space: SpaceIx) -> Vec<PowerIx> {
    let leads =
        state.operations.leaders.iter().filter(|leader| leader.space == space && leader.stance == Stance::Leads);
    let mut found: Vec<PowerIx> = leads.map(|leader| leader.power).collect();
    found.sort_unstable();
    found.dedup();
    found
}
