//! Procedures: what each kind of phase does. `begin` runs what needs no decision, `legal` lists what its player may do,
//! `act` does it or refuses. One file each; here is the fan-out.

pub(crate) mod arrivals;
pub(crate) mod bombing;
pub(crate) mod breakthroughs;
pub mod deploy;
pub mod differential;
pub(crate) mod diplomacy;
mod dominions;
pub(crate) mod facility_raids;
pub mod firepower;
pub mod fleets;
pub(crate) mod give;
pub mod hit_rolls;
pub mod impulse;
pub(crate) mod income;
pub(crate) mod leaders;
mod lend_lease;
pub(crate) mod missiles;
pub(crate) mod morale;
pub mod movement;
pub(crate) mod partisans;
pub(crate) mod produce;
pub mod range;
pub(crate) mod recruit;
pub(crate) mod redeploy;
pub(crate) mod refit;
pub(crate) mod research;
mod settings;
pub(crate) mod shipping;
pub(crate) mod supply;
pub mod supply_lines;
pub mod table_battle;
pub mod victory;
pub(crate) mod warheads;

use chartroom_format::schema::refusal::Ban;
pub use dominions::DominionRule;
pub use settings::{
    AirCoverRule, BaseRule, FerryRiskRule, FerryRule, FirepowerRules, FrozenRule, ImportRule, IncomeRules,
    LandingRules, LendRules, OnlyInRule, OnlyOverRule, ProduceRules, RedeployRules, SupplyRules, TollRule,
    ViolationRules,
};

use crate::action::{Action, Refusal};
use crate::condition::Scene;
use crate::effect;
use crate::event::Event;
use crate::ids::{Actor, ClassIx, SideIx};
use crate::query::memory::Memory;
use crate::ruleset::{Phase, Ruleset};
use crate::run::Run;
use crate::state::State;
use crate::triggers;

/// One kind of phase with its settings.
#[derive(Clone, Debug)]
pub enum Procedure {
    Redeploy(RedeployRules),
    /// Units are placed freely before the game begins.
    Deploy(deploy::DeployRules),
    FirepowerAdvance(Box<FirepowerRules>),
    TraceSupply(SupplyRules),
    CollectIncome(IncomeRules),
    Produce(ProduceRules),
    LendLease(LendRules),
    Research(research::ResearchRules),
    /// Research by a die against a target.
    Breakthroughs(breakthroughs::BreakthroughRules),
    Partisans(partisans::PartisanRules),
    /// Raids of strength points on industry.
    Bombing(bombing::BombingRules),
    /// Missiles are fired.
    Missiles(Box<missiles::MissileRules>),
    /// Raids of aircraft on facilities.
    FacilityRaids(facility_raids::RaidRules),
    /// Fire on points that were shipped.
    Shipping(Box<shipping::ShippingRules>),
    /// The war at sea by spaces.
    Fleets(Box<fleets::FleetRules>),
    /// What moves national morale besides rules of the pack.
    Morale(morale::MoraleRules),
    /// Units move by their own range, to fight or not.
    MoveByRange(range::RangeRules),
    HitRolls(hit_rolls::HitRules),
    /// Building at factories and recruiting.
    Recruit(recruit::RecruitRules),
    /// Bought units are placed; damaged units of these classes are whole afterwards.
    PlaceBought(Vec<ClassIx>),
    /// Lend-lease by share.
    Give(give::GiveRules),
    /// Units move step by step.
    Move(Box<movement::MoveRules>),
    /// Battles by a combat results table.
    Battle(Box<table_battle::BattleRules>),
    /// A space is activated.
    Activate(impulse::ActivateRules),
    /// Supply of units that move step by step.
    SupplyLines(supply_lines::TraceRules),
    /// A phase of a game of strength points.
    Campaign(differential::CampaignPhase),
    /// Rules of the pack do all of it.
    Politics,
    /// Powers may declare war, and rules of the pack that they choose happen.
    Diplomacy(diplomacy::DiplomacyRules),
    /// The turn ends after the last phase.
    EndTurn,
    /// A printed phase that the pack itself says is not played: why.
    NotPlayed(String),
    /// The engine cannot play it: why. No scenario compiles whose sequence runs one.
    NotBuilt(&'static str),
}

/// Whether a phase waits for its player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    Waits,
    Over,
}

/// The settings of the supply that armies live by: those of the first phase that traces it.
pub(crate) fn supply_rules(rules: &Ruleset) -> &SupplyRules {
    static NONE: SupplyRules = SupplyRules {
        full: Vec::new(),
        defence: Vec::new(),
        full_from_home: false,
        lost_after: None,
        captured_within: None,
        dry: Vec::new(),
        own_capitals: false,
    };
    let found =
        rules.phases.iter().filter_map(|phase| phase.run).find_map(|run| match &rules.procedures[run.index()].run {
            Procedure::TraceSupply(settings) => Some(settings),
            _ => None,
        });
    found.unwrap_or(&NONE)
}

