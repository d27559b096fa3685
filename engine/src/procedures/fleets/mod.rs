//! The war at sea by spaces: ships go home, change bases and go to sea one fleet after the other, the enemy goes out against them, and
//! routes that carry something over the sea are attacked and escorted. Settings, and what happens in which stage.

mod battle;
mod harbours;
mod hunting;
mod lanes;
mod routes;
mod sailing;
mod search;

use chartroom_format::schema::fleets::FleetStage;
use chartroom_format::schema::refusal::Ban;

use super::morale::Nations;
use super::{Next, Procedure};
use crate::action::{Action, FleetOrder, Refusal};
use crate::condition::Condition;
use crate::event::{Event, FleetEvent};
use crate::ids::{Actor, ClassIx, FeatureIx, OptionIx, PowerIx, RouteIx, SideIx, SpaceIx, TableIx, TrackIx, UnitIx};
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::fleets::Fleet;
use crate::state::{Stack, State};
use crate::table::Place;

pub(crate) use routes::{cut, pay};

/// How fleets sail and fight. Lists of spaces are sorted.
#[derive(Clone, Debug)]
pub struct FleetRules {
    pub stages: Vec<FleetStage>,
    pub firepower: TableIx,
    pub group: i64,
    pub surface: ClassIx,
    pub submarines: ClassIx,
    pub line: ClassIx,
    pub hunters: Option<ClassIx>,
    /// Carriers, and how many times they strike.
    pub carriers: Option<(ClassIx, i64)>,
    pub battle: i64,
    pub level: Option<TrackIx>,
    pub level_everywhere: bool,
    pub interception: TableIx,
    /// Rows of that table: ships in harbour, submarines in harbour, either at sea.
    pub rows: [Place; 3],
    pub harbours: Vec<HarbourRule>,
    pub limits: Vec<LimitRule>,
    pub havens: Vec<HavenRule>,
    pub nations: Vec<NationRule>,
    pub detours: Vec<NationRule>,
    pub patrol: i64,
    pub submarine_patrol: i64,
    pub half: Vec<SpaceIx>,
    pub long_moves: Vec<(i64, i64)>,
    pub safe: Vec<SafeRule>,
    pub routes: Vec<RouteRule>,
    pub against_routes: i64,
    pub reach: i64,
    pub from_harbour: bool,
    pub raiders: Option<(i64, Option<OptionIx>)>,
    pub raid_morale: Option<(Nations, i64, i64)>,
    /// Option, spotting table, and table of what is added to the die.
    pub search: Option<(OptionIx, TableIx, TableIx)>,
}

/// A kind of harbour, and what it berths.
#[derive(Clone, Debug)]
pub struct HarbourRule {
    pub feature: FeatureIx,
    pub berths: Vec<(ClassIx, i64)>,
    pub option: Option<OptionIx>,
}

#[derive(Clone, Debug)]
pub struct LimitRule {
    pub at: Vec<SpaceIx>,
    pub most: i64,
    pub when: Option<Condition>,
}

#[derive(Clone, Debug)]
pub struct HavenRule {
    pub by: Actor,
    pub at: Vec<SpaceIx>,
    pub classes: Vec<ClassIx>,
    pub idle: bool,
    pub when: Option<Condition>,
    pub source: Option<String>,
}

#[derive(Clone, Debug)]
pub struct NationRule {
    pub power: PowerIx,
    pub at: Vec<SpaceIx>,
    pub when: Option<Condition>,
    pub source: Option<String>,
}

#[derive(Clone, Debug)]
pub struct SafeRule {
    pub by: Actor,
    pub from: Vec<SpaceIx>,
    pub to: Vec<SpaceIx>,
}

#[derive(Clone, Debug)]
pub struct RouteRule {
    pub id: String,
    pub title: String,
    pub by: SideIx,
    pub from: Vec<SpaceIx>,
    pub to: Vec<SpaceIx>,
    pub carries: CargoRule,
    pub when: Option<Condition>,
}

#[derive(Clone, Debug)]
pub enum CargoRule {
    Production(Vec<SpaceIx>, i64),
    Lent(PowerIx),
    Supply(Vec<SpaceIx>),
}

/// The settings of the game at hand, if its war at sea is fought like this.
pub(crate) fn of_game(rules: &Ruleset) -> Option<&FleetRules> {
    rules.phases.iter().filter_map(|phase| phase.run).find_map(|run| match &rules.procedures[run.index()].run {
        Procedure::Fleets(settings) => Some(&**settings),
        _ => None,
    })
}

