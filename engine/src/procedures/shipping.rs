//! Fire on shipping: at the end of a movement that sent points through a sea the enemy's ships there fire on them once. Each loss is
//! one of those points, their owner's choice. Landings are not shipping: they have not set out yet.

use chartroom_format::schema::condition::BattleKind;
use chartroom_format::schema::procedure::ShipsFrom;
use chartroom_format::schema::refusal::Ban;
use chartroom_format::schema::value::Amount;

use super::{Next, Procedure};
use crate::action::{Action, Refusal};
use crate::condition::{Condition, Scene};
use crate::event::{Event, LossReason};
use crate::ids::{ClassIx, SideIx, SpaceIx, TableIx};
use crate::modifier::floor;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::rng::{Decision, Purpose};
use crate::state::{Stack, State};

#[derive(Clone, Debug)]
pub struct ShippingRules {
    /// The sea by its number in the transport table.
    pub sea: usize,
    pub firepower: TableIx,
    pub ships: ClassIx,
    pub each: Amount,
    pub most: i64,
    pub attackers: Vec<AttackerRule>,
    pub when: Option<Condition>,
}

/// How a side fires.
#[derive(Clone, Debug)]
pub struct AttackerRule {
    pub by: SideIx,
    pub strength: i64,
    pub ships: Option<ShipsFrom>,
    pub needs: Vec<SpaceIx>,
    pub bonus: Vec<(SpaceIx, i64)>,
    pub when: Option<Condition>,
}

/// Faces of the die of the firepower table.
const DIE: i64 = 6;

/// Notes points that crossed a sea on which somebody fires.
pub(super) fn crossed(run: &mut Run, accounts: &[u8], stack: Stack) {
    let watched = |settings: &ShippingRules| accounts.iter().any(|sea| usize::from(*sea) == settings.sea);
    let fires =
        run.rules.phases.iter().filter_map(|phase| phase.run).any(
            |at| matches!(&run.rules.procedures[at.index()].run, Procedure::Shipping(settings) if watched(settings)),
        );
    if fires {
        run.emit(Event::Convoyed { stack });
    }
}

/// Ships of a side that can fire.
fn ships(rules: &Ruleset, state: &State, settings: &ShippingRules, side: SideIx, from: ShipsFrom) -> i64 {
    let Some(seas) = &rules.seas else { return 0 };
    let is_there = |space: SpaceIx| {
        let on_it = seas.of.get(space.index()).is_some_and(|bits| bits >> settings.sea & 1 == 1);
        on_it && (from == ShipsFrom::AtSeaOrInPort || !rules.board.has_land(space))
    };
    let fire = |stack: &&Stack| {
        state.side_of(stack.power) == Some(side)
            && rules.unit(stack.unit).is(Some(settings.ships))
            && is_there(stack.space)
    };
    state.stacks.iter().filter(fire).map(|stack| i64::from(stack.count)).sum()
}

/// The strength with which a side fires on shipping; none if it does not.
pub(crate) fn strength(rules: &Ruleset, state: &State, settings: &ShippingRules, side: SideIx) -> i64 {
    let scene = Scene::of_side(Some(side));
    let fits = |rule: &&AttackerRule| {
        rule.by == side && rule.when.as_ref().is_none_or(|when| when.holds(rules, state, &scene))
    };
    let Some(rule) = settings.attackers.iter().find(fits) else { return 0 };
    if !rule.needs.iter().all(|space| state.is_friendly(*space, side)) {
        return 0;
    }
    let count = rule.ships.map_or(0, |from| ships(rules, state, settings, side, from));
    let fleet = floor(Amount { numerator: settings.each.numerator * count, denominator: settings.each.denominator });
    let places = rule.bonus.iter().filter(|(space, _)| state.is_friendly(*space, side)).map(|(_, add)| add);
    (rule.strength + fleet + places.sum::<i64>()).min(settings.most)
}

pub(super) fn begin(run: &mut Run, side: SideIx, settings: &ShippingRules) -> Next {
    if run.state.convoys.points.is_empty() {
        return Next::Over;
    }
    let open = settings.when.as_ref().is_none_or(|when| when.holds(run.rules, &run.state, &Scene::of_side(Some(side))));
    let enemies = (0..run.rules.sides.len()).map(SideIx::new).filter(|other| run.state.sides_at_war(side, *other));
    let strengths = enemies.map(|enemy| (enemy, strength(run.rules, &run.state, settings, enemy)));
    let attack = strengths.max_by_key(|(enemy, strength)| (*strength, std::cmp::Reverse(*enemy)));
    let Some((enemy, strength)) = attack.filter(|(_, strength)| open && *strength > 0) else { return arrive(run) };
    let die = run.roll(Decision::of(Purpose::Convoy).by(enemy), DIE);
    let losses = run.rules.table(settings.firepower).number(die, strength);
    let at = run.state.convoys.points.first().map_or(SpaceIx::new(0), |stack| stack.space);
    run.emit(Event::Fired { side: enemy, kind: BattleKind::Sea, from: at, at, strength, die, losses });
    let losses = losses.clamp(0, i64::from(run.state.convoys.total())) as u16;
    if losses > 0 {
        run.emit(Event::ConvoyHit { losses });
    }
    settle(run)
}

/// Takes losses that leave no choice; whether the owner has to choose.
fn settle(run: &mut Run) -> Next {
    while run.state.convoys.due > 0 {
        let all = run.state.convoys.due >= run.state.convoys.total();
        match run.state.convoys.points.as_slice() {
            [] => break,
            [only] => sink(run, Stack { count: 1, ..*only }),
            [first, ..] if all => sink(run, Stack { count: 1, ..*first }),
            _ => return Next::Waits,
        }
    }
    arrive(run)
}

fn arrive(run: &mut Run) -> Next {
    run.emit(Event::ConvoysArrived);
    Next::Over
}

fn sink(run: &mut Run, stack: Stack) {
    run.emit(Event::ConvoySunk { stack });
    run.emit(Event::Removed { stack, why: LossReason::Sunk });
}

pub(super) fn act(run: &mut Run, action: &Action) -> Result<Next, Refusal> {
    let Action::Lose { army, space, power, unit } = *action else {
        return Err(Refusal::of(Ban::WrongTime, "the points that were sunk must be chosen first"));
    };
    let wanted = Stack { space, army, power, unit, damaged: 0, count: 1 };
    if !run.state.convoys.points.iter().any(|stack| Stack { count: 1, ..*stack } == wanted) {
        return Err(Refusal::of(Ban::Losses, "losses come from the points that were shipped"));
    }
    sink(run, wanted);
    Ok(settle(run))
}

pub(super) fn legal(state: &State) -> Vec<Action> {
    let lose =
        |stack: &Stack| Action::Lose { army: stack.army, space: stack.space, power: stack.power, unit: stack.unit };
    state.convoys.points.iter().map(lose).collect()
}
