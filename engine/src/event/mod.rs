//! What happened, in the past tense: facts that carry all that is needed to apply, log and show them.

mod campaign;
mod fleets;
mod maneuver;
mod operation;
mod sea;
mod tell;
mod words;

pub use campaign::CampaignEvent;
pub(crate) use campaign::Closing;
pub use fleets::FleetEvent;

use chartroom_format::schema::condition::{BattleKind, RelationKind};

pub use maneuver::ManeuverEvent;
pub use operation::Operation;
pub use sea::SeaEvent;

use crate::ids::{Actor, EventIx, FeatureIx, OptionIx, PowerIx, SideIx, SpaceIx, TrackIx, UnitIx};
use crate::state::{Arrival, CombatStep, Invasion, LossesDue, Outcome, RetreatDue, SeaBattle, Stack};

/// Why units left the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LossReason {
    Fire,
    NoRetreat,
    Unsupplied,
    Overstacked,
    /// Forts go when the enemy enters.
    Overrun,
    /// Used up on the way of an invasion.
    Spent,
    /// Their owner gave them up.
    GivenUp,
    /// Dropped behind the lines, and the advance failed.
    DropFailed,
    /// What carried them was sunk.
    Sunk,
    /// What carried them was shot down.
    ShotDown,
    /// No place to land.
    NoLanding,
    /// On a long flight.
    OnTheWay,
    Rule,
}