fn route_of(rules: &Ruleset, at: usize) -> Option<&RouteRule> {
    of_game(rules).and_then(|settings| settings.routes.get(at))
}

pub(crate) fn route_name(rules: &Ruleset, at: usize) -> Option<&str> {
    route_of(rules, at).map(|route| &*route.id)
}

pub(crate) fn route_title(rules: &Ruleset, route: RouteIx) -> String {
    route_of(rules, route.index()).map_or_else(String::new, |route| route.title.clone())
}

pub(crate) fn find_route(rules: &Ruleset, name: &str) -> Option<RouteIx> {
    of_game(rules).and_then(|settings| settings.routes.iter().position(|route| route.id == name)).map(RouteIx::new)
}

impl FleetRules {
    /// Whether units of a type are ships of a fleet, and whether they are submarines.
    pub(crate) fn kind(&self, rules: &Ruleset, unit: UnitIx) -> Option<bool> {
        let info = rules.unit(unit);
        match (info.is(Some(self.submarines)), info.is(Some(self.surface))) {
            (true, _) => Some(true),
            (false, true) => Some(false),
            (false, false) => None,
        }
    }
}

/// The fleet that a stack is part of.
pub(crate) fn fleet_of(rules: &Ruleset, settings: &FleetRules, stack: &Stack) -> Option<Fleet> {
    let submarine = settings.kind(rules, stack.unit)?;
    Some(Fleet { power: stack.power, space: stack.space, submarine })
}

/// The ships of a fleet.
pub(crate) fn ships(rules: &Ruleset, state: &State, settings: &FleetRules, fleet: Fleet) -> Vec<Stack> {
    let own = |stack: &&Stack| fleet_of(rules, settings, stack) == Some(fleet);
    state.stacks_in(fleet.space).iter().filter(own).copied().collect()
}

/// The fleets of some powers, in order.
pub(crate) fn fleets(
    rules: &Ruleset,
    state: &State,
    settings: &FleetRules,
    wanted: impl Fn(PowerIx) -> bool,
) -> Vec<Fleet> {
    let mut found: Vec<Fleet> = state
        .stacks
        .iter()
        .filter(|stack| wanted(stack.power))
        .filter_map(|stack| fleet_of(rules, settings, stack))
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}

pub(crate) fn own_fleets(rules: &Ruleset, state: &State, settings: &FleetRules, side: SideIx) -> Vec<Fleet> {
    fleets(rules, state, settings, |power| state.side_of(power) == Some(side))
}

/// Whether a fleet lies in a harbour of its own or of a friend.
pub(crate) fn in_harbour(rules: &Ruleset, state: &State, settings: &FleetRules, fleet: Fleet) -> bool {
    harbours::takes(rules, state, settings, fleet, fleet.space).is_ok()
}

/// How a fleet counts against ships under way.
pub(crate) fn weight(rules: &Ruleset, state: &State, settings: &FleetRules, fleet: Fleet, enemy: Fleet) -> i64 {
    let own = ships(rules, state, settings, fleet);
    if enemy.submarine {
        battle::against_submarines(rules, state, settings, &own)
    } else {
        own.iter().map(|stack| i64::from(stack.count)).sum()
    }
}

/// The strength of a fleet against submarines.
pub(crate) fn hunting_strength(rules: &Ruleset, state: &State, settings: &FleetRules, fleet: Fleet) -> i64 {
    battle::against_submarines(rules, state, settings, &ships(rules, state, settings, fleet))
}

/// The highest die by which a fleet attacks a route, 6 where it needs none, and what the route carries.
pub(crate) fn prospect(
    rules: &Ruleset,
    state: &State,
    settings: &FleetRules,
    fleet: Fleet,
    route: RouteIx,
) -> Option<(i64, i64)> {
    hunting::prospect(rules, state, settings, fleet, route)
}

/// What the routes of enemies that pass a space carry, as far as a fleet has not tried them.
pub(crate) fn richest_at(rules: &Ruleset, state: &State, settings: &FleetRules, fleet: Fleet, space: SpaceIx) -> i64 {
    let Some(side) = state.side_of(fleet.power) else { return 0 };
    let open = routes::of_enemies(rules, state, settings, side)
        .into_iter()
        .filter(|(route, now)| now.path.contains(&space) && !state.fleets.tried.contains(&(fleet, *route)));
    open.map(|(_, now)| now.points).sum()
}

