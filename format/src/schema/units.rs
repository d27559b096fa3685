//! `units.ron`: what a counter is. Stats may differ by power, tech level, damage state, turn or place.

use super::emblem::Emblem;
use super::prelude::*;

/// All unit types of a pack.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Units {
    /// The schema version this file is written for.
    pub schema: u32,
    /// What the program must be able to do before it may use this file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub requires: Vec<Capability>,
    /// Classes of units, with their titles: what rules speak of when they say "ships" or "infantry".
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub classes: IndexMap<ClassId, String>,
    /// Unit types by id.
    pub units: IndexMap<UnitId, UnitType>,
    /// Named containers whose contents change: armies, fleets.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub formations: IndexMap<ClassId, FormationType>,
}

/// Where a unit lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub enum Domain {
    Land,
    Sea,
    Air,
    /// Under water: its own targets and passages.
    Submarine,
    /// Does not move: forts, bases, garrisons.
    Fixed,
}

/// A unit type.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UnitType {
    pub title: String,
    /// Short text on the counter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub symbol: Option<String>,
    /// What is drawn on the counter; what its title, classes and domain suggest if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub emblem: Option<Emblem>,
    pub domain: Domain,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub classes: Vec<ClassId>,
    /// Its numbers.
    #[serde(default)]
    pub stats: Stats,
    /// Numbers after each hit it survives, first hit first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub damaged: Vec<Stats>,
    /// Numbers that differ by power, tech level, turn, place or partner.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variants: Vec<Variant>,
    /// Whom its hits may strike; anyone if left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<TargetRule>,
    /// Ways to fire that its owner may choose instead.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub other_fire: Vec<OtherFire>,
    /// Fires before the others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_strike: Option<FirstStrike>,
    /// Dice it throws before all others in round one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub early_dice: Option<EarlyDice>,
    /// Enemies of these classes never fire back in the round in which it hits them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub silences: Vec<ClassId>,
    /// Shots it gives from outside the battle.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub supports: Vec<SupportShot>,
    /// What it carries.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub carries: Vec<Carrying>,
    /// What it carries through the air without a fight.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub airlift: Option<Airlift>,
    /// What it drops into a battle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drops: Option<Airlift>,
    /// It is another unit after training.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trained: Option<Training>,
    /// A leader, who is no unit: whom he commands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leads: Option<Leading>,
    /// What it can do beyond its numbers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub abilities: Vec<Ability>,
    /// Who may build it, when and where.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub build: Option<BuildRule>,
    /// What it becomes when upgraded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub upgrades_to: Option<UnitId>,
    /// Only with this optional rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub option: Option<OptionId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
    /// Which numbers the rulebook does not state, each with its reason.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub reconstructed: IndexMap<String, String>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// The numbers of a unit. Left out means "as before" in a variant and "none" in the unit itself.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Stats {
    /// To-hit values when attacking, one per die: [8, 6].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attack: Option<Vec<i64>>,
    /// To-hit values when defending, one per die.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub defend: Option<Vec<i64>>,
    /// Attack strength in games that add strengths up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attack_strength: Option<Amount>,
    /// Defence strength in games that add strengths up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub defence_strength: Option<Amount>,
    /// Spaces or movement points per move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub movement: Option<Amount>,
    /// Reach of its fire, zone or mission in spaces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<Amount>,
    /// Hits to kill; 1 if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hits: Option<i64>,
    /// What it counts for stacking; 1 if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stacking: Option<Amount>,
    /// What it counts for transport.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weight: Option<Amount>,
    /// Zone of control in spaces; none if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zone: Option<i64>,
}

/// Other numbers under a condition.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Variant {
    /// When they apply.
    pub when: Condition,
    pub stats: Stats,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
}

/// Whom hits may strike.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TargetRule {
    /// When attacking, when defending, or both if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<CombatRole>,
    /// Domains it may hit.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub domains: Vec<Domain>,
    /// Classes it may hit.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub classes: Vec<ClassId>,
    /// These first, others only when none is left.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub first: Vec<ClassId>,
    /// On this roll or less the owner of the fire picks the victim.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picks_on: Option<i64>,
    /// Half value, rounded down, against some classes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub half_against: Option<HalfAgainst>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
}

/// Whom a unit hits at half its value, and which company lifts that.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HalfAgainst {
    /// Classes that are hit at half value only.
    pub classes: Vec<ClassId>,
    /// Own units of these classes in the same battle lift it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unless_with: Vec<ClassId>,
}

/// Another way to fire that the owner may choose before each round.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OtherFire {
    pub when: CombatRole,
    /// To-hit values; those of the unit if left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<i64>,
    /// Domains it may hit; all if left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub domains: Vec<Domain>,
    /// These classes first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub first: Vec<ClassId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub enum CombatRole {
    Attacking,
    Defending,
}

