//! The column of the table: odds, difference or strength, then the shifts; and the code that a roll finds in it.

use std::cmp::Ordering;

use chartroom_format::schema::condition::SupplyState;
use chartroom_format::schema::refusal::Ban;
use chartroom_format::schema::rules::Quantity;
use chartroom_format::schema::table::Edge;
use chartroom_format::schema::table_battle::OddsRounding;
use chartroom_format::schema::units::CombatRole;
use chartroom_format::schema::value::Amount;

use super::forces::{self, Ground};
use super::{BattleRules, ShiftRule};
use crate::action::Refusal;
use crate::condition::Scene;
use crate::ids::{SpaceIx, TableIx};
use crate::modifier;
use crate::ruleset::Ruleset;
use crate::services::fraction;
use crate::services::marks::Marks;
use crate::state::{Stack, State};
use crate::table::{Place, Value};

/// How strengths find their column, with the table they find it in.
#[derive(Clone, Debug)]
pub struct ColumnRule {
    pub table: TableIx,
    pub by: ColumnBy,
}

#[derive(Clone, Debug)]
pub enum ColumnBy {
    /// The odds of the columns from the worst to the best for the attacker, with their place in the table.
    Ratio {
        odds: Vec<(Amount, usize)>,
        round: OddsRounding,
        below: Edge,
        above: Edge,
    },
    Difference,
    Strength,
}

/// Where a battle stands before the roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    pub attack: Amount,
    pub defence: Amount,
    /// The column after all shifts; none where the table gives no result.
    pub place: Option<usize>,
    pub die_modifier: i64,
}

/// The column of an attack by some units, or why they may not make it.
pub fn of(
    rules: &Ruleset,
    state: &State,
    settings: &BattleRules,
    force: &[Stack],
    target: SpaceIx,
) -> Result<Column, Refusal> {
    let Some(first) = force.first() else {
        return Err(Refusal::of(Ban::NotAnnounced, "nobody attacks"));
    };
    let defending: Vec<Stack> = forces::defenders(state, first.power, target).copied().collect();
    if defending.is_empty() {
        let place = rules.space_name(target);
        return Err(Refusal::of(Ban::Target, format!("no enemy stands in {place} any more")));
    }
    let ground = Ground::of(rules, force, target);
    let attack = forces::strength(rules, state, settings, &ground, force, CombatRole::Attacking);
    let defence = forces::strength(rules, state, settings, &ground, &defending, CombatRole::Defending);
    if attack.numerator <= 0 {
        return Err(Refusal::of(Ban::Minimum, "the attackers have no strength left"));
    }
    let scene = ground.scene(settings, CombatRole::Attacking, state.side_of(first.power));
    let scene = Scene { power: Some(first.power), ..scene };
    let all: Vec<&Stack> = force.iter().collect();
    let own = settings.shifts.iter().filter(|shift| {
        let units = if shift.of == CombatRole::Attacking { force } else { &defending };
        shift_applies(rules, state, settings, &ground, shift, units)
    });
    let column = Quantity::Column(settings.kind);
    let printed = modifier::die(rules, state, &column, &scene, &all);
    let shift = own.map(|shift| shift.by).fold(printed, i64::saturating_add);
    let die_modifier = modifier::die(rules, state, &Quantity::Die(settings.kind), &scene, &all);
    let place = match settings.column.place(rules, attack, defence) {
        Found::At(place) => Some(settings.column.shifted(rules, place, shift)),
        Found::NoResult => None,
        Found::Refused(why) => return Err(Refusal::of(Ban::Minimum, why)),
    };
    Ok(Column { attack, defence, place, die_modifier })
}

/// Whether a shift applies to the units it speaks of. Supply is that of the worst supplied of them.
fn shift_applies(
    rules: &Ruleset,
    state: &State,
    settings: &BattleRules,
    ground: &Ground,
    shift: &ShiftRule,
    units: &[Stack],
) -> bool {
    let with = shift
        .with
        .as_ref()
        .is_none_or(|filter| units.iter().any(|stack| filter.takes(rules, state, stack.unit, Some(stack.power))));
    let Some(first) = units.first().filter(|_| with) else { return false };
    let Some(when) = &shift.when else { return true };
    let hungry = units.iter().any(|stack| Marks::of(stack).supply() != SupplyState::Full);
    let supply = if hungry { SupplyState::Unsupplied } else { SupplyState::Full };
    let scene = Scene {
        power: Some(first.power),
        supply: Some(supply),
        ..ground.scene(settings, shift.of, state.side_of(first.power))
    };
    // What is said of a unit holds if it does so of one of them.
    units.iter().any(|stack| {
        let marks = Marks::of(stack);
        let scene =
            Scene { unit: Some(stack.unit), from: Some(stack.space), damaged: stack.damaged > 0, marks, ..scene };
        when.holds(rules, state, &scene)
    })
}

/// Where the strengths point before shifts.
enum Found {
    At(usize),
    NoResult,
    Refused(String),
}

impl ColumnRule {
    fn place(&self, rules: &Ruleset, attack: Amount, defence: Amount) -> Found {
        let number = match &self.by {
            ColumnBy::Ratio { odds, round, below, above } => {
                return at_odds(odds, *round, (*below, *above), attack, defence);
            }
            ColumnBy::Difference => modifier::floor(fraction::less(attack, defence)),
            ColumnBy::Strength => modifier::floor(attack),
        };
        match rules.table(self.table).at(1, number) {
            Place::At(place) => Found::At(place),
            Place::Nothing => Found::NoResult,
            Place::Off => {
                Found::Refused(format!("the table has no column for {number}: such an attack is not allowed"))
            }
        }
    }