/// The side that decides for a player: his own, or for powers of a slot on no side the one they lean to.
fn seat(rules: &Ruleset, state: &State, player: &crate::ruleset::Player) -> Option<SideIx> {
    state.side_of_player(player).or_else(|| match player {
        crate::ruleset::Player::Slot(powers) => powers.iter().find_map(|power| rules.power(*power).leans),
        _ => None,
    })
}

/// Starts the procedure of the phase at hand.
pub(crate) fn begin(run: &mut Run) -> Next {
    let rules = run.rules;
    let phase = &rules.phases[usize::from(run.state.phase)];
    let side = seat(rules, &run.state, &phase.player);
    let why = match (phase.run.map(|at| &rules.procedures[at.index()].run), side) {
        (Some(Procedure::Redeploy(_)), Some(side)) => return redeploy::begin(run, side),
        (Some(Procedure::Deploy(settings)), Some(side)) => return deploy::begin(run, side, settings),
        (Some(Procedure::FirepowerAdvance(_)), Some(_)) => return firepower::begin(run),
        (Some(Procedure::TraceSupply(settings)), Some(side)) => {
            supply::run(run, side, settings);
            return Next::Over;
        }
        (Some(Procedure::CollectIncome(settings)), _) => {
            income::run(run, settings);
            return Next::Over;
        }
        (Some(Procedure::Produce(settings)), Some(_)) => return produce::begin(run, settings),
        (Some(Procedure::LendLease(settings)), Some(side)) => return lend_lease::begin(run, side, settings),
        (Some(Procedure::Research(settings)), Some(side)) => return research::begin(run, side, settings),
        (Some(Procedure::Breakthroughs(settings)), Some(_)) => return breakthroughs::begin(run, settings),
        (Some(Procedure::Partisans(settings)), Some(side)) => return partisans::begin(run, side, settings),
        (Some(Procedure::Bombing(settings)), Some(side)) => return bombing::begin(run, side, settings),
        (Some(Procedure::Missiles(settings)), Some(side)) => return missiles::begin(run, side, settings),
        (Some(Procedure::Shipping(settings)), Some(side)) => return shipping::begin(run, side, settings),
        (Some(Procedure::Fleets(settings)), Some(side)) => return fleets::begin(run, side, settings),
        (Some(Procedure::Morale(settings)), Some(side)) => return morale::begin(run, side, settings),
        (Some(Procedure::MoveByRange(settings)), Some(_)) => return range::begin(run, settings),
        (Some(Procedure::HitRolls(settings)), Some(_)) => return hit_rolls::begin(run, settings),
        (Some(Procedure::FacilityRaids(settings)), Some(_)) => return facility_raids::begin(run, settings),
        (Some(Procedure::Recruit(settings)), Some(_)) => return recruit::begin(run, settings),
        (Some(Procedure::PlaceBought(heals)), Some(_)) => return recruit::place::begin(run, heals),
        (Some(Procedure::Give(settings)), Some(_)) => return give::begin(run, settings),
        (Some(Procedure::Diplomacy(settings)), Some(side)) => return diplomacy::begin(run, side, settings),
        // Rules of the pack do it; their owner may have some to choose from.
        (Some(Procedure::Politics), Some(side)) => {
            let waits = !triggers::invocable(rules, &run.state, side).is_empty();
            return if waits { Next::Waits } else { Next::Over };
        }
        (Some(Procedure::Campaign(phase)), _) => return differential::begin(run, phase),
        (Some(Procedure::Move(settings)), Some(_)) => return movement::begin(run, settings),
        (Some(Procedure::Battle(settings)), Some(_)) => return table_battle::begin(run, settings),
        (Some(Procedure::Activate(settings)), Some(_)) => return impulse::begin(run, settings),
        (Some(Procedure::SupplyLines(settings)), _) => return supply_lines::run(run, settings),
        (Some(Procedure::Politics | Procedure::EndTurn), _) => return Next::Over,
        (Some(Procedure::NotBuilt(why)), _) => (*why).to_owned(),
        (Some(Procedure::NotPlayed(why)), _) => why.clone(),
        (Some(_), None) => "its player is on no side".to_owned(),
        (None, _) if phase.done_elsewhere => return Next::Over,
        (None, _) => "played by hand".to_owned(),
    };
    run.emit(Event::PhasePassedOver { phase: run.state.phase, why });
    Next::Over
}

