//! The naval stage: fleets sail, are struck when they leave a zone, announce attacks, fight, answer and go home. One file for each
//! of these; here are the settings and what has to be decided next.

pub mod attack;
pub mod blow;
pub mod challenge;
pub mod convoy;
pub(super) mod errands;
pub mod harbour;
pub mod lending;
pub mod passage;
pub mod roster;
pub mod sailing;
pub mod shore;
pub mod waters;

use chartroom_format::schema::refusal::Ban;

use super::ground::Traced;
use super::{decides_for, sea_rules};
use crate::action::{Action, Command, Refusal};
use crate::condition::Condition;
use crate::event::SeaEvent;
use crate::ids::{Actor, ClassIx, PowerIx, SideIx, SpaceIx, UnitIx};
use crate::procedures::Next;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::campaign::Group;
use crate::state::{Stack, State};
use roster::tell;

/// The settings of the naval stage.
#[derive(Clone, Debug)]
pub struct StageRules {
    /// Spaces in a phase, by unit type; none for types that do not sail.
    pub movement: Vec<Option<i64>>,
    pub at_sea: Vec<PowerIx>,
    pub last_phase: Vec<UnitIx>,
    pub submarine_reach: Option<i64>,
    pub transfer: i64,
    pub declines: Option<SideIx>,
    pub snort: Option<SnortRule>,
    pub sheltered: Vec<ShelterRule>,
    pub moored: Vec<MooredRule>,
    pub trapped: Vec<TrappedRule>,
    pub loans: Vec<LoanRule>,
}

#[derive(Clone, Debug)]
pub struct SnortRule {
    pub power: PowerIx,
    pub from_turn: i64,
    pub movement: i64,
    pub defence: i64,
    pub source: String,
}

#[derive(Clone, Debug)]
pub struct ShelterRule {
    /// Sorted.
    pub spaces: Vec<SpaceIx>,
    pub classes: Vec<ClassIx>,
    pub from: Vec<Actor>,
    pub when: Option<Condition>,
    pub source: String,
}

#[derive(Clone, Debug)]
pub struct MooredRule {
    pub power: PowerIx,
    pub classes: Vec<ClassIx>,
    /// Only those that the scenario sets up: these.
    pub set_up: Option<Vec<Group>>,
    pub when: Option<Condition>,
    pub source: String,
}

#[derive(Clone, Debug)]
pub struct TrappedRule {
    pub power: PowerIx,
    pub when: Option<Condition>,
    pub source: String,
}

#[derive(Clone, Debug)]
pub struct LoanRule {
    pub from: PowerIx,
    pub to: Vec<PowerIx>,
    pub units: Vec<UnitIx>,
    pub source: String,
}

pub(super) fn settings(rules: &Ruleset) -> Option<&StageRules> {
    rules.campaign.fleets.as_ref()
}

/// Whether a type is of one of some classes; of any if none is named.
fn is_of(rules: &Ruleset, unit: UnitIx, classes: &[ClassIx]) -> bool {
    classes.is_empty() || classes.iter().any(|class| rules.unit(unit).is(Some(*class)))
}

/// Naval phases of the turn before the one at hand, and after it: those of its player and those of anybody.
fn others(rules: &Ruleset, state: &State, later: bool) -> (usize, usize) {
    let here = usize::from(state.phase);
    let Some(phase) = rules.phases.get(here) else { return (0, 0) };
    let range = if later { here + 1..rules.phases.len() } else { 0..here };
    let alike = rules.phases[range].iter().filter(|other| other.run == phase.run);
    alike.fold((0, 0), |(own, all), other| (own + usize::from(other.player == phase.player), all + 1))
}

/// Whether the naval phase at hand is the first of its player in the turn.
pub fn is_first(rules: &Ruleset, state: &State) -> bool {
    others(rules, state, false).0 == 0
}

/// Whether it is the last of its player in the turn.
pub fn is_last(rules: &Ruleset, state: &State) -> bool {
    others(rules, state, true).0 == 0
}

