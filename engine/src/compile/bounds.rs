//! Between what numbers a value lies whatever happens: enough to prove that nothing is divided by zero and nothing grows beyond what
//! can be reckoned, before anybody plays.

use std::cell::Cell;
use std::cmp::Ordering;

use chartroom_format::content::Content;
use chartroom_format::schema::expression::{CellKey, Expression, KeyBy, Value};
use chartroom_format::schema::value::{Amount, Cell as TableCell};

use crate::truth::{self, Fault, MOST};

/// The least and the greatest a value can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    pub low: Amount,
    pub high: Amount,
}

/// Why a value cannot be relied upon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    DividesByZero,
    TooLarge,
}

impl From<Fault> for Trouble {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::DividesByZero => Self::DividesByZero,
            Fault::TooLarge => Self::TooLarge,
        }
    }
}

type Bounded = Result<Bounds, Trouble>;

/// The most parts of a value, those of named values counted where they stand, and how deep they may stand in each other.
pub(super) const MOST_PARTS: usize = 2_000;
pub(super) const DEEPEST: usize = 200;

/// A walk through a value that ends, whatever its names lead to.
struct Walk<'c> {
    content: &'c Content,
    left: Cell<usize>,
    depth: Cell<usize>,
}

impl Walk<'_> {
    fn enter(&self) -> Result<(), Trouble> {
        let left = self.left.get().checked_sub(1).ok_or(Trouble::TooLarge)?;
        if self.depth.get() >= DEEPEST {
            return Err(Trouble::TooLarge);
        }
        self.left.set(left);
        self.depth.set(self.depth.get() + 1);
        Ok(())
    }
}

fn least(one: Amount, other: Amount) -> Amount {
    if truth::compare(one, other) == Ordering::Greater { other } else { one }
}

fn most(one: Amount, other: Amount) -> Amount {
    if truth::compare(one, other) == Ordering::Less { other } else { one }
}

impl Bounds {
    const fn whole(low: i64, high: i64) -> Self {
        Self { low: Amount::whole(low), high: Amount::whole(high) }
    }

    /// Anything that a figure of the position can be.
    const ANY: Self = Self::whole(-MOST, MOST);
    const COUNT: Self = Self::whole(0, MOST);

    /// Whether a written number is too large for any figure.
    pub(super) fn is_large(amount: Amount) -> bool {
        amount.numerator.unsigned_abs() > MOST.unsigned_abs() || amount.denominator > MOST
    }

    /// The bounds of a value of a pack. One that is too long or deep to be looked at is too large.
    pub fn of(content: &Content, value: &Value) -> Bounded {
        Self::within(&Walk { content, left: Cell::new(MOST_PARTS), depth: Cell::new(0) }, value)
    }

    fn within(walk: &Walk<'_>, value: &Value) -> Bounded {
        walk.enter()?;
        let found = Self::look(walk, value);
        walk.depth.set(walk.depth.get() - 1);
        found
    }

    fn look(walk: &Walk<'_>, value: &Value) -> Bounded {
        let content = walk.content;
        let expression = match value {
            Value::Number(amount) if Self::is_large(*amount) => return Err(Trouble::TooLarge),
            Value::Number(amount) => return Ok(Self { low: *amount, high: *amount }),
            Value::Computed(expression) => &**expression,
        };
        let of = |value: &Value| Self::within(walk, value);
        match expression {
            Expression::Named(name) => content.values.get(name).map_or(Ok(Self::ANY), |named| of(&named.is)),
            Expression::Sum(parts) => parts.iter().try_fold(Self::whole(0, 0), |sum, part| sum.plus(of(part)?)),
            Expression::Minus(one, other) => of(one)?.plus(of(other)?.times(Self::whole(-1, -1))?),
            Expression::Times(parts) => parts.iter().try_fold(Self::whole(1, 1), |sum, part| sum.times(of(part)?)),
            Expression::Quotient { of: one, by, if_zero } => {
                let (one, divisor) = (of(one)?, of(by)?);
                let found = one.over(divisor, if_zero.is_some(), is_whole(content, by))?;
                if_zero.as_ref().map_or(Ok(found), |instead| Ok(found.or(of(instead)?)))
            }
            Expression::Min(parts) => Self::fold(walk, parts, least),
            Expression::Max(parts) => Self::fold(walk, parts, most),
            Expression::Round(value, how) => {
                let bounds = of(value)?;
                Ok(Self { low: truth::round(bounds.low, *how)?, high: truth::round(bounds.high, *how)? })
            }
            Expression::If { then, otherwise, .. } => Ok(of(then)?.or(of(otherwise)?)),
            Expression::Total { over: _, of: each } => {
                let each = of(each)?;
                // What is added up stays a figure, or play says that it does not.
                let (low, high) = (each.low.numerator < 0, each.high.numerator > 0);
                Ok(Self::whole(if low { -MOST } else { 0 }, if high { MOST } else { 0 }))
            }
            Expression::Track { track, .. } => Ok(content.tracks.get(track).map_or(Self::ANY, |track| {
                Self::whole(track.from.min(track.to).max(-MOST), track.to.max(track.from).min(MOST))
            })),
            Expression::Cell(table, keys) => {
                for key in keys {
                    if let CellKey::By(KeyBy::Value(value)) = key {
                        of(value)?;
                    }
                }
                Ok(cells(content, table.as_str()).fold(None, Self::take).unwrap_or(Self::whole(0, 0)))
            }
            Expression::Turn | Expression::Seasons { .. } | Expression::Count(_) | Expression::BattleRound => {
                Ok(Self::COUNT)
            }
            Expression::Year
            | Expression::Money(_)
            | Expression::Income(_)
            | Expression::Production(_)
            | Expression::Points(_)
            | Expression::Feature(_)
            | Expression::Stat(_) => Ok(Self::ANY),
        }
    }

