//! One strike and what follows: the die, the losses that their owner picks, the depletion of an attacker, the answer.

use chartroom_format::schema::refusal::Ban;
use chartroom_format::schema::units::Ability;

use super::super::naval::{self, SeaBattle, Strike};
use super::super::sea_rules::{self, Kind};
use super::Ask;
use super::roster::{enlist, tell};
use super::waters::has_merchants;
use crate::action::{Command, Refusal};
use crate::event::{CampaignEvent, LossReason, SeaEvent};
use crate::ids::{PowerIx, SideIx, SpaceIx, UnitIx};
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::rng::{Decision, Purpose};
use crate::state::sea::{Blow, Fed, Part};
use crate::state::{Stack, State};

type Choice = (SpaceIx, PowerIx, UnitIx);

/// Units with a part in the strike at hand.
fn with_part(state: &State, part: Part) -> Vec<Stack> {
    let has = |stack: &&Stack| stack.army != 0 && state.campaign.sea.fleet(stack.army).part == part;
    state.stacks.iter().filter(has).copied().collect()
}

/// Everybody takes his part, the die is thrown, and what it says is to be settled.
pub(super) fn strike(run: &mut Run, battle: &SeaBattle, struck: Option<SpaceIx>) -> Result<(), Refusal> {
    let refused = || Refusal::of(Ban::Minimum, "the strike is too weak");
    let combat = naval::setting(run.rules, battle).ok_or_else(refused)?;
    let column = combat.column().map_err(|_| refused())?;
    let side_of = |stacks: &[Stack]| stacks.iter().find_map(|stack| run.state.side_of(stack.power));
    let (Some(by), Some(on)) = (side_of(&battle.shooters).or(struck_back(run)), side_of(&battle.targets)) else {
        return Err(Refusal::of(Ban::NothingToFireAt, "nobody is struck"));
    };
    let normal = battle.strike == Strike::Normal;
    let target = struck.filter(|_| battle.strike != Strike::Counter);
    for ships in by_fleet(&battle.shooters) {
        enlist(run, &ships, |fleet| {
            fleet.part = Part::Fires;
            fleet.struck = target.or(fleet.struck);
        })?;
    }
    for ships in by_fleet(&battle.targets) {
        enlist(run, &ships, |fleet| {
            fleet.part = Part::IsFiredAt;
            fleet.spent |= normal;
        })?;
    }
    for ships in by_fleet(&battle.cover) {
        enlist(run, &ships, |fleet| {
            fleet.part = Part::Covers;
            // Whoever has covered ships that left covers nobody else, the space they left included: only his own base.
            if battle.strike == Strike::Transit {
                fleet.covers = ships.first().map(|stack| stack.space);
            }
        })?;
    }
    let die = run.roll(Decision::of(Purpose::SeaBattle).at(battle.at).by(by), i64::from(combat.table.sides().max(1)));
    let cell = combat.table.cell(column, die as i32 + combat.die_shift).unwrap_or_default();
    let (attack, defence) = combat.strengths();
    run.note(CampaignEvent::Struck { at: battle.at, attack, defence, differential: combat.differential(), die });
    let wears =
        combat.defender.iter().any(|fleet| fleet.depletes && fleet.stand != crate::odds::differential::Stand::Apart);
    let blow = Blow {
        strike: battle.strike,
        at: battle.at,
        by,
        on,
        losses: cell.defender_lost,
        depletions: if wears { cell.attacker_depleted } else { 0 },
        cover_takes: battle.cover_takes_losses,
        answers: normal && fights_back(run, battle),
        escorts: battle.targets.iter().any(|stack| has_merchants(run.rules, &run.state, stack.power, battle.at)),
    };
    tell(run, SeaEvent::Fell { blow: Some(blow) });
    Ok(())
}

/// Units that belong together: those of one fleet, so that they stay one; others each for itself.
fn by_fleet(stacks: &[Stack]) -> Vec<Vec<Stack>> {
    let mut groups: Vec<Vec<Stack>> = Vec::new();
    for stack in stacks {
        match groups.iter_mut().find(|group| stack.army != 0 && group[0].army == stack.army) {
            Some(group) => group.push(*stack),
            None => groups.push(vec![*stack]),
        }
    }
    groups
}

