//! Production points, orders, victory points.

use chartroom_format::schema::example::Example;
use chartroom_format::schema::scenario::VictoryCheck;
use chartroom_format::schema::value::Data;

use super::super::{compare, whole};
use super::position::{game, hold, put};
use crate::action::{Action, Command};
use crate::event::{CampaignEvent, Closing, Event};
use crate::game::Game;
use crate::ids::{Actor, PowerIx, SpaceIx, UnitIx};
use crate::playable::Playable;
use crate::procedures::Procedure;
use crate::procedures::differential::{CampaignPhase, PointRules, orders, points as rules_of_points};
use crate::procedures::victory as rules_of_victory;
use crate::query::supply::places_with;
use crate::ruleset::{Player, Ruleset, VictoryTest};
use crate::run::Run;
use crate::state::State;
use crate::state::campaign::{Arrival, Pending};

fn buyer(rules: &Ruleset, example: &Example) -> Result<PowerIx, String> {
    match example.given.get("power").and_then(Data::as_text) {
        Some(id) => rules.find_power(id).ok_or_else(|| format!("there is no power `{id}`")),
        None => rules_of_points::producers(rules).first().copied().ok_or_else(|| "nobody builds".to_owned()),
    }
}

fn wanted(rules: &Ruleset, example: &Example) -> Result<UnitIx, String> {
    match example.given.get("unit").and_then(Data::as_text) {
        Some(id) => rules.find_unit(id).ok_or_else(|| format!("there is no unit `{id}`")),
        None => Ok(UnitIx(0)),
    }
}

pub(super) fn order(content: &Playable<'_>, example: &Example) -> Option<Result<(), String>> {
    if let Some(started) = whole(example, "started-last-turn") {
        return Some((|| {
            let (rules, state) = game(content, example)?;
            let (power, unit) = (buyer(&rules, example)?, wanted(&rules, example)?);
            let mut run = Run::new(&rules, state);
            if started > 0 {
                let pending =
                    Pending { turn: run.state.turn + 4, power, unit, count: started as u16, place: Arrival::Anywhere };
                run.note(CampaignEvent::Ordered { pending, rebuilt: false });
            }
            run.note(CampaignEvent::Closed { what: Closing::Production, side: None });
            compare(example, &[("most", Data::Whole(orders::most(&rules, &run.state, power, unit)))])
        })());
    }
    let turn = whole(example, "turn")?;
    Some((|| {
        let (rules, mut state) = game(content, example)?;
        let (power, unit) = (buyer(&rules, example)?, wanted(&rules, example)?);
        let at = rules.phases.iter().position(|phase| {
            let runs = phase.run.map(|at| &rules.procedures[at.index()].run);
            phase.player == Player::Power(power)
                && matches!(runs, Some(Procedure::Campaign(CampaignPhase::Order { .. })))
        });
        (state.turn, state.phase, state.begun) = (turn as i16, at.ok_or("the power orders nothing")? as u16, true);
        let mut run = Run::new(&rules, state);
        let purse = 100;
        run.emit(Event::MoneySet { who: Actor::Power(power), to: purse });
        let mut game = Game { rules: &rules, state: run.state };
        let action = Action::Campaign(Command::Order { unit, count: 1, rebuild: false });
        game.submit(&action).map_err(|refusal| refusal.to_string())?;
        let arrives = game.state.campaign.pending.first().map_or(0, |pending| i64::from(pending.turn));
        let placing = rules.phases.iter().find(|phase| {
            let runs = phase.run.map(|at| &rules.procedures[at.index()].run);
            matches!(runs, Some(Procedure::Campaign(CampaignPhase::Reinforce)))
        });
        let phase = placing.and_then(|phase| phase.within.last()).map_or("", |name| rules.phase_name(*name));
        let feature =
            rules.unit(unit).builds.at.first().map_or("", |feature| rules.features[feature.index()].id.as_str());
        compare(
            example,
            &[
                ("cost", Data::Whole(purse - game.state.money(Actor::Power(power)))),
                ("arrives", Data::Whole(arrives)),
                ("phase", Data::Text(phase.to_owned())),
                ("at", Data::Text(feature.to_owned())),
            ],
        )
    })())
}

