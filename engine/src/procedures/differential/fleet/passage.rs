//! A fleet under way: it stops where enemies may strike it because it leaves their zone, and where it comes beside enemies whom its
//! owner may attack. On the way in between nothing happens.

use chartroom_format::schema::refusal::Ban;

use super::super::naval::{self, SeaBattle, Strike};
use super::super::sea_rules::{self, Kind};
use super::roster::{self, tell};
use super::sailing::Prospect;
use super::{Ask, attack, blow, settings};
use crate::action::{Command, Refusal};
use crate::event::{Event, SeaEvent};
use crate::ids::{SideIx, SpaceIx};
use crate::query::reach::SpaceSet;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::sea::Passage;
use crate::state::{Stack, State};

pub(super) fn asks(rules: &Ruleset, state: &State, passage: &Passage) -> Option<(SideIx, Ask)> {
    let ships = roster::ships(state, passage.fleet);
    let at = ships.first()?.space;
    if let Some(target) = undecided(rules, state, &ships).into_iter().find(|space| is_beside(rules, at, *space)) {
        let side = state.side_of(passage.power)?;
        return Some((side, Ask::Announce(target)));
    }
    if at == passage.to || passage.asked {
        return None;
    }
    let hunters = hunters(rules, state, &ships);
    let side = state.side_of(hunters.first()?.power)?;
    Some((side, Ask::Ambush(hunters)))
}

fn is_beside(rules: &Ruleset, at: SpaceIx, space: SpaceIx) -> bool {
    rules.board.link(at, space).is_some()
}

/// Spaces with fighting ships of the enemy of which the owner of some ships has not said whether he attacks them.
fn undecided(rules: &Ruleset, state: &State, ships: &[Stack]) -> Vec<SpaceIx> {
    let armed = |stack: &&Stack| attack::may_attack(rules, state, stack);
    let Some(lead) = ships.iter().find(armed) else { return Vec::new() };
    let fights = |stack: &&Stack| {
        state.at_war(lead.power, stack.power)
            && matches!(sea_rules::kind(rules, stack), Some(Kind::Carrier | Kind::Surface))
            && !state.campaign.sea.fleet(stack.army).spent
            && state.campaign.sea.announced(stack.space).is_none()
            && attack::sheltered(rules, state, lead.power, stack).is_none()
    };
    let mut found: Vec<SpaceIx> = state.stacks.iter().filter(fights).map(|stack| stack.space).collect();
    found.dedup();
    found
}

/// Enemies whose zones let them strike ships that leave their space now, if all of them together may.
pub(super) fn hunters(rules: &Ruleset, state: &State, ships: &[Stack]) -> Vec<Stack> {
    let Some(first) = ships.first() else { return Vec::new() };
    let hunted = |stack: &Stack| {
        let hunt = (first.army, stack.space, stack.power, stack.unit);
        first.army != 0 && state.campaign.sea.hunts.binary_search(&hunt).is_ok()
    };
    let able = |stack: &&Stack| {
        state.at_war(stack.power, first.power)
            && !hunted(stack)
            && ships.iter().any(|ship| sea_rules::may_strike(rules, Strike::Transit, stack, ship, false))
            && sea_rules::controls(rules, state, stack, first.space)
    };
    let found: Vec<Stack> = state.stacks.iter().filter(able).copied().collect();
    let strong =
        naval::combat(rules, &transit(rules, state, &found, ships)).is_some_and(|combat| combat.column().is_ok());
    if strong { found } else { Vec::new() }
}

/// A strike at ships that leave.
pub(super) fn transit(rules: &Ruleset, state: &State, shooters: &[Stack], ships: &[Stack]) -> SeaBattle {
    let targets: Vec<Stack> = ships
        .iter()
        .filter(|ship| shooters.iter().any(|by| sea_rules::may_strike(rules, Strike::Transit, by, ship, false)))
        .copied()
        .collect();
    let snorts = |ship: &Stack| {
        sea_rules::kind(rules, ship) == Some(Kind::Submarine) && state.campaign.sea.snorting.contains(&ship.power)
    };
    let snort = settings(rules).and_then(|settings| settings.snort.as_ref());
    let multiple = snort.filter(|_| targets.iter().all(snorts)).map_or(1, |snort| snort.defence);
    SeaBattle {
        strike: Strike::Transit,
        at: ships.first().map_or(SpaceIx(0), |ship| ship.space),
        shooters: shooters.to_vec(),
        targets,
        cover: Vec::new(),
        cover_takes_losses: false,
        port_distance: None,
        defence_multiple: multiple,
    }
}

