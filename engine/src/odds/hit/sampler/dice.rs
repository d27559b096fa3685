//! Dice: what is known of one before it falls, and who throws it.

use crate::odds::UnitKey;

/// A die about to be thrown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Die {
    pub sides: u8,
    /// Hits on this or less; what half values leave of it.
    pub value: u8,
    pub by_attacker: bool,
    /// The type of the unit that throws it; none for fire from outside the battle.
    pub unit: Option<UnitKey>,
    /// Thrown before all others.
    pub strikes_first: bool,
}

/// Where dice come from: the sampler's own generator, or the dice of a game being played.
pub(super) trait Throw {
    /// One throw of a die, 1 up to its sides.
    fn throw(&mut self, die: Die) -> u8;
}

impl Throw for crate::odds::rng::Dice {
    fn throw(&mut self, die: Die) -> u8 {
        self.roll(die.sides)
    }
}

/// Dice that somebody else throws.
pub(super) struct Borrowed<'d>(pub(super) &'d mut dyn FnMut(Die) -> u8);

impl Throw for Borrowed<'_> {
    fn throw(&mut self, die: Die) -> u8 {
        (self.0)(die)
    }
}