/// When a unit fires before the others.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub enum FirstStrike {
    /// In the first round, when attacking.
    AttackerRoundOne,
    /// In every round, when attacking.
    Attacker,
    /// In every round, on both sides.
    Always,
    /// In every round while no enemy unit of these classes is there.
    Unless(Vec<ClassId>),
    /// In every round; each enemy unit of these classes finds one and takes it away from that one for the whole battle. Who is
    /// not found may leave at any time, and dive once no such enemy is left.
    UnlessFound(Vec<ClassId>),
}

/// A shot from outside the battle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SupportShot {
    pub kind: SupportKind,
    /// To-hit values; those of the attack if left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<i64>,
    /// The to-hit value that is left with one hit taken, with two, and so on; the same as unhurt if left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub damaged: Vec<i64>,
    /// Rounds in which it fires, from the first.
    pub rounds: i64,
    /// Before all other dice of the round: whom it hits does not fire back. For guns at aircraft.
    #[serde(default, skip_serializing_if = "is_false")]
    pub before: bool,
    /// How many units must cross or land for each shot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per_unit: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum SupportKind {
    /// From the sea zone of a landing.
    ShoreBombardment,
    /// Across a land border.
    OverBorder,
    /// At aircraft, before the battle.
    AntiAir,
}

/// What a unit carries.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Carrying {
    /// Classes it can carry.
    pub classes: Vec<ClassId>,
    /// How many of them, or how much weight.
    pub capacity: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
}

/// Dice that are thrown before all others in round one, by attacker and defender; their owner may throw them with the others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EarlyDice {
    /// How many of its dice, from the first.
    pub dice: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub option: Option<OptionId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
}

/// Units that go through the air.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Airlift {
    pub units: Vec<UnitId>,
    /// How much weight each takes.
    pub capacity: i64,
    /// Only from where one of these works; from anywhere if left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub from: Vec<FeatureId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub option: Option<OptionId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
}

/// What a unit was before its training, and what that costs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Training {
    pub from: UnitId,
    pub price: i64,
    /// Features of own land where it happens.
    pub at: Vec<FeatureId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
}

/// Whom a leader commands. What he adds stands in modifiers that pair with him.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Leading {
    /// One of these at a time.
    pub commands: Vec<LeaderCommand>,
    /// How many figures there are for each in the set-up when an option is on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub figures: Option<(OptionId, i64)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
}

/// Units that obey a leader.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LeaderCommand {
    pub domains: Vec<Domain>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub option: Option<OptionId>,
}

/// What a unit can do beyond its numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub enum Ability {
    /// Goes on through an empty enemy space.
    Blitz,
    /// Advances into a hex won in combat.
    AdvanceAfterCombat,
    /// Counts as mechanised in the advance table.
    Mechanised,
    /// Lands from the sea.
    Amphibious,
    /// Drops from the air.
    Paradrop,
    /// Never attacks.
    DefendsOnly,
    /// Never retreats.
    HoldsGround,
    /// Never moves.
    Immobile,
    /// Stays inside its home country.
    HomeOnly,
    /// Takes hits before the others.
    AbsorbsFirst,
    /// Captures no space.
    CannotCapture,
    /// Lands on carriers.
    CarrierBased,
    /// Bombs industry.
    StrategicBombing,
    /// Shoots at bombers over industry.
    Intercepts,
    /// Flies beside bombers.
    Escorts,
    /// Protects merchant ships.
    EscortsConvoys,
    /// Carries supply and troops in a pipeline.
    Pipeline,
    /// Loses its attack once used until restored.
    Depletes,
    /// Dives instead of fighting.
    Submerges,
    /// Raids convoys and shipping.
    Raids,
    /// Leads: a bonus to its stack.
    Leads,
    /// Used up by its attack.
    Expended,
    /// Is found only by searchers.
    Hidden,
}

/// Who may build a unit, when and where.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BuildRule {
    /// Powers that may build it; all if left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by: Vec<PowerId>,
    /// Never built, only set up.
    #[serde(default, skip_serializing_if = "is_false")]
    pub never: bool,
    /// First turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from_turn: Option<i64>,
    /// At most this many per power and turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per_turn: Option<i64>,
    /// Powers that may have another number of them in a turn.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub per_turn_for: IndexMap<PowerId, i64>,
    /// At most this many in play per power.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub in_play: Option<i64>,
    /// At most this many places of a side hold some; a place may be given up for another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sites: Option<i64>,
    /// Turns until it arrives.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delay: Option<i64>,
    /// Features at which it may appear.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub at: Vec<FeatureId>,
    /// What is bought raises this track of the side instead of standing on the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub onto: Option<TechId>,
    /// It costs what this unit costs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub priced_as: Option<UnitId>,
    /// Only while this holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Condition>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
}

/// A named container of units: an army, a fleet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FormationType {
    pub title: String,
    /// Classes of units it may contain.
    pub holds: Vec<ClassId>,
    /// Units of these classes always stand in one.
    #[serde(default, skip_serializing_if = "is_false")]
    pub required: bool,
    /// At most this many units in one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub capacity: Option<i64>,
    /// At most this many per side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per_side: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
}
