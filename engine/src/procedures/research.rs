//! Research: points move an item along a track; a die says whether its price falls to that of the next level, part of the way
//! there, or not at all. Steps, cuts and what was spent this turn are kept on tracks of their own, made when the game is compiled.

use chartroom_format::schema::refusal::Ban;
use chartroom_format::schema::value::Amount;

use super::{Next, produce};
use crate::action::{Action, Refusal};
use crate::condition::{Condition, Scene};
use crate::event::Event;
use crate::ids::{Actor, SideIx, TableIx, TrackIx};
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::State;
use crate::state::rng::{Decision, Purpose};
use crate::table::{Place, Value};

/// The tracks of one item, beyond that of its level.
pub(crate) const STEP: &str = "research-step";
pub(crate) const CUT: &str = "research-cut";
pub(crate) const SPENT: &str = "research-spent";
pub(crate) const TRIED: &str = "research-tried";

/// Codes of the table of results.
const NEXT_LEVEL: &str = "a";
const PART_OF_IT: &str = "b";
/// The word of the table of setbacks for all the way back.
const TO_THE_START: &str = "start";

#[derive(Clone, Debug)]
pub struct ResearchRules {
    pub items: Vec<Item>,
    /// Price of one step.
    pub cost: i64,
    pub die: i64,
    /// Results by step and die.
    pub table: TableIx,
    pub prices: TableIx,
    pub setbacks: Option<TableIx>,
    pub most: i64,
    pub most_when_ahead: i64,
    pub limits: Vec<LimitRule>,
    pub free: Option<FreeRule>,
}

/// Items that go some steps for nothing while they are prohibited, and the price and number of further ones.
#[derive(Clone, Debug)]
pub struct FreeRule {
    pub items: Vec<TrackIx>,
    pub steps: i64,
    pub cost: i64,
    pub most: i64,
    pub source: Option<String>,
}

impl ResearchRules {
    /// The rule by which an item of a side goes for nothing now.
    fn free_for(&self, rules: &Ruleset, state: &State, side: SideIx, item: Item) -> Option<&FreeRule> {
        let free = self.free.as_ref().filter(|free| free.items.contains(&item.level))?;
        price(rules, state, side, self, item).is_none().then_some(free)
    }

    /// Price of a step of an item.
    fn step_cost(&self, rules: &Ruleset, state: &State, side: SideIx, item: Item) -> i64 {
        self.free_for(rules, state, side, item).map_or(self.cost, |free| free.cost)
    }
}

/// Something that can be improved: its level, and what research keeps about it.
#[derive(Clone, Copy, Debug)]
pub struct Item {
    pub level: TrackIx,
    pub step: TrackIx,
    /// What partial successes took off the price, in halves.
    pub cut: TrackIx,
    pub spent: TrackIx,
    pub tried: TrackIx,
}

/// Another limit for a side while a condition holds.
#[derive(Clone, Debug)]
pub struct LimitRule {
    pub by: SideIx,
    pub most: i64,
    pub when: Condition,
    pub source: Option<String>,
}

pub(super) fn begin(run: &mut Run, side: SideIx, settings: &ResearchRules) -> Next {
    let who = Some(Actor::Side(side));
    for item in &settings.items {
        for track in [item.spent, item.tried] {
            if run.state.track(track, who) != 0 {
                run.emit(Event::TrackSet { track, who, to: 0 });
            }
        }
    }
    for item in &settings.items {
        let (rules, state) = (run.rules, &run.state);
        let steps = settings.free_for(rules, state, side, *item).map_or(0, |free| free.steps);
        let steps = steps.min(steps_left(rules, state, side, settings, *item));
        if steps > 0 && is_open(rules, state, side, *item) {
            add(run, Actor::Side(side), item.step, steps);
        }
    }
    if legal(run.rules, &run.state, side, settings).len() > 1 { Next::Waits } else { Next::Over }
}

/// The price of an item for a side at the level it has, less what partial successes took off; none while it is prohibited.
fn price(rules: &Ruleset, state: &State, side: SideIx, settings: &ResearchRules, item: Item) -> Option<Amount> {
    produce::price_of_level(rules, state, side, settings.prices, &rules.track(item.level).id)
}