fn settings(rules: &Ruleset) -> Result<&PointRules, String> {
    rules.campaign.points.as_ref().ok_or_else(|| "nothing is produced".to_owned())
}

/// Centres in order.
fn centres(rules: &Ruleset, state: &State) -> Result<Vec<SpaceIx>, String> {
    Ok(places_with(rules, state, &[settings(rules)?.feature]))
}

pub(super) fn points(content: &Playable<'_>, example: &Example) -> Option<Result<(), String>> {
    if example.given.contains_key("country") {
        return Some(of_country(content, example));
    }
    if let (Some(makes), Some(bombs)) = (whole(example, "hex-points"), whole(example, "bombed")) {
        return Some(bombed(content, example, makes, bombs));
    }
    whole(example, "captured-on").map(|turn| captured(content, example, turn))
}

/// What a country's industry makes on a turn, and what it takes to ship it.
fn of_country(content: &Playable<'_>, example: &Example) -> Result<(), String> {
    let (rules, mut state) = game(content, example)?;
    state.turn = whole(example, "turn").unwrap_or(rules.first_turn) as i16;
    let name = example.given.get("country").and_then(Data::as_text).unwrap_or_default();
    let region = rules.board.regions.iter().find(|region| region.id == name).ok_or("no such country")?;
    let own: Vec<SpaceIx> =
        centres(&rules, &state)?.into_iter().filter(|space| region.spaces.binary_search(space).is_ok()).collect();
    if whole(example, "industrial-hexes").is_some_and(|count| count != own.len() as i64) {
        return Err(format!("{name} has {} industrial hexes", own.len()));
    }
    let total: i64 = own.iter().map(|space| rules_of_points::made_in(&rules, &state, *space)).sum();
    // The smallest holding area is what a chain carries.
    let ships_all = |fleets: &i64| -> bool {
        let carried = super::routes::carries(&rules, &state, rules.campaign.lines.between, (*fleets, *fleets));
        carried.ok().flatten().is_some_and(|carried| carried >= total)
    };
    let fleets = (1..100).find(ships_all);
    compare(
        example,
        &[("points", Data::Whole(total)), ("merchant-per-area-to-send-all", fleets.map_or(Data::Nothing, Data::Whole))],
    )
}

fn bombed(content: &Playable<'_>, example: &Example, makes: i64, bombs: i64) -> Result<(), String> {
    let (rules, mut state) = game(content, example)?;
    // A power whose every centre works, so that a bombed one is not the one that stands idle.
    let settings = settings(&rules)?;
    let whole = |power: &PowerIx| !settings.dependent.iter().any(|rule| rule.power == *power);
    let producers = rules_of_points::producers(&rules).into_iter();
    let power = producers.filter(whole).find(|power| state.side_of(*power).is_some());
    let power = power.ok_or("nobody produces")?;
    let target = centres(&rules, &state)?.into_iter().find(|at| rules.power(power).home.binary_search(at).is_ok());
    let target = target.ok_or("the power has no industry")?;
    let fits = (rules.first_turn..=rules.last_turn).find(|turn| {
        state.turn = *turn as i16;
        rules_of_points::made_in(&rules, &state, target) == makes
    });
    fits.ok_or("no turn makes so many points")?;
    let whole_economy = rules_of_points::of(&rules, &state, power);
    let mut run = Run::new(&rules, state);
    run.note(CampaignEvent::Raided {
        target,
        differential: 0,
        defence_die: None,
        defence_lost: 0,
        bombers_lost: 0,
        aborted: 0,
        bombing_die: Some(1),
        production_lost: bombs as u16,
    });
    let now = makes - (whole_economy - rules_of_points::of(&rules, &run.state, power));
    rules_of_points::count(&mut run);
    let next = makes - (whole_economy - rules_of_points::of(&rules, &run.state, power));
    compare(example, &[("points", Data::Whole(now)), ("next-turn", Data::Whole(next))])
}

