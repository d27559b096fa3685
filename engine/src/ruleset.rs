//! The compiled rules of one scenario: everything that does not change while it is played.

mod units;

use std::sync::Arc;

use chartroom_format::schema::refusal::Ban;
use chartroom_format::schema::rules::{Quantity, TrackOwner};
use chartroom_format::schema::scenario::VictoryCheck;

use crate::board::Board;
use crate::bots::Style;
use crate::condition::{Condition, UnitFilter};
use crate::effect::Effect;
pub(crate) use crate::feature::FeatureInfo;
use crate::ids::{
    Actor, ClassIx, EventIx, FeatureIx, OptionIx, PhaseIx, PowerIx, ProcedureIx, SeasonIx, SideIx, SpaceIx, TableIx,
    TrackIx, UnitIx,
};
use crate::modifier::Change;
use crate::procedures::Procedure;
use crate::procedures::impulse::LoopInfo;
use crate::table::TableInfo;
use crate::value::Value;
pub(crate) use units::{BuildInfo, LeadInfo, LiftInfo, PerTurn, Profile, TrainInfo, UnitInfo};

/// The compiled rules.
#[derive(Clone, Debug, Default)]
pub struct Ruleset {
    pub pack: String,
    pub scenario: String,
    pub title: String,
    pub board: Arc<Board>,
    pub sides: Vec<String>,
    pub powers: Vec<PowerInfo>,
    pub units: Vec<UnitInfo>,
    /// What units are in battles fought with dice per unit, by unit.
    pub profiles: Vec<Profile>,
    /// Powers that may stand together on land; all of a side if there is no such group.
    pub land_sharing: Vec<Vec<PowerIx>>,
    pub classes: Vec<String>,
    pub features: Vec<FeatureInfo>,
    pub tables: Vec<TableInfo>,
    pub seasons: Vec<String>,
    pub tracks: Vec<TrackInfo>,
    pub options: Vec<String>,
    pub phase_names: Vec<String>,
    /// The turn, flattened: one phase after the other.
    pub phases: Vec<Phase>,
    /// Stages that are gone through until something ends them.
    pub loops: Vec<LoopInfo>,
    pub procedures: Vec<ProcedureInfo>,
    pub modifiers: Vec<ModifierInfo>,
    /// The modifiers of each quantity, by their place in the list.
    pub modifiers_of: Vec<(Quantity, Vec<u16>)>,
    /// Names of rules, objectives and events; the first `rules.len()` are the rules.
    pub events: Vec<String>,
    pub rules: Vec<RuleInfo>,
    /// The rules of each kind of trigger, by their place in the list.
    pub(crate) rules_on: Vec<Vec<u16>>,
    pub objectives: Vec<ObjectiveInfo>,
    /// Decisions that effects ask for.
    pub choices: Vec<ChoiceInfo>,
    /// Rules of the rulebook behind refusals; the last one of a kind counts.
    pub citations: Vec<(Ban, String)>,
    pub victory: Vec<VictoryInfo>,
    pub reinforcements: Vec<ReinforcementInfo>,
    pub first_turn: i64,
    pub last_turn: i64,
    /// Season and year of the first turn.
    pub first_season: Option<SeasonIx>,
    pub first_year: i64,
    /// Most armies a side may have; the formation that armies are.
    pub most_armies: Option<i64>,
    /// The class of units that belong to armies.
    pub army_class: Option<ClassIx>,
    /// Seas and what each side may ship through them, where the scenario knows sea transport.
    pub seas: Option<Seas>,
    /// Units bear marks: they move step by step, or fight by a combat results table.
    pub has_marks: bool,
    /// Settings of a game of strength points.
    pub campaign: crate::procedures::differential::CampaignRules,
    /// Styles of bots that the pack names, and whose style is whose.
    pub styles: Vec<(String, Style)>,
    pub style_of: Vec<(PowerIx, Style)>,
    /// What feeds units in games of zones that ask for it.
    pub zone_supply: Option<crate::query::zone_supply::ZoneSupply>,
    /// Whether stacking may be broken nowhere but in combat: the limit of the redeployment or movement phase.
    pub stacking: Option<i64>,
}

/// Seas for transport and supply.
#[derive(Clone, Debug, Default)]
pub struct Seas {
    pub names: Vec<String>,
    /// By space: seas it touches, one bit each.
    pub of: Vec<u32>,
    /// By side, then sea.
    pub limits: Vec<Vec<SeaLimit>>,
    /// Powers with limits of their own, by sea.
    pub own: Vec<(PowerIx, Vec<SeaLimit>)>,
    /// Ships that carry where a limit says so.
    pub fleets: Option<ClassIx>,
    /// What changes a limit while a condition holds; a later one counts.
    pub changes: Vec<SeaChangeInfo>,
}