/// Does an action in the phase at hand, or refuses it.
pub(crate) fn act(run: &mut Run, action: &Action) -> Result<Next, Refusal> {
    let rules = run.rules;
    let Some(phase) = rules.phases.get(usize::from(run.state.phase)) else {
        return Err(Refusal::of(Ban::WrongTime, "no phase is being played"));
    };
    if let Some(Procedure::Campaign(phase)) = phase.run.map(|at| &rules.procedures[at.index()].run) {
        return differential::act(run, phase, action);
    }
    let Some(side) = seat(rules, &run.state, &phase.player) else {
        return Err(Refusal::of(Ban::WrongTime, "nobody can act in this phase"));
    };
    match phase.run.map(|at| &rules.procedures[at.index()].run) {
        Some(Procedure::Redeploy(settings)) => redeploy::act(run, side, settings, action),
        Some(Procedure::Deploy(settings)) => deploy::act(run, side, settings, action),
        Some(Procedure::FirepowerAdvance(settings)) => firepower::act(run, side, settings, action),
        Some(Procedure::Produce(settings)) => produce::act(run, side, settings, action),
        Some(Procedure::LendLease(settings)) => lend_lease::act(run, side, settings, action),
        Some(Procedure::Research(settings)) => research::act(run, side, settings, action),
        Some(Procedure::Breakthroughs(settings)) => breakthroughs::act(run, settings, action),
        Some(Procedure::Partisans(settings)) => partisans::act(run, side, settings, action),
        Some(Procedure::Bombing(settings)) => bombing::act(run, side, settings, action),
        Some(Procedure::Missiles(settings)) => missiles::act(run, side, settings, action),
        Some(Procedure::Shipping(_)) => shipping::act(run, action),
        Some(Procedure::Fleets(settings)) => fleets::act(run, side, settings, action),
        Some(Procedure::Morale(settings)) => morale::act(run, side, settings, action),
        Some(Procedure::MoveByRange(settings)) => range::act(run, settings, action),
        Some(Procedure::HitRolls(settings)) => hit_rolls::act(run, settings, action),
        Some(Procedure::Recruit(settings)) => recruit::act(run, settings, action),
        Some(Procedure::PlaceBought(heals)) => recruit::place::act(run, heals, action),
        Some(Procedure::Give(settings)) => give::act(run, settings, action),
        Some(Procedure::Move(settings)) => movement::act(run, settings, action),
        Some(Procedure::Battle(settings)) => table_battle::act(run, settings, action),
        Some(Procedure::Activate(settings)) => impulse::act(run, settings, action),
        Some(Procedure::Diplomacy(settings)) => diplomacy::act(run, settings, action),
        Some(Procedure::Politics) if *action == Action::Done => Ok(Next::Over),
        _ => Err(Refusal::of(Ban::WrongTime, "this phase takes no such action")),
    }
}

/// What the player who must decide now may do.
pub(crate) fn legal(rules: &Ruleset, state: &State, memory: &mut Memory) -> Vec<Action> {
    if state.outcome.is_some() {
        return Vec::new();
    }
    if let Some((choice, side)) = state.choices.first() {
        let open = effect::open_ways(rules, state, *choice, &Scene::of_side(Some(*side)));
        return open.into_iter().map(|option| Action::Choose { option }).collect();
    }
    let Some(phase) = rules.phases.get(usize::from(state.phase)).filter(|_| state.begun) else { return Vec::new() };
    if let Some(Procedure::Campaign(kind)) = phase.run.map(|at| &rules.procedures[at.index()].run) {
        let mut actions = differential::legal(rules, state, kind, &mut memory.traced);
        let busy = state.campaign.engagement.is_some() || state.campaign.sea.is_busy();
        if let Some(side) = to_act(rules, state).filter(|_| !busy) {
            actions.extend(triggers::invocable(rules, state, side).into_iter().map(|rule| Action::Invoke { rule }));
        }
        return actions;
    }
    let Some(side) = seat(rules, state, &phase.player) else { return Vec::new() };
    let mut actions = of_phase(rules, state, phase, side, memory);
    if to_act(rules, state) == Some(side) {
        actions.extend(triggers::invocable(rules, state, side).into_iter().map(|rule| Action::Invoke { rule }));
    }
    actions
}

/// One of the legal actions, chosen by its number; in phases with very many of them the others are not listed.
pub(crate) fn pick(
    rules: &Ruleset,
    state: &State,
    memory: &mut Memory,
    choose: &mut dyn FnMut(usize) -> usize,
) -> Option<Action> {
    let redeploying = rules.phases.get(usize::from(state.phase)).and_then(|phase| {
        let Procedure::Redeploy(settings) = &rules.procedures[phase.run?.index()].run else { return None };
        let side = state.side_of_player(&phase.player)?;
        let plain = state.begun && state.outcome.is_none() && state.choices.is_empty();
        (plain && triggers::invocable(rules, state, side).is_empty()).then_some((side, settings))
    });
    if let Some((side, settings)) = redeploying {
        return Some(redeploy::pick(rules, state, side, settings, &mut memory.of(side).chart, choose));
    }
    let legal = legal(rules, state, memory);
    (!legal.is_empty()).then(|| legal[choose(legal.len()).min(legal.len() - 1)])
}

