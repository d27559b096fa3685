//! Everything that changes during play, and nothing else. Small and flat, so that a copy costs next to nothing.
//! Only `apply` writes here; the methods below only read.

pub mod campaign;
pub mod combat;
mod convoys;
mod copy;
pub mod fleets;
mod hash;
pub mod leaders;
mod noted;
pub mod operations;
pub mod rng;
pub mod sea;
pub mod table_battle;

use chartroom_format::schema::condition::RelationKind;

pub use campaign::Campaign;
pub use combat::{ArmyRecord, Combat, CombatStep, Invasion, LossesDue, RetreatDue, SeaBattle, Whom};

pub use convoys::Convoys;
pub use noted::Noted;

use copy::copied_in_place;

use crate::ids::{Actor, EventIx, FeatureIx, OptionIx, PowerIx, SideIx, SpaceIx, TrackIx, UnitIx};
use crate::ruleset::{Player, Ruleset};

/// No purse holds more, and none owes more.
pub const MOST_MONEY: i64 = 1_000_000;

/// Units of one type, power and army in one space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub struct Stack {
    pub space: SpaceIx,
    /// The army or fleet they belong to; 0 outside any. Where units move step by step, their [marks](crate::services::marks).
    pub army: u8,
    pub power: PowerIx,
    pub unit: UnitIx,
    /// Hits taken, or depleted.
    pub damaged: u8,
    pub count: u16,
}

/// Units on their way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Arrival {
    pub turn: i16,
    pub space: SpaceIx,
    pub power: PowerIx,
    pub unit: UnitIx,
    pub count: u16,
}

/// How the game ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    pub winner: Option<Actor>,
    pub level: Option<String>,
    /// Which victory test decided; `usize::MAX` for an effect.
    pub victory: usize,
    pub reason: String,
}

/// A position in a game.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub turn: i16,
    /// Index into the ruleset's phases.
    pub phase: u16,
    /// The phase at hand has begun and waits for its player.
    pub begun: bool,
    /// The seed of the dice; their faces follow from it and from what they decide.
    pub rng: u64,
    pub dice: rng::Dice,
    /// By space: 0 for nobody, else the power's id plus one.
    pub holders: Vec<u8>,
    /// Sorted; no stack is empty, no two have the same key.
    pub stacks: Vec<Stack>,
    /// Production destroyed, by space, sorted.
    pub damage: Vec<(SpaceIx, u8)>,
    /// Production under repair, usable from the next turn.
    pub repairs: Vec<(SpaceIx, u8)>,
    /// Features that differ from the map, sorted.
    pub features: Vec<(SpaceIx, FeatureIx, i16)>,
    /// By power: 0 for none, else the side's id plus one.
    pub sides: Vec<u8>,
    /// What holds between each two powers.
    pub relations: Vec<u8>,
    /// Powers first, then sides.
    pub money: Vec<i32>,
    pub income_change: Vec<i32>,
    pub points: Vec<i32>,
    /// Sorted.
    pub tracks: Vec<(TrackIx, Option<Actor>, i32)>,
    pub options: Vec<bool>,
    /// What happened: first and last turn, sorted.
    pub happened: Vec<(EventIx, i16, i16)>,
    /// By victory test: turns in a row that it has held.
    pub held_for: Vec<u8>,
    /// Spaces of the acting side's armies that may neither move nor attack this turn, sorted.
    pub cut_off: Vec<SpaceIx>,
    /// Spaces whose garrison is gone until the combat phase ends, sorted.
    pub garrisons_gone: Vec<SpaceIx>,
    /// Spaces won by advance, whose holder has a marker there, sorted.
    pub markers: Vec<SpaceIx>,
    /// Spaces whose holder put a marker there without an advance, sorted: it stands for a garrison, but no supply passes by it.
    pub posted: Vec<SpaceIx>,
    /// Points shipped in the phase at hand, by sea.
    pub shipped: Vec<u16>,
    pub arrivals: Vec<Arrival>,
    /// Decisions that rules wait for: which, and who makes it.
    pub choices: Vec<(u16, SideIx)>,
    /// Capitals that have moved, sorted.
    pub capitals: Vec<(PowerIx, SpaceIx)>,
    /// Hexes won from the sea that feed their army: whose, where, until which turn.
    pub beachheads: Vec<(SideIx, SpaceIx, i16)>,
    /// Who held what when it was noted last, to count what has changed hands since.
    pub noted: Noted,
    pub convoys: Convoys,
    pub fleets: fleets::Fleets,
    pub combat: Combat,
    pub operations: operations::Operations,
    pub campaign: Campaign,
    pub battles: table_battle::TableBattles,
    pub outcome: Option<Outcome>,
}

