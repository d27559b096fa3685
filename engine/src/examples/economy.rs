//! Budgets, building, the calendar.

use chartroom_format::schema::example::Example;
use chartroom_format::schema::value::Data;

use super::{compare, game, whole};
use crate::game::Game;
use crate::ids::{Actor, SideIx, TableIx};
use crate::playable::Playable;
use crate::procedures::{ProduceRules, produce as procedure};
use crate::query::income as count;

/// What a side may spend of what it counts.
pub(super) fn income(content: &Playable<'_>, example: &Example) -> Option<Result<(), String>> {
    let side = example.given.get("side").and_then(Data::as_text)?;
    let (all, inside) = (whole(example, "production"), whole(example, "inside"));
    if all.is_none() && inside.is_none() {
        return None;
    }
    Some((|| {
        let (rules, state) = game(content, example)?;
        let side = rules.find_side(side).ok_or_else(|| format!("there is no side `{side}`"))?;
        let (game, _) = Game::start(&rules, state);
        let change = game.state.income_change(Actor::Side(side));
        let counted = count::after_modifiers(&rules, &game.state, side, all.or(inside).unwrap_or(0))
            + whole(example, "outside").unwrap_or(0);
        let spendable = (counted + change).max(0);
        compare(example, &[("spendable", Data::Whole(spendable)), ("counted", Data::Whole(counted))])
    })())
}

pub(super) fn produce(content: &Playable<'_>, example: &Example) -> Option<Result<(), String>> {
    let budget = whole(example, "budget")?;
    let table = example.given.get("costs").and_then(Data::as_text)?;
    let Some(Data::Map(build)) = example.given.get("build") else { return None };
    Some((|| {
        let (rules, state) = game(content, example)?;
        let at = rules
            .tables
            .iter()
            .position(|known| known.id == table)
            .ok_or_else(|| format!("there is no table `{table}`"))?;
        let settings = ProduceRules {
            instalments: None,
            costs: TableIx::new(at),
            by_level: false,
            repair: None,
            only_in: Vec::new(),
            dominions: Vec::new(),
        };
        let mut cost = 0;
        for (unit, count) in build {
            let unit = rules.find_unit(unit).ok_or_else(|| format!("there is no unit `{unit}`"))?;
            let price = procedure::price(&rules, &state, SideIx(0), &settings, unit).ok_or("it may not be built")?;
            cost += procedure::cost(price, count.as_whole().unwrap_or(0));
        }
        compare(example, &[("affordable", Data::Truth(cost <= budget)), ("lost", Data::Whole((budget - cost).max(0)))])
    })())
}

pub(super) fn calendar(content: &Playable<'_>, example: &Example) -> Option<Result<(), String>> {
    let turn = whole(example, "turn")?;
    Some((|| {
        let (rules, _) = game(content, example)?;
        let (season, year) = rules.calendar(turn + 1);
        let season =
            season.and_then(|season| rules.seasons.get(season.index())).ok_or("the scenario has no seasons")?;
        compare(example, &[("next", Data::Text(format!("{season}-{year}")))])
    })())
}
