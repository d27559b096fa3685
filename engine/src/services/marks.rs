//! Marks of units: what they have done this turn, and whether they are out of supply. Units with different marks lie in different
//! stacks of a space, so that a mark goes where its unit goes; it is kept where games with armies keep the army's number.

use chartroom_format::schema::condition::SupplyState;
use chartroom_format::schema::move_points::UnitMark;

use crate::state::Stack;

/// The marks of the units of a stack, and how often in a row they were found without supply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marks(pub u8);

/// The lowest of the three bits that count turns without supply.
const HUNGER: u32 = 5;
/// The most turns without supply that are counted.
pub const MOST_HUNGER: u8 = 7;

impl Marks {
    pub const NONE: Self = Self(0);
    pub const MOVED: Self = Self(1);
    pub const FOUGHT: Self = Self(2);
    /// In the battle that is being fought.
    pub const ENGAGED: Self = Self(4);
    pub const ACTIVE: Self = Self(8);
    pub const SPENT: Self = Self(16);
    /// Everything that a turn leaves behind.
    pub const OF_TURN: Self = Self(31);

    pub const fn of(stack: &Stack) -> Self {
        Self(stack.army)
    }

    pub const fn has(self, mark: Self) -> bool {
        self.0 & mark.0 != 0
    }

    #[must_use]
    pub const fn with(self, mark: Self) -> Self {
        Self(self.0 | mark.0)
    }

    #[must_use]
    pub const fn without(self, mark: Self) -> Self {
        Self(self.0 & !mark.0)
    }

    /// How often in a row the units were found without supply.
    pub const fn hunger(self) -> u8 {
        self.0 >> HUNGER
    }

    #[must_use]
    pub const fn with_hunger(self, turns: u8) -> Self {
        let turns = if turns > MOST_HUNGER { MOST_HUNGER } else { turns };
        Self(self.0 & Self::OF_TURN.0 | turns << HUNGER)
    }

    pub const fn supply(self) -> SupplyState {
        if self.hunger() > 0 { SupplyState::Unsupplied } else { SupplyState::Full }
    }

    /// Whether a mark that a pack can name is there.
    pub const fn shows(self, mark: UnitMark) -> bool {
        match bit(mark) {
            Some(bit) => self.has(bit),
            None => self.hunger() > 0,
        }
    }
}

/// The bit of a mark; being without supply is a count.
pub const fn bit(mark: UnitMark) -> Option<Marks> {
    Some(match mark {
        UnitMark::Moved => Marks::MOVED,
        UnitMark::Fought => Marks::FOUGHT,
        UnitMark::Active => Marks::ACTIVE,
        UnitMark::Spent => Marks::SPENT,
        UnitMark::Unsupplied => return None,
    })
}

/// The marks with one of them set or taken off.
pub const fn marked(marks: Marks, mark: UnitMark, on: bool) -> Marks {
    match (bit(mark), on) {
        (Some(bit), true) => marks.with(bit),
        (Some(bit), false) => marks.without(bit),
        (None, true) if marks.hunger() == 0 => marks.with_hunger(1),
        (None, true) => marks,
        (None, false) => marks.with_hunger(0),
    }
}
