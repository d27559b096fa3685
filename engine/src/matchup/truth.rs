//! What is known of a condition: it holds, it does not, or nobody can say, and why.

use std::collections::BTreeSet;

/// Whether something holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Truth {
    Yes,
    No,
    Unknown(BTreeSet<Doubt>),
}

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

impl Truth {
    pub(super) fn unknown(doubt: Doubt) -> Self {
        Self::Unknown(BTreeSet::from([doubt]))
    }

    pub(super) fn open(what: impl Into<String>) -> Self {
        Self::unknown(Doubt::Open(what.into()))
    }

    /// All of them hold. One that does not settles it, whatever is unknown of the others.
    pub(super) fn all(parts: impl IntoIterator<Item = Self>) -> Self {
        let mut doubts = BTreeSet::new();
        for part in parts {
            match part {
                Self::Yes => {}
                Self::No => return Self::No,
                Self::Unknown(more) => doubts.extend(more),
            }
        }
        if doubts.is_empty() { Self::Yes } else { Self::Unknown(doubts) }
    }

    /// One of them holds.
    pub(super) fn any(parts: impl IntoIterator<Item = Self>) -> Self {
        Self::all(parts.into_iter().map(Self::opposite)).opposite()
    }

    pub(super) fn opposite(self) -> Self {
        match self {
            Self::Yes => Self::No,
            Self::No => Self::Yes,
            unknown @ Self::Unknown(_) => unknown,
        }
    }
}

impl From<bool> for Truth {
    fn from(holds: bool) -> Self {
        if holds { Self::Yes } else { Self::No }
    }
}

#[cfg(test)]
mod tests {
    use super::{Doubt, Truth};

    fn doubt() -> Truth {
        Truth::open("the turn")
    }

    #[test]
    fn what_is_known_settles_a_condition_whatever_is_not() {
        let cases = [
            (Truth::all([Truth::No, doubt()]), Truth::No),
            (Truth::all([doubt(), Truth::No]), Truth::No),
            (Truth::all([Truth::Yes, doubt()]), doubt()),
            (Truth::all([]), Truth::Yes),
            (Truth::any([Truth::Yes, doubt()]), Truth::Yes),
            (Truth::any([Truth::No, doubt()]), doubt()),
            (Truth::any([]), Truth::No),
            (doubt().opposite(), doubt()),
        ];
        for (found, wanted) in cases {
            assert_eq!(found, wanted);
        }
        let both = Truth::all([doubt(), Truth::unknown(Doubt::Unnamed("a place"))]);
        assert!(matches!(both, Truth::Unknown(doubts) if doubts.len() == 2), "both reasons are told");
    }
}