/// The printed price of the level after the one a side has.
fn next_price(rules: &Ruleset, state: &State, side: SideIx, settings: &ResearchRules, item: Item) -> Option<Amount> {
    let table = rules.table(settings.prices);
    let column = table.word(1, &rules.track(item.level).id);
    let level = state.track(item.level, Some(Actor::Side(side))) + 1;
    table.cell(table.at(0, level), column).and_then(produce::amount)
}

fn is_less(one: Amount, other: Amount) -> bool {
    one.numerator * other.denominator < other.numerator * one.denominator
}

/// What the other sides that take part pay for an item.
fn other_prices(rules: &Ruleset, state: &State, side: SideIx, settings: &ResearchRules, item: Item) -> Vec<Amount> {
    let others = (0..rules.sides.len()).map(SideIx::new).filter(|other| *other != side);
    others
        .filter(|other| state.members(Actor::Side(*other)).any(|power| rules.power(power).plays))
        .filter_map(|other| price(rules, state, other, settings, item))
        .collect()
}

/// How much more an item may get this turn; the rule that says so where it is not the general one.
fn most(
    rules: &Ruleset,
    state: &State,
    side: SideIx,
    settings: &ResearchRules,
    item: Item,
) -> (i64, Result<Ban, String>) {
    let (mut most, mut why) = (settings.most, Ok(Ban::ResearchLimit));
    if let Some(own) = price(rules, state, side, settings, item) {
        let others = other_prices(rules, state, side, settings, item);
        let ahead = !others.is_empty() && others.iter().all(|other| is_less(own, *other));
        if ahead && settings.most_when_ahead < most {
            (most, why) = (settings.most_when_ahead, Ok(Ban::ResearchAhead));
        }
    }
    if let Some(free) = settings.free_for(rules, state, side, item) {
        (most, why) = (free.most, free.source.clone().map_or(Ok(Ban::ResearchLimit), Err));
    }
    for limit in settings.limits.iter().filter(|limit| limit.by == side) {
        if limit.most < most && limit.when.holds(rules, state, &Scene::of_side(Some(side))) {
            (most, why) = (limit.most, limit.source.clone().map_or(Ok(Ban::ResearchLimit), Err));
        }
    }
    (most - state.track(item.spent, Some(Actor::Side(side))), why)
}

/// Steps an item can still go.
fn steps_left(rules: &Ruleset, state: &State, side: SideIx, settings: &ResearchRules, item: Item) -> i64 {
    let last = rules.table(settings.table).keys(0).len() as i64;
    last - state.track(item.step, Some(Actor::Side(side)))
}

/// Whether there is another level to reach.
fn is_open(rules: &Ruleset, state: &State, side: SideIx, item: Item) -> bool {
    let info = rules.track(item.level);
    state.track(item.level, Some(Actor::Side(side))) < info.to
}

fn item_of(settings: &ResearchRules, track: TrackIx) -> Result<Item, Refusal> {
    let found = settings.items.iter().find(|item| item.level == track).copied();
    found.ok_or_else(|| Refusal::of(Ban::NotThere, "there is no research of that kind"))
}

pub(super) fn act(run: &mut Run, side: SideIx, settings: &ResearchRules, action: &Action) -> Result<Next, Refusal> {
    let who = Actor::Side(side);
    match *action {
        Action::Done => {
            super::drop_rest(run, who);
            Ok(Next::Over)
        }
        Action::Invest { item, points } => {
            let item = item_of(settings, item)?;
            let points = i64::from(points);
            if !is_open(run.rules, &run.state, side, item) || run.state.track(item.tried, Some(who)) > 0 {
                return Err(Refusal::of(Ban::ResearchLimit, "this item can get no further now"));
            }
            if points == 0 || points > steps_left(run.rules, &run.state, side, settings, item) {
                return Err(Refusal::of(Ban::ResearchLimit, "the track is not that long"));
            }
            let (most, why) = most(run.rules, &run.state, side, settings, item);
            if points > most {
                let text = "an item gets no more than that in one turn";
                return Err(match why {
                    Ok(ban) => Refusal::of(ban, text),
                    Err(rule) => Refusal::new(&rule, text),
                });
            }
            let left = run.state.money(who) - points * settings.step_cost(run.rules, &run.state, side, item);
            if left < 0 {
                return Err(Refusal::of(Ban::Money, "the budget does not reach"));
            }
            run.emit(Event::MoneySet { who, to: left });
            add(run, who, item.spent, points);
            add(run, who, item.step, points);
            Ok(Next::Waits)
        }
        Action::Conclude { item } => {
            let item = item_of(settings, item)?;
            if run.state.track(item.step, Some(who)) == 0 || run.state.track(item.tried, Some(who)) > 0 {
                return Err(Refusal::of(Ban::WrongTime, "nothing of that is ready"));
            }
            conclude(run, side, settings, item);
            Ok(Next::Waits)
        }
        _ => Err(Refusal::of(Ban::WrongTime, "this is the research phase")),
    }
}

