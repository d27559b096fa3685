//! Strategic movement that takes a railway and a voyage in one phase.

use chartroom_format::schema::example::Example;
use chartroom_format::schema::map::Surface;
use chartroom_format::schema::units::{Ability, Domain};
use chartroom_format::schema::value::Data;

use super::super::compare;
use super::position::{clear, enter, foes, game, hold, kind, put};
use super::routes::plain;
use crate::action::{Action, Command};
use crate::event::CampaignEvent;
use crate::game::Game;
use crate::ids::SpaceIx;
use crate::playable::Playable;
use crate::procedures::differential::{CampaignPhase, lines, transport};
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::campaign::{Group, Marched};

/// More movement points than any unit has left.
const MOST_LEFT: u8 = 9;

/// Points that go by land and by sea in one phase: how far either way, and with how many movement points left.
pub(super) fn both_ways(content: &Playable<'_>, example: &Example) -> Result<(), String> {
    let (rules, state) = game(content, example)?;
    let (power, _) = foes(&rules, &state)?;
    let (ships, unit) = (kind(&rules, Domain::Sea, Ability::Pipeline)?, plain(&rules)?);
    let mut run = Run::new(&rules, state);
    clear(&mut run);
    for space in (0..rules.board.spaces.len()).map(SpaceIx::new) {
        if rules.board.has_land(space) {
            hold(&mut run, space, power);
        } else if rules.board.space(space).surface == Surface::Sea {
            put(&mut run, space, power, ships, 1);
        }
    }
    let mut state = run.state;
    let side = state.side_of(power);
    enter(&rules, &mut state, side, &CampaignPhase::Transport)?;
    // From a port that is a long way from everywhere.
    let far = rules.campaign.transport.range;
    let ports = lines::ports(&rules, &state);
    let steps =
        |port: SpaceIx| transport::by_rail(&rules, &state, power, port, far).iter().map(|(_, steps)| *steps).max();
    let port = ports.iter().copied().max_by_key(|port| steps(*port)).ok_or("there are no ports")?;
    let game = |space: SpaceIx, left: u8, rail: u8, sailed: bool| {
        let group = Group { space, power, unit, count: 1 };
        let mut run = Run::new(&rules, state.clone());
        put(&mut run, space, power, unit, 1);
        let now = Marched { group, left, rail, sailed, overran: None };
        run.note(CampaignEvent::MarchEnded { from: space, before: None, now });
        Game { rules: &rules, state: run.state }
    };
    let found = |game: &Game<'_>| {
        let (mut rails, mut harbours) = (Vec::new(), Vec::new());
        for action in game.legal() {
            match action {
                Action::Campaign(Command::Entrain { to, .. }) => rails.push(to),
                Action::Campaign(Command::Embark { to, .. }) => harbours.push(to),
                _ => {}
            }
        }
        (rails, harbours)
    };
    let rail = transport::by_rail(&rules, &state, power, port, far);
    let (rails, _) = found(&game(port, 9, 0, true));
    let by_land = rail.iter().filter(|(to, _)| rails.contains(to)).map(|(_, steps)| i64::from(*steps)).max();
    let by_sea = farthest(&rules, &ports, |port| found(&game(port, 9, 1, false)).1);
    // By sea, and then on by land.
    let goes_on = |left: u8, to: SpaceIx| {
        let mut voyage = game(port, left, 0, false);
        let embarked = voyage.submit(&Action::Campaign(Command::Embark { from: port, power, unit, count: 1, to }));
        embarked.is_ok() && !found(&voyage).0.is_empty()
    };
    let harbour = found(&game(port, MOST_LEFT, 0, false)).1.into_iter().find(|to| goes_on(MOST_LEFT, *to));
    let least = harbour.and_then(|to| (1..=MOST_LEFT).find(|left| goes_on(*left, to)));
    let number = |number: Option<i64>| number.map_or(Data::Nothing, Data::Whole);
    compare(
        example,
        &[
            ("land-hexes", number(by_land)),
            ("sea-hexes", number(by_sea)),
            ("movement-points-left", number(least.map(i64::from))),
        ],
    )
}

/// How far over the sea points go from a port that has others just within reach and just beyond it: the settings only say which port is
/// worth asking about, the harbours come from play.
fn farthest(rules: &Ruleset, ports: &[SpaceIx], harbours: impl Fn(SpaceIx) -> Vec<SpaceIx>) -> Option<i64> {
    let reach = rules.campaign.transport.sea_range;
    let within = |port: SpaceIx, steps: i64| rules.campaign.pipeline.within(port, steps);
    let at = |port: SpaceIx, steps: i64| {
        let (near, here) = (within(port, steps - 1), within(port, steps));
        ports.iter().copied().filter(move |to| here.has(*to) && !near.has(*to))
    };
    let port = ports.iter().copied().find(|port| (reach..=reach + 1).all(|steps| at(*port, steps).next().is_some()))?;
    let harbours = harbours(port);
    (1..=reach + 1).rev().find(|steps| at(port, *steps).any(|to| harbours.contains(&to)))
}
