//! Lines of supply, merchant ship pipelines, strategic movement and lend-lease.

use std::collections::VecDeque;

use chartroom_format::schema::example::Example;
use chartroom_format::schema::units::{Ability, Domain};
use chartroom_format::schema::value::Data;

use super::super::{compare, list, whole};
use super::position::{clear, enter, foes, game, hold, kind, put};
use super::voyages;
use crate::action::{Action, Command};
use crate::event::Event;
use crate::game::Game;
use crate::ids::{PowerIx, SpaceIx, UnitIx};
use crate::playable::Playable;
use crate::procedures::Procedure;
use crate::procedures::differential::fleet::harbour;
use crate::procedures::differential::lend::{self, Carries};
use crate::procedures::differential::{CampaignPhase, lines, pipeline, points, transport};
use crate::query::reach::SpaceSet;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::State;
use crate::state::sea::Fed;

pub(super) fn plain(rules: &Ruleset) -> Result<UnitIx, String> {
    let found = rules.units.iter().position(|unit| unit.domain == Domain::Land && unit.abilities.is_empty());
    found.map(UnitIx::new).ok_or_else(|| "there are no plain land units".to_owned())
}

/// Two ports and a chain of holding areas between them whose first and last lie so many steps apart.
struct Chain {
    ports: (SpaceIx, SpaceIx),
    areas: (SpaceIx, SpaceIx),
}

/// Such a chain out of a port that is wanted.
fn chain(rules: &Ruleset, state: &State, steps: i64, wanted: impl Fn(SpaceIx) -> bool) -> Result<Chain, String> {
    let sea = &rules.campaign.pipeline;
    let near = |port: SpaceIx| {
        sea.near(port).filter(|(_, away)| i64::from(*away) <= rules.campaign.lines.to_port).map(|(space, _)| space)
    };
    let ports = lines::ports(rules, state);
    for one in ports.iter().filter(|port| wanted(**port)) {
        for other in ports.iter().filter(|other| *other != one) {
            // The ports themselves are so far apart that no shorter chain exists.
            if sea.distance(*one, *other).is_some() {
                continue;
            }
            for first in near(*one) {
                let last =
                    near(*other).find(|last| sea.distance(first, *last).is_some_and(|away| i64::from(away) == steps));
                if let Some(last) = last {
                    return Ok(Chain { ports: (*one, *other), areas: (first, last) });
                }
            }
        }
    }
    Err("the map has no such two ports".to_owned())
}

/// What a chain of two holding areas carries; none if it is broken.
pub(super) fn carries(rules: &Ruleset, state: &State, steps: i64, fleets: (i64, i64)) -> Result<Option<i64>, String> {
    let chain = chain(rules, state, steps, |_| true)?;
    let mut areas = vec![(chain.areas.0, fleets.0), (chain.areas.1, fleets.1)];
    areas.sort_unstable();
    let reached = pipeline::reach(
        rules,
        &mut areas,
        &SpaceSet::new(rules.board.spaces.len()),
        &[(chain.ports.0, i64::MAX)],
        &[chain.ports.1],
    );
    Ok(reached.first().map(|(_, capacity)| *capacity))
}

pub(super) fn gaps(content: &Playable<'_>, example: &Example) -> Option<Result<(), String>> {
    let between: Vec<i64> = list(example, "intervening-hexes").iter().filter_map(Data::as_whole).collect();
    if between.is_empty() {
        return None;
    }
    Some((|| {
        let (rules, state) = game(content, example)?;
        let mut intact = Vec::new();
        for gap in between {
            intact.push(Data::Truth(carries(&rules, &state, gap + 1, (1, 1))?.is_some()));
        }
        compare(example, &[("intact", Data::List(intact))])
    })())
}