fn add(run: &mut Run, who: Actor, track: TrackIx, by: i64) {
    let to = run.state.track(track, Some(who)) + by;
    run.emit(Event::TrackSet { track, who: Some(who), to });
}

fn set(run: &mut Run, who: Actor, track: TrackIx, to: i64) {
    if run.state.track(track, Some(who)) != to {
        run.emit(Event::TrackSet { track, who: Some(who), to });
    }
}

/// The die for one item.
fn conclude(run: &mut Run, side: SideIx, settings: &ResearchRules, item: Item) {
    let who = Actor::Side(side);
    let step = run.state.track(item.step, Some(who));
    set(run, who, item.tried, 1);
    let named = &run.rules.track(item.level).id;
    let die = run.roll(Decision::of(Purpose::Research).by(who).named(named), settings.die);
    let table = run.rules.table(settings.table);
    let result = match table.cell(table.at(0, step), table.at(1, die)) {
        Some(Value::Text(code)) => code.as_str(),
        _ => "",
    };
    let own = price(run.rules, &run.state, side, settings, item);
    // Whoever is behind another learns from him.
    let behind = own.is_some_and(|own| {
        other_prices(run.rules, &run.state, side, settings, item).iter().any(|other| is_less(*other, own))
    });
    match result {
        NEXT_LEVEL => improve(run, who, item),
        PART_OF_IT if behind => improve(run, who, item),
        PART_OF_IT => {
            if let (Some(own), Some(next)) = (own, next_price(run.rules, &run.state, side, settings, item)) {
                let denominator = own.denominator * next.denominator;
                let gap = own.numerator * next.denominator - next.numerator * own.denominator;
                let halves = match gap.cmp(&denominator) {
                    std::cmp::Ordering::Greater => 2,
                    std::cmp::Ordering::Equal => 1,
                    std::cmp::Ordering::Less => 0,
                };
                add(run, who, item.cut, halves);
            }
            set(run, who, item.step, 0);
        }
        _ => {
            let Some(setbacks) = settings.setbacks else { return };
            let die = run.roll(Decision::of(Purpose::Setback).by(who).named(named), settings.die);
            let table = run.rules.table(setbacks);
            let to = match table.cell(table.at(0, die), Place::At(0)) {
                Some(Value::Number(back)) => (step - back).max(0),
                Some(Value::Text(word)) if word == TO_THE_START => 0,
                _ => step,
            };
            set(run, who, item.step, to);
        }
    }
}

fn improve(run: &mut Run, who: Actor, item: Item) {
    add(run, who, item.level, 1);
    set(run, who, item.cut, 0);
    set(run, who, item.step, 0);
}

pub(super) fn legal(rules: &Ruleset, state: &State, side: SideIx, settings: &ResearchRules) -> Vec<Action> {
    let who = Actor::Side(side);
    let mut actions = vec![Action::Done];
    for item in settings.items.iter().filter(|item| is_open(rules, state, side, **item)) {
        if state.track(item.tried, Some(who)) > 0 {
            continue;
        }
        let most = most(rules, state, side, settings, *item).0.min(steps_left(rules, state, side, settings, *item));
        let paid = state.money(who) / settings.step_cost(rules, state, side, *item).max(1);
        for points in 1..=most.min(paid) {
            actions.push(Action::Invest { item: item.level, points: points as u8 });
        }
        if state.track(item.step, Some(who)) > 0 {
            actions.push(Action::Conclude { item: item.level });
        }
    }
    actions
}