copied_in_place!(State {
    turn,
    phase,
    begun,
    rng,
    dice,
    holders,
    stacks,
    damage,
    repairs,
    features,
    sides,
    relations,
    money,
    income_change,
    points,
    tracks,
    options,
    happened,
    held_for,
    cut_off,
    garrisons_gone,
    markers,
    posted,
    shipped,
    arrivals,
    choices,
    capitals,
    beachheads,
    noted,
    convoys,
    fleets,
    combat,
    operations,
    campaign,
    battles,
    outcome,
});

impl State {
    pub fn holder(&self, space: SpaceIx) -> Option<PowerIx> {
        self.holders.get(space.index()).and_then(|holder| holder.checked_sub(1)).map(PowerIx)
    }

    pub fn side_of(&self, power: PowerIx) -> Option<SideIx> {
        self.sides.get(power.index()).and_then(|side| side.checked_sub(1)).map(SideIx)
    }

    pub fn powers(&self) -> impl Iterator<Item = PowerIx> + use<> {
        (0..self.sides.len()).map(PowerIx::new)
    }

    /// Whether a power is, or belongs to, an actor.
    pub fn is_of(&self, power: PowerIx, actor: Actor) -> bool {
        match actor {
            Actor::Power(other) => power == other,
            Actor::Side(side) => self.side_of(power) == Some(side),
        }
    }

    pub fn is_held_by(&self, space: SpaceIx, actor: Actor) -> bool {
        self.holder(space).is_some_and(|holder| self.is_of(holder, actor))
    }

    /// The side that holds a space.
    pub fn holding_side(&self, space: SpaceIx) -> Option<SideIx> {
        self.holder(space).and_then(|power| self.side_of(power))
    }

    pub fn is_friendly(&self, space: SpaceIx, side: SideIx) -> bool {
        self.holding_side(space) == Some(side)
    }

    pub fn relation(&self, one: PowerIx, other: PowerIx) -> RelationKind {
        let at = one.index() * self.sides.len() + other.index();
        relation_of(self.relations.get(at).copied().unwrap_or(2))
    }

    pub fn at_war(&self, one: PowerIx, other: PowerIx) -> bool {
        self.relation(one, other) == RelationKind::War
    }

