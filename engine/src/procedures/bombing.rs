//! Strategic bombing by points: escorts and defenders exchange fire over the target, what is left of the defence fires at the
//! bombers, and what is left of these ruins production. The bombers of one place fly once in a turn, all together.

use chartroom_format::schema::condition::BattleKind;
use chartroom_format::schema::refusal::Ban;
use chartroom_format::schema::units::{Ability, Domain};

use super::Next;
use crate::action::{Action, Refusal};
use crate::event::{Event, LossReason};
use crate::ids::{Actor, SideIx, SpaceIx, TableIx, TrackIx};
use crate::query::reach;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::{Stack, State};
use crate::table::{Place, Value};

#[derive(Clone, Debug)]
pub struct BombingRules {
    /// Losses by die and strength, of bombers and of the defence.
    pub bombing: TableIx,
    pub defence: TableIx,
    /// Points that fire with one die.
    pub group: i64,
    /// Range by level: the table, its column, and the track of the level.
    pub reach: (TableIx, Place, TrackIx),
}

/// Faces of the die of the tables.
const DIE: i64 = 6;

/// Spaces that bombers of a side can fly.
pub(crate) fn range(rules: &Ruleset, state: &State, side: SideIx, settings: &BombingRules) -> i64 {
    let (table, column, track) = settings.reach;
    let level = state.track(track, Some(Actor::Side(side)));
    let table = rules.table(table);
    table.cell(table.at(0, level), column).and_then(Value::number).unwrap_or(0)
}

/// Aircraft of a side in a space that can do something.
fn with(rules: &Ruleset, state: &State, side: SideIx, space: SpaceIx, ability: Ability) -> Vec<Stack> {
    let here = state.stacks_in(space).iter().filter(|stack| state.side_of(stack.power) == Some(side));
    here.filter(|stack| rules.unit(stack.unit).domain == Domain::Air && rules.unit(stack.unit).can(ability))
        .copied()
        .collect()
}

fn points(stacks: &[Stack]) -> i64 {
    stacks.iter().map(|stack| i64::from(stack.count)).sum()
}

/// Places from which bombers may still fly.
fn bases(rules: &Ruleset, state: &State, side: SideIx) -> Vec<SpaceIx> {
    let bombs = |stack: &&Stack| {
        let info = rules.unit(stack.unit);
        state.side_of(stack.power) == Some(side)
            && info.domain == Domain::Air
            && info.can(Ability::StrategicBombing)
            && !state.combat.expended.contains(&(side, stack.space))
    };
    let mut found: Vec<SpaceIx> = state.stacks.iter().filter(bombs).map(|stack| stack.space).collect();
    found.dedup();
    found
}

/// Whether a side may bomb a space: working production of an enemy.
fn is_target(run_rules: &Ruleset, state: &State, side: SideIx, space: SpaceIx) -> bool {
    let enemy = state.holder(space).is_some_and(|power| {
        state.side_of(power) != Some(side) && state.actors_at_war(Actor::Side(side), Actor::Power(power))
    });
    enemy && working(run_rules, state, space) > 0
}

fn working(rules: &Ruleset, state: &State, space: SpaceIx) -> i64 {
    let features = crate::query::income::production_features(rules);
    features.into_iter().map(|feature| state.working(rules, space, feature)).sum()
}

/// Targets within range of a place.
fn targets(rules: &Ruleset, state: &State, side: SideIx, settings: &BombingRules, from: SpaceIx) -> Vec<SpaceIx> {
    let range = range(rules, state, side, settings);
    let near = reach::spread(rules, from, Domain::Air).take_while(|(_, steps)| i64::from(*steps) <= range);
    let mut found: Vec<SpaceIx> =
        near.map(|(space, _)| space).filter(|space| is_target(rules, state, side, *space)).collect();
    found.sort_unstable();
    found
}

pub(super) fn begin(run: &mut Run, side: SideIx, settings: &BombingRules) -> Next {
    if legal(run.rules, &run.state, side, settings).len() > 1 { Next::Waits } else { Next::Over }
}

pub(super) fn act(run: &mut Run, side: SideIx, settings: &BombingRules, action: &Action) -> Result<Next, Refusal> {
    match *action {
        Action::Done => {
            if !run.state.combat.expended.is_empty() {
                run.emit(Event::ExpendedReady);
            }
            Ok(Next::Over)
        }
        Action::Bomb { from, target } => {
            if !bases(run.rules, &run.state, side).contains(&from) {
                return Err(Refusal::of(Ban::NotThere, "no bombers are ready there"));
            }
            if !targets(run.rules, &run.state, side, settings, from).contains(&target) {
                return Err(Refusal::of(Ban::Target, "no working production of an enemy within range"));
            }
            raid(run, side, settings, from, target);
            Ok(Next::Waits)
        }
        _ => Err(Refusal::of(Ban::WrongTime, "this is the time of bombers")),
    }
}

/// Fire in groups with a die each: all losses.
fn volley(run: &mut Run, table: TableIx, group: i64, (side, from, at): (SideIx, SpaceIx, SpaceIx), all: i64) -> i64 {
    let (mut left, mut done) = (all, 0);
    while left > 0 {
        let die = run.roll(DIE);
        let strength = left.min(group);
        let losses = run.rules.table(table).number(die, strength);
        run.emit(Event::Fired { side, kind: BattleKind::Raid, from, at, strength, die, losses });
        done += losses;
        left -= group.max(1);
    }
    done
}

fn lose(run: &mut Run, stacks: &[Stack], losses: i64) {
    let mut left = losses;
    for stack in stacks {
        let count = left.min(i64::from(stack.count));
        if count > 0 {
            run.emit(Event::Removed { stack: Stack { count: count as u16, ..*stack }, why: LossReason::Fire });
            left -= count;
        }
    }
}

fn raid(run: &mut Run, side: SideIx, settings: &BombingRules, from: SpaceIx, target: SpaceIx) {
    run.emit(Event::FleetExpended { side, space: from });
    let rules = run.rules;
    if let Some(enemy) = run.state.holding_side(target) {
        let escorts = with(rules, &run.state, side, from, Ability::Escorts);
        let guards = with(rules, &run.state, enemy, target, Ability::Intercepts);
        if points(&escorts) > 0 && points(&guards) > 0 {
            // Both fire before either loses anything.
            let theirs = volley(run, settings.defence, settings.group, (side, from, target), points(&escorts));
            let own = volley(run, settings.defence, settings.group, (enemy, target, from), points(&guards));
            lose(run, &guards, theirs);
            lose(run, &escorts, own);
        }
        let guards = with(rules, &run.state, enemy, target, Ability::Intercepts);
        let bombers = with(rules, &run.state, side, from, Ability::StrategicBombing);
        let shot = volley(run, settings.defence, settings.group, (enemy, target, from), points(&guards));
        lose(run, &bombers, shot);
    }
    let bombers = with(rules, &run.state, side, from, Ability::StrategicBombing);
    let hits = volley(run, settings.bombing, settings.group, (side, from, target), points(&bombers));
    let ruined = hits.min(working(rules, &run.state, target));
    if ruined > 0 {
        run.emit(Event::Devastated { space: target, points: ruined });
    }
}

pub(super) fn legal(rules: &Ruleset, state: &State, side: SideIx, settings: &BombingRules) -> Vec<Action> {
    let mut actions = vec![Action::Done];
    for from in bases(rules, state, side) {
        let found = targets(rules, state, side, settings, from);
        actions.extend(found.into_iter().map(|target| Action::Bomb { from, target }));
    }
    actions
}