/// Whether a route of a side starts in a space.
pub(crate) fn starts_route(
    rules: &Ruleset,
    state: &State,
    settings: &FleetRules,
    side: SideIx,
    space: SpaceIx,
) -> bool {
    (0..settings.routes.len()).filter(|at| settings.routes[*at].by == side).any(|at| {
        routes::now(rules, state, settings, RouteIx::new(at)).is_some_and(|now| now.path.first() == Some(&space))
    })
}

/// Whether the fleet of a stack may go out against what passes a path by sea; any may where the war at sea has no such rules.
pub(crate) fn may_meet(rules: &Ruleset, state: &State, stack: &Stack, path: &[SpaceIx]) -> bool {
    let Some(settings) = of_game(rules) else { return true };
    let Some(fleet) = fleet_of(rules, settings, stack) else { return false };
    !state.fleets.is_beaten(fleet)
        && state.fleets.escorted(fleet).is_none()
        && sailing::nearest(rules, state, settings, fleet, path).is_some()
}

/// Rolls whether the ships of a side in a space meet what passes a path; they do where the war at sea has no such rules.
pub(crate) fn meets(run: &mut Run, side: SideIx, space: SpaceIx, path: &[SpaceIx]) -> bool {
    let Some(settings) = of_game(run.rules) else { return true };
    let fleet = own_fleets(run.rules, &run.state, settings, side)
        .into_iter()
        .find(|fleet| fleet.space == space && !fleet.submarine);
    let way = fleet.and_then(|fleet| Some((fleet, sailing::nearest(run.rules, &run.state, settings, fleet, path)?)));
    way.is_some_and(|(fleet, (need, at))| sailing::go_out(run, fleet, at, need))
}

/// Who decides whether to go out against ships under way.
pub(crate) fn deciding(state: &State) -> Option<SideIx> {
    let voyage = state.fleets.voyage.as_ref()?;
    voyage.hunters.first().and_then(|(hunter, _)| state.side_of(hunter.power))
}

fn stage(state: &State, settings: &FleetRules) -> Option<FleetStage> {
    settings.stages.get(usize::from(state.fleets.stage)).copied()
}

pub(super) fn begin(run: &mut Run, side: SideIx, settings: &FleetRules) -> Next {
    // The orders of the last turn are over when ships come home; a phase that only attacks leaves them.
    if settings.stages.contains(&FleetStage::Return) {
        run.emit(Event::Fleets(FleetEvent::TurnBegan { side }));
    }
    go_on(run, side, settings)
}

/// Goes on until somebody has to decide something.
fn go_on(run: &mut Run, side: SideIx, settings: &FleetRules) -> Next {
    loop {
        if run.state.fleets.is_busy() {
            if sailing::settle(run, settings) {
                return Next::Waits;
            }
            continue;
        }
        let Some(stage) = stage(&run.state, settings) else {
            run.emit(Event::Fleets(FleetEvent::StagesOver));
            return Next::Over;
        };
        match stage {
            FleetStage::Return if at_sea(run.rules, &run.state, settings, side).is_some() => return Next::Waits,
            FleetStage::Return => next_stage(run),
            FleetStage::Bases | FleetStage::Patrol | FleetStage::Attack => {
                if can_act(run.rules, &run.state, side, settings, stage) {
                    return Next::Waits;
                }
                next_stage(run);
            }
        }
    }
}

/// The first fleet of a side that lies at sea.
fn at_sea(rules: &Ruleset, state: &State, settings: &FleetRules, side: SideIx) -> Option<Fleet> {
    own_fleets(rules, state, settings, side).into_iter().find(|fleet| !in_harbour(rules, state, settings, *fleet))
}

fn next_stage(run: &mut Run) {
    let stage = run.state.fleets.stage + 1;
    run.emit(Event::Fleets(FleetEvent::StageBegan { stage }));
}