/// Spaces that those who may strike these ships control.
fn hunting_grounds(rules: &Ruleset, state: &State, ships: &[Stack]) -> SpaceSet {
    let mut grounds = SpaceSet::new(rules.board.spaces.len());
    let Some(power) = ships.first().map(|ship| ship.power) else { return grounds };
    let enemies = state.stacks.iter().filter(|stack| state.at_war(stack.power, power));
    for stack in enemies {
        if ships.iter().any(|ship| sea_rules::may_strike(rules, Strike::Transit, stack, ship, false)) {
            sea_rules::cover_zone(rules, state, stack, &mut grounds);
        }
    }
    grounds
}

/// Ships go on until they must stop. False if somebody has to decide first.
pub(super) fn go_on(run: &mut Run, passage: &Passage) -> bool {
    if asks(run.rules, &run.state, passage).is_some() {
        return false;
    }
    let ships = roster::ships(&run.state, passage.fleet);
    let left = run.state.campaign.sea.fleet(passage.fleet).left.unwrap_or(0);
    let at = ships.first().map_or(passage.to, |stack| stack.space);
    let path = if at == passage.to { Vec::new() } else { way(run.rules, &run.state, &ships, left, passage.to) };
    if path.is_empty() {
        tell(run, SeaEvent::Sailed { passage: None });
        return true;
    }
    let stop = *path.last().unwrap_or(&at);
    for stack in ships {
        run.emit(Event::Moved { stack, to: stop, army: passage.fleet });
    }
    roster::note(run, passage.fleet, |fleet| fleet.left = Some(left.saturating_sub(path.len() as u8)));
    tell(run, SeaEvent::Sailed { passage: Some(Passage { asked: false, ..*passage }) });
    true
}

/// The way to a space up to the first stop; empty if there is none any more.
fn way(rules: &Ruleset, state: &State, ships: &[Stack], left: u8, to: SpaceIx) -> Vec<SpaceIx> {
    let Some(first) = ships.first() else { return Vec::new() };
    let Some(prospect) = Prospect::new(rules, state, ships, left) else { return Vec::new() };
    if prospect.ways.steps(to).is_none() {
        return Vec::new();
    }
    let grounds = hunting_grounds(rules, state, ships);
    let undecided = undecided(rules, state, ships);
    let mut path = prospect.path(first.space, to, &grounds);
    let stops = |space: SpaceIx| grounds.has(space) || undecided.iter().any(|foe| is_beside(rules, space, *foe));
    if let Some(at) = path.iter().position(|space| stops(*space)) {
        path.truncate(at + 1);
    }
    path
}

/// Those whose zone ships leave strike them, or let them pass.
pub(super) fn ambush(run: &mut Run, hunters: &[Stack], command: Option<&Command>) -> Result<(), Refusal> {
    let chased = run.state.campaign.sea.challenge;
    let shooters: Vec<Stack> = match command {
        None => Vec::new(),
        Some(Command::Ambush { from }) => {
            hunters.iter().filter(|stack| from.is_none_or(|from| stack.space == from)).copied().collect()
        }
        Some(_) => return Err(Refusal::of(Ban::WrongTime, "ships leave your zone: strike them or let them pass")),
    };
    let ships = match (chased, run.state.campaign.sea.passage) {
        (Some(_), _) => super::challenge::slipping(&run.state),
        (None, Some(passage)) => {
            tell(run, SeaEvent::Sailed { passage: Some(Passage { asked: true, ..passage }) });
            roster::ships(&run.state, passage.fleet)
        }
        (None, None) => Vec::new(),
    };
    if chased.is_some() && command.is_none() {
        super::challenge::end(run);
        return Ok(());
    }
    if shooters.is_empty() {
        return if command.is_none() {
            Ok(())
        } else {
            Err(Refusal::of(Ban::NotThere, "nobody there can strike them"))
        };
    }
    if let Some(fleet) = ships.first().map(|ship| ship.army).filter(|_| chased.is_none()) {
        for stack in &shooters {
            tell(run, SeaEvent::Hunted { hunt: (fleet, stack.space, stack.power, stack.unit) });
        }
    }
    let battle = transit(run.rules, &run.state, &shooters, &ships);
    blow::strike(run, &battle, chased.map(|challenge| challenge.target))
}
