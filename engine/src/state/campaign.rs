//! Where a game of strength points stands between and inside its phases: who has marched, who is pledged to an attack, what
//! is on order. Groups name units by place, power and type; units of one group are interchangeable.

use super::copy::copied_in_place;
use super::sea::Sea;
use crate::ids::{PowerIx, SideIx, SpaceIx, UnitIx};

/// Units of one power and type in one space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Group {
    pub space: SpaceIx,
    pub power: PowerIx,
    pub unit: UnitIx,
    pub count: u16,
}

/// Units that have moved in this turn, where they stand now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Marched {
    pub group: Group,
    /// Movement points they have left.
    pub left: u8,
    /// Spaces gone by strategic movement over land.
    pub rail: u8,
    /// Has gone by sea.
    pub sailed: bool,
    /// Where units set out that ran over enemies on their way and may go on.
    pub overran: Option<SpaceIx>,
}

/// Points that will attack a space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pledge {
    pub target: SpaceIx,
    pub group: Group,
}

/// Points that came ashore this turn, where they stand now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Landing {
    pub group: Group,
    /// The port they sailed from.
    pub port: SpaceIx,
    /// The enemy still holds the space.
    pub contested: bool,
    /// The turn they landed in.
    pub turn: i16,
}

/// What feeds the bombers of a power at one of their bases, judged when their air phase began and good for the whole of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AirBase {
    pub space: SpaceIx,
    pub power: PowerIx,
    /// They live there.
    pub fed: bool,
    /// They may bomb from there.
    pub full: bool,
}

/// Bombers on their way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mission {
    pub target: SpaceIx,
    pub group: Group,
    /// Bombs aboard that end a place for good.
    pub bombs: u16,
}

/// A land battle after the die was thrown: what is still to be decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Engagement {
    pub attacker: SideIx,
    pub defender: SideIx,
    /// The space attacked, or the one by which an attack on several goes.
    pub target: SpaceIx,
    /// Points that the defender has still to give up.
    pub losses: u16,
    /// Something was lost: survivors leave unless something covers them.
    pub hurt: bool,
}

/// Units on order or due as reinforcements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pending {
    pub turn: i16,
    pub power: PowerIx,
    pub unit: UnitIx,
    pub count: u16,
    pub place: Arrival,
}

/// Where units on order will appear.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Arrival {
    /// Wherever the rules let such units appear.
    #[default]
    Anywhere,
    /// In the part of the economy that paid for them.
    Part(u8),
    /// In the space they were taken from.
    At(SpaceIx),
}

/// How many units of a type a power began to build.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Started {
    pub power: PowerIx,
    pub unit: UnitIx,
    /// In the turn before.
    pub before: u16,
    pub now: u16,
}

/// Units that were destroyed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fallen {
    pub power: PowerIx,
    pub unit: UnitIx,
    pub this_turn: u16,
    /// All that were not rebuilt yet.
    pub in_all: u16,
}

/// Everything a game of strength points remembers. All lists are sorted.
#[derive(Debug, Default, PartialEq, Eq, Hash)]
pub struct Campaign {
    pub marched: Vec<Marched>,
    pub pledged: Vec<Pledge>,
    /// Spaces that are attacked together: the one by which the attack goes, and another.
    pub joined: Vec<(SpaceIx, SpaceIx)>,
    /// Points that have attacked, where they stand now.
    pub fought: Vec<Pledge>,
    /// Spaces that have been attacked.
    pub attacked: Vec<SpaceIx>,
    /// Points that fell back into a space in this phase: they add nothing to its defence.
    pub fell_back: Vec<Group>,
    pub landings: Vec<Landing>,
    pub engagement: Option<Engagement>,
    /// Units found without supply when the last enemy combat phase ended.
    pub cut_off: Vec<(SpaceIx, PowerIx)>,
    /// Points moved strategically over land, by the power whose capacity was used.
    pub carried: Vec<(PowerIx, u16)>,
    /// Points that came through a port.
    pub unloaded: Vec<(SpaceIx, u16)>,
    pub missions: Vec<Mission>,
    /// Bases of bombers in the air phase at hand.
    pub air_bases: Vec<AirBase>,
    /// Aircraft and bombs that changed their base in this air phase, where they stand now.
    pub flown: Vec<Group>,
    /// Production lost to bombs this turn.
    pub bombed: Vec<(SpaceIx, u16)>,
    pub pending: Vec<Pending>,
    pub started: Vec<Started>,
    pub fallen: Vec<Fallen>,
    /// Foreign centres that were held when points were last counted.
    pub captured: Vec<(SpaceIx, PowerIx)>,
    /// Home centres that were once in enemy hands.
    pub retaken: Vec<SpaceIx>,
    /// Production points of the parts of an economy.
    pub shares: Vec<(PowerIx, u8, i32)>,
    /// Points sent from part to part this turn.
    pub pooled: Vec<(PowerIx, u8, u8, u16)>,
    /// Bombers that were without supply in their last air phase.
    pub grounded: Vec<(SpaceIx, PowerIx)>,
    pub sea: Sea,
}

copied_in_place!(Campaign {
    marched,
    pledged,
    fought,
    attacked,
    fell_back,
    landings,
    engagement,
    cut_off,
    carried,
    unloaded,
    missions,
    bombed,
    pending,
    started,
    fallen,
    captured,
    retaken,
    shares,
    pooled,
    grounded,
    joined,
    air_bases,
    flown,
    sea,
});

impl Campaign {
    /// Units of a group that have moved, with what they have left.
    pub fn marched_in(&self, space: SpaceIx, power: PowerIx, unit: UnitIx) -> impl Iterator<Item = &Marched> {
        self.marched.iter().filter(move |marched| {
            let group = marched.group;
            group.space == space && group.power == power && group.unit == unit
        })
    }

    pub fn marched_count(&self, space: SpaceIx, power: PowerIx, unit: UnitIx) -> u16 {
        self.marched_in(space, power, unit).map(|marched| marched.group.count).sum()
    }

    /// Points of a group that have attacked or are pledged to.
    pub fn engaged_count(&self, space: SpaceIx, power: PowerIx, unit: UnitIx) -> u16 {
        let is = |group: &Group| group.space == space && group.power == power && group.unit == unit;
        let lists = self.fought.iter().chain(&self.pledged);
        lists.filter(|pledge| is(&pledge.group)).map(|pledge| pledge.group.count).sum()
    }

    pub fn is_cut_off(&self, space: SpaceIx, power: PowerIx) -> bool {
        self.cut_off.binary_search(&(space, power)).is_ok()
    }

    /// What was judged of a base when the air phase began.
    pub fn air_base(&self, space: SpaceIx, power: PowerIx) -> Option<AirBase> {
        self.air_bases.iter().find(|base| (base.space, base.power) == (space, power)).copied()
    }

    pub fn started(&self, power: PowerIx, unit: UnitIx) -> (u16, u16) {
        let found = self.started.iter().find(|started| started.power == power && started.unit == unit);
        found.map_or((0, 0), |started| (started.before, started.now))
    }

    pub fn fallen(&self, power: PowerIx, unit: UnitIx) -> (u16, u16) {
        let found = self.fallen.iter().find(|fallen| fallen.power == power && fallen.unit == unit);
        found.map_or((0, 0), |fallen| (fallen.this_turn, fallen.in_all))
    }
}
