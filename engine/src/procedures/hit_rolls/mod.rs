//! Combat by hit rolls on the map: all declared battles go on in parallel, round by round. Before each round the attacker, then
//! the defender, says who leaves; then dice are thrown, at sea first, landings follow, and land is fought for.
//!
//! * [`field`]: who fights in a battle, as rows of [`crate::odds::hit`], whose rules throw the dice;
//! * [`round`]: one round of everything; [`retreat`]: ways out; [`choices`]: other decisions; [`conquest`]: who gets the land; [`neutral`]: land for money;
//! * [`outside`]: fire from outside; [`bonuses`]: what modifiers add; [`forts`]: fixed works; [`stealth`]: who strikes unseen;
//! * [`pass`]: fleets that go on after a round; [`hazards`]: borders that kill.

mod bonuses;
mod choices;
pub(crate) mod conquest;
pub(crate) mod field;
pub(crate) mod forts;
pub(crate) mod hazards;
pub(crate) mod neutral;
mod outside;
mod pass;
pub(crate) mod retreat;
pub(crate) mod round;
pub(crate) mod stealth;

use super::Next;
use crate::action::{Action, Refusal};
use crate::condition::Scene;
use crate::event::{Event, Operation};
use crate::ids::{ClassIx, OptionIx, PowerIx, SideIx, SpaceIx};
use crate::order::Order;
use crate::query::{range as ways, zones};
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::operations::{BattleGround, BattleRecord, BattleStep, Role};
use crate::state::{Stack, State};
use crate::triggers::{self, Moment};
use chartroom_format::schema::refusal::Ban;
use chartroom_format::schema::units::Domain;
use chartroom_format::schema::value::Amount;

/// The settings of a combat phase.
#[derive(Clone, Debug)]
pub struct HitRules {
    pub die: i64,
    /// Rounds at most; to the end if left out.
    pub rounds: Option<i64>,
    pub attacker_retreat_from: Option<i64>,
    pub defender_retreat_from: Option<i64>,
    pub landing_keeps_attack: Option<i64>,
    pub no_bombardment_after_sea_battle: bool,
    pub no_ship_stands_by: bool,
    /// By power: for whom it liberates.
    pub liberates: Vec<(PowerIx, Vec<PowerIx>)>,
    pub liberation: Option<LiberationRule>,
    pub neutrals: Option<NeutralRules>,
    pub air_retreat: Option<Amount>,
    pub lost_deck_flight: Option<i64>,
    pub scorched_earth: bool,
    /// By power: whose empty land it may take over without a war.
    pub takes_over: Vec<(PowerIx, Vec<PowerIx>)>,
    /// With this option fleets may pass through a zone that others clear.
    pub pass_through: Option<OptionIx>,
    /// By power: whose money goes to the bank when its capital falls; that of others goes to the captor.
    pub plunder: Option<Vec<(PowerIx, Vec<PowerIx>)>>,
    /// Who is given up last.
    pub lost_last: Vec<ClassIx>,
    /// Who takes no hits and is lost with its land.
    pub equipment: Vec<ClassIx>,
    pub forts: Option<Box<forts::FortRules>>,
}

/// Land goes back to friends it belongs to.
#[derive(Clone, Debug)]
pub struct LiberationRule {
    /// Not while their capital is lost; with it they get back what friends hold.
    pub needs_capital: bool,
    /// By taker: who gets nothing back from him.
    pub except: Vec<(PowerIx, Vec<PowerIx>)>,
}

/// What it takes to enter neutral land.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NeutralRules {
    /// As a multiple of the land's value.
    pub price: i64,
    pub sure_loss_from: i64,
}

/// Rounds after which battles that never end are broken off; no game comes near it.
const PATIENCE: u8 = 200;

