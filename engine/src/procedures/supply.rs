//! Supply: who is cut off at the start of a turn, and what becomes of pockets when the combat phase ends.

use std::collections::VecDeque;

use chartroom_format::schema::condition::SupplyState;
use chartroom_format::schema::units::Domain;

use super::SupplyRules;
use crate::event::{Event, LossReason};
use crate::ids::{PowerIx, SideIx, SpaceIx};
use crate::query::reach::{Own, SpaceSet};
use crate::query::supply::{self, SupplyMap};
use crate::run::Run;
use crate::state::Stack;
use crate::state::rng::{Decision, Purpose};

pub(crate) fn run(run: &mut Run, side: SideIx, settings: &SupplyRules) {
    if settings.lost_after.is_some() {
        pockets(run, side, settings);
    } else {
        note_cut_off(run, side, settings);
    }
}

/// Armies that have no full supply when their turn starts may neither move nor attack, and ships help nobody.
fn note_cut_off(run: &mut Run, side: SideIx, settings: &SupplyRules) {
    let full = run.memory.of(side).lines.full(run.rules, &run.state, side, settings);
    let afloat = |stack: &&Stack| {
        run.state.side_of(stack.power) == Some(side)
            && matches!(run.rules.unit(stack.unit).domain, Domain::Sea | Domain::Submarine)
    };
    let ships = run.state.stacks.iter().filter(afloat).map(|stack| stack.space);
    let all = run.state.armies(side).into_iter().map(|(_, space)| space).chain(ships);
    let mut spaces: Vec<SpaceIx> = all.filter(|space| !full.has(*space)).collect();
    spaces.sort_unstable();
    spaces.dedup();
    if spaces != run.state.cut_off {
        run.emit(Event::CutOff { spaces });
    }
}

/// Unsupplied spaces of a side: armies there are lost, and an enemy who can reach and supply a space takes it.
fn pockets(run: &mut Run, side: SideIx, settings: &SupplyRules) {
    let spaces = run.memory.of(side).lines.pocket(run.rules, &run.state, side, settings).to_vec();
    if spaces.is_empty() {
        return;
    }
    let mut pocket = SpaceSet::new(run.rules.board.spaces.len());
    for space in &spaces {
        pocket.add(*space);
    }
    let fed = fed_at_home(run, side, settings);
    let lost = |stack: &&Stack| {
        let at_home = stack.army == 0 && run.rules.power(stack.power).home.binary_search(&stack.space).is_ok();
        pocket.has(stack.space)
            && !(at_home && fed.has(stack.space))
            && run.state.side_of(stack.power) == Some(side)
            && matches!(run.rules.unit(stack.unit).domain, Domain::Land | Domain::Air | Domain::Fixed)
    };
    let stacks: Vec<Stack> = run.state.stacks.iter().filter(lost).copied().collect();
    for stack in stacks {
        run.emit(Event::Removed { stack, why: LossReason::Unsupplied });
    }
    let Some(within) = settings.captured_within else { return };
    let enemies: Vec<SideIx> =
        (0..run.rules.sides.len()).map(SideIx::new).filter(|enemy| run.state.sides_at_war(side, *enemy)).collect();
    let claims: Vec<(SideIx, SpaceSet)> = enemies
        .into_iter()
        .map(|enemy| {
            // Pockets that nobody could reach even if all were supplied are common, and lines of supply are long.
            let near = reachable(run, enemy, &pocket, None, within);
            if near.iter().next().is_none() {
                return (enemy, near);
            }
            let supplied = supply::trace(run.rules, &run.state, enemy, settings, Some(&pocket));
            (enemy, reachable(run, enemy, &pocket, Some(&supplied), within))
        })
        .collect();
    if claims.iter().all(|(_, reach)| reach.iter().next().is_none()) {
        return;
    }
    // How far each enemy's industry is matters only where several could come; it is counted before anything is captured.
    let contested = |space: &SpaceIx| claims.iter().filter(|(_, reach)| reach.has(*space)).count() > 1;
    let steps: Vec<Vec<Option<u32>>> = if spaces.iter().any(contested) {
        claims.iter().map(|(enemy, _)| industry_steps(run, *enemy, settings)).collect()
    } else {
        vec![Vec::new(); claims.len()]
    };
    for space in spaces.into_iter().filter(|space| !fed.has(*space)) {
        let able: Vec<(SideIx, u32)> = claims
            .iter()
            .zip(&steps)
            .filter(|((_, reach), _)| reach.has(space))
            .map(|((enemy, _), steps)| (*enemy, steps.get(space.index()).copied().flatten().unwrap_or(u32::MAX)))
            .collect();
        let Some(nearest) = able.iter().map(|(_, steps)| *steps).min() else { continue };
        let best: Vec<SideIx> = able.iter().filter(|(_, steps)| *steps == nearest).map(|(enemy, _)| *enemy).collect();
        let winner = if best.len() > 1 {
            best[run.roll(Decision::of(Purpose::Pocket).at(space), best.len() as i64) as usize - 1]
        } else {
            best[0]
        };
        if let Some(power) = nearest_power(run, winner) {
            run.capture(space, Some(power));
            super::firepower::harbour::expel(run, space);
        }
    }
}