pub(super) fn act(run: &mut Run, side: SideIx, settings: &FleetRules, action: &Action) -> Result<Next, Refusal> {
    if run.state.fleets.is_busy() {
        sailing::answer(run, settings, action)?;
        return Ok(go_on(run, side, settings));
    }
    let known = |fleet: Fleet| {
        let there = fleet.space.index() < run.rules.board.spaces.len() && fleet.power.index() < run.rules.powers.len();
        if !there || ships(run.rules, &run.state, settings, fleet).is_empty() {
            Err(Refusal::of(Ban::NotThere, "no such ships are there"))
        } else if run.state.side_of(fleet.power) != Some(side) {
            Err(Refusal::of(Ban::NotYours, "these ships are somebody else's"))
        } else {
            Ok(())
        }
    };
    match *action {
        // Whoever names no harbour goes to the nearest.
        Action::Done => {
            if stage(&run.state, settings) != Some(FleetStage::Return) || !sailing::next_home(run, side, settings) {
                next_stage(run);
            }
        }
        Action::Fleet(FleetOrder::Sail { fleet, part, to, task }) => {
            known(fleet)?;
            sailing::set_out(run, settings, fleet, part, to, task)?;
        }
        Action::Fleet(FleetOrder::Attack { fleet, route }) => {
            known(fleet)?;
            hunting::attack(run, settings, fleet, route)?;
        }
        Action::Fleet(FleetOrder::Escort { fleet, route }) => {
            known(fleet)?;
            hunting::escort(run, settings, fleet, route)?;
        }
        _ => return Err(Refusal::of(Ban::WrongTime, "this is the time of fleets")),
    }
    Ok(go_on(run, side, settings))
}

/// Whether some fleet of a side can do anything in a stage.
fn can_act(rules: &Ruleset, state: &State, side: SideIx, settings: &FleetRules, stage: FleetStage) -> bool {
    own_fleets(rules, state, settings, side).into_iter().any(|fleet| {
        let lies = in_harbour(rules, state, settings, fleet);
        match stage {
            FleetStage::Return => !lies,
            FleetStage::Bases => lies && sailing::may_rebase(rules, state, settings, fleet),
            FleetStage::Patrol if lies => ready(rules, state, settings, fleet).is_ok(),
            FleetStage::Patrol | FleetStage::Attack => {
                let mut actions = Vec::new();
                hunting::legal(rules, state, settings, fleet, &mut actions);
                !actions.is_empty()
            }
        }
    })
}

/// What the player of the phase may do besides ending the stage.
fn open(rules: &Ruleset, state: &State, side: SideIx, settings: &FleetRules) -> Vec<Action> {
    let mut actions = Vec::new();
    let stage = stage(state, settings);
    for fleet in own_fleets(rules, state, settings, side) {
        match stage {
            Some(FleetStage::Bases) => sailing::bases(rules, state, settings, fleet, &mut actions),
            Some(FleetStage::Patrol) => {
                hunting::legal(rules, state, settings, fleet, &mut actions);
                sailing::patrols(rules, state, settings, fleet, &mut actions);
            }
            Some(FleetStage::Attack) => hunting::legal(rules, state, settings, fleet, &mut actions),
            Some(FleetStage::Return) => sailing::homes(rules, state, settings, fleet, &mut actions),
            None => {}
        }
    }
    actions
}

pub(super) fn legal(rules: &Ruleset, state: &State, side: SideIx, settings: &FleetRules) -> Vec<Action> {
    if let Some(voyage) = &state.fleets.voyage {
        let decides = deciding(state);
        let mine = voyage.hunters.iter().filter(|(hunter, _)| state.side_of(hunter.power) == decides);
        let go = mine.map(|(fleet, _)| Action::Fleet(FleetOrder::Intercept { fleet: *fleet }));
        return std::iter::once(Action::Done).chain(go).collect();
    }
    let mut actions = vec![Action::Done];
    actions.extend(open(rules, state, side, settings));
    actions
}

/// Whether a fleet may leave harbour or attack at all.
fn ready(rules: &Ruleset, state: &State, settings: &FleetRules, fleet: Fleet) -> Result<(), Refusal> {
    if state.fleets.is_beaten(fleet) {
        return Err(Refusal::of(Ban::HasActed, "the fleet was beaten and stays in harbour"));
    }
    // Ships at sea draw their supply from where they came from.
    if state.is_cut_off(fleet.space) && in_harbour(rules, state, settings, fleet) {
        return Err(Refusal::of(Ban::CutOff, "ships without full supply only change their base"));
    }
    if state.fleets.escorted(fleet).is_some() {
        return Err(Refusal::of(Ban::Escort, "the fleet escorts a route"));
    }
    if let Some(haven) = harbours::haven(rules, state, settings, fleet, fleet.space).filter(|haven| haven.idle) {
        return Err(Refusal::by(haven.source.as_deref(), Ban::Base, "ships in a neutral harbour make no attack"));
    }
    Ok(())
}
