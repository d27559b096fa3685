//! Strategic bombing by points: escorts and defenders exchange fire over the target, what is left of the defence fires at the
//! bombers, and what is left of these ruins production. The bombers of one place fly once in a turn, all together.

use chartroom_format::schema::condition::BattleKind;
use chartroom_format::schema::refusal::Ban;
use chartroom_format::schema::rules::Quantity;
use chartroom_format::schema::units::{Ability, Domain};
use chartroom_format::schema::value::Amount;

use super::firepower::losses;
use super::morale::Nations;
use super::warheads::{self, WarheadRules};
use super::{Next, missiles};
use crate::action::{Action, Refusal};
use crate::condition::Scene;
use crate::event::{Event, LossReason};
use crate::ids::{Actor, PowerIx, SideIx, SpaceIx, TableIx, TrackIx, UnitIx};
use crate::modifier;
use crate::query::reach;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::rng::{Decision, Purpose};
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
    /// Raids on morale.
    pub morale: Option<MoraleRaidRules>,
    /// Air defence below which bombers have twice their strength against industry.
    pub doubled_below: Option<i64>,
    /// Bombs that they carry.
    pub warheads: Option<WarheadRules>,
}

/// Raids on the morale of a nation, at its capital.
#[derive(Clone, Debug)]
pub struct MoraleRaidRules {
    pub nations: Nations,
    /// Bombers take morale no lower.
    pub floor: Option<i64>,
    /// What the attacker's nation gains by a hit.
    pub gain: i64,
    /// What it gains by its first raid that does damage, and the track that remembers it.
    pub first: Option<(i64, TrackIx)>,
}

/// Faces of the die of the tables.
const DIE: i64 = 6;

