//! Dominions: powers that produce for themselves while no line of supply joins them to their motherland. Who is cut off, what they then
//! produce, and whose purse pays where. What may be built lives with production.

use super::{Procedure, supply_rules};
use crate::event::Event;
use crate::ids::{Actor, FeatureIx, PowerIx, SideIx, SpaceIx};
use crate::query::supply::{self, Lines};
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::State;

/// Powers and the motherland to which a line of supply must join them.
#[derive(Clone, Debug)]
pub struct DominionRule {
    pub powers: Vec<PowerIx>,
    pub of: PowerIx,
    pub source: Option<String>,
}

/// The dominions of a game: those of the first phase that produces.
pub(super) fn of_game(rules: &Ruleset) -> &[DominionRule] {
    let mut running = rules.phases.iter().filter_map(|phase| phase.run);
    let found = running.find_map(|run| match &rules.procedures[run.index()].run {
        Procedure::Produce(settings) => Some(&settings.dominions[..]),
        _ => None,
    });
    found.unwrap_or_default()
}

/// A dominion that stands alone, and the rule that says what that means.
pub(super) type Alone<'r> = (PowerIx, &'r DominionRule);

/// The dominions of a side that are cut off now: they have industry at home, and no line from industry of the motherland reaches any of
/// it. Whether it is damaged does not matter for the way; islands and rocks that the motherland calls its home do not count.
pub(super) fn alone<'r>(
    rules: &Ruleset,
    state: &State,
    side: SideIx,
    dominions: &'r [DominionRule],
    lines: &mut Lines,
) -> Vec<Alone<'r>> {
    let mut found = Vec::new();
    let mut places: Option<Vec<SpaceIx>> = None;
    for rule in dominions {
        for power in rule.powers.iter().copied().filter(|power| state.side_of(*power) == Some(side)) {
            let places = places.get_or_insert_with(|| supply::industry(rules, state, side));
            let mut home = places.iter().filter(|space| is_home(rules, power, **space)).peekable();
            let joined = lines.industry_of(rules, state, side, supply_rules(rules), rule.of);
            if home.peek().is_some() && !home.any(|space| joined.has(*space)) {
                found.push((power, rule));
            }
        }
    }
    found
}

fn is_home(rules: &Ruleset, power: PowerIx, space: SpaceIx) -> bool {
    rules.power(power).home.binary_search(&space).is_ok()
}

/// The places whose production belongs to dominions that stand alone: their own, and what no line joins to anybody else of the side.
pub(super) fn shares(
    rules: &Ruleset,
    state: &State,
    side: SideIx,
    feature: FeatureIx,
    alone: &[Alone<'_>],
) -> Vec<(PowerIx, SpaceIx)> {
    let settings = supply_rules(rules);
    let at_home = |space: SpaceIx| alone.iter().map(|(power, _)| *power).find(|power| is_home(rules, *power, space));
    let sources = supply::sources(rules, state, side, &settings.full, settings.full_from_home);
    let (own, others): (Vec<SpaceIx>, Vec<SpaceIx>) = sources.into_iter().partition(|space| at_home(*space).is_some());
    let common = supply::reached_from(rules, state, side, settings, &others);
    let reached: Vec<_> = alone
        .iter()
        .map(|(power, _)| {
            let sources: Vec<SpaceIx> = own.iter().copied().filter(|space| is_home(rules, *power, *space)).collect();
            (*power, supply::reached_from(rules, state, side, settings, &sources))
        })
        .collect();
    let owner = |space: SpaceIx| {
        let only = || reached.iter().find(|(_, reached)| reached.has(space)).map(|(power, _)| *power);
        at_home(space).or_else(|| if common.has(space) { None } else { only() })
    };
    let places = supply::places_with(rules, state, &[feature]).into_iter();
    places.filter(|space| state.is_friendly(*space, side)).filter_map(|space| Some((owner(space)?, space))).collect()
}

/// Who pays in a place: a dominion that stands alone in its own country, the side everywhere else.
pub(super) fn payer<'a, 'r>(
    rules: &Ruleset,
    side: SideIx,
    alone: &'a [Alone<'r>],
    space: SpaceIx,
) -> (Actor, Option<&'a Alone<'r>>) {
    let dominion = alone.iter().find(|(power, _)| is_home(rules, *power, space));
    (dominion.map_or(Actor::Side(side), |(power, _)| Actor::Power(*power)), dominion)
}

/// The most that any purse of a side holds, those of its dominions that stand alone among them.
pub(super) fn richest(state: &State, side: SideIx, alone: &[Alone<'_>]) -> i64 {
    let own = alone.iter().map(|(power, _)| state.money(Actor::Power(*power)));
    own.fold(state.money(Actor::Side(side)), i64::max)
}

/// What dominions did not spend is lost.
pub(super) fn drop_rest(run: &mut Run, side: SideIx, dominions: &[DominionRule]) {
    for power in dominions.iter().flat_map(|rule| &rule.powers).copied() {
        let who = Actor::Power(power);
        if run.state.side_of(power) == Some(side) && run.state.money(who) != 0 {
            run.emit(Event::MoneySet { who, to: 0 });
        }
    }
}