/// Another limit for a sea, for some and for a while.
#[derive(Clone, Debug)]
pub struct SeaChangeInfo {
    pub sea: usize,
    /// By side.
    pub limits: Vec<SeaLimit>,
    pub by: Vec<Actor>,
    /// Only for what comes from or goes to these places, and on top of the sea's limit.
    pub places: Option<Vec<SpaceIx>>,
    pub when: Option<Condition>,
}

/// What a side may ship through a sea each turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeaLimit {
    None,
    /// Lines of supply, but no points.
    Supply,
    Points(i64),
    /// One point for each ship based there.
    Fleet,
    Unlimited,
}

#[derive(Clone, Debug)]
pub struct PowerInfo {
    pub id: String,
    pub title: String,
    /// How its units are called: "German".
    pub adjective: Option<String>,
    /// Spaces of its home.
    pub home: Vec<SpaceIx>,
    pub capitals: Vec<SpaceIx>,
    pub minor: bool,
    /// Takes no part while it is on no side.
    pub dormant: bool,
    /// The side that decides for it while it is on none.
    pub leans: Option<SideIx>,
    /// Takes part in this scenario.
    pub plays: bool,
}

#[derive(Clone, Debug)]
pub struct TrackInfo {
    pub id: String,
    pub each: TrackOwner,
    pub from: i64,
    pub to: i64,
}

/// Who acts in a phase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Player {
    Side(SideIx),
    Power(PowerIx),
    /// The powers of one slot of the order of play.
    Slot(Vec<PowerIx>),
    /// Everybody, or nobody in particular.
    All,
}

/// One phase of the flattened turn.
#[derive(Clone, Debug)]
pub struct Phase {
    pub name: PhaseIx,
    pub title: String,
    pub player: Player,
    pub run: Option<ProcedureIx>,
    /// Another phase or a rule does what there is to do.
    pub done_elsewhere: bool,
    pub when: Vec<Condition>,
    pub option: Option<OptionIx>,
    /// Names of the stages that begin with this phase, outermost first.
    pub opens: Vec<PhaseIx>,
    /// Names of the stages that end with this phase, innermost first.
    pub closes: Vec<PhaseIx>,
    /// All stages around it.
    pub within: Vec<PhaseIx>,
    /// The turn of this player begins, or ends, with this phase.
    pub starts_turn_of: Option<Player>,
    pub ends_turn_of: Option<Player>,
    pub source: Option<String>,
}

#[derive(Clone, Debug)]
pub struct ProcedureInfo {
    pub id: String,
    pub source: Option<String>,
    /// The rules behind its refusals where they are not those of the pack.
    pub cites: Vec<(Ban, String)>,
    pub run: Procedure,
}

#[derive(Clone, Debug)]
pub struct ModifierInfo {
    pub id: String,
    pub source: Option<String>,
    pub quantity: Quantity,
    pub change: Change,
    pub to: Option<UnitFilter>,
    /// Needs such a partner in the stack.
    pub partner: Option<UnitFilter>,
    /// How many units one partner helps.
    pub helps: i64,
    /// Own units it takes in the battle, and how many.
    pub company: Option<(UnitFilter, i64)>,
    /// Enemies in the battle that spoil it.
    pub unless_enemy: Option<UnitFilter>,
    pub when: Option<Condition>,
    pub option: Option<OptionIx>,
}

/// When a rule is looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trigger {
    GameStart,
    TurnStart,
    TurnEnd,
    PhaseStart(PhaseIx),
    PhaseEnd(PhaseIx),
    PowerTurnStart(PowerIx),
    PowerTurnEnd(PowerIx),
    Captured(Vec<SpaceIx>),
    Attacked(Vec<SpaceIx>),
    UnitsAttacked(Actor),
    WarDeclared(Actor),
    PowerSurrendered(PowerIx),
    Whenever,
    Chosen(Actor),
    /// Only by another rule.
    Called,
}

#[derive(Clone, Debug)]
pub struct RuleInfo {
    pub event: EventIx,
    pub title: String,
    pub source: Option<String>,
    pub on: Trigger,
    pub when: Option<Condition>,
    pub then: Vec<Effect>,
    pub once: bool,
    pub option: Option<OptionIx>,
}

/// A decision between several ways.
#[derive(Clone, Debug)]
pub struct ChoiceInfo {
    /// Who decides; whoever's turn it is if nobody is named.
    pub asked: Option<Actor>,
    pub options: Vec<ChoiceOption>,
    /// Instead of written ways: which unit turns.
    pub turning: Option<Turning>,
}

/// Units of which one changes its owner and the others disappear.
#[derive(Clone, Debug)]
pub struct Turning {
    pub who: Actor,
    pub units: UnitFilter,
    pub to: PowerIx,
}

