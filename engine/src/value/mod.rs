//! Values, compiled: names are ids. A value reads the position and what is at hand and changes nothing.

mod among;
mod figure;
mod view;

pub use among::Among;
pub use figure::{CellKey, Figure};
pub use view::{Missing, View, Who};

use chartroom_format::schema::expression::Rounding;
use chartroom_format::schema::value::Amount;

use crate::condition::{Condition, Scene};
use crate::event::Event;
use crate::ids::SpaceIx;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::State;
use crate::truth::{self, Formula, MOST, Sum};

/// A number: the number itself, or how it is computed.
#[derive(Clone, Debug)]
pub enum Value {
    Number(Amount),
    Sum(Vec<Self>),
    Minus(Box<[Self; 2]>),
    Times(Vec<Self>),
    Quotient { parts: Box<[Self; 2]>, if_zero: Option<Box<Self>> },
    Min(Vec<Self>),
    Max(Vec<Self>),
    Round(Box<Self>, Rounding),
    If(Box<(Condition, [Self; 2])>),
    Figure(Box<Figure>),
}

impl Formula for Value {
    type Condition = Condition;

    fn sum(&self) -> Sum<'_, Condition, Self> {
        match self {
            Self::Number(amount) => Sum::Number(*amount),
            Self::Sum(parts) => Sum::Sum(parts),
            Self::Minus(parts) => Sum::Minus(&parts[0], &parts[1]),
            Self::Times(parts) => Sum::Times(parts),
            Self::Quotient { parts, if_zero } => {
                Sum::Quotient { of: &parts[0], by: &parts[1], if_zero: if_zero.as_deref() }
            }
            Self::Min(parts) => Sum::Min(parts),
            Self::Max(parts) => Sum::Max(parts),
            Self::Round(value, how) => Sum::Round(value, *how),
            Self::If(parts) => Sum::If(&parts.0, &parts.1[0], &parts.1[1]),
            Self::Figure(_) => Sum::Figure,
        }
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Self::Number(Amount::whole(number))
    }
}

impl Value {
    /// The number, if it never changes.
    pub fn constant(&self) -> Option<Amount> {
        match self {
            Self::Number(amount) => Some(*amount),
            _ => None,
        }
    }

    /// The places where it counts something.
    pub(crate) fn places(&self) -> Vec<&[SpaceIx]> {
        match self {
            Self::Number(_) => Vec::new(),
            Self::Sum(parts) | Self::Times(parts) | Self::Min(parts) | Self::Max(parts) => {
                parts.iter().flat_map(Self::places).collect()
            }
            Self::Minus(parts) | Self::Quotient { parts, .. } => parts.iter().flat_map(Self::places).collect(),
            Self::Round(value, _) => value.places(),
            Self::If(parts) => parts.1.iter().flat_map(Self::places).collect(),
            Self::Figure(figure) => match &**figure {
                Figure::Count(among) | Figure::Total { over: among, .. } => among.within().into_iter().collect(),
                _ => Vec::new(),
            },
        }
    }

    /// What it comes to, or what is not at hand.
    pub fn of(&self, rules: &Ruleset, state: &State, scene: &Scene) -> Result<Amount, Missing> {
        match self {
            Self::Number(amount) => Ok(*amount),
            computed => truth::reckon::<Condition, View<'_>>(&View { rules, state, scene }, computed),
        }
    }

    /// The same as a whole number; compiling refuses fractions where whole numbers are wanted.
    pub fn whole(&self, rules: &Ruleset, state: &State, scene: &Scene) -> Result<i64, Missing> {
        self.of(rules, state, scene).map(crate::modifier::floor)
    }
}

/// What a value comes to for an effect. What cannot be said is told to the players, and the effect does not happen.
pub(crate) fn settle(run: &mut Run, value: &Value, scene: &Scene) -> Option<i64> {
    match value.whole(run.rules, &run.state, scene) {
        Ok(amount) => Some(amount),
        Err(missing) => {
            run.emit(Event::Told { text: format!("a value cannot be computed: {}", missing.words()) });
            None
        }
    }
}

/// A figure of the position after a change. It stays within what values reckon with, and the players are told when that stops it.
pub(crate) fn kept(run: &mut Run, before: i64, change: i64) -> i64 {
    let after = before.saturating_add(change);
    let kept = after.clamp(-MOST, MOST);
    if kept != after {
        run.emit(Event::Told { text: format!("no figure goes beyond {MOST}") });
    }
    kept
}