pub(super) fn lend(content: &Playable<'_>, example: &Example) -> Result<(), String> {
    let areas: Vec<i64> = list(example, "holding-areas").iter().filter_map(Data::as_whole).collect();
    let name = |key: &str| example.given.get(key).and_then(Data::as_text);
    let (rules, state) = game(content, example)?;
    if let [first, second] = areas[..] {
        let most = carries(&rules, &state, rules.campaign.lines.between, (first, second))?;
        return compare(example, &[("most", most.map_or(Data::Nothing, Data::Whole))]);
    }
    let power = |key: &str| name(key).and_then(|id| rules.find_power(id)).ok_or_else(|| format!("no power `{key}`"));
    let (from, to) = (power("from")?, power("to")?);
    let mut run = Run::new(&rules, state);
    ally(&mut run, from, to);
    let most = match lend::most(&rules, &run.state, from, to) {
        Some(Carries::Anything) => Data::Text("unlimited".to_owned()),
        Some(Carries::Points(points)) => Data::Whole(points),
        None => Data::Nothing,
    };
    compare(example, &[("most", most)])
}

/// Two powers stand together.
fn ally(run: &mut Run, from: PowerIx, to: PowerIx) {
    let side = run.state.side_of(from);
    run.emit(Event::SideSet { power: to, side });
}

pub(super) fn supply(content: &Playable<'_>, example: &Example) -> Option<Result<(), String>> {
    let outside: Vec<i64> = list(example, "hexes-outside").iter().filter_map(Data::as_whole).collect();
    if !outside.is_empty() {
        return Some(beyond(content, example, &outside));
    }
    if let Some(fleets) = whole(example, "smallest-holding-area") {
        return Some(overseas(content, example, fleets));
    }
    if let (Some(fleets), Some(ships)) = (whole(example, "merchant-per-area"), whole(example, "ships")) {
        return Some(ships_overseas(content, example, fleets, ships));
    }
    example.given.contains_key("cut-off").then(|| cut_off(content, example))
}

/// How far lines reach beyond communications areas when nobody stands in their way.
fn beyond(content: &Playable<'_>, example: &Example, outside: &[i64]) -> Result<(), String> {
    let (rules, state) = game(content, example)?;
    let (power, _) = foes(&rules, &state)?;
    let mut run = Run::new(&rules, state);
    clear(&mut run);
    let land: Vec<SpaceIx> =
        (0..rules.board.spaces.len()).map(SpaceIx::new).filter(|space| rules.board.has_land(*space)).collect();
    for space in &land {
        hold(&mut run, *space, power);
    }
    let reach = lines::lines(&rules, &run.state, power).defence;
    let steps = steps_outside(&rules, &land, &reach);
    let supplied = outside.iter().map(|away| {
        let at: Vec<SpaceIx> = land.iter().copied().filter(|space| steps[space.index()] == Some(*away)).collect();
        Data::Truth(at.iter().any(|space| reach.land.has(*space)))
    });
    compare(example, &[("supplied", Data::List(supplied.collect()))])
}

/// Steps from the communications areas that lines reach, over land.
fn steps_outside(rules: &Ruleset, land: &[SpaceIx], reach: &lines::Reach) -> Vec<Option<i64>> {
    let mut steps = vec![None; rules.board.spaces.len()];
    let mut queue = VecDeque::new();
    for space in land.iter().filter(|space| rules.campaign.lines.free_within.has(**space) && reach.land.has(**space)) {
        steps[space.index()] = Some(0);
        queue.push_back(*space);
    }
    while let Some(space) = queue.pop_front() {
        for link in rules.board.links_of(space) {
            let crosses = link.passes.has(Domain::Land) && !rules.board.side_is(link, |side| side.bars_supply);
            let open = crosses && steps[link.to.index()].is_none();
            if open && !rules.campaign.lines.free_within.has(link.to) {
                steps[link.to.index()] = steps[space.index()].map(|away: i64| away + 1);
                queue.push_back(link.to);
            }
        }
    }
    steps
}

