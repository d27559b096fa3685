//! Modifiers: changes to a quantity under a condition, as the pack states them.

use chartroom_format::content::Content;
use chartroom_format::schema::procedure::Procedure as Written;
use chartroom_format::schema::rules::Quantity;
use chartroom_format::schema::value::Amount;

use crate::condition::Scene;
use crate::ids::{PowerIx, SideIx, UnitIx};
use crate::ruleset::{ModifierInfo, Ruleset};
use crate::state::{Stack, State};
use crate::value::Value;

/// As the pack writes them.
mod written {
    pub(super) use chartroom_format::schema::expression::Value;
    pub(super) use chartroom_format::schema::rules::Change;
}

fn applies(rules: &Ruleset, state: &State, modifier: &ModifierInfo, scene: &Scene, stacks: &[&Stack]) -> bool {
    if !state.option_or_none(modifier.option) {
        return false;
    }
    if let Some(to) = &modifier.to {
        let by_fits = to.by.is_empty()
            || to.by.iter().any(|who| match who {
                crate::ids::Actor::Side(side) => scene.side == Some(*side),
                crate::ids::Actor::Power(power) => {
                    scene.power == Some(*power) || stacks.iter().any(|stack| stack.power == *power)
                }
            });
        let unit_fits = !to.is_about_units()
            || match scene.unit {
                Some(unit) => to.types_fit(rules, unit),
                None => stacks.iter().any(|stack| to.types_fit(rules, stack.unit)),
            };
        if !(by_fits && unit_fits) {
            return false;
        }
    }
    if let Some(partner) = &modifier.partner
        && !stacks.iter().any(|stack| partner.takes(rules, state, stack.unit, Some(stack.power)))
    {
        return false;
    }
    modifier.when.as_ref().is_none_or(|when| when.holds(rules, state, scene))
}

impl crate::condition::UnitFilter {
    fn types_fit(&self, rules: &Ruleset, unit: UnitIx) -> bool {
        let info = rules.unit(unit);
        (self.types.is_empty() || self.types.contains(&unit))
            && (self.classes.is_empty() || self.classes.iter().any(|class| info.is(Some(*class))))
            && (self.domains == crate::board::Domains::NONE || self.domains.has(info.domain))
    }
}

/// Whether some procedure of a pack looks up modifiers of a quantity at all.
pub fn is_applied(content: &Content, quantity: &Quantity) -> bool {
    let runs = |wanted: fn(&Written) -> bool| content.procedures.values().any(|entry| wanted(&entry.run));
    match quantity {
        Quantity::Die(_)
        | Quantity::Column(_)
        | Quantity::Attack
        | Quantity::Defence
        | Quantity::Cost
        | Quantity::Income
        | Quantity::Stacking => true,
        Quantity::Range => runs(|run| matches!(run, Written::StrategicBombing { reach: Some(_), .. })),
        Quantity::BuildLimit => runs(|run| matches!(run, Written::Produce { .. })),
        Quantity::Movement => {
            runs(|run| matches!(run, Written::MoveByPoints { .. } | Written::MoveByRange { .. } | Written::Move { .. }))
        }
        Quantity::Dice => runs(|run| matches!(run, Written::HitRollCombat { .. })),
        Quantity::BuildDelay
        | Quantity::Supply
        | Quantity::Hits
        | Quantity::Research
        | Quantity::Morale
        | Quantity::RepairCost
        | Quantity::Points => false,
    }
}

/// Whether a modifier does anything in the games of a pack: its quantity is looked up, and where it is, partners are too.
pub fn acts(content: &Content, modifier: &chartroom_format::schema::rules::Modifier) -> bool {
    let in_battle =
        matches!(modifier.quantity, Quantity::Attack | Quantity::Defence | Quantity::Die(_) | Quantity::Column(_));
    let alone = modifier.pairs_with.is_none() && modifier.company.is_none() && modifier.unless_enemy.is_none();
    is_applied(content, &modifier.quantity) && (in_battle || alone)
}

/// The quantity after all modifiers that apply: additions first, then factors, then limits.
pub fn modified(
    rules: &Ruleset,
    state: &State,
    quantity: &Quantity,
    base: Amount,
    scene: &Scene,
    stacks: &[&Stack],
) -> Amount {
    let found: Vec<Settled> = rules
        .modifiers_of(quantity)
        .filter(|modifier| applies(rules, state, modifier, scene, stacks))
        .filter_map(|modifier| modifier.change.settled(rules, state, scene))
        .collect();
    changed(base, &found)
}

