//! Land battles: points are pledged to an attack, the strength difference picks a column, one die the line. The arithmetic
//! is that of [`crate::odds::differential`]; here the position becomes its input.

use chartroom_format::schema::campaign::Restriction;
use chartroom_format::schema::condition::{BattleKind, SupplyState};
use chartroom_format::schema::refusal::Ban;
use chartroom_format::schema::rules::Quantity;
use chartroom_format::schema::units::{Ability, CombatRole, Domain};
use chartroom_format::schema::value::Amount;

use super::lines::{self, Lines};
use super::{entry, landing, limits, settle, zones};
use crate::action::{Command, Refusal};
use crate::condition::Scene;
use crate::event::{CampaignEvent, Closing};
use crate::ids::{PowerIx, SideIx, SpaceIx};
use crate::modifier::{floor, modified};
use crate::odds::differential::{Below, LandCombat, PointOrder, Points};
use crate::procedures::Next;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::campaign::{Engagement, Group, Pledge};
use crate::state::{Stack, State};

pub(super) fn begin(run: &mut Run, side: SideIx) -> Next {
    let none = run.rules.campaign.battle.is_none() || candidates(run.rules, &run.state, side).is_empty();
    if none { close(run, side) } else { Next::Waits }
}

pub(super) fn act(run: &mut Run, side: SideIx, command: Option<&Command>) -> Result<Next, Refusal> {
    if let Some(engagement) = run.state.campaign.engagement {
        settle::choose(run, &engagement, command)?;
        settle::go_on(run);
        return Ok(Next::Waits);
    }
    match command {
        None => return Ok(close(run, side)),
        Some(Command::Pledge { from, power, unit, count, target }) => {
            let group = Group { space: *from, power: *power, unit: *unit, count: *count };
            pledge(run, side, Pledge { target: *target, group })?;
        }
        Some(Command::Attack { target }) => attack(run, side, *target)?,
        Some(_) => return Err(Refusal::of(Ban::WrongTime, "this is the combat phase")),
    }
    Ok(Next::Waits)
}

/// The phase ends: landings that did not clear their space go back, and enemies long without supply are lost.
fn close(run: &mut Run, side: SideIx) -> Next {
    landing::withdraw_failed(run, side);
    lines::judge(run, side);
    run.note(CampaignEvent::Closed { what: Closing::Combat, side: Some(side) });
    Next::Over
}

/// Printed strength points of a stack, as losses count them.
pub fn face_value(rules: &Ruleset, stack: &Stack) -> i64 {
    floor(defence_of(rules, stack)) * i64::from(stack.count)
}

fn defence_of(rules: &Ruleset, stack: &Stack) -> Amount {
    let info = rules.unit(stack.unit);
    match usize::from(stack.damaged).checked_sub(1).and_then(|at| info.worn.get(at)) {
        Some(worn) => worn[1],
        None => info.defence,
    }
}

