//! Games of strength points on differential tables: movement by points with zones of control, battles, supply by
//! communications areas and merchant ships, raids on industry, delayed production. One file each; here are their settings
//! and the fan-out by phase.

pub mod air_supply;
pub mod battle;
mod bombs;
pub mod entry;
mod falling_back;
pub mod fleet;
pub(crate) mod ground;
pub mod landing;
mod lanes;
pub mod lend;
pub mod limits;
pub mod lines;
pub mod march;
pub mod naval;
pub mod orders;
pub mod overrun;
pub mod pipeline;
pub mod points;
pub mod raid;
pub mod reinforce;
pub mod sea_rules;
mod settle;
pub mod several;
pub mod shares;
pub mod strengths;
pub mod transport;
pub mod zones;

use std::sync::Arc;

use chartroom_format::schema::campaign::Restriction;
use chartroom_format::schema::map::Surface;
use chartroom_format::schema::refusal::Ban;

use self::ground::Traced;
use super::Next;
use crate::action::{Action, Command, Refusal};
use crate::condition::Condition;
use crate::event::{CampaignEvent, Event, LossReason};
use crate::ids::{
    Actor, ClassIx, FeatureIx, PowerIx, ProcedureIx, SeasonIx, SideIx, SpaceIx, TableIx, TrackIx, UnitIx,
};
use crate::odds::differential::DifferentialTable;
use crate::query::reach::SpaceSet;
use crate::ruleset::{Player, Ruleset};
use crate::run::Run;
use crate::state::{Stack, State};

/// What a phase of such a game does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CampaignPhase {
    /// Supply is judged for the land turn of a side; nobody decides anything.
    Supply,
    /// Fleets move and fight.
    Naval,
    March,
    Battle,
    Transport,
    /// Aircraft change base and set out.
    Sortie,
    /// Those who set out reach their targets.
    Raid,
    Reinforce,
    CountPoints,
    Lend {
        from: PowerIx,
        to: Vec<PowerIx>,
        /// Powers that neither give nor get before they are in the war.
        only_at_war: Vec<PowerIx>,
    },
    /// A power moves points between the parts of its economy.
    Pool,
    /// A power, or a part of it, orders units.
    Order {
        part: Option<u8>,
    },
}

/// The settings of all its procedures.
#[derive(Clone, Debug, Default)]
pub struct CampaignRules {
    /// The settings of each movement procedure, with the procedure they belong to.
    pub marches: Vec<(ProcedureIx, MarchRules)>,
    /// By phase: whose settings hold there, those of the phase itself or of the movement before it.
    pub march_at: Vec<u16>,
    /// What holds in a game without movement by points.
    pub no_march: MarchRules,
    pub battle: Option<BattleRules>,
    pub lines: LineRules,
    pub transport: TransportRules,
    pub raid: Option<RaidRules>,
    pub points: Option<PointRules>,
    pub orders: Option<OrderRules>,
    pub reinforce: ReinforceRules,
    pub naval: Option<NavalRules>,
    /// How fleets move; without it they stay where they are.
    pub fleets: Option<fleet::StageRules>,
    /// Shared by the scenarios of a pack.
    pub pipeline: Arc<pipeline::Sea>,
}

#[derive(Clone, Debug, Default)]
pub struct MarchRules {
    /// Movement points by season in the weather area.
    pub allowance: Option<TableIx>,
    pub weather_area: SpaceSet,
    /// Movement points elsewhere; the unit's own if left out.
    pub elsewhere: Option<i64>,
    pub overrun_at: Option<i64>,
    pub overrun_up_to: i64,
    pub zones_stop: bool,
    pub one_space_always: bool,
    pub assault_range: Option<i64>,
    pub assault_barred_by: Vec<ClassIx>,
    pub assault_barred_in: Vec<SeasonIx>,
    pub violators: Vec<Actor>,
    /// Neutrals that these may violate too.
    pub violable: Vec<(PowerIx, Vec<Actor>)>,
    /// Neutrals whose ground may be left across more of it while something holds.
    pub grace: Vec<(PowerIx, Option<Condition>)>,
    pub confined: Vec<ConfinedRule>,
    /// Powers outside the war that may move within these spaces.
    pub neutral_moves: Vec<ConfinedRule>,
    pub garrisons: Vec<GarrisonRule>,
    /// Neutral ground that a power may enter without a war.
    pub open_ground: Vec<ConfinedRule>,
}

/// Spaces that must not be left with fewer points.
#[derive(Clone, Debug)]
pub struct GarrisonRule {
    pub power: PowerIx,
    pub points: i64,
    pub spaces: Vec<SpaceIx>,
    pub when: Option<Condition>,
    pub source: String,
}

