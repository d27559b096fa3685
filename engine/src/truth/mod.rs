//! What is known of something: it holds, it does not, or nobody can say, and why. One evaluator of conditions and values serves play,
//! which knows everything but what is not at hand, the odds, which know a question, and the checks, which know a pack. Each says what
//! it knows of single facts and numbers; how they are joined is written here only.

mod form;
mod fraction;
mod written;

pub use form::{Comparison, Formula, Knowledge, Logic, Shape, Sum, judge, reckon};
pub use fraction::{Fault, MOST};
pub(crate) use fraction::{add, compare, over, round, times};

use std::collections::BTreeSet;

/// Whether something holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Truth<D> {
    Yes,
    No,
    Unknown(D),
}

/// Why nobody can say; two reasons are told together.
pub trait Doubt: Sized {
    fn and(self, other: Self) -> Self;
}

/// Nobody asks why.
impl Doubt for () {
    fn and(self, (): Self) {}
}

impl<T: Ord> Doubt for BTreeSet<T> {
    fn and(mut self, other: Self) -> Self {
        self.extend(other);
        self
    }
}

impl<D: Doubt> Truth<D> {
    /// All of them hold. One that does not settles it, whatever is unknown of the others.
    pub fn all(parts: impl IntoIterator<Item = Self>) -> Self {
        let mut doubt: Option<D> = None;
        for part in parts {
            match part {
                Self::Yes => {}
                Self::No => return Self::No,
                Self::Unknown(more) => {
                    doubt = Some(match doubt.take() {
                        Some(before) => before.and(more),
                        None => more,
                    });
                }
            }
        }
        doubt.map_or(Self::Yes, Self::Unknown)
    }

    /// One of them holds.
    pub fn any(parts: impl IntoIterator<Item = Self>) -> Self {
        Self::all(parts.into_iter().map(Self::opposite)).opposite()
    }

    #[must_use]
    pub fn opposite(self) -> Self {
        match self {
            Self::Yes => Self::No,
            Self::No => Self::Yes,
            unknown @ Self::Unknown(_) => unknown,
        }
    }

    /// Whether it is known to hold.
    pub const fn is_certain(&self) -> bool {
        matches!(self, Self::Yes)
    }

    /// The answer, if there is one.
    pub const fn known(&self) -> Option<bool> {
        match self {
            Self::Yes => Some(true),
            Self::No => Some(false),
            Self::Unknown(_) => None,
        }
    }
}

impl<D> From<bool> for Truth<D> {
    fn from(holds: bool) -> Self {
        if holds { Self::Yes } else { Self::No }
    }
}

impl From<Option<bool>> for Truth<()> {
    fn from(known: Option<bool>) -> Self {
        known.map_or(Self::Unknown(()), Self::from)
    }
}

#[cfg(test)]
mod tests {
    use super::Truth;
    use std::collections::BTreeSet;

    type Asked = Truth<BTreeSet<&'static str>>;

    fn doubt(why: &'static str) -> Asked {
        Truth::Unknown(BTreeSet::from([why]))
    }

    #[test]
    fn what_is_known_settles_a_condition_whatever_is_not() {
        let turn = || doubt("the turn");
        let cases = [
            (Asked::all([Truth::No, turn()]), Truth::No),
            (Asked::all([turn(), Truth::No]), Truth::No),
            (Asked::all([Truth::Yes, turn()]), turn()),
            (Asked::all([]), Truth::Yes),
            (Asked::any([Truth::Yes, turn()]), Truth::Yes),
            (Asked::any([Truth::No, turn()]), turn()),
            (Asked::any([]), Truth::No),
            (turn().opposite(), turn()),
        ];
        for (found, wanted) in cases {
            assert_eq!(found, wanted);
        }
        let both = Asked::all([turn(), doubt("a place")]);
        assert!(matches!(both, Truth::Unknown(doubts) if doubts.len() == 2), "both reasons are told");
    }
}
