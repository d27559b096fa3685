//! Points that were shipped through a sea on which the enemy fires, until he has fired.

use super::Stack;
use super::copy::copied_in_place;

#[derive(Debug, Default, PartialEq, Eq, Hash)]
pub struct Convoys {
    /// Where they are now. They may have gone on by land.
    pub points: Vec<Stack>,
    /// Losses that their owner still has to choose.
    pub due: u16,
}

copied_in_place!(Convoys { points, due });

impl Convoys {
    pub fn total(&self) -> u16 {
        self.points.iter().map(|stack| stack.count).sum()
    }

    /// Points join a convoy.
    pub(crate) fn add(&mut self, stack: Stack) {
        let key = |other: &Stack| Stack { count: 0, ..*other };
        match self.points.iter_mut().find(|other| key(other) == key(&stack)) {
            Some(there) => there.count += stack.count,
            None => self.points.push(stack),
        }
        self.points.sort_unstable();
    }

    /// Points leave it, as many as there are; how many did.
    pub(crate) fn take(&mut self, stack: Stack) -> u16 {
        let key = |other: &Stack| Stack { count: 0, ..*other };
        let Some(there) = self.points.iter_mut().find(|other| key(other) == key(&stack)) else { return 0 };
        let taken = there.count.min(stack.count);
        there.count -= taken;
        self.points.retain(|stack| stack.count > 0);
        taken
    }
}