pub(super) fn begin(run: &mut Run, settings: &HitRules) -> Next {
    let battles = declared(run.rules, &run.state);
    if battles.is_empty() {
        return Next::Over;
    }
    run.emit(Event::Operation(Operation::BattlesDeclared { battles: battles.clone() }));
    for battle in battles {
        tell_attack(run, battle.space);
    }
    next_round(run, settings)
}

/// Rules that look at attacks on a place: who comes, on the ground if anybody does.
fn tell_attack(run: &mut Run, space: SpaceIx) {
    if triggers::on_attack(run.rules, space).next().is_none() {
        return;
    }
    let powers = zones::powers_of(run.rules, &run.state);
    let comes = |stack: &&Stack| {
        let target = run.state.operations.group(stack.army).and_then(|group| group.target);
        powers.contains(&stack.power) && stack.army != 0 && (stack.space == space || target == Some(space))
    };
    let on_foot = |stack: &&Stack| run.rules.unit(stack.unit).domain == Domain::Land;
    let attackers: Vec<Stack> = run.state.stacks.iter().filter(comes).copied().collect();
    let Some(first) = attackers.iter().find(on_foot).or(attackers.first()).copied() else { return };
    let scene = Scene {
        power: Some(first.power),
        side: run.state.side_of(first.power),
        unit: Some(first.unit),
        at: Some(space),
        ..Scene::default()
    };
    triggers::fire(run, &Moment::Attacked(space), &scene);
    triggers::whenever(run, &scene);
}

/// The battles that the orders of the turn lead to, at sea first, by space.
fn declared(rules: &Ruleset, state: &State) -> Vec<BattleRecord> {
    let powers = zones::powers_of(rules, state);
    let own = state.stacks.iter().filter(|stack| powers.contains(&stack.power));
    // Those who act together need not all be at war with the same enemies.
    let mut spaces: Vec<(SpaceIx, PowerIx)> = Vec::new();
    for stack in own {
        let mut add = |space: SpaceIx| spaces.push((space, stack.power));
        match state.operations.group(stack.army) {
            Some(group) if group.role == Role::Landing => group.target.into_iter().for_each(add),
            Some(group) if matches!(group.role, Role::Engaged | Role::Sailing | Role::Dropped) => add(stack.space),
            Some(group) if matches!(group.role, Role::Passing | Role::Clearing) => {
                add(stack.space);
                group.target.into_iter().chain(group.then).for_each(add);
            }
            _ => {}
        }
    }
    spaces.sort_unstable();
    spaces.dedup();
    let record = |here: &[(SpaceIx, PowerIx)]| {
        let space = here.first()?.0;
        let mut comers = here.iter().map(|(_, power)| *power);
        let is_fought = comers.clone().any(|power| zones::enemies(state, power, space).next().is_some());
        let ground = if zones::is_sea(rules, space) {
            BattleGround::Sea
        } else if zones::is_neutral_land(rules, state, space) {
            BattleGround::Neutral
        } else {
            BattleGround::Land
        };
        let is_battle = is_fought || comers.any(|power| ways::is_target(rules, state, power, space));
        let battle = BattleRecord { space, ground, is_over: false, is_fought, cleared_in: 0, scorches: false, late: 0 };
        is_battle.then_some(battle)
    };
    let mut battles: Vec<BattleRecord> = spaces.chunk_by(|one, other| one.0 == other.0).filter_map(record).collect();
    battles.sort_by_key(|battle| (battle.ground != BattleGround::Sea, battle.space));
    battles
}

/// Who decides in the combat at hand, if it is not the player himself.
pub(super) fn deciding(state: &State) -> Option<SideIx> {
    match state.operations.step {
        BattleStep::DefenderDecides(side) => Some(side),
        BattleStep::None | BattleStep::AttackerDecides => None,
    }
}