/// What a captured and garrisoned centre adds in the turn of its capture and in the next.
fn captured(content: &Playable<'_>, example: &Example, turn: i64) -> Result<(), String> {
    let (rules, mut state) = game(content, example)?;
    state.turn = turn as i16;
    let settings = settings(&rules)?;
    let (captor, victim) = super::position::foes(&rules, &state)?;
    let depends = |at: &SpaceIx| settings.dependent.iter().any(|rule| rule.holds.binary_search(at).is_ok());
    let connected = |state: &State, at: SpaceIx| {
        crate::procedures::differential::lines::lines(&rules, state, captor).attack.land.has(at)
    };
    let unit = rules
        .units
        .iter()
        .position(|unit| unit.domain == chartroom_format::schema::units::Domain::Land && unit.abilities.is_empty());
    let unit = UnitIx::new(unit.ok_or("there are no plain land units")?);
    let foreign: Vec<SpaceIx> = centres(&rules, &state)?
        .into_iter()
        .filter(|at| rules.power(captor).home.binary_search(at).is_err() && !depends(at))
        .filter(|at| rules.board.space(*at).owner != Some(victim))
        .collect();
    for at in foreign {
        let mut run = Run::new(&rules, state.clone());
        super::position::clear(&mut run);
        for space in (0..rules.board.spaces.len()).map(SpaceIx::new).filter(|space| rules.board.has_land(*space)) {
            if run.state.holder(space).is_none_or(|holder| run.state.side_of(holder).is_none()) {
                hold(&mut run, space, captor);
            }
        }
        put(&mut run, at, captor, unit, whole(example, "garrison").unwrap_or(1) as u16);
        if !connected(&run.state, at) {
            continue;
        }
        let without = |state: &State| {
            let mut other = Run::new(&rules, state.clone());
            other.emit(Event::Captured { space: at, from: None, by: None });
            rules_of_points::of(&rules, &other.state, captor)
        };
        let first = rules_of_points::of(&rules, &run.state, captor) - without(&run.state);
        rules_of_points::count(&mut run);
        run.emit(Event::TurnBegan { turn: (turn + 1) as i16 });
        let second = rules_of_points::of(&rules, &run.state, captor) - without(&run.state);
        let keys = [format!("turn-{turn}"), format!("turn-{}", turn + 1)];
        return compare(example, &[(&keys[0], Data::Whole(first)), (&keys[1], Data::Whole(second))]);
    }
    Err("no foreign industry can be connected".to_owned())
}

/// Victory points for centres that changed hands.
pub(super) fn victory(content: &Playable<'_>, example: &Example) -> Option<Result<(), String>> {
    let (first, second) = (whole(example, "axis-holds")?, whole(example, "allies-hold-or-bombed")?);
    Some((|| {
        let (rules, state) = game(content, example)?;
        let scores = rules.victory.iter().find_map(|victory| match &victory.test {
            VictoryTest::MostPoints(scores) => Some(scores),
            _ => None,
        });
        let [one, other, ..] = &scores.ok_or("nobody counts points")?[..] else {
            return Err("not two scores".to_owned());
        };
        let mut run = Run::new(&rules, state);
        for (score, count) in [(one, first), (other, second)] {
            let power = run.lead(score.who).ok_or("nobody")?;
            let counts = |run: &Run, at: &SpaceIx| {
                let inside = score.within.as_ref().is_none_or(|within| within.binary_search(at).is_ok());
                let owner = rules.board.space(*at).owner;
                let of = score.once_of.is_empty()
                    || owner.is_some_and(|owner| score.once_of.iter().any(|who| run.state.is_of(owner, *who)));
                inside && of && !run.state.is_held_by(*at, score.who)
            };
            let places: Vec<SpaceIx> = places_with(&rules, &run.state, &score.each)
                .into_iter()
                .filter(|at| counts(&run, at))
                .take(count as usize)
                .collect();
            for at in places {
                hold(&mut run, at, power);
            }
        }
        let totals = rules_of_victory::totals(&rules, &run.state, &[one.clone(), other.clone()]);
        let points = totals.iter().map(|(who, points)| (rules.actor_name(*who).to_owned(), Data::Whole(*points)));
        let points = Data::Map(points.collect());
        rules_of_victory::check(&mut run, VictoryCheck::GameEnd);
        let winner = run.state.outcome.as_ref().and_then(|outcome| outcome.winner);
        let winner = winner.map_or(Data::Nothing, |who| Data::Text(rules.actor_name(who).to_owned()));
        compare(example, &[("points", points), ("winner", winner)])
    })())
}