    /// So many columns further, but not off the table.
    fn shifted(&self, rules: &Ruleset, place: usize, by: i64) -> usize {
        let moved = |at: usize, count: usize| (at as i64).saturating_add(by).clamp(0, count.max(1) as i64 - 1) as usize;
        match &self.by {
            ColumnBy::Ratio { odds, .. } => {
                let at = odds.iter().position(|(_, column)| *column == place).unwrap_or(0);
                odds.get(moved(at, odds.len())).map_or(place, |(_, column)| *column)
            }
            ColumnBy::Difference | ColumnBy::Strength => moved(place, rules.table(self.table).keys(1).len()),
        }
    }

    /// The heading of a column.
    pub fn label(&self, rules: &Ruleset, place: Option<usize>) -> String {
        let keys = rules.table(self.table).keys(1);
        place.and_then(|place| keys.get(place)).cloned().unwrap_or_else(|| "none".to_owned())
    }

    /// The result that a roll finds in a column, by its place in the phase's list.
    pub fn code(&self, rules: &Ruleset, settings: &BattleRules, roll: i64, place: Option<usize>) -> Option<u16> {
        let table = rules.table(self.table);
        let code = code_text(table.cell(table.at(0, roll), Place::At(place?))?)?;
        settings.results.iter().position(|(known, _)| *known == code).map(|at| at as u16)
    }
}

/// The code that a cell holds; none if it is empty.
pub(crate) fn code_text(value: &Value) -> Option<String> {
    match value {
        Value::Empty => None,
        Value::Number(number) => Some(number.to_string()),
        Value::Range(from, to) => Some(format!("{from}-{to}")),
        Value::Text(text) => Some(text.clone()),
    }
}

/// The column of odds. Beyond both ends of the table there is one more column in thought, so that rounding is the same everywhere;
/// strength against nothing is better than any odds.
fn at_odds(
    odds: &[(Amount, usize)],
    round: OddsRounding,
    (below, above): (Edge, Edge),
    attack: Amount,
    defence: Amount,
) -> Found {
    let (Some((worst, first)), Some((best, last))) = (odds.first(), odds.last()) else { return Found::NoResult };
    let mut all = vec![worse_than(*worst)];
    all.extend(odds.iter().map(|(ratio, _)| *ratio));
    all.push(better_than(*best));
    let at = match (all.partition_point(|ratio| against(attack, defence, *ratio) != Ordering::Less), round) {
        (0, _) => 0,
        (reached, _) if reached == all.len() => reached - 1,
        (reached, OddsRounding::ForDefender) => reached - 1,
        (reached, OddsRounding::ForAttacker) if against(attack, defence, all[reached - 1]) == Ordering::Equal => {
            reached - 1
        }
        (reached, OddsRounding::ForAttacker) => reached,
        (reached, OddsRounding::Nearest) => {
            let both = fraction::sum(all[reached - 1], all[reached]);
            let middle = Amount { denominator: both.denominator.saturating_mul(2), ..both };
            if against(attack, defence, middle) == Ordering::Greater { reached } else { reached - 1 }
        }
    };
    let edge = |edge: Edge, end: usize, what: &str| match edge {
        Edge::Clamp => Found::At(end),
        Edge::Nothing => Found::NoResult,
        Edge::NotAllowed => {
            Found::Refused(format!("{attack} against {defence} is {what}: such an attack is not allowed"))
        }
    };
    match at {
        0 => edge(below, *first, "worse than the first column of the table"),
        at if at > odds.len() => edge(above, *last, "better than the last column of the table"),
        at => Found::At(odds[at - 1].1),
    }
}

/// How attack to defence compares with odds.
fn against(attack: Amount, defence: Amount, ratio: Amount) -> Ordering {
    let product = |over: [i64; 3]| over.into_iter().map(i128::from).fold(1, i128::saturating_mul);
    let (defence, ratio) = (sound(defence), sound(ratio));
    let attack = sound(attack);
    product([attack.numerator, defence.denominator, ratio.denominator]).cmp(&product([
        ratio.numerator,
        defence.numerator,
        attack.denominator,
    ]))
}

/// An amount that can be divided by its denominator.
fn sound(amount: Amount) -> Amount {
    Amount { denominator: amount.denominator.max(1), ..amount }
}

/// The odds one column worse than the first: 1-3 before 1-2, 1-1 before 2-1.
fn worse_than(odds: Amount) -> Amount {
    if odds.numerator > odds.denominator {
        fraction::less(odds, Amount::ONE)
    } else {
        Amount { denominator: odds.denominator + 1, ..odds }
    }
}

/// The odds one column better than the last: 6-1 after 5-1, 1-1 after 1-2.
fn better_than(odds: Amount) -> Amount {
    if odds.numerator < odds.denominator {
        Amount { denominator: odds.denominator - 1, ..odds }
    } else {
        fraction::sum(odds, Amount::ONE)
    }
}

/// Odds as a heading writes them: `2-1`, `3:2`, `1 to 3`.
pub(crate) fn read_odds(text: &str) -> Option<Amount> {
    let parts: Vec<&str> = match text.split_once(" to ") {
        Some((attack, defence)) => vec![attack, defence],
        None => text.split(['-', ':']).collect(),
    };
    let [attack, defence] = parts[..] else { return None };
    let (numerator, denominator) = (attack.trim().parse().ok()?, defence.trim().parse().ok()?);
    (numerator > 0 && denominator > 0 && numerator < 1_000 && denominator < 1_000)
        .then_some(Amount { numerator, denominator })
}
