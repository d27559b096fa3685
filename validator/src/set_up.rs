//! The set-up of a start position, one placement after the other: whose it is, what stands where, and its place in the file.

use chartroom_format::entries::EntryKind;
use chartroom_format::schema::ids::UnitId;

use crate::context::{Context, Spot};
use crate::model::force::{self, Placed};
use crate::model::start::Start;

/// The most units of a type that checks count in one placement.
const MOST: i64 = 1_000_000;

/// One placement of a power.
pub struct SetUp<'a> {
    pub power: &'a str,
    pub placed: Placed<'a>,
    /// The list of the power's placements.
    list: Spot,
}

impl<'a> SetUp<'a> {
    /// The one space the units stand in, if the placement names one.
    pub fn space(&self) -> Option<&'a str> {
        self.placed.space()
    }

    pub fn units(&self) -> impl Iterator<Item = (&'a UnitId, i64)> + use<'a> {
        // What no set-up can hold is a finding of its own (S112); no sum of the others may overflow.
        self.placed.force.iter().map(|(unit, count)| (unit, (*count).clamp(-MOST, MOST)))
    }

    /// Where the placement is written.
    pub fn spot(&self) -> Spot {
        self.list.along(&self.placed.path)
    }

    /// Where the name of its space is written.
    pub fn space_spot(&self) -> Spot {
        self.list.along(&self.placed.space_path())
    }

    /// Where the number of a unit is written.
    pub fn unit_spot(&self, unit: &str) -> Spot {
        self.list.along(&self.placed.unit_path(unit))
    }
}

impl<'a> Context<'a> {
    /// Every placement of a start position, power by power, in the order of the file.
    pub fn set_up(&self, start: &Start<'a>) -> impl Iterator<Item = SetUp<'a>> + use<'a> {
        let lists = self.entry(EntryKind::Scenario, start.scenario.id.as_str()).then("set_up");
        start.scenario.set_up.iter().flat_map(move |(power, placements)| {
            let list = lists.then(power.as_str());
            let placed = force::flatten(placements).into_iter();
            placed.map(move |placed| SetUp { power: power.as_str(), placed, list: list.clone() })
        })
    }
}