/// A power whose units fight less than others while something holds.
#[derive(Clone, Debug)]
pub struct RestrictedRule {
    pub power: PowerIx,
    pub to: Restriction,
    pub when: Option<Condition>,
    pub source: String,
}

#[derive(Clone, Debug)]
pub struct ConfinedRule {
    pub power: PowerIx,
    pub spaces: Vec<SpaceIx>,
    pub when: Option<Condition>,
    pub source: String,
}

#[derive(Clone, Debug)]
pub struct BattleRules {
    pub table: DifferentialTable,
    pub minimum: i64,
    pub forts_first_on: Vec<Surface>,
    pub restricted: Vec<RestrictedRule>,
}

#[derive(Clone, Debug, Default)]
pub struct LineRules {
    pub full: Vec<FeatureIx>,
    pub defence: Vec<FeatureIx>,
    pub free_within: SpaceSet,
    pub length: i64,
    pub counted: i64,
    pub mountains: i64,
    pub zones_block: bool,
    pub lost_after: Option<i64>,
    pub port: Option<FeatureIx>,
    /// Spaces between two merchant fleets, and from the last to its port.
    pub between: i64,
    pub to_port: i64,
    /// By power: it has no centre at home.
    pub centreless: Vec<bool>,
    /// By power: without a centre at home its units live nowhere else.
    pub homebound: Vec<bool>,
}

#[derive(Clone, Debug, Default)]
pub struct TransportRules {
    pub points: i64,
    pub range: i64,
    pub range_with_sea: i64,
    pub sea_range: i64,
    pub within: SpaceSet,
    pub powers: Vec<PowerIx>,
}

#[derive(Clone, Debug)]
pub struct RaidRules {
    pub bombing: DifferentialTable,
    pub defence: DifferentialTable,
    pub range: Option<TableIx>,
    pub transfer: i64,
    pub bombs: Option<BombRule>,
}

/// Bombs that end a place for good.
#[derive(Clone, Debug)]
pub struct BombRule {
    pub unit: UnitIx,
    pub ends: Vec<FeatureIx>,
    pub leaves: FeatureIx,
}

#[derive(Clone, Debug)]
pub struct NavalRules {
    pub table: DifferentialTable,
    pub submarine_range: Option<TableIx>,
    /// How far the zones of land-based units reach, by turn and side.
    pub zones: Option<TableIx>,
}

#[derive(Clone, Debug)]
pub struct PointRules {
    pub feature: FeatureIx,
    pub multiples: TableIx,
    pub mode: Option<TrackIx>,
    pub fixed_modes: Vec<(Vec<SpaceIx>, i64)>,
    pub retaken_mode: Option<i64>,
    pub captured: i64,
    pub dependent: Vec<DependentRule>,
    /// Powers whose parts keep their points apart, with the spaces of each part.
    pub economies: Vec<(PowerIx, Vec<Vec<SpaceIx>>)>,
}

#[derive(Clone, Debug)]
pub struct DependentRule {
    pub power: PowerIx,
    /// Where the centre stands and the pipeline begins; anywhere at home if empty.
    pub of: Vec<SpaceIx>,
    pub pipeline_to: Vec<SpaceIx>,
    pub holds: Vec<SpaceIx>,
    /// The pipeline is of no use while this holds.
    pub closed: Option<Condition>,
    pub when: Option<Condition>,
}

#[derive(Clone, Debug)]
pub struct OrderRules {
    pub costs: TableIx,
    pub delays: Option<TableIx>,
    pub growth_limit: bool,
    /// Unit, power, and whom it must be at war with.
    pub needs_war: Vec<(UnitIx, PowerIx, PowerIx)>,
}

#[derive(Clone, Debug, Default)]
pub struct ReinforceRules {
    pub at: Vec<FeatureIx>,
    pub regenerates: Vec<(PowerIx, UnitIx, FeatureIx)>,
    pub most: Vec<(UnitIx, i64)>,
    /// Whether reinforcements wait for their phase.
    pub has_phase: bool,
}

impl Ruleset {
    /// The movement settings that hold now: those of the phase at hand, else of the last movement before it in the turn.
    pub fn march(&self, state: &State) -> &MarchRules {
        let at = self.campaign.march_at.get(usize::from(state.phase)).copied().unwrap_or(0);
        self.campaign.marches.get(usize::from(at)).map_or(&self.campaign.no_march, |(_, settings)| settings)
    }

    /// Says of each phase which movement settings hold in it.
    pub(crate) fn link_marches(&mut self) {
        let settings = |run: Option<ProcedureIx>| {
            self.campaign.marches.iter().position(|(of, _)| Some(*of) == run).map(|at| at as u16)
        };
        let own: Vec<Option<u16>> = self.phases.iter().map(|phase| settings(phase.run)).collect();
        // Phases before the first movement of the turn go by that one.
        let mut holds = own.iter().flatten().next().copied().unwrap_or(0);
        self.campaign.march_at = own
            .into_iter()
            .map(|at| {
                holds = at.unwrap_or(holds);
                holds
            })
            .collect();
    }
}

