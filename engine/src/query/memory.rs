//! What somebody who plays on and on may keep from decision to decision. A memory is no part of the game: everything in it is
//! derived, each piece with all it depends on as its key, and without it every answer is the same, only later. One memory serves
//! one ruleset.

use super::chart::Chart;
use super::supply::Lines;
use crate::ids::SideIx;
use crate::procedures::differential::ground::Traced;
use crate::procedures::produce::BuildSites;
use crate::state::State;

/// The memory of somebody who plays.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    sides: Vec<SideMemory>,
    /// The position before the last action: not for what it says, but for the room its lists take.
    pub(crate) spare: Option<Box<State>>,
    /// Relations among which there is no surrender.
    pub(crate) unbroken: Vec<u8>,
    /// Lines and chains of ships in games of strength points.
    pub(crate) traced: Traced,
}

/// What is known of one side.
#[derive(Clone, Debug, Default)]
pub(crate) struct SideMemory {
    pub(crate) chart: Chart,
    pub(crate) lines: Lines,
    pub(crate) sites: BuildSites,
}

impl Memory {
    pub(crate) fn of(&mut self, side: SideIx) -> &mut SideMemory {
        if self.sides.len() <= side.index() {
            self.sides.resize_with(side.index() + 1, SideMemory::default);
        }
        &mut self.sides[side.index()]
    }
}
