//! Who held what at a moment that later ones are compared with. Empty where nothing is compared.

use super::copy::copied_in_place;
use crate::ids::{SideIx, SpaceIx};

#[derive(Debug, Default, PartialEq, Eq, Hash)]
pub struct Noted {
    /// By space, as in the state.
    pub holders: Vec<u8>,
    /// By power, as in the state: countries change sides.
    pub sides: Vec<u8>,
}

copied_in_place!(Noted { holders, sides });

impl Noted {
    /// The side that held a space then.
    pub fn side_of(&self, space: SpaceIx) -> Option<SideIx> {
        let holder = self.holders.get(space.index())?.checked_sub(1)?;
        self.sides.get(usize::from(holder))?.checked_sub(1).map(SideIx)
    }
}