/// The side that decides for a player: his own, or for a power on no side the one it leans to.
pub(crate) fn deciding_side(rules: &Ruleset, state: &State, player: &Player) -> Option<SideIx> {
    state.side_of_player(player).or_else(|| match player {
        Player::Power(power) => rules.power(*power).leans,
        Player::Slot(powers) => powers.iter().find_map(|power| rules.power(*power).leans),
        _ => None,
    })
}

/// Whether a side decides for a power.
pub fn decides_for(rules: &Ruleset, state: &State, side: SideIx, power: PowerIx) -> bool {
    state.side_of(power).or(rules.power(power).leans) == Some(side)
}

/// The side that must decide in the middle of a battle.
pub(super) fn deciding(rules: &Ruleset, state: &State) -> Option<SideIx> {
    let ashore = state.campaign.engagement.and_then(|engagement| settle::deciding(rules, state, &engagement));
    ashore.or_else(|| fleet::asks(rules, state).map(|(side, _)| side))
}

pub(super) fn begin(run: &mut Run, phase: &CampaignPhase) -> Next {
    let player = &run.rules.phases[usize::from(run.state.phase)].player;
    let side = deciding_side(run.rules, &run.state, player);
    match (phase, side) {
        (CampaignPhase::CountPoints, _) => {
            points::count(run);
            Next::Over
        }
        (CampaignPhase::Raid, Some(side)) => {
            raid::fly(run, side);
            Next::Over
        }
        (CampaignPhase::Supply, Some(side)) => {
            lines::review(run, side);
            Next::Over
        }
        (_, None) => Next::Over,
        (CampaignPhase::Naval, Some(side)) => fleet::begin(run, side),
        (CampaignPhase::March, Some(side)) => march::begin(run, side),
        (CampaignPhase::Battle, Some(side)) => battle::begin(run, side),
        (CampaignPhase::Transport, Some(side)) => transport::begin(run, side),
        (CampaignPhase::Sortie, Some(side)) => raid::begin(run, side),
        (CampaignPhase::Reinforce, Some(side)) => reinforce::begin(run, side),
        (CampaignPhase::Lend { from, to, only_at_war }, Some(_)) => lend::begin(run, *from, to, only_at_war),
        (CampaignPhase::Pool, Some(_)) => shares::begin(run),
        (CampaignPhase::Order { part }, Some(_)) => orders::begin(run, *part),
    }
}

pub(super) fn act(run: &mut Run, phase: &CampaignPhase, action: &Action) -> Result<Next, Refusal> {
    let player = &run.rules.phases[usize::from(run.state.phase)].player;
    let Some(side) = deciding_side(run.rules, &run.state, player) else {
        return Err(Refusal::of(Ban::WrongTime, "nobody can act in this phase"));
    };
    let command = match action {
        Action::Done => None,
        Action::Campaign(command) => Some(sound(run.rules, command)?),
        _ => return Err(Refusal::of(Ban::WrongTime, "this game knows no such action")),
    };
    // Points on their way over the sea may be struck in the phase of their owner.
    if let (Some((asked, ask)), false) = (fleet::asks(run.rules, &run.state), *phase == CampaignPhase::Naval) {
        fleet::answer(run, asked, &ask, command)?;
        fleet::settle(run);
        return Ok(Next::Waits);
    }
    match phase {
        CampaignPhase::Naval => fleet::act(run, side, command),
        CampaignPhase::March => march::act(run, side, command),
        CampaignPhase::Battle => battle::act(run, side, command),
        CampaignPhase::Transport => transport::act(run, side, command),
        CampaignPhase::Sortie => raid::act(run, side, command),
        CampaignPhase::Reinforce => reinforce::act(run, side, command),
        CampaignPhase::Lend { from, to, only_at_war } => lend::act(run, *from, to, only_at_war, command),
        CampaignPhase::Pool => shares::act(run, command),
        CampaignPhase::Order { part } => orders::act(run, *part, command),
        CampaignPhase::Supply | CampaignPhase::Raid | CampaignPhase::CountPoints => {
            Err(Refusal::of(Ban::WrongTime, "this phase takes no actions"))
        }
    }
}