/// Why units came onto the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GainReason {
    Built,
    Reinforcement,
    Rule,
}

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    TurnBegan {
        turn: i16,
    },
    PhaseBegan {
        phase: u16,
    },
    PhaseEnded {
        phase: u16,
    },
    /// The phase holds nothing the engine plays: why.
    PhasePassedOver {
        phase: u16,
        why: String,
    },
    Rolled {
        sides: i64,
        roll: i64,
        /// What it decides.
        key: u64,
        loaded: bool,
    },
    /// Units went from one place or army to another.
    Moved {
        stack: Stack,
        to: SpaceIx,
        army: u8,
    },
    /// Points went over a sea, by its number.
    Shipped {
        sea: u8,
        points: u16,
    },
    Placed {
        stack: Stack,
        why: GainReason,
    },
    Removed {
        stack: Stack,
        why: LossReason,
    },
    /// Units of one type became units of another.
    Converted {
        stack: Stack,
        into: UnitIx,
    },
    /// Units changed their owner.
    Handed {
        stack: Stack,
        to: PowerIx,
    },
    Ordered {
        arrival: Arrival,
    },
    Arrived {
        arrival: Arrival,
        army: u8,
    },
    /// Ordered units whose place was lost.
    Cancelled {
        arrival: Arrival,
    },
    Captured {
        space: SpaceIx,
        from: Option<PowerIx>,
        by: Option<PowerIx>,
    },
    Devastated {
        space: SpaceIx,
        points: i64,
    },
    RepairBegan {
        space: SpaceIx,
        points: i64,
    },
    RepairsDone,
    FeatureSet {
        space: SpaceIx,
        feature: FeatureIx,
        amount: i64,
    },
    /// Income came in.
    Earned {
        who: Actor,
        amount: i64,
    },
    /// Production of a neutral country came in.
    Imported {
        who: PowerIx,
        from: SpaceIx,
        points: i64,
    },
    MoneySet {
        who: Actor,
        to: i64,
    },
    IncomeChanged {
        who: Actor,
        by: i64,
    },
    PointsChanged {
        who: Actor,
        by: i64,
    },
    RelationSet {
        one: PowerIx,
        other: PowerIx,
        kind: RelationKind,
    },
    SideSet {
        power: PowerIx,
        side: Option<SideIx>,
    },
    Surrendered {
        power: PowerIx,
    },
    TrackSet {
        track: TrackIx,
        who: Option<Actor>,
        to: i64,
    },
    OptionSwitched {
        option: OptionIx,
        on: bool,
    },
    RuleHappened {
        event: EventIx,
    },
    Told {
        text: String,
    },
    /// A rule asks a side to decide.
    ChoiceAsked {
        choice: u16,
        side: SideIx,
    },
    ChoiceMade {
        choice: u16,
        option: u8,
    },
    CapitalMoved {
        power: PowerIx,
        to: SpaceIx,
    },
    HeldFor {
        victory: usize,
        turns: u8,
    },
    /// Points crossed a sea on which the enemy fires.
    Convoyed {
        stack: Stack,
    },
    /// He fired: so many of them are lost, and their owner says which.
    ConvoyHit {
        losses: u16,
    },
    /// One of them was chosen.
    ConvoySunk {
        stack: Stack,
    },
    /// The others arrived.
    ConvoysArrived,
    /// Who holds what was noted, to count what changes hands from now on.
    HoldersNoted,
    /// Hexes that the sides of nations have lost and gained since then.
    HexesCounted {
        counts: Vec<(PowerIx, i64, i64)>,
    },
    /// Who may neither move nor attack this turn.
    CutOff {
        spaces: Vec<SpaceIx>,
    },
    GarrisonLost {
        space: SpaceIx,
    },
    MarkerPlaced {
        space: SpaceIx,
    },
    /// A marker was put down that stands for a garrison, by those who leave a space or by fire.
    GarrisonPosted {
        space: SpaceIx,
    },
    MarkerRemoved {
        space: SpaceIx,
    },
    CombatStepped {
        step: CombatStep,
    },
    /// A combat phase ended: garrisons are back.
    CombatEnded,
    Announced {
        side: SideIx,
        army: u8,
        target: SpaceIx,
    },
    DefenceAsked {
        spaces: Vec<SpaceIx>,
    },
    /// The defenders of a space fired or waited.
    DefenceAnswered {
        space: SpaceIx,
        fired: bool,
    },
    Fired {
        side: SideIx,
        kind: BattleKind,
        from: SpaceIx,
        at: SpaceIx,
        strength: i64,
        die: i64,
        losses: i64,
    },
    /// These armies have used their assault.
    Assaulted {
        side: SideIx,
        armies: Vec<u8>,
    },
    /// These armies have used their defensive assault.
    Defended {
        side: SideIx,
        armies: Vec<u8>,
    },
    /// An army does not fire with the others of its hex.
    Reserved {
        side: SideIx,
        army: u8,
    },
    /// An army sets out to land somewhere, or ships to help one that does.
    InvasionDeclared {
        invasion: Invasion,
    },
    /// The invasion at hand is over.
    InvasionEnded {
        side: SideIx,
        army: u8,
    },
    InterceptionAsked {
        fleets: Vec<(SideIx, SpaceIx)>,
    },
    InterceptionAnswered {
        side: SideIx,
        space: SpaceIx,
        fired: bool,
    },
    SeaBattleFought {
        battle: SeaBattle,
    },
    SeaBattleEnded {
        winner: SideIx,
    },
    /// A fleet does nothing more this turn.
    FleetExpended {
        side: SideIx,
        space: SpaceIx,
    },
    /// Whoever had done his part may act again.
    ExpendedReady,
    /// So many bombs of a place are aboard carriers that came through.
    BombsArmed {
        side: SideIx,
        space: SpaceIx,
        count: u16,
    },
    /// One of them goes off.
    BombDropped {
        side: SideIx,
        from: SpaceIx,
        target: SpaceIx,
    },
    BombsStoodDown,
    /// A hex taken from the sea feeds its army for a while.
    BeachheadWon {
        side: SideIx,
        space: SpaceIx,
        until: i16,
    },
    /// Points jumped: they may do so once a turn.
    Dropped {
        side: SideIx,
        army: u8,
        points: u8,
    },
    FortSwallowed {
        space: SpaceIx,
        points: u8,
    },
    FortFired {
        space: SpaceIx,
    },
    /// The aircraft of a coast have fired this turn.
    CoastFired {
        space: SpaceIx,
    },
    LossesFell {
        due: LossesDue,
    },
    LossesTaken {
        /// It was a point of the landing force.
        landing: bool,
    },
    /// What cannot be removed is ignored.
    LossesIgnored,
    AdvanceTried {
        side: SideIx,
        army: u8,
        from: SpaceIx,
        to: SpaceIx,
        defence: i64,
        die: i64,
        success: bool,
    },
    /// The advance succeeded; it waits until the defenders have gone.
    Entering {
        army: u8,
        from: SpaceIx,
        to: SpaceIx,
    },
    RetreatsDue {
        dues: Vec<RetreatDue>,
    },
    Retreated {
        side: SideIx,
        army: u8,
    },
    Entered {
        side: SideIx,
        army: u8,
    },
    AttackEnded {
        side: SideIx,
        army: u8,
    },
    Exploiting {
        army: Option<u8>,
        target: Option<SpaceIx>,
    },
    GameEnded {
        outcome: Outcome,
    },
    /// In games whose units move by range and fight in rounds.
    Operation(Operation),
    /// In a war at sea that is fought space by space.
    Fleets(FleetEvent),
    /// In a game of strength points.
    Campaign(CampaignEvent),
    /// Where units move step by step and fight by a combat results table.
    Maneuver(ManeuverEvent),
}