/// What the procedure of a phase lets its player do.
fn of_phase(rules: &Ruleset, state: &State, phase: &Phase, side: SideIx, memory: &mut Memory) -> Vec<Action> {
    match phase.run.map(|at| &rules.procedures[at.index()].run) {
        Some(Procedure::Redeploy(settings)) => {
            redeploy::legal(rules, state, side, settings, &mut memory.of(side).chart)
        }
        Some(Procedure::Deploy(settings)) => deploy::legal(rules, state, side, settings),
        Some(Procedure::FirepowerAdvance(settings)) => firepower::legal(rules, state, side, settings),
        Some(Procedure::Produce(settings)) => produce::legal(rules, state, side, settings, memory.of(side)),
        Some(Procedure::LendLease(settings)) => lend_lease::legal(rules, state, side, settings),
        Some(Procedure::Research(settings)) => research::legal(rules, state, side, settings),
        Some(Procedure::Breakthroughs(settings)) => breakthroughs::legal(rules, state, settings),
        Some(Procedure::Partisans(settings)) => partisans::legal(rules, state, side, settings),
        Some(Procedure::Bombing(settings)) => bombing::legal(rules, state, side, settings),
        Some(Procedure::Missiles(settings)) => missiles::legal(rules, state, side, settings),
        Some(Procedure::Shipping(_)) => shipping::legal(state),
        Some(Procedure::Fleets(settings)) => fleets::legal(rules, state, side, settings),
        Some(Procedure::Morale(settings)) => morale::legal(rules, state, side, settings),
        Some(Procedure::MoveByRange(settings)) => range::legal(rules, state, settings),
        Some(Procedure::HitRolls(settings)) => hit_rolls::legal(rules, state, settings),
        Some(Procedure::Recruit(settings)) => recruit::legal(rules, state, settings),
        Some(Procedure::PlaceBought(_)) => recruit::place::legal(rules, state),
        Some(Procedure::Give(settings)) => give::legal(state, settings),
        Some(Procedure::Move(settings)) => movement::legal(rules, state, settings),
        Some(Procedure::Battle(settings)) => table_battle::legal(rules, state, settings),
        Some(Procedure::Activate(settings)) => impulse::legal(rules, state, settings),
        Some(Procedure::Diplomacy(settings)) => diplomacy::legal(rules, state, settings),
        Some(Procedure::Politics) => vec![Action::Done],
        _ => Vec::new(),
    }
}

/// Who must decide now.
pub(crate) fn to_act(rules: &Ruleset, state: &State) -> Option<SideIx> {
    if let (Some((_, side)), None) = (state.choices.first(), &state.outcome) {
        return Some(*side);
    }
    let phase = rules.phases.get(usize::from(state.phase)).filter(|_| state.begun && state.outcome.is_none())?;
    firepower::deciding(state)
        .or_else(|| fleets::deciding(state))
        .or_else(|| hit_rolls::deciding(state))
        .or_else(|| table_battle::deciding(state))
        .or_else(|| differential::deciding(rules, state))
        .or_else(|| differential::deciding_side(rules, state, &phase.player))
}

/// What is left of a budget that cannot be saved is gone, unless a later phase of the same player can still spend it.
pub(crate) fn drop_rest(run: &mut Run, who: Actor) {
    let at = usize::from(run.state.phase);
    let player = run.rules.phases.get(at).map(|phase| &phase.player);
    let spends = |phase: &Phase| {
        let procedure = phase.run.map(|run_at| &run.rules.procedures[run_at.index()].run);
        matches!(
            procedure,
            Some(
                Procedure::Research(_)
                    | Procedure::Partisans(_)
                    | Procedure::Morale(morale::MoraleRules::Propaganda(_))
            )
        )
    };
    let later = run.rules.phases.iter().skip(at + 1).take_while(|phase| Some(&phase.player) == player).any(spends);
    if !later && run.state.money(who) != 0 {
        run.emit(Event::MoneySet { who, to: 0 });
    }
}

/// The stacks a side may redeploy now.
pub(crate) fn movable_stacks(
    rules: &Ruleset,
    state: &State,
    side: SideIx,
    settings: &RedeployRules,
) -> Vec<crate::state::Stack> {
    redeploy::movable(rules, state, side, settings)
}
