//! Why the odds of a question cannot decide something: they name it instead of dropping it.

use std::collections::BTreeSet;

/// What odds know of a condition.
pub(super) type Truth = crate::truth::Truth<BTreeSet<Doubt>>;

/// Why nobody can say.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Doubt {
    /// The question names no attacker, defender, place or way: nobody and nowhere in particular.
    Unnamed(&'static str),
    /// It depends on the position: the turn, a track, what has happened.
    Open(String),
}

impl Doubt {
    pub(super) fn words(&self) -> &str {
        match self {
            Self::Unnamed(what) => what,
            Self::Open(what) => what,
        }
    }
}

/// The question leaves it open.
pub(super) fn unnamed(what: &'static str) -> Truth {
    Truth::Unknown(BTreeSet::from([Doubt::Unnamed(what)]))
}

/// It depends on the position.
pub(super) fn open(what: impl Into<String>) -> Truth {
    Truth::Unknown(BTreeSet::from([Doubt::Open(what.into())]))
}
