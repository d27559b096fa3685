//! A fleet under way: it stops where enemies may strike it because it leaves their zone, and where it comes beside enemies whom its
//! owner may attack. On the way in between nothing happens.

use chartroom_format::schema::refusal::Ban;

use super::super::naval::{self, SeaBattle, Strike};
use super::super::sea_rules::{self, Kind};
use super::roster::{self, tell};
use super::sailing::Prospect;
use super::{Ask, attack, blow, challenge, settings};
use crate::action::{Command, Refusal};
use crate::event::{Event, SeaEvent};
use crate::ids::{SideIx, SpaceIx};
use crate::query::reach::SpaceSet;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::sea::Passage;
use crate::state::{Stack, State};

pub(super) fn asks(rules: &Ruleset, state: &State, passage: Passage) -> Option<(SideIx, Ask)> {
    let ships = roster::ships(state, passage.fleet);
    let at = ships.first()?.space;
    if let Some(target) = undecided(rules, state, &ships, at).next() {
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

/// Spaces beside the one where some ships come, with fighting ships of the enemy that they could attack from there, and of which
/// their owner has not said whether he does.
fn undecided<'s>(
    rules: &'s Ruleset,
    state: &'s State,
    ships: &'s [Stack],
    at: SpaceIx,
) -> impl Iterator<Item = SpaceIx> + use<'s> {
    let could = move |foe: &Stack| {
        ships.iter().map(|ship| Stack { space: at, ..*ship }).any(|ship| {
            attack::may_attack(rules, state, &ship)
                && sea_rules::in_reach(rules, state, &ship, foe)
                && attack::sheltered(rules, state, ship.power, foe).is_none()
        })
    };
    let fights = move |foe: &&Stack| {
        matches!(sea_rules::kind(rules, foe), Some(Kind::Carrier | Kind::Surface))
            && ships.first().is_some_and(|ship| state.at_war(ship.power, foe.power))
            && !state.campaign.sea.fleet(foe.army).spent
            && could(foe)
    };
    let beside = rules.board.links_of(at).iter().map(|link| link.to).chain([at]);
    beside.filter(move |space| {
        state.campaign.sea.announced(*space).is_none() && state.stacks_in(*space).iter().any(|foe| fights(&foe))
    })
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
            && !ships.iter().any(|ship| attack::sheltered(rules, state, stack.power, ship).is_some())
            && ships.iter().any(|ship| sea_rules::may_strike(rules, Strike::Transit, stack, ship, false))
            && sea_rules::controls(rules, state, stack, first.space)
    };
    let found: Vec<Stack> = state.stacks.iter().filter(able).copied().collect();
    if suffices(rules, &transit(rules, state, &found, ships)) { found } else { Vec::new() }
}

/// Whether a strike is strong enough to be made.
pub(super) fn suffices(rules: &Ruleset, battle: &SeaBattle) -> bool {
    naval::combat(rules, battle).is_some_and(|combat| combat.column().is_ok())
}

/// The strike that those among the hunters make who lie in one space, or all of them.
pub(super) fn strike_from(rules: &Ruleset, state: &State, hunters: &[Stack], from: Option<SpaceIx>) -> SeaBattle {
    let shooters: Vec<Stack> =
        hunters.iter().filter(|stack| from.is_none_or(|from| stack.space == from)).copied().collect();
    let sea = &state.campaign.sea;
    match (sea.challenge, sea.passage) {
        (Some(challenge), _) => challenge::chase(rules, state, challenge, &shooters),
        (None, Some(passage)) => transit(rules, state, &shooters, &roster::ships(state, passage.fleet)),
        (None, None) => transit(rules, state, &shooters, &[]),
    }
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
pub(super) fn go_on(run: &mut Run, passage: Passage) -> bool {
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
    tell(run, SeaEvent::Sailed { passage: Some(Passage { asked: false, ..passage }) });
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
    let mut path = prospect.path(first.space, to, &grounds);
    let stops = |space: SpaceIx| grounds.has(space) || undecided(rules, state, ships, space).next().is_some();
    if let Some(at) = path.iter().position(|space| stops(*space)) {
        path.truncate(at + 1);
    }
    path
}

/// Those whose zone ships leave strike them, or let them pass.
pub(super) fn ambush(run: &mut Run, hunters: &[Stack], command: Option<&Command>) -> Result<(), Refusal> {
    let chased = run.state.campaign.sea.challenge;
    let battle = match command {
        None => None,
        Some(Command::Ambush { from }) => Some(strike_from(run.rules, &run.state, hunters, *from)),
        Some(_) => return Err(Refusal::of(Ban::WrongTime, "ships leave your zone: strike them or let them pass")),
    };
    if battle.as_ref().is_some_and(|battle| battle.shooters.is_empty()) {
        return Err(Refusal::of(Ban::NotThere, "nobody there can strike them"));
    }
    if let (None, Some(passage)) = (chased, run.state.campaign.sea.passage) {
        tell(run, SeaEvent::Sailed { passage: Some(Passage { asked: true, ..passage }) });
        for stack in battle.iter().flat_map(|battle| &battle.shooters) {
            tell(run, SeaEvent::Hunted { hunt: (passage.fleet, stack.space, stack.power, stack.unit) });
        }
    }
    if let Some(battle) = battle {
        blow::strike(run, &battle, chased.map(|challenge| challenge.target))
    } else {
        if chased.is_some() {
            challenge::end(run);
        }
        Ok(())
    }
}