/// What somebody has to decide before the phase goes on.
#[derive(Clone, Debug)]
pub enum Ask {
    /// Which fleet is given up.
    Losses(Vec<(SpaceIx, PowerIx, UnitIx)>),
    /// Which attacker is depleted.
    Depletion(Vec<(SpaceIx, PowerIx, UnitIx)>),
    /// Whether those who were attacked strike back.
    Answer,
    /// Whether those who will be attacked stay.
    Leave(Vec<Command>),
    /// Whether those who left are struck, and by whom.
    Ambush(Vec<Stack>),
    /// Whether the naval units in a space will be attacked.
    Announce(SpaceIx),
}

/// Who has to decide what; nobody if the player of the phase is free to act.
pub fn asks(rules: &Ruleset, state: &State) -> Option<(SideIx, Ask)> {
    let sea = &state.campaign.sea;
    if let Some(blow) = &sea.blow {
        return blow::asks(rules, state, blow);
    }
    if let Some(challenge) = sea.challenge {
        return challenge::asks(rules, state, challenge);
    }
    if let Some(passage) = sea.passage {
        return passage::asks(rules, state, passage);
    }
    sea.crossing.as_ref().and_then(|crossing| convoy::asks(rules, state, crossing))
}

pub(super) fn begin(run: &mut Run, side: SideIx) -> Next {
    if settings(run.rules).is_none() {
        return Next::Over;
    }
    if others(run.rules, &run.state, false).1 == 0 {
        harbour::judge(run);
    }
    let naval = |stack: &Stack| {
        decides_for(run.rules, &run.state, side, stack.power) && sea_rules::kind(run.rules, stack).is_some()
    };
    if run.state.stacks.iter().any(naval) { Next::Waits } else { close(run, side) }
}

fn close(run: &mut Run, side: SideIx) -> Next {
    let stage = others(run.rules, &run.state, true).1 == 0;
    harbour::close(run, side, stage);
    tell(run, SeaEvent::PhaseOver { stage });
    Next::Over
}

pub(super) fn act(run: &mut Run, side: SideIx, command: Option<&Command>) -> Result<Next, Refusal> {
    if let Some((asked, ask)) = asks(run.rules, &run.state) {
        answer(run, asked, &ask, command)?;
        return Ok(go_on(run, side));
    }
    match command {
        None => tell(run, SeaEvent::HomewardBound),
        Some(Command::Sail { from, power, unit, count, to }) => {
            let group = Group { space: *from, power: *power, unit: *unit, count: *count };
            sailing::sail(run, side, group, *to)?;
        }
        Some(Command::Muster { from, fleet, power, unit, count, into }) => {
            let group = Group { space: *from, power: *power, unit: *unit, count: *count };
            sailing::muster(run, side, *fleet, group, *into)?;
        }
        Some(Command::Depart { fleet, to }) => sailing::depart(run, side, *fleet, *to)?,
        Some(Command::Follow { from, power, unit, count, to }) => {
            let group = Group { space: *from, power: *power, unit: *unit, count: *count };
            sailing::follow(run, side, group, *to)?;
        }
        Some(Command::Challenge { target }) => challenge::announce(run, side, *target)?,
        Some(Command::Waive { target }) => challenge::waive(run, *target),
        Some(Command::Pledge { from, power, unit, count, target }) => {
            let group = Group { space: *from, power: *power, unit: *unit, count: *count };
            attack::pledge(run, side, group, *target)?;
        }
        Some(Command::Attack { target }) => attack::attack(run, side, *target)?,
        Some(Command::Transfer { from, power, unit, count, to }) => {
            let group = Group { space: *from, power: *power, unit: *unit, count: *count };
            shore::transfer(run, side, group, *to)?;
        }
        Some(Command::Snort { power }) => shore::snort(run, side, *power)?,
        Some(Command::Loan { from, power, unit, count, to }) => {
            let group = Group { space: *from, power: *power, unit: *unit, count: *count };
            lending::loan(run, side, group, *to)?;
        }
        Some(_) => return Err(Refusal::of(Ban::WrongTime, "this is a naval phase")),
    }
    Ok(go_on(run, side))
}

