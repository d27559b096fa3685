//! Production points: home centres times the multiple of the turn and mode, one for each captured centre that is garrisoned
//! and connected, less what bombs destroyed this turn.

use super::{DependentRule, PointRules, lines, pipeline, shares, zones};
use crate::condition::Scene;
use crate::event::{CampaignEvent, Closing, Event};
use crate::ids::{Actor, PowerIx, SpaceIx};
use crate::query::supply::places_with;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::State;
use crate::table::Value;

/// Powers that build anything, in order.
pub fn producers(rules: &Ruleset) -> Vec<PowerIx> {
    let mut powers: Vec<PowerIx> = rules.units.iter().flat_map(|unit| unit.builds.by.iter().copied()).collect();
    powers.sort_unstable();
    powers.dedup();
    powers
}

/// What a home centre of a power makes this turn before bombs: by the column of its mode.
pub fn multiple(rules: &Ruleset, state: &State, settings: &PointRules, power: PowerIx, space: SpaceIx) -> i64 {
    let fixed = settings.fixed_modes.iter().find(|(spaces, _)| spaces.binary_search(&space).is_ok());
    let own = settings.mode.map(|track| state.track(track, Some(Actor::Power(power))));
    let retaken = settings.retaken_mode.filter(|_| state.campaign.retaken.binary_search(&space).is_ok());
    let mode = retaken.or(fixed.map(|(_, mode)| *mode)).or(own).unwrap_or(1);
    let table = rules.table(settings.multiples);
    let cell = table.cell(table.at(0, i64::from(state.turn)), table.word(1, &mode.to_string()));
    cell.and_then(Value::number).unwrap_or(0)
}

/// Home centres that a power can use.
fn home_centres(rules: &Ruleset, state: &State, settings: &PointRules, power: PowerIx) -> Vec<SpaceIx> {
    let home = &rules.power(power).home;
    let centres = places_with(rules, state, &[settings.feature]).into_iter();
    centres
        .filter(|space| home.binary_search(space).is_ok() && state.feature(rules, *space, settings.feature) > 0)
        .filter(|space| zones::is_friendly(state, power, *space))
        .collect()
}

/// What a space makes this turn for whoever holds it, before bombs.
pub fn made_in(rules: &Ruleset, state: &State, space: SpaceIx) -> i64 {
    let Some(settings) = &rules.campaign.points else { return 0 };
    let owner = producers(rules).into_iter().find(|power| {
        rules.power(*power).home.binary_search(&space).is_ok() && zones::is_friendly(state, *power, space)
    });
    owner.map_or(settings.captured, |power| multiple(rules, state, settings, power, space))
}

/// Captured centres of a power that are garrisoned and connected with its home.
fn captured(rules: &Ruleset, state: &State, settings: &PointRules, power: PowerIx) -> Vec<SpaceIx> {
    let foreign: Vec<SpaceIx> = places_with(rules, state, &[settings.feature])
        .into_iter()
        .filter(|space| state.holder(*space) == Some(power) && rules.power(power).home.binary_search(space).is_err())
        .filter(|space| zones::friends_in(rules, state, power, *space).next().is_some())
        .collect();
    if foreign.is_empty() {
        return foreign;
    }
    let reach = lines::from(rules, state, power, &home_centres(rules, state, settings, power));
    foreign.into_iter().filter(|space| reach.has(*space)).collect()
}

/// Home centres of a part that stand idle because something is missing.
fn idle(rules: &Ruleset, state: &State, settings: &PointRules, power: PowerIx, part: usize) -> usize {
    let scene = Scene { power: Some(power), side: state.side_of(power), ..Scene::default() };
    let of_part = |rule: &&DependentRule| {
        let place = rule.of.first();
        rule.power == power && place.map_or(0, |place| shares::part_of(settings, power, *place)) == part
    };
    let missing = settings.dependent.iter().filter(of_part).filter(|rule| {
        let applies = rule.when.as_ref().is_none_or(|when| when.holds(rules, state, &scene));
        let begin = if rule.of.is_empty() { &rules.power(power).home } else { &rule.of };
        let closed = rule.closed.as_ref().is_some_and(|closed| closed.holds(rules, state, &scene));
        let leads = || pipeline::leads(rules, state, power, begin, &rule.pipeline_to).is_some();
        let linked = rule.pipeline_to.is_empty() || !closed && leads();
        let held = rule.holds.iter().all(|space| {
            state.feature(rules, *space, settings.feature) == 0 || zones::is_friendly(state, power, *space)
        });
        applies && !(linked && held)
    });
    missing.count()
}

/// The production points of a power this turn, by the parts of its economy.
pub fn by_part(rules: &Ruleset, state: &State, power: PowerIx) -> Vec<i64> {
    let Some(settings) = &rules.campaign.points else { return Vec::new() };
    let bombed = |space: SpaceIx| {
        let found = state.campaign.bombed.iter().find(|(at, _)| *at == space);
        found.map_or(0, |(_, points)| i64::from(*points))
    };
    let home = home_centres(rules, state, settings, power);
    let working = |part: usize| -> i64 {
        let own = home.iter().copied().filter(|space| shares::part_of(settings, power, *space) == part);
        let mut made: Vec<i64> =
            own.map(|space| (multiple(rules, state, settings, power, space) - bombed(space)).max(0)).collect();
        made.sort_unstable();
        // The player chooses which centres stand idle: those that make least.
        made.iter().skip(idle(rules, state, settings, power, part)).sum()
    };
    let mut points: Vec<i64> = (0..shares::parts(settings, power).len().max(1)).map(working).collect();
    points[0] += captured(rules, state, settings, power)
        .into_iter()
        .filter(|space| state.campaign.captured.binary_search(&(*space, power)).is_ok())
        .map(|space| (settings.captured - bombed(space)).max(0))
        .sum::<i64>();
    points
}

/// The production points of a power this turn.
pub fn of(rules: &Ruleset, state: &State, power: PowerIx) -> i64 {
    by_part(rules, state, power).into_iter().sum()
}

/// Everybody counts his points; what bombs destroyed is back next turn.
pub(crate) fn count(run: &mut Run) {
    let rules = run.rules;
    let Some(settings) = &rules.campaign.points else { return };
    let powers = producers(rules);
    for power in &powers {
        let made = if rules.power(*power).plays { by_part(rules, &run.state, *power) } else { Vec::new() };
        let to = made.iter().sum();
        let who = Actor::Power(*power);
        run.emit(Event::Earned { who, amount: to });
        run.emit(Event::MoneySet { who, to });
        if made.len() > 1 {
            let shares = made.iter().map(|points| (*points).clamp(0, i64::from(i32::MAX)) as i32).collect();
            run.note(CampaignEvent::Shared { power: *power, shares });
        }
    }
    let mut held: Vec<(SpaceIx, PowerIx)> = Vec::new();
    let mut retaken = run.state.campaign.retaken.clone();
    for power in powers {
        held.extend(captured(rules, &run.state, settings, power).into_iter().map(|space| (space, power)));
        let lost = rules.power(power).home.iter().copied().filter(|space| {
            run.state.feature(rules, *space, settings.feature) > 0 && !zones::is_friendly(&run.state, power, *space)
        });
        retaken.extend(lost);
    }
    held.sort_unstable();
    retaken.sort_unstable();
    retaken.dedup();
    run.note(CampaignEvent::IndustryCounted { captured: held, retaken });
    run.note(CampaignEvent::Closed { what: Closing::Production, side: None });
}
