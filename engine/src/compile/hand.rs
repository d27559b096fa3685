//! What is at hand where a condition or value stands: a rule of the turn's start has no unit and no place before it, a modifier may
//! have both. Speaking of what can never be at hand is a fault at its line.

use chartroom_format::schema::expression::Among;

use super::Compiler;
use crate::codes;

/// What may be at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hand(u8);

impl Hand {
    pub(super) const PLACE: Self = Self(1);
    pub(super) const UNIT: Self = Self(2);
    pub(super) const BATTLE: Self = Self(4);
    pub(super) const NOTHING: Self = Self(0);
    pub(super) const ALL: Self = Self(7);

    pub(super) const fn with(self, more: Self) -> Self {
        Self(self.0 | more.0)
    }

    const fn has(self, what: Self) -> bool {
        self.0 & what.0 == what.0
    }

    /// The same while things are looked at one by one.
    pub(super) const fn of(self, among: &Among) -> Self {
        match among {
            Among::Spaces { .. } => self.with(Self::PLACE),
            Among::Units { .. } => self.with(Self::PLACE).with(Self::UNIT),
            Among::Powers { .. } => self,
        }
    }

    const fn words(self) -> &'static str {
        match self.0 {
            1 => "place",
            2 => "unit",
            _ => "battle",
        }
    }
}

impl Compiler<'_> {
    /// Does something while something else is at hand.
    pub(super) fn with_hand<T>(&mut self, hand: Hand, work: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.hand, hand);
        let done = work(self);
        self.hand = before;
        done
    }

    /// Finds fault with what speaks of something that is never at hand.
    pub(super) fn needs(&mut self, what: Hand, who: &str) {
        if !self.hand.has(what) {
            let message = format!("{who} speaks of the {0} at hand, and no {0} is at hand here", what.words());
            self.fault(codes::NOT_AT_HAND, message);
        }
    }
}