/// What the side decides that was asked.
pub(super) fn answer(run: &mut Run, side: SideIx, ask: &Ask, command: Option<&Command>) -> Result<(), Refusal> {
    match ask {
        Ask::Losses(choices) if run.state.campaign.sea.crossing.is_some() => convoy::choose(run, choices, command),
        Ask::Losses(choices) | Ask::Depletion(choices) => blow::choose(run, choices, command),
        Ask::Answer => blow::answer(run, command),
        Ask::Leave(_) => challenge::decide(run, command),
        Ask::Ambush(hunters) if run.state.campaign.sea.crossing.is_some() => convoy::ambush(run, hunters, command),
        Ask::Ambush(hunters) => passage::ambush(run, hunters, command),
        Ask::Announce(target) => match command {
            Some(Command::Challenge { target: named }) if named == target => challenge::announce(run, side, *target),
            None => {
                challenge::waive(run, *target);
                Ok(())
            }
            Some(Command::Waive { target: named }) if named == target => {
                challenge::waive(run, *target);
                Ok(())
            }
            Some(_) => Err(Refusal::of(Ban::Unannounced, "say first whether the ships beside this fleet are attacked")),
        },
    }
}

/// Goes on until somebody has a choice, or the phase is over.
fn go_on(run: &mut Run, side: SideIx) -> Next {
    loop {
        settle(run);
        if asks(run.rules, &run.state).is_some() || !run.state.campaign.sea.ending {
            return Next::Waits;
        }
        if !sailing::send_home(run, side) {
            return close(run, side);
        }
    }
}

/// Does all that leaves no choice.
pub(super) fn settle(run: &mut Run) {
    while run.state.campaign.sea.is_busy() {
        let sea = &run.state.campaign.sea;
        let moved = match (sea.blow, sea.challenge, sea.passage) {
            (Some(blow), ..) => blow::go_on(run, &blow),
            (None, Some(challenge), _) => challenge::go_on(run, challenge),
            (None, None, Some(passage)) => passage::go_on(run, passage),
            (None, None, None) => sea.crossing.is_some_and(|crossing| convoy::go_on(run, &crossing)),
        };
        if !moved {
            return;
        }
    }
}

/// What may be answered to a question.
pub(super) fn answers(rules: &Ruleset, state: &State, ask: &Ask) -> Vec<Action> {
    let give_up = |(from, power, unit): &(SpaceIx, PowerIx, UnitIx)| {
        Action::Campaign(Command::GiveUp { from: *from, power: *power, unit: *unit })
    };
    match ask {
        Ask::Losses(choices) | Ask::Depletion(choices) => choices.iter().map(give_up).collect(),
        Ask::Answer => vec![Action::Done, Action::Campaign(Command::Counter)],
        Ask::Leave(ways) => std::iter::once(Action::Done).chain(ways.iter().copied().map(Action::Campaign)).collect(),
        Ask::Ambush(hunters) => {
            let mut bases: Vec<SpaceIx> = hunters.iter().map(|stack| stack.space).collect();
            bases.sort_unstable();
            bases.dedup();
            // Some of them alone may be too weak.
            let strong =
                |from: &&SpaceIx| passage::suffices(rules, &passage::strike_from(rules, state, hunters, Some(**from)));
            let several = bases.iter().filter(|_| bases.len() > 1);
            let single = several.filter(strong).map(|from| Command::Ambush { from: Some(*from) });
            let all = std::iter::once(Command::Ambush { from: None });
            std::iter::once(Action::Done).chain(all.chain(single).map(Action::Campaign)).collect()
        }
        Ask::Announce(target) => {
            let (challenge, waive) = (Command::Challenge { target: *target }, Command::Waive { target: *target });
            vec![Action::Campaign(challenge), Action::Campaign(waive)]
        }
    }
}

/// What the player of the phase may do. Ships are sent where they have something to do: home, to merchant ships, to the enemy; they
/// may go elsewhere too.
pub(super) fn legal(rules: &Ruleset, state: &State, side: SideIx, traced: &mut Traced) -> Vec<Command> {
    let mut found = attack::commands(rules, state, side);
    found.extend(challenge::commands(rules, state, side));
    found.extend(sailing::commands(rules, state, side, traced));
    found.extend(shore::commands(rules, state, side));
    found.extend(lending::commands(rules, state, side, traced));
    found
}
