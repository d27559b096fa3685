//! Settings of the engine's procedures. A pack names a procedure, gives its parameters and tables;
//! the engine's code for it lives in `engine/src/procedures`, one file each.

use super::campaign::{Detonation, Garrison, Grace, NavalStage, Restricted, Violable};
use super::move_points::{is_default, is_usual_ground, usual_ground};
use super::prelude::*;

pub use super::army_rules::{AttackLimit, DryLand, FireClasses, Frozen, LastStands, Violations};
pub use super::conquest::{Liberation, NeutralEntry, Plunder};
pub use super::deployment::FreeForce;
pub use super::fleets::FleetOperations;
pub use super::forts::FortFire;
pub use super::income::{CostColumn, IncomeSource, NeedsWar, PipelineReach};
pub use super::landing::{AirCover, BareCoasts, FleetBase, Landings};
pub use super::missiles::{MissileLaunching, Warheads};
pub use super::morale::{HexTally, MoraleRaids, Nations};
pub use super::move_points::{
    Allowance, Confined, EnemyZones, GroundOf, MovePurpose, StackLimit, StepCost, UnitMark, ZoneHold,
};
pub use super::open_ground::OpenGround;
pub use super::production::{Dependent, Dominions, Import, Instalments, OnlyIn, Regeneration};
pub use super::research::{FreeResearch, LevelReach, PeaceLimit, ResearchLimit};
pub use super::shipping::{Bound, Conversion, Ferry, FerryRisk, SeaChange, ShippingAttacker, ShipsFrom};
pub use super::table_battle::{
    BattleColumn, BattleResult, ColumnShift, Following, LossChooser, MustAttack, NoWayBack, OddsRounding, RetreatRules,
};
pub use super::zone_building::{
    Facility, FirstBuy, Guest, OccupiedLand, OpenSites, Overhaul, Quota, Refit, SpecialSite,
};
pub use super::zone_economy::{LendIntervention, LendRaiders, ProductionLevel, Raided, Revenue};
pub use super::zone_politics::{Activation, MoveBan, OpenZone, WarRight};
pub use super::zone_raids::{AirRound, Raider};