/// One way of a decision: open while its condition holds.
#[derive(Clone, Debug)]
pub struct ChoiceOption {
    pub title: String,
    pub when: Option<Condition>,
    pub then: Vec<Effect>,
}

#[derive(Clone, Debug)]
pub struct ObjectiveInfo {
    pub event: EventIx,
    pub power: PowerIx,
    pub income: Value,
    pub points: Value,
    pub when: Condition,
    pub option: Option<OptionIx>,
}

#[derive(Clone, Debug)]
pub enum VictoryTest {
    Holds(Condition),
    HoldsFor(Condition, i64),
    MostPoints(Vec<ScoreInfo>),
    Otherwise,
}

#[derive(Clone, Debug)]
pub struct ScoreInfo {
    pub who: Actor,
    pub points: i64,
    pub each: Vec<FeatureIx>,
    pub within: Option<Vec<SpaceIx>>,
    pub once_of: Vec<Actor>,
    /// Places count whoever holds them.
    pub whoever_holds: bool,
}

#[derive(Clone, Debug)]
pub struct VictoryInfo {
    pub winner: Option<Actor>,
    pub level: Option<String>,
    pub check: VictoryCheck,
    pub test: VictoryTest,
    pub source: Option<String>,
}

#[derive(Clone, Debug)]
pub struct ReinforcementInfo {
    pub turn: i64,
    pub power: PowerIx,
    pub units: Vec<(UnitIx, i64)>,
    pub at: Vec<SpaceIx>,
    pub when: Option<Condition>,
}

impl Ruleset {
    pub fn unit(&self, unit: UnitIx) -> &UnitInfo {
        &self.units[unit.index()]
    }

    pub fn power(&self, power: PowerIx) -> &PowerInfo {
        &self.powers[power.index()]
    }

    /// The modifiers that can change a quantity, in their order.
    pub fn modifiers_of(&self, quantity: &Quantity) -> impl Iterator<Item = &ModifierInfo> {
        let places = self.modifiers_of.iter().find(|(of, _)| of == quantity).map_or(&[][..], |(_, places)| places);
        places.iter().map(|at| &self.modifiers[usize::from(*at)])
    }

    /// Printed phases of the turn that the pack says are not played, with the reason.
    pub fn not_played(&self) -> Vec<(&str, &str)> {
        let mut found: Vec<(&str, &str)> = Vec::new();
        for phase in &self.phases {
            let run = phase.run.map(|at| &self.procedures[at.index()].run);
            if let Some(Procedure::NotPlayed(why)) = run
                && !found.contains(&(phase.title.as_str(), why.as_str()))
            {
                found.push((&phase.title, why));
            }
        }
        found
    }

    pub fn table(&self, table: TableIx) -> &TableInfo {
        &self.tables[table.index()]
    }

    pub fn actor_name(&self, actor: Actor) -> &str {
        match actor {
            Actor::Power(power) => &self.powers[power.index()].id,
            Actor::Side(side) => &self.sides[side.index()],
        }
    }

    pub fn space_name(&self, space: SpaceIx) -> &str {
        &self.board.space(space).id
    }

    pub fn phase_name(&self, phase: PhaseIx) -> &str {
        &self.phase_names[phase.index()]
    }

    pub fn track(&self, track: TrackIx) -> &TrackInfo {
        &self.tracks[track.index()]
    }

    /// The season and year of a turn.
    pub fn calendar(&self, turn: i64) -> (Option<SeasonIx>, i64) {
        let count = self.seasons.len() as i64;
        let Some(first) = self.first_season else { return (None, self.first_year) };
        if count == 0 {
            return (None, self.first_year);
        }
        let at = i64::from(first.0) + (turn - self.first_turn);
        (Some(SeasonIx(at.rem_euclid(count) as u8)), self.first_year + at.div_euclid(count))
    }

    pub fn class(&self, name: &str) -> Option<ClassIx> {
        self.classes.iter().position(|class| class == name).map(ClassIx::new)
    }

    pub fn find_side(&self, name: &str) -> Option<SideIx> {
        self.sides.iter().position(|side| side == name).map(SideIx::new)
    }

    pub fn find_unit(&self, name: &str) -> Option<UnitIx> {
        self.units.iter().position(|unit| unit.id == name).map(UnitIx::new)
    }

    pub fn find_power(&self, name: &str) -> Option<PowerIx> {
        self.powers.iter().position(|power| power.id == name).map(PowerIx::new)
    }

    pub fn find_feature(&self, name: &str) -> Option<FeatureIx> {
        self.features.iter().position(|feature| feature.id == name).map(FeatureIx::new)
    }

    pub fn find_event(&self, name: &str) -> Option<EventIx> {
        self.events.iter().position(|event| event == name).map(EventIx::new)
    }
}
