//! Income: production points that are undamaged and connected to home, or the values of spaces.

use super::IncomeRules;
use crate::condition::Scene;
use crate::event::Event;
use crate::ids::{Actor, SideIx};
use crate::query::income;
use crate::ruleset::Player;
use crate::run::Run;

pub(super) fn run(run: &mut Run, settings: &IncomeRules) {
    let rules = run.rules;
    let phase = &rules.phases[usize::from(run.state.phase)];
    // Powers that play together keep their money apart.
    if let (Player::Slot(powers), None) = (&phase.player, settings.feature) {
        for who in powers.iter().map(|power| Actor::Power(*power)) {
            let to = run.state.money(who) + values(run, who) + objectives(run, who);
            run.emit(Event::MoneySet { who, to });
        }
        return;
    }
    let (Some(who), Some(side)) = (run.state.purse_of_player(&phase.player), run.state.side_of_player(&phase.player))
    else {
        return;
    };
    let earned = match settings.feature {
        Some(feature) => {
            let lines = &mut run.memory.of(side).lines;
            let supplied = lines.full(rules, &run.state, side, super::supply_rules(rules));
            income::from_production(rules, &run.state, side, feature, supplied)
        }
        None => values(run, who),
    };
    let earned = earned + objectives(run, who) + imports(run, side, settings);
    let lent = if settings.no_saving { take_lent(run, who) } else { 0 };
    let to = if settings.no_saving { earned + lent } else { run.state.money(who) + earned };
    run.emit(Event::Earned { who, amount: earned });
    run.emit(Event::MoneySet { who, to });
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

fn values(run: &Run, who: Actor) -> i64 {
    income::values_of(run.rules, &run.state, who) + run.state.income_change(who)
}

fn objectives(run: &Run, who: Actor) -> i64 {
    let rules = run.rules;
    rules
        .objectives
        .iter()
        .filter(|objective| run.state.is_of(objective.power, who) && run.state.option_or_none(objective.option))
        .filter(|objective| {
            let scene =
                Scene { power: Some(objective.power), side: run.state.side_of(objective.power), ..Scene::default() };
            objective.when.holds(rules, &run.state, &scene)
        })
        .map(|objective| objective.income)
        .sum()
}
