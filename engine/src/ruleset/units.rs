//! Unit types, compiled: what they can, what they cost to build, whom they lead.

use chartroom_format::schema::units::{Ability, Domain, Stats, UnitType};
use chartroom_format::schema::value::Amount;

use crate::condition::Condition;
use crate::ids::{ClassIx, FeatureIx, OptionIx, PowerIx, TrackIx, UnitIx};

#[derive(Clone, Debug)]
pub struct UnitInfo {
    pub id: String,
    pub title: String,
    pub domain: Domain,
    /// Sorted.
    pub classes: Vec<ClassIx>,
    pub attack: Amount,
    pub defence: Amount,
    pub stacking: Amount,
    /// Spaces its zone of control reaches; none if it has no zone.
    pub zone: Option<i64>,
    /// Attack, defence and stacking of its damaged states in order.
    pub worn: Vec<[Amount; 3]>,
    pub abilities: Vec<Ability>,
    pub builds: BuildInfo,
    pub upgrades_to: Option<UnitIx>,
    pub option: Option<OptionIx>,
    /// How many of its dice are thrown before all others in round one, and with which option.
    pub early: Option<(usize, Option<OptionIx>)>,
    /// What it carries through the air, and what it drops.
    pub airlift: Option<LiftInfo>,
    pub drops: Option<LiftInfo>,
    pub trained: Option<TrainInfo>,
    pub leads: Option<LeadInfo>,
}

/// Units that go through the air, and how much weight of them.
#[derive(Clone, Debug)]
pub struct LiftInfo {
    pub units: Vec<UnitIx>,
    pub capacity: i64,
    /// Facilities one of which must work where they start; any place will do if empty.
    pub from: Vec<FeatureIx>,
    pub option: Option<OptionIx>,
}

/// What a unit was before its training.
#[derive(Clone, Debug)]
pub struct TrainInfo {
    pub from: UnitIx,
    pub price: i64,
    pub at: Vec<FeatureIx>,
}

/// Whom a leader commands, and how many figures there are of him with an option.
#[derive(Clone, Debug)]
pub struct LeadInfo {
    pub commands: Vec<(Vec<Domain>, Option<OptionIx>)>,
    pub figures: Option<(OptionIx, i64)>,
}

/// A unit type with its variants compiled.
#[derive(Clone, Debug)]
pub struct Profile {
    pub kind: UnitType,
    pub variants: Vec<(Condition, Stats)>,
}

#[derive(Clone, Debug, Default)]
pub struct BuildInfo {
    pub never: bool,
    pub by: Vec<PowerIx>,
    pub at: Vec<FeatureIx>,
    pub delay: i64,
    pub when: Option<Condition>,
    pub from_turn: Option<i64>,
    /// Places of a side that may hold some.
    pub sites: Option<i64>,
    /// How many of them a power may have in all.
    pub in_play: Option<i64>,
    /// What is bought raises this track of the side instead of standing on the board.
    pub onto: Option<TrackIx>,
    /// The item whose price it has, where that is another.
    pub priced_as: Option<UnitIx>,
    /// Where units are paid out of a budget: how many of them in one turn.
    pub per_turn: Option<PerTurn>,
}

/// Units that a power may build in one turn, and the tracks that keep count of them: how many, and on which turn.
#[derive(Clone, Debug)]
pub struct PerTurn {
    pub most: i64,
    /// Powers that may have another number.
    pub most_for: Vec<(PowerIx, i64)>,
    pub built: TrackIx,
    pub turn: TrackIx,
    pub source: Option<String>,
}

impl UnitInfo {
    pub fn is(&self, class: Option<ClassIx>) -> bool {
        class.is_some_and(|class| self.classes.binary_search(&class).is_ok())
    }

    pub fn can(&self, ability: Ability) -> bool {
        self.abilities.contains(&ability)
    }
}
