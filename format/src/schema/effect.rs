//! Effects as data: what happens when a rule fires. The engine applies each kind in its own file.

use super::move_points::UnitMark;
use super::prelude::*;

/// Something that happens.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub enum Effect {
    /// A power joins a side, at war with that side's enemies.
    Join(PowerId, SideId),
    /// A power takes a side and is allied with its members, but at war with nobody for that.
    TakeSide(PowerId, SideId),
    /// Two actors go to war. The first is the one that declares it.
    DeclareWar(ActorId, ActorId),
    /// Two powers now stand to each other like this.
    SetRelation(PowerId, PowerId, RelationKind),
    /// A power becomes neutral and leaves its side.
    BecomeNeutral(PowerId),
    /// A power surrenders: its units go, its places keep or change hands as told.
    Surrender {
        power: PowerId,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<ActorId>,
        /// Its units stay in play under this power.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        units_to: Option<PowerId>,
    },
    /// Places change hands.
    Control(ActorId, Vec<PlaceId>),
    /// Units appear.
    Place(PowerId, Vec<Placement>),
    /// Units disappear.
    Remove {
        who: ActorId,
        #[serde(default)]
        units: UnitFilter,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        places: Vec<PlaceId>,
        /// Those in these places stay.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        outside: Vec<PlaceId>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        count: Option<Value>,
        /// What these places lack of the count comes from elsewhere.
        #[serde(default, skip_serializing_if = "is_false")]
        then_elsewhere: bool,
    },
    /// Units appear, one to each home place with a feature, in own hands and out of enemy zones of control, up to a number.
    Muster { power: PowerId, unit: UnitId, at: FeatureId, most: Value },
    /// Units go to these places, wherever they are.
    Withdraw {
        who: ActorId,
        to: Vec<PlaceId>,
        /// All units if left out.
        #[serde(default)]
        units: UnitFilter,
        /// Those in these places stay.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        outside: Vec<PlaceId>,
    },
    /// Units get a mark, or lose it.
    Mark {
        who: ActorId,
        mark: UnitMark,
        #[serde(default)]
        units: UnitFilter,
        /// Everywhere if left out.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        places: Vec<PlaceId>,
        /// They lose it.
        #[serde(default, skip_serializing_if = "is_false")]
        off: bool,
    },
    /// Units become units of another type where they are.
    Convert {
        who: ActorId,
        units: UnitFilter,
        /// Everywhere if left out.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        places: Vec<PlaceId>,
        into: UnitId,
    },
    /// Units change their owner where they are.
    HandOver {
        who: ActorId,
        #[serde(default)]
        units: UnitFilter,
        /// Everywhere if left out.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        places: Vec<PlaceId>,
        to: PowerId,
    },
    /// The one of these units that is nearest to the place at hand changes its owner, all others disappear. Among several as near this
    /// actor chooses.
    NearestTurns {
        who: ActorId,
        #[serde(default)]
        units: UnitFilter,
        to: PowerId,
        chosen_by: ActorId,
    },
    /// Money is gained or lost.
    Money(ActorId, Value),
    /// Money goes from one power to another.
    Transfer(PowerId, PowerId, Value),
    /// Income per turn changes.
    Income(ActorId, Value),
    /// A feature of a place gets this amount.
    SetFeature(SpaceId, FeatureId, Value),
    /// The amount of a feature of a place grows or shrinks.
    ChangeFeature(SpaceId, FeatureId, Value),
    /// Production of places is damaged or repaired.
    Devastate(Vec<PlaceId>, Value),
    /// A track moves.
    Track {
        track: TechId,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        who: Option<ActorId>,
        add: Value,
    },
    /// A track is set.
    SetTrack {
        track: TechId,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        who: Option<ActorId>,
        to: Value,
    },
    /// Victory points.
    Points(ActorId, Value),
    /// An optional rule is switched during play.
    Switch(OptionId, bool),
    /// Dice are rolled; the outcome whose range holds the roll happens.
    Roll {
        /// Such as "1d6" or "2d12".
        dice: String,
        outcomes: Vec<Outcome>,
    },
    /// A capital moves.
    MoveCapital(PowerId, SpaceId),
    /// Another rule happens.
    Trigger(EventId),
    /// The game ends.
    Win {
        side: ActorId,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        level: Option<String>,
    },
    /// The game ends here and now: the victory tests of the scenario decide it.
    EndGame,
    /// The owner decides; the engine asks.
    Choose(Vec<Choice>),
    /// This actor decides, whoever's turn it is; the engine asks.
    Ask { who: ActorId, ways: Vec<Choice> },
    /// Only told to the players: what it says is not enforced.
    Tell(String),
}

/// One result of a roll.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Outcome {
    pub from: i64,
    pub to: i64,
    pub then: Vec<Effect>,
}

/// One way to decide.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    pub title: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Condition>,
    pub then: Vec<Effect>,
}