/// A foreign port at the end of a chain of merchant ships, so many in each area, with nothing else to feed it.
fn far_port(rules: &Ruleset, state: State, fleets: (i64, i64)) -> Result<(Run<'_>, PowerIx, SpaceIx), String> {
    let from_home = |power: PowerIx| {
        let is_home = |port: SpaceIx| rules.power(power).home.binary_search(&port).is_ok();
        chain(rules, &state, rules.campaign.lines.between, is_home).ok().map(|chain| (power, chain))
    };
    let mut producers = points::producers(rules).into_iter().filter(|power| state.side_of(*power).is_some());
    let (power, chain) = producers.find_map(from_home).ok_or("nobody who produces has such a port")?;
    let ships = kind(rules, Domain::Sea, Ability::Pipeline)?;
    let mut run = Run::new(rules, state);
    clear(&mut run);
    for space in (0..rules.board.spaces.len()).map(SpaceIx::new) {
        run.emit(Event::Captured { space, from: None, by: None });
    }
    hold(&mut run, chain.ports.0, power);
    hold(&mut run, chain.ports.1, power);
    let industry = *rules.campaign.lines.full.first().ok_or("nothing gives supply")?;
    run.emit(Event::FeatureSet { space: chain.ports.0, feature: industry, amount: 1 });
    for feature in rules.campaign.lines.full.iter().chain(&rules.campaign.lines.defence) {
        run.emit(Event::FeatureSet { space: chain.ports.1, feature: *feature, amount: 0 });
    }
    for (area, count) in [(chain.areas.0, fleets.0), (chain.areas.1, fleets.1)] {
        if count > 0 {
            put(&mut run, area, power, ships, count as u16);
        }
    }
    Ok((run, power, chain.ports.1))
}

/// Points in a foreign port at the end of a chain of merchant ships.
fn overseas(content: &Playable<'_>, example: &Example, fleets: i64) -> Result<(), String> {
    let (rules, state) = game(content, example)?;
    let (mut run, power, port) = far_port(&rules, state, (fleets, fleets + 3))?;
    let stack = put(&mut run, port, power, plain(&rules)?, fleets as u16 + 5);
    let served = lines::lines(&rules, &run.state, power).full(&rules, &run.state, &stack);
    compare(example, &[("points-supplied", Data::Whole(i64::from(served)))])
}

/// Warships there: how many are fed when the naval stage begins, with that many merchant ships and with none.
fn ships_overseas(content: &Playable<'_>, example: &Example, fleets: i64, ships: i64) -> Result<(), String> {
    let (rules, state) = game(content, example)?;
    let warship = rules.units.iter().position(|unit| unit.domain == Domain::Sea && !unit.can(Ability::Pipeline));
    let warship = warship.map(UnitIx::new).ok_or("there are no warships")?;
    let mut fed = Vec::new();
    for fleets in [fleets, 0] {
        let (mut run, power, port) = far_port(&rules, state.clone(), (fleets, fleets))?;
        put(&mut run, port, power, warship, ships as u16);
        harbour::judge(&mut run);
        let there = run.state.stacks_in(port).iter();
        let full = there.filter(|stack| run.state.campaign.sea.fleet(stack.army).fed == Fed::Full);
        fed.push(full.map(|stack| i64::from(stack.count)).sum());
    }
    compare(example, &[("supplied", Data::Whole(fed[0])), ("supplied-without", Data::Whole(fed[1]))])
}

/// A unit alone among enemies, judged at the end of every combat phase until it is lost.
fn cut_off(content: &Playable<'_>, example: &Example) -> Result<(), String> {
    let given = example.given.get("cut-off");
    let turn = super::position::field(given, "turn").and_then(Data::as_whole).ok_or("`cut-off` lacks `turn`")?;
    let phase = super::position::field(given, "phase").and_then(Data::as_text).ok_or("`cut-off` lacks `phase`")?;
    let (rules, mut state) = game(content, example)?;
    let (enemy, own) = foes(&rules, &state)?;
    state.turn = turn as i16;
    let mut run = Run::new(&rules, state);
    clear(&mut run);
    let (middle, beside) = super::position::plain_pair(&rules)?;
    hold(&mut run, middle, enemy);
    put(&mut run, middle, own, plain(&rules)?, 1);
    hold(&mut run, beside, enemy);
    for link in rules.board.links_of(middle).iter().filter(|link| rules.board.has_land(link.to)) {
        put(&mut run, link.to, enemy, plain(&rules)?, 1);
    }
    let fights = rules.phases.iter().filter(|phase| {
        phase
            .run
            .is_some_and(|at| matches!(&rules.procedures[at.index()].run, Procedure::Campaign(CampaignPhase::Battle)))
    });
    let fights: Vec<_> = fights.collect();
    let mut begun = false;
    for now in turn..turn + 4 {
        for fight in &fights {
            begun |= rules.phase_name(fight.name) == phase;
            let Some(side) = run.state.side_of_player(&fight.player).filter(|_| begun) else { continue };
            lines::judge(&mut run, side);
            if run.state.stacks_in(middle).iter().all(|stack| stack.power != own) {
                let at = Data::Map(
                    [
                        ("turn".to_owned(), Data::Whole(now)),
                        ("phase".to_owned(), Data::Text(rules.phase_name(fight.name).to_owned())),
                    ]
                    .into(),
                );
                return compare(example, &[("lost-at-end-of", at)]);
            }
        }
    }
    Err("the unit is never lost".to_owned())
}

