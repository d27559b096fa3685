//! The plain description of a hit-roll battle. No names, no packs: classes are bits, types are numbers.

use crate::odds::UnitKey;

/// A set of unit classes, one bit each; the caller decides what the bits mean (land, ship, aircraft, ...).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ClassSet(pub u128);

impl ClassSet {
    pub const NONE: Self = Self(0);
    pub const ALL: Self = Self(u128::MAX);

    pub const fn bit(index: u8) -> Self {
        Self(1 << (index & 127))
    }

    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Does a unit of classes `unit` belong to this set? `ALL` also holds units without any class.
    pub const fn covers(self, unit: Self) -> bool {
        self.0 == u128::MAX || self.0 & unit.0 != 0
    }
}

/// Whom a die can hit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Targets {
    pub any_of: ClassSet,
    pub none_of: ClassSet,
    /// Hits go to these for as long as one of them is left.
    pub first: ClassSet,
}

impl Targets {
    pub const ANY: Self = Self { any_of: ClassSet::ALL, none_of: ClassSet::NONE, first: ClassSet::NONE };

    pub const fn only(classes: ClassSet) -> Self {
        Self { any_of: classes, ..Self::ANY }
    }

    pub const fn except(classes: ClassSet) -> Self {
        Self { none_of: classes, ..Self::ANY }
    }

    pub const fn first(classes: ClassSet) -> Self {
        Self { first: classes, ..Self::ANY }
    }

    pub(crate) const fn allows(self, unit: ClassSet) -> bool {
        self.any_of.covers(unit) && !self.none_of.covers(unit)
    }
}

/// When a die strikes before the others, so that what it hits does not fire back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum StrikeRounds {
    #[default]
    Never,
    RoundOne,
    EveryRound,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Strike {
    pub rounds: StrikeRounds,
    /// Enemy units of these classes, present when the round begins, take the first strike away.
    pub cancelled_by: ClassSet,
    /// Each of them takes it from one unit of a row only; otherwise one takes it from all.
    pub one_for_one: bool,
    /// Each of them finds one unit of the side and takes it from that one for the whole battle. Only dice tell.
    pub for_good: bool,
    /// Defenders of these classes never fire back in the round in which an attacker's die hits them. Only dice tell; the
    /// exact way lets them fire.
    pub mutes: ClassSet,
}

/// Half value (rounded down) against some classes, unless own units of other classes fight alongside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Halved {
    pub against: ClassSet,
    pub unless_with: ClassSet,
}

/// One die of one unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shot {
    /// Hits on this number or less.
    pub value: u8,
    pub targets: Targets,
    pub halved: Option<Halved>,
    /// On this number or less the shooter picks the target (the costliest type); 0 = never.
    pub picks_on: u8,
    /// Among these.
    pub picks_from: ClassSet,
    pub strike: Strike,
    /// On this number or more the unit that throws it is lost; 0 = never. Only dice tell, the exact way does not know it.
    pub lost_from: u8,
}

impl Shot {
    pub const fn at(value: u8, targets: Targets) -> Self {
        Self {
            value,
            targets,
            halved: None,
            picks_on: 0,
            picks_from: ClassSet::ALL,
            lost_from: 0,
            strike: Strike {
                rounds: StrikeRounds::Never,
                cancelled_by: ClassSet::NONE,
                one_for_one: false,
                for_good: false,
                mutes: ClassSet::NONE,
            },
        }
    }

    pub const fn plain(value: u8) -> Self {
        Self::at(value, Targets::ANY)
    }
}

/// A unit in one state of damage: its dice now, and what it is worth to its owner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Health {
    /// Dice in this battle: attack dice for an attacker, defence dice for a defender.
    pub shots: Vec<Shot>,
    /// Sum of attack values, for the policy that keeps the best attackers.
    pub attack_worth: u16,
    /// Sum of defence values, for the policy that keeps the best defenders.
    pub defence_worth: u16,
}

/// A row of equal units. Units that start damaged are a row of their own with the remaining health states.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unit {
    pub key: UnitKey,
    pub classes: ClassSet,
    pub count: u16,
    pub cost: u32,
    /// One entry per hit it takes: fresh first, worst last; the hit after the last entry kills.
    pub health: Vec<Health>,
}