/// The battle for a space as the odds see it; none without a table or defenders.
pub fn combat(
    rules: &Ruleset,
    state: &State,
    attacker: PowerIx,
    pledges: &[Pledge],
    target: SpaceIx,
) -> Option<LandCombat> {
    let settings = rules.campaign.battle.as_ref()?;
    let defenders: Vec<Stack> = defenders(rules, state, attacker, target);
    if defenders.is_empty() {
        return None;
    }
    let across: Vec<u32> = pledges
        .iter()
        .map(|pledge| rules.board.link(pledge.group.space, target).map_or(0, |link| link.sides))
        .collect();
    let only_across = across.iter().copied().reduce(|all, one| all & one).unwrap_or(0);
    let scene = Scene {
        side: state.side_of(attacker),
        power: Some(attacker),
        role: Some(CombatRole::Attacking),
        at: Some(target),
        across: across.iter().fold(0, |any, one| any | one),
        only_across,
        battle: Some(BattleKind::Land),
        supply: Some(SupplyState::Full),
        ..Scene::default()
    };
    let forts_first = settings.forts_first_on.contains(&rules.board.space(target).surface);
    let attacking = pledges.iter().map(|pledge| {
        let group = pledge.group;
        let stack =
            Stack { space: group.space, army: 0, power: group.power, unit: group.unit, damaged: 0, count: group.count };
        let scene = Scene { power: Some(group.power), unit: Some(group.unit), from: Some(group.space), ..scene };
        points(rules, state, &stack, rules.unit(group.unit).attack, &Quantity::Attack, &scene, false)
    });
    let column = Quantity::Column(BattleKind::Land);
    let die = Quantity::Die(BattleKind::Land);
    Some(LandCombat {
        attacker: attacking.collect(),
        defender: defenders
            .iter()
            .map(|stack| {
                let scene = Scene {
                    side: state.side_of(stack.power),
                    power: Some(stack.power),
                    unit: Some(stack.unit),
                    role: Some(CombatRole::Defending),
                    ..scene
                };
                points(rules, state, stack, defence_of(rules, stack), &Quantity::Defence, &scene, forts_first)
            })
            .collect(),
        column_shift: floor(modified(rules, state, &column, Amount::ZERO, &scene, &[])) as i32,
        die_shift: floor(modified(rules, state, &die, Amount::ZERO, &scene, &[])) as i32,
        below: Below::NotAllowed,
        can_retreat: true,
        fort_covers: forts_first,
        order: PointOrder::Cheapest,
        table: settings.table.clone(),
    })
}

/// One row of points: a unit of strength n is n points, with the factor that modifiers give each.
fn points(
    rules: &Ruleset,
    state: &State,
    stack: &Stack,
    strength: Amount,
    quantity: &Quantity,
    scene: &Scene,
    forts_first: bool,
) -> Points {
    let info = rules.unit(stack.unit);
    let each = floor(strength).clamp(0, 1000) as u16;
    let factor = modified(rules, state, quantity, Amount::ONE, scene, &[stack]);
    let stays = info.can(Ability::HoldsGround);
    Points {
        unit: u16::from(stack.unit.0),
        points: stack.count.saturating_mul(each),
        cost: price(rules, stack),
        times: (factor.numerator.clamp(0, 10_000) as u16, factor.denominator.clamp(1, 10_000) as u16),
        stays,
        lost_first: stays && forts_first,
    }
}

/// What a point is worth to its owner when he gives points up.
pub fn price(rules: &Ruleset, stack: &Stack) -> u32 {
    let table = rules.campaign.orders.as_ref().map(|orders| rules.table(orders.costs));
    let cost = table.and_then(|table| table.of_word(&rules.unit(stack.unit).id)).and_then(crate::table::Value::number);
    cost.unwrap_or(1).clamp(0, 1000) as u32
}

/// Land units that defend a space against a power; those that fell back into it just now do not.
pub fn defenders(rules: &Ruleset, state: &State, attacker: PowerIx, target: SpaceIx) -> Vec<Stack> {
    let hostile = |stack: &&Stack| zones::is_land(rules, stack) && !zones::is_friend(state, attacker, stack.power);
    let all: Vec<Stack> = state.stacks_in(target).iter().filter(hostile).copied().collect();
    let mut standing: Vec<Stack> = all
        .iter()
        .map(|stack| {
            let guests: u16 = state
                .campaign
                .fell_back
                .iter()
                .filter(|group| (group.space, group.power, group.unit) == (target, stack.power, stack.unit))
                .map(|group| group.count)
                .sum();
            Stack { count: stack.count.saturating_sub(guests), ..*stack }
        })
        .collect();
    standing.retain(|stack| stack.count > 0);
    if standing.is_empty() { all } else { standing }
}

/// Points of a side that can still attack: adjacent, in attack supply, not engaged. With the targets they can reach.
pub fn candidates(rules: &Ruleset, state: &State, side: SideIx) -> Vec<(Group, Vec<SpaceIx>)> {
    let mut supply: Vec<(PowerIx, Lines)> = Vec::new();
    let own = state.stacks.iter().filter(|stack| state.side_of(stack.power) == Some(side));
    own.filter_map(|stack| candidate(rules, state, stack, &mut supply)).collect()
}

