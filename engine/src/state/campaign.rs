//! Where a game of strength points stands between and inside its phases: who has marched, who is pledged to an attack, what
//! is on order. Groups name units by place, power and type; units of one group are interchangeable.

use super::copy::copied_in_place;
use super::sea::Sea;
use crate::ids::{PowerIx, SideIx, SpaceIx, UnitIx};

/// Units of one power and type in one space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Group {
    pub space: SpaceIx,
    pub power: PowerIx,
    pub unit: UnitIx,
    pub count: u16,
}

/// Units that have moved in this turn, where they stand now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pledge {
    pub target: SpaceIx,
    pub group: Group,
}

/// Points that came ashore this turn, where they stand now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct AirBase {
    pub space: SpaceIx,
    pub power: PowerIx,
    /// They live there.
    pub fed: bool,
    /// They may bomb from there.
    pub full: bool,
}

/// Bombers on their way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mission {
    pub target: SpaceIx,
    pub group: Group,
    /// Bombs aboard that end a place for good.
    pub bombs: u16,
}

/// A land battle after the die was thrown: what is still to be decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pending {
    pub turn: i16,
    pub power: PowerIx,
    pub unit: UnitIx,
    pub count: u16,
    pub place: Arrival,
}

/// Where units on order will appear.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Started {
    pub power: PowerIx,
    pub unit: UnitIx,
    /// In the turn before.
    pub before: u16,
    pub now: u16,
}

/// Units that were destroyed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fallen {
    pub power: PowerIx,
    pub unit: UnitIx,
    pub this_turn: u16,
    /// All that were not rebuilt yet.
    pub in_all: u16,
}

/// Everything a game of strength points remembers. All lists are sorted.
#[derive(Debug, Default, PartialEq, Eq)]
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

    pub(crate) fn hash_into(&self, put: &mut dyn FnMut(i64)) {
        self.sea.hash_into(put);
        let group = |group: &Group, put: &mut dyn FnMut(i64)| {
            put(i64::from(group.space.0) << 32
                | i64::from(group.power.0) << 24
                | i64::from(group.unit.0) << 16
                | i64::from(group.count));
        };
        let length = |length: usize, put: &mut dyn FnMut(i64)| put(length as i64);
        length(self.marched.len(), put);
        for marched in &self.marched {
            group(&marched.group, put);
            let origin = marched.overran.map_or(0, |space| i64::from(space.0) + 1);
            put((origin << 24)
                | (i64::from(marched.left) * 512 + i64::from(marched.rail) * 2 + i64::from(marched.sailed)));
        }
        for list in [&self.pledged, &self.fought] {
            length(list.len(), put);
            for pledge in list {
                put(i64::from(pledge.target.0));
                group(&pledge.group, put);
            }
        }
        length(self.joined.len(), put);
        self.joined.iter().for_each(|(head, with)| put(i64::from(head.0) << 32 | i64::from(with.0)));
        length(self.fell_back.len(), put);
        self.fell_back.iter().for_each(|one| group(one, put));
        length(self.landings.len(), put);
        for landing in &self.landings {
            group(&landing.group, put);
            put((i64::from(landing.turn) << 32) | (i64::from(landing.port.0) * 2 + i64::from(landing.contested)));
        }
        length(self.air_bases.len(), put);
        for base in &self.air_bases {
            put(i64::from(base.space.0) << 16
                | i64::from(base.power.0) << 2
                | i64::from(base.fed) << 1
                | i64::from(base.full));
        }
        length(self.flown.len(), put);
        self.flown.iter().for_each(|one| group(one, put));
        length(self.missions.len(), put);
        for mission in &self.missions {
            put(i64::from(mission.target.0) << 16 | i64::from(mission.bombs));
            group(&mission.group, put);
        }
        if let Some(engagement) = &self.engagement {
            put(i64::from(engagement.target.0) << 20
                | i64::from(engagement.losses) << 4
                | i64::from(engagement.hurt) << 3
                | i64::from(engagement.attacker.0));
        }
        for list in [&self.attacked, &self.retaken] {
            length(list.len(), put);
            for space in list {
                put(i64::from(space.0));
            }
        }
        for list in [&self.cut_off, &self.captured, &self.grounded] {
            length(list.len(), put);
            for (space, power) in list {
                put(i64::from(space.0) * 256 + i64::from(power.0));
            }
        }
        length(self.carried.len(), put);
        self.carried.iter().for_each(|(power, points)| put(i64::from(power.0) << 16 | i64::from(*points)));
        for list in [&self.unloaded, &self.bombed] {
            length(list.len(), put);
            for (space, points) in list {
                put(i64::from(space.0) << 16 | i64::from(*points));
            }
        }
        length(self.pending.len(), put);
        for pending in &self.pending {
            put(i64::from(pending.turn) << 32
                | i64::from(pending.power.0) << 24
                | i64::from(pending.unit.0) << 16
                | i64::from(pending.count));
        }
        for pending in &self.pending {
            put(match pending.place {
                Arrival::Anywhere => 0,
                Arrival::Part(part) => 1 + i64::from(part),
                Arrival::At(space) => 1024 + i64::from(space.0),
            });
        }
        length(self.shares.len(), put);
        for (power, part, points) in &self.shares {
            put(i64::from(power.0) << 48 | i64::from(*part) << 40 | i64::from(*points));
        }
        length(self.pooled.len(), put);
        for (power, from, to, points) in &self.pooled {
            put(i64::from(power.0) << 48 | i64::from(*from) << 40 | i64::from(*to) << 32 | i64::from(*points));
        }
        for started in &self.started {
            put(i64::from(started.power.0) << 40
                | i64::from(started.unit.0) << 32
                | i64::from(started.before) << 16
                | i64::from(started.now));
        }
        for fallen in &self.fallen {
            put(i64::from(fallen.power.0) << 40
                | i64::from(fallen.unit.0) << 32
                | i64::from(fallen.this_turn) << 16
                | i64::from(fallen.in_all));
        }
    }
}
