//! What a table means in play, before and after the change: cost per expected hit, battles for equal money, and for
//! result tables the expected result of every column. Computed by the engine's exact odds.

use std::collections::BTreeMap;

use chartroom_engine::matchup::price;
use chartroom_engine::modifier::whole_price;
use chartroom_engine::odds::Budget;
use chartroom_engine::odds::hit::{Battle, ClassSet, Health, Shot, Side, Unit, odds};
use chartroom_engine::odds::tuning::{Bargain, Change, UnitLine, bargains};
use chartroom_format::content::Content;
use chartroom_format::schema::procedure::Procedure;
use chartroom_format::schema::table::{Axis, CellKind, Table};
use chartroom_format::schema::units::UnitType;

use super::tables::{Sheet, saved_table, saved_units};
use crate::document::Document;

/// A number before and after, where there is one.
pub type Shown = Option<Change>;

/// One line of the panel.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OddsLine {
    pub name: String,
    pub values: Vec<Shown>,
}

/// The panel beside a table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OddsPanel {
    pub title: String,
    pub about: String,
    pub headers: Vec<String>,
    /// Whether a column holds probabilities.
    pub percent: Vec<bool>,
    pub lines: Vec<OddsLine>,
}

/// Money for the battles of the panel.
const PURSE: u32 = 60;

/// The panel for a sheet; empty where nothing can be said.
pub fn panel(document: &Document, sheet: Option<&Sheet>) -> OddsPanel {
    let content = document.content();
    match sheet {
        Some(Sheet::Units) => {
            let prices = content.tables.values().find(|table| is_price_list(document, table));
            prices.map(|table| unit_panel(document, table)).unwrap_or_default()
        }
        Some(Sheet::Table(id)) => match content.tables.get(id.as_str()) {
            Some(table) if is_price_list(document, table) => unit_panel(document, table),
            Some(table) if matches!(table.axes.first(), Some(Axis::Die { .. })) => {
                die_panel(table, saved_table(document, id).as_ref())
            }
            _ => OddsPanel::default(),
        },
        None => OddsPanel::default(),
    }
}

pub(super) fn is_price_list(document: &Document, table: &Table) -> bool {
    let units = &document.content().units;
    matches!(table.cells, CellKind::Money)
        && table.rows.keys().filter(|key| units.contains_key(key.as_str())).count() * 2 > table.rows.len()
}

/// The die of the pack's hit rolls.
fn die(document: &Document) -> u8 {
    let dice = document.content().procedures.values().find_map(|entry| match &entry.run {
        Procedure::HitRollCombat { die, .. } => u8::try_from(*die).ok(),
        _ => None,
    });
    dice.unwrap_or(6)
}

fn unit_panel(document: &Document, prices: &Table) -> OddsPanel {
    let die = die(document);
    let saved = saved_units(document);
    let now: BTreeMap<String, UnitType> =
        document.content().units.iter().map(|(id, unit)| (id.0.clone(), unit.clone())).collect();
    let before_prices = saved_table(document, prices.id.as_str());
    let content = document.content();
    let before = lines(content, &saved, before_prices.as_ref().unwrap_or(prices));
    let after = lines(content, &now, prices);
    let (rated_before, rated_after) = (rate(&before, die), rate(&after, die));
    let foe = |lines: &[(String, UnitLine)]| {
        lines
            .iter()
            .filter(|(_, line)| !line.defence.is_empty() && line.cost > 0)
            .min_by_key(|(_, line)| line.cost)
            .map(|(_, line)| line.clone())
    };
    let (foe_before, foe_after) = (foe(&before), foe(&after));
    let find = |lines: &[(String, UnitLine)], name: &str| {
        lines.iter().find(|(known, _)| known == name).map(|(_, line)| line.clone())
    };
    let list = after
        .iter()
        .map(|(name, line)| {
            let (was, is) = (rated_before.get(name), rated_after.get(name));
            let pair = |value: fn(&Bargain) -> Option<f64>| change(was.and_then(value), is.and_then(value));
            let old = find(&before, name);
            let win = change(
                old.as_ref().zip(foe_before.as_ref()).and_then(|(line, foe)| battle(line, foe, die)),
                foe_after.as_ref().and_then(|foe| battle(line, foe, die)),
            );
            let price = change(old.map(|line| f64::from(line.cost)), Some(f64::from(line.cost)));
            OddsLine {
                name: name.clone(),
                values: vec![
                    price,
                    pair(|rated| rated.cost_per_attack_hit),
                    pair(|rated| rated.cost_per_defence_hit),
                    win,
                ],
            }
        })
        .collect();
    let column = prices.keys(1).first().map(|key| format!(" ({key})")).unwrap_or_default();
    OddsPanel {
        title: "What a unit is worth".to_owned(),
        about: format!(
            "Prices of the first column{column} after what changes them, a die with {die} sides. The last column: the chance to win when {PURSE} are spent on it and as much on the cheapest defender."
        ),
        headers: ["price", "per hit\nattacking", "per hit\ndefending", "wins"].map(str::to_owned).to_vec(),
        percent: vec![false, false, false, true],
        lines: list,
    }
}