/// The points of one stack that can still attack; lines of supply already traced are used again.
fn candidate(
    rules: &Ruleset,
    state: &State,
    stack: &Stack,
    supply: &mut Vec<(PowerIx, Lines)>,
) -> Option<(Group, Vec<SpaceIx>)> {
    let info = rules.unit(stack.unit);
    if !zones::is_mobile(rules, stack) || info.can(Ability::DefendsOnly) || stack.damaged != 0 {
        return None;
    }
    if limits::restricted(rules, state, stack.power, Restriction::DefendOnly).is_some() {
        return None;
    }
    let mut targets = targets(rules, state, stack);
    if limits::restricted(rules, state, stack.power, Restriction::AtHome).is_some() {
        targets.retain(|target| rules.power(stack.power).home.binary_search(target).is_ok());
    }
    if targets.is_empty() {
        return None;
    }
    let engaged = state.campaign.engaged_count(stack.space, stack.power, stack.unit);
    if engaged >= stack.count {
        return None;
    }
    if !supply.iter().any(|(power, _)| *power == stack.power) {
        supply.push((stack.power, lines::lines(rules, state, stack.power)));
    }
    let lines = supply.iter().find(|(power, _)| *power == stack.power).map(|(_, lines)| lines);
    let landed = landing::landed(state, stack.space, stack.power, stack.unit);
    let supplied = lines.map_or(0, |lines| lines.full(rules, state, stack)).max(landed).min(stack.count);
    let count = supplied.saturating_sub(engaged);
    (count > 0).then_some((Group { space: stack.space, power: stack.power, unit: stack.unit, count }, targets))
}

/// Spaces that units may attack from where they stand.
fn targets(rules: &Ruleset, state: &State, stack: &Stack) -> Vec<SpaceIx> {
    let open = |space: SpaceIx| {
        !state.campaign.attacked.contains(&space) && {
            let mut foes = state
                .stacks_in(space)
                .iter()
                .filter(|foe| zones::is_land(rules, foe) && !zones::is_friend(state, stack.power, foe.power));
            foes.any(|foe| state.at_war(stack.power, foe.power) || entry::provokes(rules, state, stack.power, space))
                && entry::may_attack(rules, state, stack.power, space)
        }
    };
    if landing::is_contested(state, stack.space, stack.power) {
        return if open(stack.space) { vec![stack.space] } else { Vec::new() };
    }
    let links = rules.board.links_of(stack.space).iter();
    let across = links.filter(|link| link.attacks.has(Domain::Land) && link.passes.has(Domain::Land));
    across.map(|link| link.to).filter(|space| open(*space)).collect()
}

fn pledge(run: &mut Run, side: SideIx, pledge: Pledge) -> Result<(), Refusal> {
    let group = pledge.group;
    if run.state.side_of(group.power) != Some(side) {
        return Err(Refusal::of(Ban::NotYours, "the units belong to nobody of this side"));
    }
    if let Some(rule) = limits::restricted(run.rules, &run.state, group.power, Restriction::DefendOnly) {
        return Err(Refusal::new(rule, "units of this power only defend"));
    }
    let abroad = run.rules.power(group.power).home.binary_search(&pledge.target).is_err();
    if let Some(rule) = limits::restricted(run.rules, &run.state, group.power, Restriction::AtHome).filter(|_| abroad) {
        return Err(Refusal::new(rule, "units of this power do not attack across their border yet"));
    }
    let mut stacks = run.state.stacks_in(group.space).iter();
    let stack = stacks.find(|stack| stack.power == group.power && stack.unit == group.unit && stack.damaged == 0);
    let found = stack.and_then(|stack| candidate(run.rules, &run.state, stack, &mut Vec::new()));
    let Some((able, targets)) = found else {
        return Err(Refusal::of(
            Ban::CutOff,
            "no units there have attack supply, an enemy beside them and their attack left",
        ));
    };
    if run.state.campaign.attacked.contains(&pledge.target) {
        return Err(Refusal::of(Ban::HasActed, "a space is attacked once in a phase"));
    }
    if !targets.contains(&pledge.target) {
        return Err(Refusal::of(Ban::Adjacent, "only enemies in adjacent spaces can be attacked"));
    }
    if able.count < group.count {
        return Err(Refusal::of(Ban::HasActed, "no unit attacks more than once in a phase"));
    }
    run.note(CampaignEvent::Pledged { pledge });
    Ok(())
}