/// Opens the next round; waits for the first who has something to decide.
fn next_round(run: &mut Run, settings: &HitRules) -> Next {
    let round = run.state.operations.round.saturating_add(1);
    let is_over = run.state.operations.battles.iter().all(|battle| battle.is_over);
    if is_over || round > PATIENCE || settings.rounds.is_some_and(|most| i64::from(round) > most) {
        round::end(run, settings);
        return Next::Over;
    }
    step(run, BattleStep::AttackerDecides, round);
    let open = run.state.operations.battles.iter().filter(|battle| !battle.is_over);
    let at_sea: Vec<SpaceIx> =
        open.filter(|battle| battle.ground == BattleGround::Sea).map(|battle| battle.space).collect();
    for space in at_sea {
        stealth::look(run, space);
    }
    if has_choice(run.rules, &run.state, settings) { Next::Waits } else { attacker_done(run, settings) }
}

fn step(run: &mut Run, step: BattleStep, round: u8) {
    run.emit(Event::Operation(Operation::Stepped { step, round }));
}

fn has_choice(rules: &Ruleset, state: &State, settings: &HitRules) -> bool {
    choices::orders(rules, state, settings).next().is_some()
}

/// The attacker has decided: the defender's turn, if he has something to decide.
fn attacker_done(run: &mut Run, settings: &HitRules) -> Next {
    let round = run.state.operations.round;
    if let Some(side) = defending_side(run) {
        step(run, BattleStep::DefenderDecides(side), round);
        if has_choice(run.rules, &run.state, settings) {
            return Next::Waits;
        }
    }
    defender_done(run, settings)
}

fn defender_done(run: &mut Run, settings: &HitRules) -> Next {
    step(run, BattleStep::None, run.state.operations.round);
    round::fight(run, settings);
    next_round(run, settings)
}

/// The side that defends: the enemies who stand in battles; sides do not fight each other's battles.
fn defending_side(run: &Run) -> Option<SideIx> {
    let powers = zones::powers_of(run.rules, &run.state);
    let open = run.state.operations.battles.iter().filter(|battle| !battle.is_over);
    let enemies =
        open.flat_map(|battle| powers.iter().flat_map(|power| zones::enemies(&run.state, *power, battle.space)));
    enemies.into_iter().find_map(|stack| run.state.side_of(stack.power).or(run.rules.power(stack.power).leans))
}

pub(super) fn act(run: &mut Run, settings: &HitRules, action: &Action) -> Result<Next, Refusal> {
    match *action {
        Action::Done => Ok(match run.state.operations.step {
            BattleStep::AttackerDecides => attacker_done(run, settings),
            BattleStep::DefenderDecides(_) | BattleStep::None => defender_done(run, settings),
        }),
        Action::Order(Order::Withdraw { stack, to }) => {
            retreat::withdraw(run, settings, stack, to)?;
            Ok(Next::Waits)
        }
        Action::Order(Order::Scorch { space }) => {
            choices::scorch(run, settings, space)?;
            Ok(Next::Waits)
        }
        Action::Order(Order::Aim { space, power, unit, other }) => {
            choices::aim(run, space, power, unit, other)?;
            Ok(Next::Waits)
        }
        Action::Order(Order::Recall { leader, to }) => {
            super::leaders::recall(run, settings, leader, to)?;
            Ok(Next::Waits)
        }
        Action::Order(Order::PutOff { space }) => {
            choices::put_off(run, space)?;
            Ok(Next::Waits)
        }
        Action::Order(Order::Offer { space, power, unit }) => {
            choices::offer(run, space, power, unit)?;
            Ok(Next::Waits)
        }
        Action::Order(Order::Claim { space, power }) => {
            choices::claim(run, space, power)?;
            Ok(Next::Waits)
        }
        _ => Err(Refusal::of(Ban::WrongTime, "battles are being fought")),
    }
}

pub(super) fn legal(rules: &Ruleset, state: &State, settings: &HitRules) -> Vec<Action> {
    std::iter::once(Action::Done).chain(choices::orders(rules, state, settings).map(Action::Order)).collect()
}