pub(super) fn legal(rules: &Ruleset, state: &State, phase: &CampaignPhase, traced: &mut Traced) -> Vec<Action> {
    let player = &rules.phases[usize::from(state.phase)].player;
    let Some(side) = deciding_side(rules, state, player) else { return Vec::new() };
    if let Some((_, ask)) = fleet::asks(rules, state) {
        return fleet::answers(rules, state, &ask);
    }
    let commands = match phase {
        CampaignPhase::Naval => fleet::legal(rules, state, side, traced),
        CampaignPhase::March => march::legal(rules, state, side),
        CampaignPhase::Battle => {
            if let Some(engagement) = state.campaign.engagement {
                return settle::legal(rules, state, &engagement);
            }
            battle::legal(rules, state, side, traced)
        }
        CampaignPhase::Transport => transport::legal(rules, state, side, traced),
        CampaignPhase::Sortie => raid::legal(rules, state, side, traced),
        CampaignPhase::Reinforce => reinforce::legal(rules, state, side, traced),
        CampaignPhase::Lend { from, to, only_at_war } => lend::legal(rules, state, *from, to, only_at_war, traced),
        CampaignPhase::Pool => shares::legal(rules, state, traced),
        CampaignPhase::Order { part } => orders::legal(rules, state, *part),
        CampaignPhase::Supply | CampaignPhase::Raid | CampaignPhase::CountPoints => return Vec::new(),
    };
    std::iter::once(Action::Done).chain(commands.into_iter().map(Action::Campaign)).collect()
}

/// A command whose ids all exist: the board, the powers and the units it names are there.
fn sound<'c>(rules: &Ruleset, command: &'c Command) -> Result<&'c Command, Refusal> {
    let (spaces, powers, units, count): (Vec<SpaceIx>, Vec<PowerIx>, Vec<UnitIx>, u16) = match *command {
        Command::March { from, power, unit, count, to }
        | Command::Assault { from, power, unit, count, to }
        | Command::FallBack { from, power, unit, count, to }
        | Command::Follow { from, power, unit, count, to }
        | Command::Embark { from, power, unit, count, to }
        | Command::Sail { from, power, unit, count, to }
        | Command::Transfer { from, power, unit, count, to }
        | Command::Ferry { from, power, unit, count, to, .. } => (vec![from, to], vec![power], vec![unit], count),
        Command::Pledge { from, power, unit, count, target }
        | Command::Raid { from, power, unit, count, target }
        | Command::Drop { from, power, unit, count, target } => (vec![from, target], vec![power], vec![unit], count),
        Command::Overrun { from, to } => (vec![from, to], Vec::new(), Vec::new(), 1),
        Command::Attack { target } | Command::Challenge { target } | Command::Waive { target } => {
            (vec![target], Vec::new(), Vec::new(), 1)
        }
        Command::Widen { target, with } => (vec![target, with], Vec::new(), Vec::new(), 1),
        Command::GiveUp { from, power, unit } => (vec![from], vec![power], vec![unit], 1),
        Command::Entrain { from, power, unit, count, to, by } => (vec![from, to], vec![power, by], vec![unit], count),
        Command::Deploy { power, unit, at } => (vec![at], vec![power], vec![unit], 1),
        Command::Order { unit, count, .. } => (Vec::new(), Vec::new(), vec![unit], count),
        Command::Shift { points, .. } => (Vec::new(), Vec::new(), Vec::new(), points),
        Command::Give { to, points } => (Vec::new(), vec![to], Vec::new(), points),
        Command::Muster { from, power, unit, count, .. } | Command::Cover { from, power, unit, count } => {
            (vec![from], vec![power], vec![unit], count)
        }
        Command::Depart { to, .. } => (vec![to], Vec::new(), Vec::new(), 1),
        Command::Ambush { from } => (from.into_iter().collect(), Vec::new(), Vec::new(), 1),
        Command::Counter => (Vec::new(), Vec::new(), Vec::new(), 1),
        Command::Snort { power } => (Vec::new(), vec![power], Vec::new(), 1),
        Command::Loan { from, power, unit, count, to } => (vec![from], vec![power, to], vec![unit], count),
    };
    let known = spaces.iter().all(|space| space.index() < rules.board.spaces.len())
        && powers.iter().all(|power| power.index() < rules.powers.len())
        && units.iter().all(|unit| unit.index() < rules.units.len());
    if known && count > 0 {
        Ok(command)
    } else {
        Err(Refusal::of(Ban::NotThere, "there is no such unit, power or place"))
    }
}

impl Run<'_> {
    pub(crate) fn note(&mut self, event: CampaignEvent) {
        self.emit(Event::Campaign(event));
    }

    /// Units leave the game by the enemy's hand and may be rebuilt.
    pub(crate) fn destroy(&mut self, stack: Stack, why: LossReason) {
        self.emit(Event::Removed { stack, why });
        self.note(CampaignEvent::Fell { power: stack.power, unit: stack.unit, count: stack.count });
    }
}