/// All pledged to a target, and the power that leads them.
fn pledged(state: &State, target: SpaceIx) -> Vec<Pledge> {
    state.campaign.pledged.iter().filter(|pledge| pledge.target == target).copied().collect()
}

fn attack(run: &mut Run, side: SideIx, target: SpaceIx) -> Result<(), Refusal> {
    let pledges = pledged(&run.state, target);
    let Some(lead) = pledges.first().map(|pledge| pledge.group.power) else {
        return Err(Refusal::of(Ban::Adjacent, "nobody is pledged to this attack"));
    };
    let allowed = self::differential(run.rules, &run.state, &pledges, target).is_some();
    entry::provoke(run, lead, target)?;
    // The war that the attack brings may take the defenders away, or help them to come: then the war is all that comes of it.
    if allowed && self::differential(run.rules, &run.state, &pledges, target).is_none() {
        return Ok(());
    }
    let Some(combat) = combat(run.rules, &run.state, lead, &pledges, target) else {
        return Err(Refusal::of(Ban::Adjacent, "nobody defends the space"));
    };
    let minimum = run.rules.campaign.battle.as_ref().map_or(0, |battle| battle.minimum);
    let differential = combat.differential();
    if i64::from(differential) < minimum {
        return Err(Refusal::of(Ban::Minimum, format!("the differential is {differential}, {minimum} is needed")));
    }
    let die = run.roll(i64::from(combat.table.sides().max(1)));
    let losses = combat.points_lost(die as i32).unwrap_or(0);
    let defender = run
        .state
        .stacks_in(target)
        .iter()
        .find_map(|stack| run.state.side_of(stack.power).filter(|other| *other != side));
    let engagement = Engagement { attacker: side, defender: defender.unwrap_or(side), target, losses, hurt: false };
    let (attack, defence) = combat.strengths();
    run.note(CampaignEvent::Fought { engagement, attack, defence, differential, die });
    settle::go_on(run);
    Ok(())
}

pub(super) fn legal(rules: &Ruleset, state: &State, side: SideIx) -> Vec<Command> {
    let mut found = Vec::new();
    for (group, targets) in candidates(rules, state, side) {
        let Group { space: from, power, unit, count } = group;
        for target in targets {
            found.push(Command::Pledge { from, power, unit, count, target });
            if count > 1 {
                found.push(Command::Pledge { from, power, unit, count: 1, target });
            }
        }
    }
    let mut targets: Vec<SpaceIx> = state.campaign.pledged.iter().map(|pledge| pledge.target).collect();
    targets.dedup();
    for target in targets {
        if differential(rules, state, &pledged(state, target), target).is_some() {
            found.push(Command::Attack { target });
        }
    }
    found
}

/// The differential of an attack that is allowed.
pub fn differential(rules: &Ruleset, state: &State, pledges: &[Pledge], target: SpaceIx) -> Option<i32> {
    let lead = pledges.first()?.group.power;
    if !entry::may_attack(rules, state, lead, target) {
        return None;
    }
    let combat = combat(rules, state, lead, pledges, target)?;
    let minimum = rules.campaign.battle.as_ref().map_or(0, |battle| battle.minimum);
    Some(combat.differential()).filter(|differential| i64::from(*differential) >= minimum)
}