/// The side that answers when none of its ships is left.
fn struck_back(run: &Run) -> Option<SideIx> {
    run.state.campaign.sea.blow.map(|blow| blow.on)
}

/// Whether units that can strike back were attacked, or escort from their bases merchant ships that were.
fn fights_back(run: &Run, battle: &SeaBattle) -> bool {
    let able = |stack: &Stack| can_answer(run.rules, &run.state, stack);
    battle.targets.iter().any(able) || !battle.cover_takes_losses && battle.cover.iter().any(able)
}

fn can_answer(rules: &Ruleset, state: &State, stack: &Stack) -> bool {
    naval::attack_strength(rules, stack) > 0 && state.campaign.sea.fleet(stack.army).fed != Fed::Nothing
}

fn choices(stacks: impl Iterator<Item = Stack>) -> Vec<Choice> {
    let mut found: Vec<Choice> = stacks.map(|stack| (stack.space, stack.power, stack.unit)).collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// Fleets that a loss may fall on, and cover that may take it.
fn losers(rules: &Ruleset, state: &State, blow: &Blow) -> Vec<Choice> {
    let cover = with_part(state, Part::Covers).into_iter();
    let takes = cover.filter(|stack| blow.cover_takes && can_wear(rules, stack));
    choices(with_part(state, Part::IsFiredAt).into_iter().chain(takes))
}

fn can_wear(rules: &Ruleset, stack: &Stack) -> bool {
    rules.unit(stack.unit).can(Ability::Depletes) && stack.damaged == 0
}

fn worn(rules: &Ruleset, state: &State) -> Vec<Choice> {
    choices(with_part(state, Part::Fires).into_iter().filter(|stack| can_wear(rules, stack)))
}

pub(super) fn asks(rules: &Ruleset, state: &State, blow: &Blow) -> Option<(SideIx, Ask)> {
    if blow.losses > 0 {
        let choices = losers(rules, state, blow);
        return (choices.len() > 1).then_some((blow.on, Ask::Losses(choices)));
    }
    if blow.depletions > 0 {
        let choices = worn(rules, state);
        return (choices.len() > 1).then_some((blow.by, Ask::Depletion(choices)));
    }
    (blow.answers && counter_battle(rules, state, blow).is_some()).then_some((blow.on, Ask::Answer))
}

/// Goes on where nobody has a choice. False if somebody has.
pub(super) fn go_on(run: &mut Run, blow: &Blow) -> bool {
    if asks(run.rules, &run.state, blow).is_some() {
        return false;
    }
    let choice = match () {
        () if blow.losses > 0 => losers(run.rules, &run.state, blow).first().copied(),
        () if blow.depletions > 0 => worn(run.rules, &run.state).first().copied(),
        () => {
            tell(run, SeaEvent::Fell { blow: None });
            return true;
        }
    };
    match choice {
        Some(choice) => take(run, blow, choice),
        // Nobody is left whom it could fall on.
        None if blow.losses > 0 => tell(run, SeaEvent::Fell { blow: Some(Blow { losses: 0, ..*blow }) }),
        None => tell(run, SeaEvent::Fell { blow: Some(Blow { depletions: 0, ..*blow }) }),
    }
    true
}

pub(super) fn choose(run: &mut Run, choices: &[Choice], command: Option<&Command>) -> Result<(), Refusal> {
    let (Some(Command::GiveUp { from, power, unit }), Some(blow)) = (command, run.state.campaign.sea.blow) else {
        return Err(Refusal::of(Ban::WrongTime, "the losses of a strike are to be picked first"));
    };
    if !choices.contains(&(*from, *power, *unit)) {
        return Err(Refusal::of(Ban::Losses, "the result does not fall on such units"));
    }
    take(run, &blow, (*from, *power, *unit));
    Ok(())
}

/// One loss or one depletion. Depleted ships are given up before others of their kind.
fn take(run: &mut Run, blow: &Blow, (space, power, unit): Choice) {
    let losing = blow.losses > 0;
    let is = |stack: &Stack| (stack.space, stack.power, stack.unit) == (space, power, unit);
    let part = if losing { Part::IsFiredAt } else { Part::Fires };
    let hit = with_part(&run.state, part).into_iter().filter(|stack| is(stack));
    let next = if losing {
        if let Some(stack) = hit.max_by_key(|stack| stack.damaged) {
            run.destroy(Stack { count: 1, ..stack }, LossReason::Fire);
        } else if let Some(stack) = with_part(&run.state, Part::Covers).into_iter().find(|stack| is(stack)) {
            run.note(CampaignEvent::Worn { stack: Stack { count: 1, ..stack } });
        }
        Blow { losses: blow.losses - 1, ..*blow }
    } else {
        if let Some(stack) = hit.min_by_key(|stack| stack.damaged) {
            run.note(CampaignEvent::Worn { stack: Stack { count: 1, ..stack } });
        }
        Blow { depletions: blow.depletions - 1, ..*blow }
    };
    tell(run, SeaEvent::Fell { blow: Some(next) });
}

/// The answer of those who were struck: all that are left, whatever is left of them. Land-based units that struck together with
/// ships are their cover.
fn counter_battle(rules: &Ruleset, state: &State, blow: &Blow) -> Option<SeaBattle> {
    let escorts = if blow.cover_takes { Vec::new() } else { with_part(state, Part::Covers) };
    let left: Vec<Stack> = with_part(state, Part::IsFiredAt).into_iter().chain(escorts).collect();
    let shooters: Vec<Stack> =
        naval::answer(rules, &left).into_iter().filter(|stack| can_answer(rules, state, stack)).collect();
    let struck = with_part(state, Part::Fires);
    let is_base = |stack: &Stack| sea_rules::kind(rules, stack) == Some(Kind::LandBased);
    let (bases, mut ships): (Vec<Stack>, Vec<Stack>) = struck.into_iter().partition(is_base);
    ships.extend(company(rules, state, &ships));
    let (mut targets, cover) = if ships.is_empty() { (bases, Vec::new()) } else { (ships, bases) };
    // Only escorts answer those who are not beside them; ships that attack always are near enough.
    let beside = |target: &Stack| rules.board.link(blow.at, target.space).is_some();
    let reached = |target: &Stack| {
        let strikes = |by: &Stack| {
            sea_rules::may_strike(rules, Strike::Counter, by, target, false)
                && (blow.escorts || !is_base(target) || sea_rules::in_reach(rules, state, by, target))
        };
        if shooters.is_empty() {
            blow.escorts || !is_base(target) || beside(target)
        } else {
            shooters.iter().any(strikes)
        }
    };
    targets.retain(reached);
    let at = targets.first()?.space;
    Some(SeaBattle {
        strike: Strike::Counter,
        at,
        shooters,
        targets,
        cover,
        cover_takes_losses: true,
        port_distance: None,
        defence_multiple: 1,
    })
}

/// Surface fleets that lie with those who attacked, as depleted carriers: the answer falls on all of them together.
fn company(rules: &Ruleset, state: &State, ships: &[Stack]) -> Vec<Stack> {
    let surface = |stack: &Stack| matches!(sea_rules::kind(rules, stack), Some(Kind::Carrier | Kind::Surface));
    let lie_with = |stack: &&Stack| {
        let with = |ship: &Stack| ship.space == stack.space && state.side_of(ship.power) == state.side_of(stack.power);
        surface(stack) && ships.iter().any(|ship| surface(ship) && with(ship)) && !ships.contains(stack)
    };
    state.stacks.iter().filter(lie_with).copied().collect()
}

/// Those who were attacked strike back, or do not.
pub(super) fn answer(run: &mut Run, command: Option<&Command>) -> Result<(), Refusal> {
    let Some(blow) = run.state.campaign.sea.blow else { return Ok(()) };
    match command {
        None => {
            tell(run, SeaEvent::Fell { blow: Some(Blow { answers: false, ..blow }) });
            Ok(())
        }
        Some(Command::Counter) => {
            let Some(battle) = counter_battle(run.rules, &run.state, &blow) else {
                return Err(Refusal::of(Ban::NothingToFireAt, "there is nobody to strike"));
            };
            for stack in with_part(&run.state, Part::IsFiredAt).into_iter().chain(with_part(&run.state, Part::Covers)) {
                enlist(run, &[stack], |fleet| fleet.part = Part::Bystander)?;
            }
            strike(run, &battle, None)
        }
        Some(_) => Err(Refusal::of(Ban::WrongTime, "strike back or let it be")),
    }
}
