//! Modifiers: changes to a quantity under a condition, as the pack states them.

use chartroom_format::content::Content;
use chartroom_format::schema::procedure::Procedure as Written;
use chartroom_format::schema::rules::{Change, Quantity};
use chartroom_format::schema::value::Amount;

use crate::condition::{Condition, Politics, Scene};
use crate::ids::{SideIx, UnitIx};
use crate::ruleset::{ModifierInfo, Ruleset};
use crate::state::{Stack, State};

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
        Quantity::BuildLimit => runs(|run| matches!(run, Written::Produce { factories, .. } if factories.is_empty())),
        Quantity::Movement
        | Quantity::BuildDelay
        | Quantity::Supply
        | Quantity::Hits
        | Quantity::Dice
        | Quantity::Research
        | Quantity::Morale
        | Quantity::RepairCost
        | Quantity::Points => false,
    }
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
    let found: Vec<(&Change, i64)> = rules
        .modifiers_of(quantity)
        .filter(|modifier| applies(rules, state, modifier, scene, stacks))
        .map(|modifier| match &modifier.change {
            Change::AddFrom(_) => (&modifier.change, from_table(rules, state, modifier)),
            change => (change, 0),
        })
        .collect();
    changed(base, &found)
}

/// A quantity after changes: additions first, then factors, then limits. Beside each change stands what its table says.
pub(crate) fn changed(base: Amount, changes: &[(&Change, i64)]) -> Amount {
    let mut value = base;
    let added = |value: &mut Amount, add: i64| {
        value.numerator = value.numerator.saturating_add(add.saturating_mul(value.denominator));
    };
    for (change, from_table) in changes {
        match change {
            Change::Add(add) => added(&mut value, *add),
            Change::AddFrom(_) => added(&mut value, *from_table),
            Change::Times(_) | Change::Set(_) | Change::AtLeast(_) | Change::AtMost(_) => {}
        }
    }
    for (change, _) in changes {
        match change {
            Change::Times(factor) => {
                value = Amount {
                    numerator: value.numerator.saturating_mul(factor.numerator),
                    denominator: value.denominator.saturating_mul(factor.denominator.max(1)),
                };
            }
            Change::Set(to) => value = Amount::whole(*to),
            Change::Add(_) | Change::AddFrom(_) | Change::AtLeast(_) | Change::AtMost(_) => {}
        }
    }
    for (change, _) in changes {
        match change {
            Change::AtLeast(low) if floor(value) < *low => value = Amount::whole(*low),
            Change::AtMost(high) if floor(value) > *high => value = Amount::whole(*high),
            _ => {}
        }
    }
    value
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

/// The morale or other track that the condition of an `AddFrom` modifier speaks of is the key of its table.
fn from_table(rules: &Ruleset, state: &State, modifier: &ModifierInfo) -> i64 {
    let key = match &modifier.when {
        Some(Condition::Politics(Politics::Track { track, who, .. })) => state.track(*track, *who),
        _ => return 0,
    };
    let table = modifier.table.map(|table| rules.table(table));
    table.and_then(|table| table.of_number(key)).and_then(crate::table::Value::number).unwrap_or(0)
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
    let limits = own.filter_map(|modifier| match modifier.change {
        Change::Set(limit) | Change::AtMost(limit) => Some(limit),
        _ => None,
    });
    limits.min()
}

/// How many units of a type may be in a space by what modifiers say of building them, and the rule that says so.
pub fn build_limit<'r>(
    rules: &'r Ruleset,
    state: &State,
    side: SideIx,
    unit: UnitIx,
    space: crate::ids::SpaceIx,
) -> Option<(i64, Option<&'r str>)> {
    let scene = Scene { side: Some(side), at: Some(space), unit: Some(unit), ..Scene::default() };
    let limits = rules.modifiers_of(&Quantity::BuildLimit).filter_map(|modifier| match modifier.change {
        Change::Set(limit) | Change::AtMost(limit) if applies(rules, state, modifier, &scene, &[]) => {
            Some((limit, modifier.source.as_deref()))
        }
        _ => None,
    });
    limits.min_by_key(|(limit, _)| *limit)
}