/// A quantity after changes: additions first, then factors, then limits.
pub(crate) fn changed(base: Amount, changes: &[Settled]) -> Amount {
    let mut value = base;
    for change in changes.iter().filter(|change| change.how == How::Add) {
        let (a, b) = (value, change.by);
        value = if b.denominator == 1 {
            Amount { numerator: a.numerator.saturating_add(b.numerator.saturating_mul(a.denominator)), ..a }
        } else {
            Amount {
                numerator: (a.numerator.saturating_mul(b.denominator))
                    .saturating_add(b.numerator.saturating_mul(a.denominator)),
                denominator: a.denominator.saturating_mul(b.denominator),
            }
        };
    }
    for change in changes {
        match change.how {
            How::Times => {
                value = Amount {
                    numerator: value.numerator.saturating_mul(change.by.numerator),
                    denominator: value.denominator.saturating_mul(change.by.denominator.max(1)),
                };
            }
            How::Set => value = change.by,
            How::Add | How::AtLeast | How::AtMost => {}
        }
    }
    for change in changes {
        let low = floor(change.by);
        match change.how {
            How::AtLeast if floor(value) < low => value = change.by,
            How::AtMost if floor(value) > low => value = change.by,
            _ => {}
        }
    }
    value
}

/// How a modifier changes a quantity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    Add,
    Times,
    Set,
    AtLeast,
    AtMost,
}

/// A change of a quantity by a value.
#[derive(Clone, Debug)]
pub struct Change {
    pub how: How,
    pub by: Value,
}

/// The same in a scene: the value is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settled {
    pub how: How,
    pub by: Amount,
}

impl Change {
    /// Nothing if the value cannot be computed here: no table has it, or nothing is at hand.
    pub fn settled(&self, rules: &Ruleset, state: &State, scene: &Scene) -> Option<Settled> {
        self.by.of(rules, state, scene).ok().map(|by| Settled { how: self.how, by })
    }

    /// The same if the value never changes.
    pub fn constant(&self) -> Option<Settled> {
        self.by.constant().map(|by| Settled { how: self.how, by })
    }
}

impl Settled {
    /// What is added, in whole.
    pub fn added(self) -> Option<i64> {
        (self.how == How::Add).then(|| floor(self.by))
    }

    /// What it is set to or may be at most, in whole.
    fn limit(self) -> Option<i64> {
        matches!(self.how, How::Set | How::AtMost).then(|| floor(self.by))
    }
}

/// How a written change works, and by how much.
pub fn read(change: &written::Change) -> (How, &written::Value) {
    match change {
        written::Change::Add(by) => (How::Add, by),
        written::Change::Times(by) => (How::Times, by),
        written::Change::Set(by) => (How::Set, by),
        written::Change::AtLeast(by) => (How::AtLeast, by),
        written::Change::AtMost(by) => (How::AtMost, by),
    }
}

/// A price as it is paid for one unit: in whole, never less than it is.
pub fn whole_price(price: Amount) -> i64 {
    -(price.numerator.saturating_neg()).div_euclid(price.denominator.max(1))
}

/// What modifiers add to a die.
pub fn die(rules: &Ruleset, state: &State, quantity: &Quantity, scene: &Scene, stacks: &[&Stack]) -> i64 {
    floor(modified(rules, state, quantity, Amount::ZERO, scene, stacks))
}

/// The sum of a strength over stacks: modified unit type by unit type, each type's sum rounded down.
pub fn strength(
    rules: &Ruleset,
    state: &State,
    scene: &Scene,
    stacks: &[&Stack],
    takes_part: impl Fn(UnitIx) -> bool,
) -> i64 {
    let mut units: Vec<UnitIx> = stacks.iter().map(|stack| stack.unit).filter(|unit| takes_part(*unit)).collect();
    units.sort_unstable();
    units.dedup();
    units
        .into_iter()
        .map(|unit| {
            let count: i64 = stacks.iter().filter(|stack| stack.unit == unit).map(|stack| i64::from(stack.count)).sum();
            let each = rules.unit(unit).attack;
            let base = Amount { numerator: each.numerator * count, denominator: each.denominator };
            let scene = Scene { unit: Some(unit), ..*scene };
            floor(modified(rules, state, &Quantity::Attack, base, &scene, stacks)).max(0)
        })
        .sum()
}