/// How many dice a support throws.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SupportDice {
    Fixed(u16),
    /// So many, but no more than own units of these classes at the start (one per landing unit).
    PerOwn(u16, ClassSet),
    /// One against each enemy unit of these classes, and it can hit only that type (anti-air).
    PerEnemy(ClassSet),
}

/// Dice without a unit that could be lost: artillery over a border, shore bombardment, forts, anti-air.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Support {
    pub shot: Shot,
    pub dice: SupportDice,
    /// Otherwise in round one only.
    pub every_round: bool,
}

/// Whom a bonus reaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    All,
    /// One unit per own partner of these classes; a unit is paired once, a partner helps once.
    OnePer(ClassSet),
    UpTo(u16),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum BonusRounds {
    #[default]
    Every,
    RoundOne,
    AfterRoundOne,
}

/// A change of the to-hit value, looked at again whenever units fire.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bonus {
    pub units: ClassSet,
    pub add: i8,
    pub reach: Reach,
    /// Needs at least so many own units of these classes.
    pub needs_own: Option<(ClassSet, u16)>,
    /// Not while an enemy unit of these classes is there when the round begins.
    pub unless_enemy: ClassSet,
    pub rounds: BonusRounds,
}

impl Bonus {
    pub const fn to(units: ClassSet, add: i8) -> Self {
        Self {
            units,
            add,
            reach: Reach::All,
            needs_own: None,
            unless_enemy: ClassSet::NONE,
            rounds: BonusRounds::Every,
        }
    }
}

/// Which unit its owner gives up first.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum LossOrder {
    /// By cost; a hit that only damages costs nothing and comes first.
    #[default]
    Cheapest,
    /// The smallest loss of attack values first.
    KeepAttack,
    /// The smallest loss of defence values first.
    KeepDefence,
    /// Row numbers. A row named several times gives one hit of each unit per mention, the last mention all the rest;
    /// rows not named go last, in their own order.
    Given(Vec<u16>),
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Casualties {
    pub order: LossOrder,
    /// Give the very last unit of one of these classes only when nothing else can be given.
    pub keep_one: ClassSet,
    /// Hit only when nobody else can be: those who are leaving.
    pub last: ClassSet,
}

/// When a side leaves as a whole. Attackers look at it from round two on, defenders before every round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Retreat {
    /// After so many rounds (0 for a defender: at once).
    pub after_rounds: Option<u16>,
    /// With fewer units than this.
    pub below_units: Option<u16>,
    /// When the enemy has at least so many times as many units.
    pub outnumbered: Option<u16>,
}

impl Retreat {
    pub const NEVER: Self = Self { after_rounds: None, below_units: None, outnumbered: None };

    pub(crate) fn leaves(self, rounds_fought: u32, own: u32, enemy: u32) -> bool {
        self.after_rounds.is_some_and(|n| rounds_fought >= u32::from(n))
            || self.below_units.is_some_and(|n| own < u32::from(n))
            || self.outnumbered.is_some_and(|n| enemy >= own.saturating_mul(u32::from(n)))
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Side {
    pub units: Vec<Unit>,
    pub support: Vec<Support>,
    pub bonuses: Vec<Bonus>,
    pub casualties: Casualties,
    pub retreat: Retreat,
    /// Surprised, or landing without the initiative: units throw no dice in round one (supports do).
    pub silent_round_one: bool,
    /// Attackers that wait to see whether the others open the way. Only dice tell.
    pub reserve: Option<Reserve>,
}

/// Units that stand by: no dice, no losses, unless enemies are left after the fire of the others; then they fire at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reserve {
    pub units: ClassSet,
    /// Enemies that call them in.
    pub called_by: ClassSet,
}

/// One battle. Each round: first strikes of both sides, their losses, then everybody else at the same time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Battle {
    pub die: u8,
    pub attacker: Side,
    pub defender: Side,
    pub round_limit: Option<u16>,
    /// Only attackers of these classes can take the place.
    pub hold: ClassSet,
    /// Defenders that leave are fired on once more and do not fire back.
    pub retreat_under_fire: bool,
}
