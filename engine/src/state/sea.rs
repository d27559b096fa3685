//! Where a naval phase stands: what is remembered of fleets, who is under way, which attack is announced or fought. Nothing here
//! outlives the naval stage.

use super::campaign::Group;
use super::copy::copied_in_place;
use crate::ids::{PowerIx, SideIx, SpaceIx, UnitIx};
use crate::procedures::differential::naval::Strike;

/// What ships live on in the naval stage at hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fed {
    /// Everything.
    #[default]
    Full,
    /// They defend and answer attacks, no more.
    Defence,
    /// They only defend.
    Nothing,
}

/// What ships do in the strike at hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    #[default]
    Bystander,
    Fires,
    IsFiredAt,
    /// Lends its defence from its base.
    Covers,
    /// Leaves before combat.
    Slips,
}

/// What is remembered of naval units. The number of a fleet is the `army` of its stacks; of those with 0 nothing is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Fleet {
    /// Spaces that those who have put to sea, or changed base, in this phase may still go.
    pub left: Option<u8>,
    /// Attacked, or gone before an attack: nobody attacks them again in this phase.
    pub spent: bool,
    /// The space that land-based units defend in this phase.
    pub covers: Option<SpaceIx>,
    /// The space that they struck last in this phase.
    pub struck: Option<SpaceIx>,
    pub fed: Fed,
    pub part: Part,
}

/// A fleet under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Passage {
    pub fleet: u8,
    pub power: PowerIx,
    pub to: SpaceIx,
    /// Those whose zone it is about to leave have had their chance.
    pub asked: bool,
}

/// An announced attack, while the defender says what he does about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Challenge {
    pub target: SpaceIx,
    pub attacker: SideIx,
    pub defender: SideIx,
    /// Some have left, and the attacker may strike them.
    pub chase: bool,
}

/// A strike after its die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Blow {
    pub strike: Strike,
    pub at: SpaceIx,
    pub by: SideIx,
    pub on: SideIx,
    /// Fleets that those struck have still to give up.
    pub losses: u16,
    /// Attackers that have still to be depleted.
    pub depletions: u16,
    /// Land-based units that cover the others may take a loss as a depletion.
    pub cover_takes: bool,
    /// Those struck may answer.
    pub answers: bool,
    /// They escort merchant ships: their answer reaches attackers who are not beside them, though the ships they escorted are lost.
    pub escorts: bool,
}

/// Points that ships carry over the sea, while they are under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Crossing {
    /// The points, in the port they came from until they arrive.
    pub group: Group,
    pub to: SpaceIx,
    /// They land on a hostile coast, carried by amphibious fleets.
    pub assault: bool,
    /// How far they have come.
    pub at: SpaceIx,
    /// Those whose zone they are about to leave have had their chance.
    pub asked: bool,
    /// Ships that are still to be sunk, each with a point, and where those lie who struck.
    pub toll: u16,
    pub struck_from: Option<SpaceIx>,
}

/// One who has struck at a fleet that left his zone: the fleet, where he lies, whose and what he is.
pub type Hunt = (u8, SpaceIx, PowerIx, UnitIx);

/// The number under which those are remembered who have struck at points under way.
pub const CONVOY: u8 = u8::MAX;

/// The naval stage at hand. Lists are sorted unless their order is their meaning.
#[derive(Debug, Default, PartialEq, Eq, Hash)]
pub struct Sea {
    /// Fleet n is at n - 1.
    pub fleets: Vec<Fleet>,
    pub passage: Option<Passage>,
    pub challenge: Option<Challenge>,
    pub blow: Option<Blow>,
    pub crossing: Option<Crossing>,
    /// Spaces of which the attacker has said whether he attacks them.
    pub announced: Vec<(SpaceIx, bool)>,
    pub hunts: Vec<Hunt>,
    /// Friendly ports with a line from home, by power.
    pub harbours: Vec<(PowerIx, SpaceIx)>,
    /// Powers whose submarines go slowly in this phase.
    pub snorting: Vec<PowerIx>,
    /// The phase ends as soon as everybody is home.
    pub ending: bool,
}

copied_in_place!(Sea { fleets, passage, challenge, blow, crossing, announced, hunts, harbours, snorting, ending });

impl Sea {
    /// What is remembered of units with a number.
    pub fn fleet(&self, number: u8) -> Fleet {
        usize::from(number).checked_sub(1).and_then(|at| self.fleets.get(at)).copied().unwrap_or_default()
    }

    /// Whether somebody has to decide something before the phase goes on.
    pub fn is_busy(&self) -> bool {
        self.passage.is_some() || self.challenge.is_some() || self.blow.is_some() || self.crossing.is_some()
    }

    /// What the attacker has said of a space.
    pub fn announced(&self, space: SpaceIx) -> Option<bool> {
        self.announced.iter().find(|(at, _)| *at == space).map(|(_, attack)| *attack)
    }

    pub fn is_harbour(&self, power: PowerIx, space: SpaceIx) -> bool {
        self.harbours.binary_search(&(power, space)).is_ok()
    }

    /// The friendly ports of a power with a line from home.
    pub fn harbours_of(&self, power: PowerIx) -> impl Iterator<Item = SpaceIx> + '_ {
        self.harbours.iter().filter(move |(of, _)| *of == power).map(|(_, space)| *space)
    }
}