/// What a unit costs whoever the scene says, after all modifiers; never less than nothing.
pub fn price(rules: &Ruleset, state: &State, scene: &Scene, base: Amount) -> Amount {
    let price = modified(rules, state, &Quantity::Cost, base, scene, &[]);
    if price.numerator < 0 { Amount::ZERO } else { price }
}

pub(crate) fn floor(value: Amount) -> i64 {
    value.numerator.div_euclid(value.denominator.max(1))
}

/// The stacking limit of a space for a side.
pub fn stacking_limit(rules: &Ruleset, state: &State, side: SideIx, space: crate::ids::SpaceIx, base: i64) -> i64 {
    let scene = Scene { side: Some(side), at: Some(space), ..Scene::default() };
    floor(modified(rules, state, &Quantity::Stacking, Amount::whole(base), &scene, &[]))
}

/// The limit that modifiers of stacking set for one type of units in a space, if any speaks of it.
pub fn own_limit(
    rules: &Ruleset,
    state: &State,
    side: SideIx,
    unit: UnitIx,
    space: crate::ids::SpaceIx,
) -> Option<i64> {
    let scene = Scene { side: Some(side), at: Some(space), unit: Some(unit), ..Scene::default() };
    let own = rules.modifiers_of(&Quantity::Stacking).filter(|modifier| {
        modifier.to.as_ref().is_some_and(crate::condition::UnitFilter::is_about_units)
            && applies(rules, state, modifier, &scene, &[])
    });
    own.filter_map(|modifier| modifier.change.settled(rules, state, &scene).and_then(Settled::limit)).min()
}

/// How many more units of a type a power may build in a place: by what it may have in all, and by what modifiers say of the place. With
/// the rule that says so.
pub fn may_build<'r>(
    rules: &'r Ruleset,
    state: &State,
    power: PowerIx,
    unit: UnitIx,
    space: crate::ids::SpaceIx,
) -> Option<(i64, Option<&'r str>)> {
    let sum = |counts: &mut dyn Iterator<Item = u16>| counts.map(i64::from).sum::<i64>();
    let in_play = rules.unit(unit).builds.in_play.map(|most| {
        let own = state.stacks.iter().filter(|stack| stack.power == power && stack.unit == unit);
        let coming = state.arrivals.iter().filter(|arrival| arrival.power == power && arrival.unit == unit);
        let ordered = state.campaign.pending.iter().filter(|pending| pending.power == power && pending.unit == unit);
        let all = sum(&mut own.map(|stack| stack.count))
            + sum(&mut coming.map(|arrival| arrival.count))
            + sum(&mut ordered.map(|pending| pending.count));
        ((most - all).max(0), None)
    });
    let side = state.side_of(power);
    let here = side.and_then(|side| build_limit(rules, state, side, Some(power), unit, space)).map(|(limit, rule)| {
        let there = state.stacks_in(space).iter().filter(|stack| stack.unit == unit);
        let coming = state.arrivals.iter().filter(|arrival| arrival.unit == unit && arrival.space == space);
        let all = sum(&mut there.map(|stack| stack.count)) + sum(&mut coming.map(|arrival| arrival.count));
        ((limit - all).max(0), rule)
    });
    in_play.into_iter().chain(here).min_by_key(|(left, _)| *left)
}

/// How many units of a type may be in a space by what modifiers say of building them, and the rule that says so.
fn build_limit<'r>(
    rules: &'r Ruleset,
    state: &State,
    side: SideIx,
    power: Option<PowerIx>,
    unit: UnitIx,
    space: crate::ids::SpaceIx,
) -> Option<(i64, Option<&'r str>)> {
    let scene = Scene { side: Some(side), power, at: Some(space), unit: Some(unit), ..Scene::default() };
    let limits = rules.modifiers_of(&Quantity::BuildLimit).filter_map(|modifier| {
        let limit = modifier.change.settled(rules, state, &scene).and_then(Settled::limit)?;
        applies(rules, state, modifier, &scene, &[]).then_some((limit, modifier.source.as_deref()))
    });
    limits.min_by_key(|(limit, _)| *limit)
}