/// Spaces that bombers of a side can fly, by their level and what modifies it.
pub(crate) fn range(rules: &Ruleset, state: &State, side: SideIx, settings: &BombingRules) -> i64 {
    let (table, column, track) = settings.reach;
    let level = state.track(track, Some(Actor::Side(side)));
    let table = rules.table(table);
    let base = table.cell(table.at(0, level), column).and_then(Value::number).unwrap_or(0);
    let bombs = |unit: &UnitIx| {
        let info = rules.unit(*unit);
        info.domain == Domain::Air && info.can(Ability::StrategicBombing)
    };
    let Some(unit) = (0..rules.units.len()).map(UnitIx::new).find(bombs) else { return base };
    let scene = Scene { side: Some(side), unit: Some(unit), ..Scene::default() };
    modifier::floor(modifier::modified(rules, state, &Quantity::Range, Amount::whole(base), &scene, &[]))
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
pub(super) fn is_target(rules: &Ruleset, state: &State, side: SideIx, space: SpaceIx) -> bool {
    is_hostile(state, side, space) && working(rules, state, space) > 0
}

pub(super) fn is_hostile(state: &State, side: SideIx, space: SpaceIx) -> bool {
    state.holder(space).is_some_and(|power| {
        state.side_of(power) != Some(side) && state.actors_at_war(Actor::Side(side), Actor::Power(power))
    })
}

/// The nation whose morale is attacked in a space: one that still holds its capital there.
pub(super) fn nation_at(
    rules: &Ruleset,
    state: &State,
    side: SideIx,
    raids: &MoraleRaidRules,
    space: SpaceIx,
) -> Option<PowerIx> {
    let sits = |power: &PowerIx| {
        state.holder(space) == Some(*power) && state.capitals(rules, *power).any(|capital| capital == space)
    };
    raids.nations.powers.iter().copied().find(sits).filter(|_| is_hostile(state, side, space))
}

pub(super) fn working(rules: &Ruleset, state: &State, space: SpaceIx) -> i64 {
    let features = crate::query::income::production_features(rules);
    features.into_iter().map(|feature| state.working(rules, space, feature)).sum()
}

/// Spaces within range of a place, in their order.
fn near(rules: &Ruleset, state: &State, side: SideIx, settings: &BombingRules, from: SpaceIx) -> Vec<SpaceIx> {
    let range = range(rules, state, side, settings);
    let near = reach::spread(rules, from, Domain::Air).take_while(|(_, steps)| i64::from(*steps) <= range);
    let mut found: Vec<SpaceIx> = near.map(|(space, _)| space).collect();
    found.sort_unstable();
    found
}

pub(super) fn begin(run: &mut Run, side: SideIx, settings: &BombingRules) -> Next {
    if legal(run.rules, &run.state, side, settings).len() > 1 { Next::Waits } else { Next::Over }
}

pub(super) fn act(run: &mut Run, side: SideIx, settings: &BombingRules, action: &Action) -> Result<Next, Refusal> {
    if let (false, Some(battles)) = (run.state.combat.losses.is_empty(), missiles::battles(run.rules)) {
        losses::choose(run, battles, action)?;
        losses::settle(run, battles);
        return Ok(Next::Waits);
    }
    match *action {
        Action::Done => {
            warheads::stand_down(run);
            if !run.state.combat.expended.is_empty() {
                run.emit(Event::ExpendedReady);
            }
            Ok(Next::Over)
        }
        Action::Bomb { from, target } => {
            ready(run, side, from)?;
            let in_range = near(run.rules, &run.state, side, settings, from).binary_search(&target).is_ok();
            if !in_range || !is_target(run.rules, &run.state, side, target) {
                return Err(Refusal::of(Ban::Target, "no working production of an enemy within range"));
            }
            raid(run, side, settings, (from, target), None);
            Ok(Next::Waits)
        }
        Action::BombMorale { from, target } => {
            ready(run, side, from)?;
            let raids = settings.morale.as_ref();
            let nation = raids.and_then(|raids| nation_at(run.rules, &run.state, side, raids, target));
            let in_range = near(run.rules, &run.state, side, settings, from).binary_search(&target).is_ok();
            let (Some(nation), true) = (nation, in_range) else {
                return Err(Refusal::of(Ban::Target, "no capital of an enemy nation within range"));
            };
            raid(run, side, settings, (from, target), Some(nation));
            Ok(Next::Waits)
        }
        Action::DropBomb { from, target } => {
            let in_range = near(run.rules, &run.state, side, settings, from).binary_search(&target).is_ok();
            warheads::drop_bomb(run, side, settings.warheads.as_ref(), (from, target), in_range)?;
            Ok(Next::Waits)
        }
        _ => Err(Refusal::of(Ban::WrongTime, "this is the time of bombers")),
    }
}

/// Whether bombers of a place may still fly.
fn ready(run: &Run, side: SideIx, from: SpaceIx) -> Result<(), Refusal> {
    if run.state.combat.bombs_away {
        return Err(Refusal::of(Ban::WrongTime, "bombs go off after all other damage is done"));
    }
    if bases(run.rules, &run.state, side).contains(&from) {
        Ok(())
    } else {
        Err(Refusal::of(Ban::NotThere, "no bombers are ready there"))
    }
}

/// Fire in groups with a die each: all losses.
pub(super) fn volley(
    run: &mut Run,
    table: TableIx,
    group: i64,
    (side, from, at): (SideIx, SpaceIx, SpaceIx),
    all: i64,
) -> i64 {
    let (mut left, mut done) = (all, 0);
    while left > 0 {
        let die = run.roll(Decision::of(Purpose::Bombing).at(at).by(side), DIE);
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

/// One raid: on the industry of a space, or on the morale of the nation that has its capital there.
fn raid(
    run: &mut Run,
    side: SideIx,
    settings: &BombingRules,
    (from, target): (SpaceIx, SpaceIx),
    nation: Option<PowerIx>,
) {
    run.emit(Event::FleetExpended { side, space: from });
    let rules = run.rules;
    let mut defence = 0;
    if let Some(enemy) = run.state.holding_side(target) {
        let escorts = with(rules, &run.state, side, from, Ability::Escorts);
        let guards = with(rules, &run.state, enemy, target, Ability::Intercepts);
        defence = points(&guards);
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
    let flown = points(&bombers);
    warheads::lose_excess(run, side, settings.warheads.as_ref(), from, flown);
    warheads::arm(run, side, settings.warheads.as_ref(), from, flown.clamp(0, 60_000) as u16);
    // Weak is the defence that the raid met, whatever is left of it.
    let doubled = nation.is_none() && settings.doubled_below.is_some_and(|weak| defence < weak);
    let strength = points(&bombers) * if doubled { 2 } else { 1 };
    let hits = volley(run, settings.bombing, settings.group, (side, from, target), strength);
    let damaged = if let (Some(nation), Some(raids)) = (nation, &settings.morale) {
        hit_morale(run, side, raids, nation, hits)
    } else {
        let ruined = hits.min(working(rules, &run.state, target));
        if ruined > 0 {
            run.emit(Event::Devastated { space: target, points: ruined });
        }
        ruined > 0
    };
    if let Some(raids) = settings.morale.as_ref().filter(|_| damaged) {
        cheer(run, side, raids);
    }
}

/// Hits on morale, down to where bombers can bring it; whether any told.
pub(super) fn hit_morale(run: &mut Run, side: SideIx, raids: &MoraleRaidRules, nation: PowerIx, hits: i64) -> bool {
    let level = raids.nations.level(&run.state, nation);
    let hits = raids.floor.map_or(hits, |floor| hits.min((level - floor).max(0)));
    raids.nations.shift(run, nation, -hits);
    if let Some(own) = raids.nations.of_side(&run.state, side).filter(|_| hits > 0) {
        raids.nations.shift(run, own, raids.gain);
    }
    hits > 0
}

/// The first raid of a nation that does damage cheers it.
fn cheer(run: &mut Run, side: SideIx, raids: &MoraleRaidRules) {
    let (Some((gain, raided)), Some(own)) = (raids.first, raids.nations.of_side(&run.state, side)) else { return };
    let who = Some(Actor::Power(own));
    if run.state.track(raided, who) == 0 {
        run.emit(Event::TrackSet { track: raided, who, to: 1 });
        raids.nations.shift(run, own, gain);
    }
}

pub(super) fn legal(rules: &Ruleset, state: &State, side: SideIx, settings: &BombingRules) -> Vec<Action> {
    if let (false, Some(battles)) = (state.combat.losses.is_empty(), missiles::battles(rules)) {
        return losses::legal(rules, state, battles);
    }
    let mut actions = vec![Action::Done];
    let reach = |from: SpaceIx| near(rules, state, side, settings, from);
    warheads::legal(rules, state, side, settings.warheads.as_ref(), reach, &mut actions);
    for from in bases(rules, state, side).into_iter().filter(|_| !state.combat.bombs_away) {
        for target in near(rules, state, side, settings, from) {
            if is_target(rules, state, side, target) {
                actions.push(Action::Bomb { from, target });
            }
            let raids = settings.morale.as_ref();
            if raids.is_some_and(|raids| nation_at(rules, state, side, raids, target).is_some()) {
                actions.push(Action::BombMorale { from, target });
            }
        }
    }
    actions
}