/// One kind of phase or act, with its parameters.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub enum Procedure {
    /// Strength points go anywhere through connected friendly spaces.
    Redeploy {
        /// At most this many strength points in a space when it ends.
        stacking: i64,
        /// Seas and how many points may be shipped through them per turn, by table (side, sea).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        sea_transport: Option<TableId>,
        /// Ships of this class carry the points where the table says `fleet`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        fleets: Option<ClassId>,
        /// Columns of the table that take the place of another while a condition holds.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        sea_changes: Vec<SeaChange>,
        /// Spaces whose units may not move, and until which turn.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        frozen: Vec<Frozen>,
        /// Points that may go only to some places.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        bounds: Vec<Bound>,
        /// Points that may become another type, beside those whose unit says so.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        conversions: Vec<Conversion>,
        /// Aircraft that fly a long way without ships.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        ferries: Vec<Ferry>,
        /// Whoever leaves a place without garrison may leave a marker there in its stead, and may take his markers up again.
        #[serde(default, skip_serializing_if = "is_false")]
        markers: bool,
    },
    /// Before the game begins players place units of their own set-up elsewhere, as they like.
    Deploy {
        /// Who may place what. Whoever is not named here places nothing.
        forces: Vec<FreeForce>,
    },
    /// Units move by movement points.
    MoveByPoints {
        /// Movement points by season; the unit's own if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        allowance: Option<TableId>,
        /// Where the allowance by season applies.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        weather_area: Option<RegionId>,
        /// The allowance elsewhere.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        elsewhere: Option<i64>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        domains: Vec<Domain>,
        /// At most this many points of land units in a space.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        stacking: Option<i64>,
        /// A weak defender is run over at this differential.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        overrun_at: Option<i64>,
        /// The most a defender may be worth to be run over.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        overrun_up_to: Option<i64>,
        /// Units stop on entering an enemy zone of control.
        #[serde(default, skip_serializing_if = "is_false")]
        zones_stop: bool,
        /// A unit may always move one space.
        #[serde(default, skip_serializing_if = "is_false")]
        one_space_always: bool,
        /// Amphibious assaults are launched here, over at most so many spaces.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        assault_range: Option<i64>,
        /// No landing where an enemy of these classes lies.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        assault_barred_by: Vec<ClassId>,
        /// No landing in the weather area in these seasons.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        assault_barred_in: Vec<SeasonId>,
        /// Who may enter neutral ground, which brings its owner into the war.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        violators: Vec<ActorId>,
        /// Neutrals that others may violate too.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        violable: Vec<Violable>,
        /// Neutrals whose ground the units of others may leave across more of it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        grace: Vec<Grace>,
        /// Powers whose units must end their movement in certain places.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        confined: Vec<Confined>,
        /// Powers outside the war whose units may move all the same, within these places.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        neutral_moves: Vec<Confined>,
        /// Neutral ground that a power may enter without a war.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        open_ground: Vec<Confined>,
        /// Places that must not be left with fewer points.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        garrisons: Vec<Garrison>,
    },
    /// Units move step by step, each step at its cost, on any kind of map. One unit or stack moves at a time, and once in a phase.
    Move {
        /// Movement points of a unit, before modifiers of `Movement`.
        #[serde(default, skip_serializing_if = "is_default")]
        allowance: Allowance,
        /// Which units move; land units if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        units: Option<UnitFilter>,
        /// Only units with this mark move.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        only: Option<UnitMark>,
        /// What a step costs.
        #[serde(default, skip_serializing_if = "is_default")]
        step: StepCost,
        /// What enemy zones of control do; nothing if left out.
        #[serde(default, skip_serializing_if = "is_default")]
        zones: EnemyZones,
        /// How many may stand together when their movement ends.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        stacking: Option<StackLimit>,
        /// Whose ground they may enter: that of friends and enemies if left out.
        #[serde(default = "usual_ground", skip_serializing_if = "is_usual_ground")]
        enters: Vec<GroundOf>,
        /// A unit may always move one space, whatever it costs.
        #[serde(default, skip_serializing_if = "is_false")]
        one_space_always: bool,
        /// Ground of the enemy that land units enter stays as it is; otherwise it becomes theirs.
        #[serde(default, skip_serializing_if = "is_false")]
        takes_no_ground: bool,
    },
    /// Battles by a combat results table: units attack a neighbouring space, strengths pick the column, dice the row, and the
    /// code in the cell says what happens. A unit attacks, and a space is attacked, once in a phase.
    Battle {
        /// How the strengths pick the column.
        column: BattleColumn,
        /// The combat results: rows are rolls, columns what `column` gives.
        table: TableId,
        /// The faces of the die.
        die: i64,
        /// How many dice are added up; 1 if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        dice: Option<i64>,
        /// What each code of the table means, in the order in which it happens. Empty cells mean nothing.
        results: IndexMap<String, Vec<BattleResult>>,
        /// Shifts of the column.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        shifts: Vec<ColumnShift>,
        /// The kind of battle that modifiers speak of; a land battle if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        kind: Option<BattleKind>,
        /// Which units attack; land units if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        units: Option<UnitFilter>,
        /// Only units with this mark attack.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        only: Option<UnitMark>,
        /// Which attacks must be made.
        #[serde(default, skip_serializing_if = "is_default")]
        must_attack: MustAttack,
        /// Who says which units lose steps.
        #[serde(default, skip_serializing_if = "is_default")]
        losses: LossChooser,
        /// How units retreat.
        #[serde(default, skip_serializing_if = "is_default")]
        retreat: RetreatRules,
        /// How many may stand together after a retreat or an advance.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        stacking: Option<StackLimit>,
    },
    /// A player activates one space: units of his that stand there and are fresh become `Active`, and those that were so before
    /// `Spent`. Whoever activates none has passed.
    Activate {
        /// Which units are activated; all if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        units: Option<UnitFilter>,
    },
    /// Units move up to their own number of spaces, to fight or not.
    MoveByRange {
        /// Moves that lead to battle, or moves that do not.
        purpose: MovePurpose,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        domains: Vec<Domain>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        stacking: Option<i64>,
        /// Moves that some units may not make in this phase.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        bans: Vec<MoveBan>,
        /// Countries that let some come in without a fight, in moves that lead to no battle.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        activates: Vec<Activation>,
        /// Enemy ships that others need not stop for.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        open_zones: Vec<OpenZone>,
    },
    /// A few points go a long way inside friendly communications.
    StrategicMove {
        points: i64,
        range: i64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        range_with_sea: Option<i64>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        sea_range: Option<i64>,
        /// Regions of communications; everywhere if left out.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        within: Vec<RegionId>,
        /// Powers that can.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        powers: Vec<PowerId>,
    },
    /// A die per unit against its value, in rounds.
    HitRollCombat {
        die: i64,
        /// Rounds at most; to the end if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rounds: Option<i64>,
        /// The attacker may break off from this round on.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        attacker_retreat_from: Option<i64>,
        /// The defender may give way from this round on.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        defender_retreat_from: Option<i64>,
        /// Landing units keep their attack in the round they land only if the sea is clear by this round.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        landing_keeps_attack: Option<i64>,
        /// Bombardment is barred after a sea battle there.
        #[serde(default, skip_serializing_if = "is_false")]
        no_bombardment_after_sea_battle: bool,
        /// All ships in a zone that is fought over fight there, those that were to bombard a shore too.
        #[serde(default, skip_serializing_if = "is_false")]
        no_ship_stands_by: bool,
        /// For whom a power liberates: land it takes from the enemy goes back to these owners.
        #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
        liberates: IndexMap<PowerId, Vec<PowerId>>,
        /// Land goes back to friends it belongs to.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        liberation: Option<Liberation>,
        /// What it takes to enter neutral land; such land cannot be attacked if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        neutrals: Option<NeutralEntry>,
        /// The share of their range that defending aircraft may retreat.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        air_retreat: Option<Amount>,
        /// Spaces that aircraft of a sunk carrier may still fly.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        lost_deck_flight: Option<i64>,
        /// The defender may tear factories down, one step in each round.
        #[serde(default, skip_serializing_if = "is_false")]
        scorched_earth: bool,
        /// Whose empty land a power may enter and take over without a war.
        #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
        takes_over: IndexMap<PowerId, Vec<PowerId>>,
        /// An option with which a fleet that clears a zone in one round lets others go on to the next.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pass_through: Option<OptionId>,
        /// What becomes of the money of a power whose capital falls; it keeps it if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        plunder: Option<Plunder>,
        /// Units of these classes are given up only when no others are left that could be.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        lost_last: Vec<ClassId>,
        /// Units of these classes take no hits, and are lost with the land they stand in.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        equipment: Vec<ClassId>,
        /// What forts do in the battles of the pack.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        forts: Option<FortFire>,
    },
    /// Strength difference and a die on a table; the defender loses and retreats.
    DifferentialCombat {
        table: TableId,
        /// No attack below this differential.
        minimum: i64,
        /// Any loss makes the survivors retreat so many spaces.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        retreat: Option<i64>,
        /// Loss of forts comes first on these surfaces.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        forts_first_on: Vec<Surface>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        domains: Vec<Domain>,
        /// Powers whose units fight less than others for a while.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        restricted: Vec<Restricted>,
    },
    /// Ships move, fight and move on; transit attacks and counter-attacks.
    NavalMoveAndFight {
        table: TableId,
        /// Movement by unit.
        movement: TableId,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        submarine_range: Option<TableId>,
        /// How far the zones of control of land-based naval units reach, by turn and side.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        zones: Option<TableId>,
        #[serde(default, skip_serializing_if = "is_false")]
        transit_attacks: bool,
        #[serde(default, skip_serializing_if = "is_false")]
        counter_attacks: bool,
        /// How fleets move; without it they stay where they are.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        stage: Option<NavalStage>,
    },
    /// Defensive assault, assault, then advances with exploitation.
    FirepowerAdvance {
        firepower: TableId,
        advance: TableId,
        /// Which units do what.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        classes: Option<FireClasses>,
        /// The column of the advance table for friendly spaces.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        friendly: Option<Key>,
        /// Strength points that fire as one group.
        group: i64,
        /// Added to the advance die for each space already gained.
        per_space: i64,
        /// Strength of an unseen garrison.
        garrison: i64,
        /// Places without garrison.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        no_garrison: Vec<PlaceId>,
        /// Terrains without garrison.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        no_garrison_on: Vec<TerrainId>,
        /// Range of invasions by sea.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        invasion_range: Option<i64>,
        /// Coastal air fire against invasions, as strength.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        coastal_air: Option<i64>,
        /// How invasions by sea go beyond their range and the fire on them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        landings: Option<Box<Landings>>,
        /// Who may be attacked without a war; only enemies if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        violations: Option<Violations>,
        /// Places whose defenders stand or fall: nobody retreats from them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        last_stands: Option<LastStands>,
        /// Armies that may attack in one combat phase from some places; the last limit that holds counts.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        attack_limits: Vec<AttackLimit>,
        /// Ground on which armies fight otherwise.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        open_ground: Option<OpenGround>,
    },
    /// Bombers fly to industry, defenders shoot, survivors bomb.
    StrategicBombing {
        bombing: TableId,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        defence: Option<TableId>,
        /// Range of bombers by turn and side.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        range: Option<TableId>,
        /// How many times the range a bomber may go to change its base.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        transfer: Option<i64>,
        /// Range of bombers by tech level; escorts and defenders then fire on the same kind of table.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reach: Option<LevelReach>,
        /// Points that fire as one group, with a die each.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        group: Option<i64>,
        /// Bombs that end a place for good.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bombs: Option<Detonation>,
        /// Bombers may aim at morale instead.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        morale: Option<MoraleRaids>,
        /// Bombers have twice their strength against industry whose air defence is weaker than this.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        doubled_below: Option<i64>,
        /// Bombs that bombers with a tech level carry.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        warheads: Option<Warheads>,
    },
    /// Missiles are fired.
    MissileLaunching(Box<MissileLaunching>),
    /// Aircraft that were sent on raids in the movement to battle bomb facilities. They take no part in other battles of the turn.
    FacilityRaids {
        die: i64,
        /// Who bombs, and what it does.
        raiders: Vec<Raider>,
        /// Escorts and interceptors; nobody rises if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        air: Option<AirRound>,
        /// The to-hit value that a facility throws, one die at each aircraft that bombs it; whom it hits does no damage.
        #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
        guns: IndexMap<FeatureId, i64>,
    },
    /// The enemy fires on points that were shipped through a sea in the movement that ends; each loss is one of them, its owner's choice.
    ShippingAttack {
        /// A sea of the transport table.
        sea: RegionId,
        firepower: TableId,
        /// Ships that fire, and how strong each is; fractions of the sum are dropped.
        ships: ClassId,
        each: Amount,
        /// No attack is stronger.
        most: i64,
        attackers: Vec<ShippingAttacker>,
        /// Nobody fires before this holds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        when: Option<Condition>,
    },
    /// Fleets change bases, patrol, intercept and attack what is shipped, space by space.
    FleetOperations(Box<FleetOperations>),
    /// Who holds what is noted, so that the hexes that change hands from now on can be counted.
    NoteHolders,
    /// National morale follows the hexes that sides have won and lost since they were noted, and their landings.
    CountHexes {
        nations: Nations,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        lost: Option<HexTally>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        gained: Option<HexTally>,
        /// What a landing that took its hex adds, once in a calendar year.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        landing: Option<i64>,
    },
    /// Production points buy national morale.
    Propaganda {
        nations: Nations,
        /// Price of one purchase, and what it adds.
        cost: i64,
        gain: i64,
        /// Most points spent on it in a turn.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        most: Option<i64>,
        /// Only while morale is lower than this.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        below: Option<i64>,
    },
    /// Uprisings behind the enemy's lines: a price, a die, and a space without enemy units changes hands.
    Partisans {
        /// Whose spaces.
        against: ActorId,
        /// The price of an attempt.
        cost: i64,
        die: i64,
        /// The highest roll that takes the space.
        succeeds_up_to: i64,
        /// Places where nobody rises.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        except: Vec<PlaceId>,
        /// Places where they rise only once the enemy has lost one of them.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        after_foothold: Vec<PlaceId>,
    },
    /// Who is in supply.
    TraceSupply {
        /// Features that give full supply.
        full: Vec<FeatureId>,
        /// Features that give supply for defence.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        defence: Vec<FeatureId>,
        /// Full supply comes only from the own home.
        #[serde(default, skip_serializing_if = "is_false")]
        full_from_home: bool,
        /// Regions inside which a line may be of any length.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        free_within: Vec<RegionId>,
        /// Spaces a line may go elsewhere; any number if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        length: Option<i64>,
        /// How many spaces of counted terrain a line may hold.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        counted: Option<i64>,
        /// How many mountain hexsides a line may cross.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mountains: Option<i64>,
        /// Enemy zones of control block.
        #[serde(default, skip_serializing_if = "is_false")]
        zones_block: bool,
        /// Cut off units are lost after so many own turns; at once if 0, never if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        lost_after: Option<i64>,
        /// Isolated spaces fall to the enemy who can reach them within so many spaces.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        captured_within: Option<i64>,
        /// Places that lines pass only where the side took them by an advance, whatever their terrain.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        dry: Option<DryLand>,
        /// Merchant ships carry lines from port to port.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pipeline: Option<PipelineReach>,
        /// Powers without a centre at home that live on their friends' centres abroad; all others without one live at home only.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        guests: Vec<PowerId>,
        /// The capital of a smaller country feeds its own hexes and home forces, though no regular army.
        #[serde(default, skip_serializing_if = "is_false")]
        own_capitals: bool,
    },
    /// Income by places held.
    CollectIncome {
        from: IncomeSource,
        /// Money not spent is lost.
        #[serde(default, skip_serializing_if = "is_false")]
        no_saving: bool,
        /// Production of other countries that comes in through ports.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        imports: Vec<Import>,
        /// Powers that collect by a level until it is full.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        levels: Vec<ProductionLevel>,
        /// Spaces that pay nothing while raiders are there.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        raided: Option<Raided>,
        /// A power whose capital is in enemy hands collects nothing, and buys nothing.
        #[serde(default, skip_serializing_if = "is_false")]
        needs_capital: bool,
        /// What the land of some powers pays to others.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        revenues: Vec<Revenue>,
    },
    /// A power with several economies sends points from one to another, as far as pipelines carry them.
    PoolPoints,
    /// Units are bought.
    Produce {
        /// Price by unit, and by power or tech level where the table has such columns.
        costs: TableId,
        /// What the columns of the table are.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<CostColumn>,
        /// Factories and how many units they place.
        #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
        factories: IndexMap<FeatureId, i64>,
        /// Price of repairing one point of production.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        repair: Option<i64>,
        /// At most this many units in a space.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        stacking: Option<i64>,
        /// At most one more of a type than were started the turn before.
        #[serde(default, skip_serializing_if = "is_false")]
        growth_limit: bool,
        /// Turns from order to arrival, by table (unit).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        delays: Option<TableId>,
        /// Units of this class are recruited anywhere in own land, up to its value, besides what factories build.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        recruits: Option<ClassId>,
        /// What land that is not originally the builder's counts.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        occupied: Option<OccupiedLand>,
        /// The least land value that supports a factory, after the share of occupied land.
        #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
        sites: IndexMap<FeatureId, i64>,
        /// Which factory a factory is raised to, and falls back from.
        #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
        upgrades: IndexMap<FeatureId, FeatureId>,
        /// How damaged ships are repaired.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        refit: Option<Refit>,
        /// A power whose capital is lost buys nothing.
        #[serde(default, skip_serializing_if = "is_false")]
        needs_capital: bool,
        /// A factory that was raised this turn still builds what it did before.
        #[serde(default, skip_serializing_if = "is_false")]
        raised_next_turn: bool,
        /// Every point of damage in a place takes a unit from its factory.
        #[serde(default, skip_serializing_if = "is_false")]
        damage_cuts: bool,
        /// Places whose factories build otherwise than others.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        special: Vec<SpecialSite>,
        /// Facilities that may be built or raised. Without any, factories cost what the table of prices says, by their id.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        facilities: Vec<Facility>,
        /// Factories may be torn down by their holder, one step at a time.
        #[serde(default, skip_serializing_if = "is_false")]
        razes: bool,
        /// New ships appear only beside land that has one of these besides its factory.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        harbours: Vec<FeatureId>,
        /// Powers that build only so many units, or some first.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        quotas: Vec<Quota>,
        /// Units that need no factory.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        open_sites: Vec<OpenSites>,
        /// Powers that place units at factories of others.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        guests: Vec<Guest>,
        /// How damaged ships are made whole at once.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        overhaul: Option<Overhaul>,
        /// Units that a power may order only once it is at war with another.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        needs_war: Vec<NeedsWar>,
        /// Sides whose units of production sites appear in some places only.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        only_in: Vec<OnlyIn>,
        /// Powers that produce for themselves while they are cut off from another.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        dominions: Vec<Dominions>,
        /// Ships that may be paid for over several turns.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        instalments: Option<Instalments>,
        /// The part of the power's economy that buys.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        part: Option<RegionId>,
    },
    /// Bought units are placed, reinforcements arrive. Where factories build, units that are bought wait for this phase of their power; what
    /// finds no place in it is paid back.
    PlaceUnits {
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        at: Vec<FeatureId>,
        /// Units that come back in the turn they were lost.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        regenerates: Vec<Regeneration>,
        /// At most so many of these units in a space.
        #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
        most: IndexMap<UnitId, i64>,
        /// Damaged units of these classes are whole when the phase of their power ends.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        heals: Vec<ClassId>,
    },
    /// Technology.
    Research {
        tracks: Vec<TechId>,
        /// What a try costs.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cost: Option<i64>,
        /// The die that must reach the target.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        die: Option<i64>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        table: Option<TableId>,
        /// Prices by tech level: with them the table says, by step and die, `a` for the next level, `b` for a part of the
        /// way there and `c` for nothing.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        prices: Option<TableId>,
        /// Steps back after a failure, by die.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        setbacks: Option<TableId>,
        /// Most that an item may get in one turn.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        most: Option<i64>,
        /// Most for an item that nobody else has as cheap.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        most_when_ahead: Option<i64>,
        /// Other limits for some and for a while.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        limits: Vec<ResearchLimit>,
        /// Without prices a try costs money, and its die must reach the target that the table has for the item and the power; one
        /// try for an item in a turn. This is how many items a power that is at war with nobody may try.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at_peace: Option<PeaceLimit>,
        /// Items that go some steps for nothing each turn, while they cannot be built yet.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        free: Option<FreeResearch>,
    },
    /// Money is lent.
    LendLease {
        from: PowerId,
        to: Vec<PowerId>,
        /// The largest share of the giver's money.
        share: Amount,
        /// Above this the money is bound to units of other classes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        free_up_to: Option<i64>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        bound_not_for: Vec<ClassId>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        table: Option<TableId>,
        /// Only while this holds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        when: Option<Condition>,
        /// Money goes only where a pipeline leads, and no more than it carries.
        #[serde(default, skip_serializing_if = "is_false")]
        by_pipeline: bool,
        /// What the enemy may do about it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        intervention: Option<LendIntervention>,
        /// One gift to each power in a turn.
        #[serde(default, skip_serializing_if = "is_false")]
        once_each: bool,
        /// Powers that neither give nor get before they are in the war.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        only_at_war: Vec<PowerId>,
    },
    /// A printed phase that is not played yet, and why: it is passed over, and `check`, `play` and `simulate` name it.
    NotPlayed(String),
    /// Rules of the pack with this trigger are looked at; also neutrality and entry into war.
    Politics,
    /// The powers whose turn it is may declare war, and let rules of the pack happen that are theirs to choose.
    Diplomacy {
        /// Who may declare war on whom.
        wars: Vec<WarRight>,
    },
    /// Victory is looked at and the turn ends.
    EndTurn,
}