    fn take(known: Option<Self>, amount: Amount) -> Option<Self> {
        let own = Self { low: amount, high: amount };
        Some(known.map_or(own, |known: Self| known.or(own)))
    }

    fn fold(walk: &Walk<'_>, parts: &[Value], pick: fn(Amount, Amount) -> Amount) -> Bounded {
        let mut found: Option<Self> = None;
        for part in parts {
            let next = Self::within(walk, part)?;
            found = Some(found.map_or(next, |known: Self| Self {
                low: pick(known.low, next.low),
                high: pick(known.high, next.high),
            }));
        }
        Ok(found.unwrap_or(Self::whole(0, 0)))
    }

    fn or(self, other: Self) -> Self {
        Self { low: least(self.low, other.low), high: most(self.high, other.high) }
    }

    fn plus(self, other: Self) -> Bounded {
        Ok(Self { low: truth::add(self.low, other.low)?, high: truth::add(self.high, other.high)? })
    }

    fn times(self, other: Self) -> Bounded {
        let mut ends = [self.low, self.high].into_iter().flat_map(|one| [(one, other.low), (one, other.high)]);
        let found =
            ends.try_fold(None, |known, (one, by)| truth::times(one, by).map(|product| Self::take(known, product)))?;
        Ok(found.unwrap_or(Self::whole(0, 0)))
    }

    /// Divided by something that may be 0 only if that is looked after.
    fn over(self, by: Self, zero_is_said: bool, by_is_whole: bool) -> Bounded {
        let has_zero = by.low.numerator <= 0 && by.high.numerator >= 0;
        if !has_zero {
            let mut ends = [self.low, self.high].into_iter().flat_map(|one| [(one, by.low), (one, by.high)]);
            let found =
                ends.try_fold(None, |known, (one, by)| truth::over(one, by).map(|part| Self::take(known, part)))?;
            return Ok(found.unwrap_or(Self::whole(0, 0)));
        }
        if !zero_is_said {
            return Err(Trouble::DividesByZero);
        }
        // What is divided by a whole number does not grow; by parts of one it may without bound.
        if !by_is_whole {
            return Err(Trouble::TooLarge);
        }
        let negative = self.times(Self::whole(-1, -1))?;
        Ok(self.or(negative).or(Self::whole(0, 0)))
    }

    /// How values within these compare with values within others, where that can be told.
    pub fn compared(self, how: truth::Comparison, other: Self) -> Option<bool> {
        let pairs = [(self.low, other.high), (self.high, other.low), (self.low, other.low), (self.high, other.high)];
        let orders = pairs.map(|(one, other)| truth::compare(one, other));
        let is_point = self.low == self.high && other.low == other.high;
        let apart = orders.iter().all(|order| order.is_lt()) || orders.iter().all(|order| order.is_gt());
        let holds = orders.map(|order| how.fits(order));
        match how {
            truth::Comparison::Equal if is_point || apart => Some(holds[0]),
            truth::Comparison::Equal => None,
            _ if holds.iter().all(|holds| *holds) => Some(true),
            _ if holds.iter().any(|holds| *holds) => None,
            _ => Some(false),
        }
    }
}

/// The numbers in the cells of a table.
fn cells<'c>(content: &'c Content, table: &str) -> impl Iterator<Item = Amount> + 'c {
    let rows = content.tables.get(table).map(|table| table.rows.values());
    rows.into_iter().flatten().flat_map(|row| row.0.iter().filter_map(TableCell::as_amount))
}

/// Whether a value is a whole number whatever happens.
pub(super) fn is_whole(content: &Content, value: &Value) -> bool {
    let expression = match value {
        Value::Number(amount) => return amount.as_whole().is_some(),
        Value::Computed(expression) => &**expression,
    };
    let whole = |value: &Value| is_whole(content, value);
    match expression {
        Expression::Named(name) => content.values.get(name).is_none_or(|named| whole(&named.is)),
        Expression::Sum(parts) | Expression::Times(parts) | Expression::Min(parts) | Expression::Max(parts) => {
            parts.iter().all(whole)
        }
        Expression::Minus(one, other) => whole(one) && whole(other),
        Expression::If { then, otherwise, .. } => whole(then) && whole(otherwise),
        Expression::Total { of, .. } => whole(of),
        Expression::Quotient { .. } | Expression::Stat(_) => false,
        Expression::Cell(table, _) => cells(content, table.as_str()).all(|cell| cell.as_whole().is_some()),
        Expression::Round(..)
        | Expression::Turn
        | Expression::Year
        | Expression::BattleRound
        | Expression::Seasons { .. }
        | Expression::Track { .. }
        | Expression::Money(_)
        | Expression::Income(_)
        | Expression::Production(_)
        | Expression::Points(_)
        | Expression::Feature(_)
        | Expression::Count(_) => true,
    }
}