pub(super) fn strategic(content: &Playable<'_>, example: &Example) -> Option<Result<(), String>> {
    if let Some(Data::Map(capacity)) = example.given.get("capacity") {
        let lenders: Vec<String> = capacity.keys().cloned().collect();
        let whose = example.given.get("used-for").and_then(Data::as_text)?;
        return Some((|| {
            let (rules, state) = game(content, example)?;
            let moved = shuttle(&rules, state, whose, &lenders)?;
            compare(example, &[("points", Data::Whole(moved))])
        })());
    }
    if list(example, "mode").len() == 2 {
        return Some(voyages::both_ways(content, example));
    }
    let by_land = matches!(list(example, "mode"), [Data::Text(mode)] if mode == "land");
    by_land.then(|| {
        let (rules, state) = game(content, example)?;
        let farthest = rules.campaign.transport.powers.iter().flat_map(|power| {
            let home = rules.power(*power).home.iter();
            home.flat_map(|from| transport::by_rail(&rules, &state, *power, *from, rules.campaign.transport.range))
        });
        let hexes = farthest.map(|(_, steps)| i64::from(steps)).max().unwrap_or(0);
        let (power, _) = foes(&rules, &state)?;
        let name = rules.power(power).id.clone();
        let moved = shuttle(&rules, state, &name, std::slice::from_ref(&name))?;
        compare(example, &[("hexes", Data::Whole(hexes)), ("points", Data::Whole(moved))])
    })
}

/// How many points of a power the capacity of some powers moves in one phase.
fn shuttle(rules: &Ruleset, state: State, whose: &str, lenders: &[String]) -> Result<i64, String> {
    let power = |id: &str| rules.find_power(id).ok_or_else(|| format!("there is no power `{id}`"));
    let owner = power(whose)?;
    let lenders: Vec<PowerIx> = lenders.iter().map(|id| power(id)).collect::<Result<_, String>>()?;
    let mut run = Run::new(rules, state);
    clear(&mut run);
    for lender in &lenders {
        if run.state.side_of(*lender).is_some() {
            ally(&mut run, *lender, owner);
        }
    }
    let rail =
        |run: &Run, from: SpaceIx| transport::by_rail(rules, &run.state, owner, from, rules.campaign.transport.range);
    let start = rules.power(owner).home.iter().copied().find(|from| !rail(&run, *from).is_empty());
    let from = start.ok_or("the power has no railway")?;
    let to = rail(&run, from).first().map(|(to, _)| *to).ok_or("nothing is in reach")?;
    put(&mut run, from, owner, plain(rules)?, 9);
    let mut state = run.state;
    let side = state.side_of(owner);
    enter(rules, &mut state, side, &CampaignPhase::Transport)?;
    let mut game = Game { rules, state };
    let mut moved = 0;
    for by in lenders {
        let action = Action::Campaign(Command::Entrain { from, power: owner, unit: plain(rules)?, count: 1, to, by });
        while moved < 9 && game.submit(&action).is_ok() {
            moved += 1;
        }
    }
    Ok(moved)
}