/// Spaces of smaller countries of a side that their own capitals feed, over land that is theirs.
fn fed_at_home(run: &Run, side: SideIx, settings: &SupplyRules) -> SpaceSet {
    let mut fed = SpaceSet::new(run.rules.board.spaces.len());
    if !settings.own_capitals {
        return fed;
    }
    let capitals: Vec<_> = run.rules.features.iter().map(|feature| feature.capital).collect();
    let has_capital = |space: SpaceIx| {
        capitals.iter().enumerate().any(|(feature, capital)| {
            *capital && run.state.feature(run.rules, space, crate::ids::FeatureIx::new(feature)) > 0
        })
    };
    for power in run.state.members(crate::ids::Actor::Side(side)).filter(|power| run.rules.power(*power).minor) {
        let own = |space: SpaceIx| run.state.holder(space) == Some(power);
        let home = run.rules.power(power).home.iter().copied();
        let mut queue: Vec<SpaceIx> = home.filter(|space| own(*space) && has_capital(*space)).collect();
        while let Some(space) = queue.pop() {
            if fed.add(space) {
                let ways = run.rules.board.land_ways_of(space).iter().map(|way| way.to());
                queue.extend(ways.filter(|to| own(*to) && !fed.has(*to)));
            }
        }
    }
    fed
}

/// Spaces of a pocket that a supplied army of the enemy could move to within so many spaces, and that he can supply; if it is not
/// said what is supplied, everything is.
fn reachable(run: &Run, enemy: SideIx, pocket: &SpaceSet, supplied: Option<&SupplyMap>, within: i64) -> SpaceSet {
    let count = run.rules.board.spaces.len();
    let (mut seen, mut found) = (SpaceSet::new(count), SpaceSet::new(count));
    let own = Own::new(&run.state, enemy);
    let mut queue: VecDeque<(SpaceIx, i64)> = VecDeque::new();
    for (_, space) in run.state.armies(enemy) {
        if supplied.is_none_or(|supplied| supplied.full.has(space)) && seen.add(space) {
            queue.push_back((space, 0));
        }
    }
    while let Some((space, steps)) = queue.pop_front() {
        let has_supply = |supplied: &SupplyMap| supplied.of(space) != SupplyState::Unsupplied;
        if pocket.has(space) && supplied.is_none_or(has_supply) {
            found.add(space);
        }
        if steps == within {
            continue;
        }
        for to in run.rules.board.land_ways_of(space).iter().map(|way| way.to()) {
            if !seen.has(to) && (own.holds(to) || pocket.has(to)) && seen.add(to) {
                queue.push_back((to, steps + 1));
            }
        }
    }
    found
}

/// Steps from a side's nearest undamaged production to every space, over land.
fn industry_steps(run: &Run, side: SideIx, settings: &SupplyRules) -> Vec<Option<u32>> {
    let mut steps = vec![None; run.rules.board.spaces.len()];
    let mut queue: VecDeque<SpaceIx> = VecDeque::new();
    for space in supply::sources(run.rules, &run.state, side, &settings.defence, false) {
        steps[space.index()] = Some(0);
        queue.push_back(space);
    }
    while let Some(space) = queue.pop_front() {
        let here = steps[space.index()].unwrap_or(0);
        for link in run.rules.board.links_of(space) {
            if link.passes.has(Domain::Land) && steps[link.to.index()].is_none() {
                steps[link.to.index()] = Some(here + 1);
                queue.push_back(link.to);
            }
        }
    }
    steps
}

fn nearest_power(run: &Run, side: SideIx) -> Option<PowerIx> {
    run.lead(crate::ids::Actor::Side(side))
}