fn rate(lines: &[(String, UnitLine)], die: u8) -> BTreeMap<String, Bargain> {
    let plain: Vec<UnitLine> = lines.iter().map(|(_, line)| line.clone()).collect();
    lines.iter().map(|(name, _)| name.clone()).zip(bargains(&plain, die)).collect()
}

/// The units of a price list that fight with dice.
fn lines(content: &Content, units: &BTreeMap<String, UnitType>, prices: &Table) -> Vec<(String, UnitLine)> {
    let column = prices.keys(1).first().map(|key| key.0.clone());
    let buyer = column.as_deref().filter(|column| content.powers.contains_key(*column));
    let dice = |dice: &Option<Vec<i64>>| -> Vec<u8> {
        dice.iter().flatten().filter_map(|value| u8::try_from(*value).ok()).collect()
    };
    prices
        .rows
        .iter()
        .enumerate()
        .filter_map(|(at, (key, row))| {
            let unit = units.get(key.as_str())?;
            let printed = price::amount(row.0.first()?);
            let now = price::changed(content, None, key.as_str(), buyer, printed).0?;
            let cost = u32::try_from(whole_price(now)).ok()?;
            let (attack, defence) = (dice(&unit.stats.attack), dice(&unit.stats.defend));
            if attack.is_empty() && defence.is_empty() {
                return None;
            }
            let hits_to_kill = unit.stats.hits.and_then(|hits| u16::try_from(hits).ok()).unwrap_or(1).max(1);
            Some((key.0.clone(), UnitLine { unit: at as u16, cost, attack, defence, hits_to_kill }))
        })
        .collect()
}

/// The chance that one purse of attackers beats one purse of defenders.
fn battle(attacker: &UnitLine, defender: &UnitLine, die: u8) -> Option<f64> {
    if attacker.attack.is_empty() || attacker.cost == 0 || defender.cost == 0 {
        return None;
    }
    let side = |line: &UnitLine, values: &[u8], key: u16| {
        let shots: Vec<Shot> = values.iter().map(|value| Shot::plain(*value)).collect();
        let health = Health { shots, attack_worth: 0, defence_worth: 0 };
        let count = (PURSE / line.cost).clamp(1, 30) as u16;
        Side {
            units: vec![Unit {
                key,
                classes: ClassSet::NONE,
                count,
                cost: line.cost,
                health: vec![health; usize::from(line.hits_to_kill)],
            }],
            ..Side::default()
        }
    };
    let battle = Battle {
        die,
        attacker: side(attacker, &attacker.attack, 1),
        defender: side(defender, &defender.defence, 2),
        round_limit: None,
        hold: ClassSet::ALL,
        retreat_under_fire: false,
    };
    odds(&battle, &Budget { steps: 50_000_000, games: 4_000, seed: 1 }).ok().map(|odds| odds.win)
}

/// Expected result and chance of any result, column by column.
fn die_panel(table: &Table, saved: Option<&Table>) -> OddsPanel {
    let columns: Vec<String> = if table.axes.len() > 1 {
        table.keys(1).iter().map(|key| key.0.clone()).collect()
    } else {
        vec!["value".to_owned()]
    };
    let mean = |table: &Table, at: usize| -> Option<(f64, f64)> {
        let cells: Vec<f64> = table
            .rows
            .values()
            .filter_map(|row| row.0.get(at))
            .map(|cell| cell.as_amount().map_or(0.0, chartroom_format::schema::value::Amount::to_f64))
            .collect();
        let any = table
            .rows
            .values()
            .filter_map(|row| row.0.get(at))
            .filter(|cell| !cell.is_empty() && cell.as_number() != Some(0))
            .count();
        (!cells.is_empty()).then(|| (cells.iter().sum::<f64>() / cells.len() as f64, any as f64 / cells.len() as f64))
    };
    let lines = columns
        .into_iter()
        .enumerate()
        .map(|(at, name)| {
            let (was, is) = (saved.and_then(|saved| mean(saved, at)), mean(table, at));
            OddsLine {
                name,
                values: vec![
                    change(was.map(|it| it.0), is.map(|it| it.0)),
                    change(was.map(|it| it.1), is.map(|it| it.1)),
                ],
            }
        })
        .collect();
    OddsPanel {
        title: "What a roll gives".to_owned(),
        about: "Expected result of one roll in every column, and the chance of any result.".to_owned(),
        headers: ["expected", "any result"].map(str::to_owned).to_vec(),
        percent: vec![false, true],
        lines,
    }
}

fn change(before: Option<f64>, after: Option<f64>) -> Shown {
    let after = after?;
    Some(Change { before: before.unwrap_or(after), after })
}