    pub fn members(&self, actor: Actor) -> impl Iterator<Item = PowerIx> + '_ {
        self.powers().filter(move |power| self.is_of(*power, actor))
    }

    /// Whether some power of one actor is at war with some power of the other.
    pub fn actors_at_war(&self, one: Actor, other: Actor) -> bool {
        match (one, other) {
            // Asked for every neighbour of every army.
            (Actor::Side(side), Actor::Power(power)) => {
                let is_member = |member: &PowerIx| self.side_of(*member) == Some(side);
                self.powers().filter(is_member).any(|member| self.at_war(member, power))
            }
            _ => self.members(one).any(|a| self.members(other).any(|b| self.at_war(a, b))),
        }
    }

    pub fn sides_at_war(&self, one: SideIx, other: SideIx) -> bool {
        one != other && self.actors_at_war(Actor::Side(one), Actor::Side(other))
    }

    pub fn has_surrendered(&self, power: PowerIx) -> bool {
        self.powers().any(|other| self.relation(power, other) == RelationKind::Surrendered)
            || self.relation(power, power) == RelationKind::Surrendered
    }

    pub fn option(&self, option: OptionIx) -> bool {
        self.options.get(option.index()).copied().unwrap_or(false)
    }

    pub fn option_or_none(&self, option: Option<OptionIx>) -> bool {
        option.is_none_or(|option| self.option(option))
    }

    pub fn happened_on(&self, event: EventIx) -> Option<i16> {
        self.happened.binary_search_by_key(&event, |(event, ..)| *event).ok().map(|at| self.happened[at].1)
    }

    pub fn last_happened_on(&self, event: EventIx) -> Option<i16> {
        self.happened.binary_search_by_key(&event, |(event, ..)| *event).ok().map(|at| self.happened[at].2)
    }

    pub fn track(&self, track: TrackIx, who: Option<Actor>) -> i64 {
        let found = self.tracks.iter().find(|(id, owner, _)| *id == track && (*owner == who || who.is_none()));
        found.map_or(0, |(_, _, value)| i64::from(*value))
    }

    /// Where an actor's money, income change and points are kept.
    pub(crate) fn purse(&self, actor: Actor) -> usize {
        match actor {
            Actor::Power(power) => power.index(),
            Actor::Side(side) => self.sides.len() + side.index(),
        }
    }

    pub fn money(&self, actor: Actor) -> i64 {
        self.money.get(self.purse(actor)).map_or(0, |money| i64::from(*money))
    }

    pub fn income_change(&self, actor: Actor) -> i64 {
        self.income_change.get(self.purse(actor)).map_or(0, |money| i64::from(*money))
    }

    pub fn points(&self, actor: Actor) -> i64 {
        self.points.get(self.purse(actor)).map_or(0, |points| i64::from(*points))
    }

    /// The amount of a feature in a space, before damage.
    pub fn feature(&self, rules: &Ruleset, space: SpaceIx, feature: FeatureIx) -> i64 {
        let key = (space, feature);
        if let Ok(at) = self.features.binary_search_by_key(&key, |(space, feature, _)| (*space, *feature)) {
            return i64::from(self.features[at].2);
        }
        let printed = rules.board.space(space).features.iter().find(|(id, _)| *id == feature);
        printed.map_or(0, |(_, amount)| *amount)
    }

    pub fn damage(&self, space: SpaceIx) -> i64 {
        let found = self.damage.binary_search_by_key(&space, |(space, _)| *space);
        found.map_or(0, |at| i64::from(self.damage[at].1))
    }

    pub fn repairing(&self, space: SpaceIx) -> i64 {
        let found = self.repairs.binary_search_by_key(&space, |(space, _)| *space);
        found.map_or(0, |at| i64::from(self.repairs[at].1))
    }

    /// Undamaged production of a space.
    pub fn working(&self, rules: &Ruleset, space: SpaceIx, feature: FeatureIx) -> i64 {
        (self.feature(rules, space, feature) - self.damage(space)).max(0)
    }

    /// The stacks in a space.
    pub fn stacks_in(&self, space: SpaceIx) -> &[Stack] {
        let from = self.stacks.partition_point(|stack| stack.space < space);
        let to = self.stacks.partition_point(|stack| stack.space <= space);
        &self.stacks[from..to]
    }

    /// The stacks of one army; an army stands in one space.
    pub fn army(&self, side: SideIx, army: u8) -> impl Iterator<Item = &Stack> {
        self.stacks
            .iter()
            .filter(move |stack| stack.army == army && army != 0 && self.side_of(stack.power) == Some(side))
    }

    pub fn army_space(&self, side: SideIx, army: u8) -> Option<SpaceIx> {
        self.army(side, army).next().map(|stack| stack.space)
    }

    /// All armies of a side with their spaces, by space.
    pub fn armies(&self, side: SideIx) -> Vec<(u8, SpaceIx)> {
        let mut found: Vec<(u8, SpaceIx)> = Vec::new();
        for stack in self.stacks.iter().filter(|stack| stack.army != 0 && self.side_of(stack.power) == Some(side)) {
            if found.last() != Some(&(stack.army, stack.space)) && !found.contains(&(stack.army, stack.space)) {
                found.push((stack.army, stack.space));
            }
        }
        found
    }

    /// Whether the holder of a space has a marker there, won or put down.
    pub fn is_marked(&self, space: SpaceIx) -> bool {
        self.markers.binary_search(&space).is_ok() || self.posted.binary_search(&space).is_ok()
    }

    pub fn is_cut_off(&self, space: SpaceIx) -> bool {
        self.cut_off.binary_search(&space).is_ok()
    }

    /// Where the capitals of a power are now.
    pub fn capitals<'s>(&'s self, rules: &'s Ruleset, power: PowerIx) -> impl Iterator<Item = SpaceIx> + 's {
        let moved = self.capitals.iter().find(|(of, _)| *of == power).map(|(_, space)| *space);
        let printed = rules.power(power).capitals.iter().copied().filter(move |_| moved.is_none());
        moved.into_iter().chain(printed)
    }

    /// The side of a player, if it is one side.
    pub fn side_of_player(&self, player: &Player) -> Option<SideIx> {
        match player {
            Player::Side(side) => Some(*side),
            Player::Power(power) => self.side_of(*power),
            Player::Slot(powers) => powers.iter().find_map(|power| self.side_of(*power)),
            Player::All => None,
        }
    }

    /// Whom the money of a player's phase belongs to.
    pub fn purse_of_player(&self, player: &Player) -> Option<Actor> {
        match player {
            Player::Side(side) => Some(Actor::Side(*side)),
            Player::Power(power) => Some(Actor::Power(*power)),
            Player::Slot(powers) => powers.first().map(|power| Actor::Power(*power)),
            Player::All => None,
        }
    }
}

pub(crate) const fn relation_of(code: u8) -> RelationKind {
    match code {
        0 => RelationKind::War,
        1 => RelationKind::Allied,
        3 => RelationKind::Leaning,
        4 => RelationKind::Pact,
        5 => RelationKind::Surrendered,
        _ => RelationKind::Neutral,
    }
}

pub(crate) const fn relation_code(kind: RelationKind) -> u8 {
    match kind {
        RelationKind::War => 0,
        RelationKind::Allied => 1,
        RelationKind::Neutral => 2,
        RelationKind::Leaning => 3,
        RelationKind::Pact => 4,
        RelationKind::Surrendered => 5,
    }
}
