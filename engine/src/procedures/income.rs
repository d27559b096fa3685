//! Income: production points that are undamaged and connected to home, or the values of spaces.

pub(crate) mod terms;

pub(crate) use terms::{RevenueRule, Terms};

use super::{IncomeRules, dominions};
use crate::condition::Scene;
use crate::event::Event;
use crate::ids::{Actor, FeatureIx, PowerIx, SideIx};
use crate::query::{income, zones};
use crate::ruleset::Player;
use crate::run::Run;

pub(super) fn run(run: &mut Run, settings: &IncomeRules) {
    let rules = run.rules;
    let phase = &rules.phases[usize::from(run.state.phase)];
    // Powers that play together keep their money apart.
    if let (Player::Slot(_), None) = (&phase.player, settings.feature) {
        for who in zones::powers_of(rules, &run.state).into_iter().map(Actor::Power) {
            let earned = collected(run, settings, who);
            if earned != 0 {
                run.emit(Event::Earned { who, amount: earned });
            }
            let to = run.state.money(who) + earned;
            run.emit(Event::MoneySet { who, to });
        }
        return;
    }
    let (Some(who), Some(side)) = (run.state.purse_of_player(&phase.player), run.state.side_of_player(&phase.player))
    else {
        return;
    };
    let (earned, apart) = match settings.feature {
        Some(feature) => produced(run, side, feature),
        None => (values(run, who), Vec::new()),
    };
    let earned = earned + objectives(run, who) + imports(run, side, settings);
    let earned = (earned - super::fleets::pay(run, side)).max(0);
    // What dominions of the side did not spend is nothing that was lent to them.
    dominions::drop_rest(run, side, dominions::of_game(rules));
    let lent = if settings.no_saving { take_lent(run, who) } else { 0 };
    let to = if settings.no_saving { earned + lent } else { run.state.money(who) + earned };
    run.emit(Event::Earned { who, amount: earned });
    run.emit(Event::MoneySet { who, to });
    for (who, amount) in apart {
        run.emit(Event::Earned { who, amount });
        run.emit(Event::MoneySet { who, to: amount });
    }
}

/// What a side produces together, and what those of its dominions produce for themselves that are cut off.
fn produced(run: &mut Run, side: SideIx, feature: FeatureIx) -> (i64, Vec<(Actor, i64)>) {
    let (rules, state, lines) = (run.rules, &run.state, &mut run.memory.of(side).lines);
    let alone = dominions::alone(rules, state, side, dominions::of_game(rules), lines);
    let supplied = lines.full(rules, state, side, super::supply_rules(rules));
    if alone.is_empty() {
        return (income::from_production(rules, state, side, feature, supplied), Vec::new());
    }
    let mut common = supplied.clone();
    let mut apart: Vec<(PowerIx, i64)> = alone.iter().map(|(power, _)| (*power, 0)).collect();
    for (power, space) in dominions::shares(rules, state, side, feature, &alone) {
        common.remove(space);
        if let Some((_, points)) = apart.iter_mut().find(|(of, _)| *of == power && supplied.has(space)) {
            *points += state.working(rules, space, feature);
        }
    }
    let together = income::from_production(rules, state, side, feature, &common);
    (together, apart.into_iter().map(|(power, points)| (Actor::Power(power), points)).collect())
}

/// What comes in through ports from places that are not the side's own.
fn imports(run: &mut Run, side: SideIx, settings: &IncomeRules) -> i64 {
    let mut sum = 0;
    for import in &settings.imports {
        if run.state.side_of(import.to) != Some(side) {
            continue;
        }
        let points = income::imported(run.rules, &run.state, side, import);
        if points > 0 {
            run.emit(Event::Imported { who: import.to, from: import.from, points });
            sum += points;
        }
    }
    sum
}

/// What an ally lent to a power of a side since its last production: it is spent now or lost.
fn take_lent(run: &mut Run, who: Actor) -> i64 {
    let Actor::Side(_) = who else { return 0 };
    let mut sum = 0;
    for power in run.state.members(who).collect::<Vec<_>>() {
        let lent = run.state.money(Actor::Power(power)).max(0);
        if lent > 0 {
            sum += lent;
            run.emit(Event::MoneySet { who: Actor::Power(power), to: 0 });
        }
    }
    sum
}

/// What a power that keeps its own money collects.
pub(crate) fn collected(run: &Run, settings: &IncomeRules, who: Actor) -> i64 {
    match who {
        Actor::Power(power) if !settings.terms.is_plain() => {
            let land = settings.terms.land(run.rules, &run.state, power);
            land.map_or(0, |land| land + run.state.income_change(who) + objectives(run, who))
        }
        _ => values(run, who) + objectives(run, who),
    }
}

fn values(run: &Run, who: Actor) -> i64 {
    income::values_of(run.rules, &run.state, who) + run.state.income_change(who)
}

pub(crate) fn objectives(run: &Run, who: Actor) -> i64 {
    let rules = run.rules;
    rules
        .objectives
        .iter()
        .filter(|objective| run.state.is_of(objective.power, who) && run.state.option_or_none(objective.option))
        .filter_map(|objective| {
            let scene =
                Scene { power: Some(objective.power), side: run.state.side_of(objective.power), ..Scene::default() };
            let holds = objective.when.holds(rules, &run.state, &scene);
            objective.income.whole(rules, &run.state, &scene).ok().filter(|_| holds)
        })
        .sum()
}
