//! Strikes at sea.

use chartroom_format::schema::example::Example;
use chartroom_format::schema::units::{Ability, Domain};
use chartroom_format::schema::value::Data;

use super::super::{compare, whole};
use super::position::{clear, field, foes, game, kind, losses, put, space, tally, units};
use crate::ids::{PowerIx, SpaceIx};
use crate::odds::differential::{Below, ResultCell};
use crate::playable::Playable;
use crate::procedures::differential::naval::{self, SeaBattle, Strike};
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::Stack;

pub(super) fn strike(content: &Playable<'_>, example: &Example) -> Result<(), String> {
    if example.given.contains_key("escort") {
        escorted(content, example)
    } else if example.given.contains_key("counter-attack") {
        column(content, example)
    } else {
        battle(content, example)
    }
}

/// A result as the table prints it.
fn text(cell: ResultCell) -> String {
    let losses = if cell.defender_lost > 0 { cell.defender_lost.to_string() } else { String::new() };
    match (cell.attacker_depleted > 0, losses.is_empty()) {
        (true, _) => format!("d{losses}"),
        (false, false) => losses,
        (false, true) => "-".to_owned(),
    }
}

/// Ships and land-based units of one side, put on the board.
fn fleet(run: &mut Run, power: PowerIx, given: Option<&Data>, which: &str, at: SpaceIx) -> Result<Vec<Stack>, String> {
    let rules = run.rules;
    let mut fleet = Vec::new();
    let named = field(given, which).or_else(|| field(given, "units"));
    for (unit, count) in units(rules, named)? {
        fleet.push(put(run, at, power, unit, count));
    }
    for (unit, count) in units(rules, field(given, "depleted"))? {
        let stack = Stack { space: at, army: 0, power, unit, damaged: 1, count };
        run.emit(crate::event::Event::Placed { stack, why: crate::event::GainReason::Rule });
        fleet.push(stack);
    }
    fleet.extend(bases(run, power, field(given, "asw"))?);
    Ok(fleet)
}

/// Land-based units by their base.
fn bases(run: &mut Run, power: PowerIx, given: Option<&Data>) -> Result<Vec<Stack>, String> {
    let rules = run.rules;
    let Some(Data::Map(map)) = given else { return Ok(Vec::new()) };
    let asw = kind(rules, Domain::Air, Ability::EscortsConvoys)?;
    map.iter()
        .map(|(base, count)| Ok(put(run, space(rules, base)?, power, asw, count.as_whole().unwrap_or(0) as u16)))
        .collect()
}

fn battle(content: &Playable<'_>, example: &Example) -> Result<(), String> {
    let (rules, state) = game(content, example)?;
    let (attacker, defender) = foes(&rules, &state)?;
    let (attack, defend) = (example.given.get("attack"), example.given.get("defend"));
    let place = |given: Option<&Data>| -> Result<SpaceIx, String> {
        let named = field(given, "at").or_else(|| field(given, "from")).and_then(Data::as_text);
        named.map_or(Ok(SpaceIx(0)), |id| space(&rules, id))
    };
    let (from, at) = (place(attack)?, place(defend)?);
    let strike = match example.given.get("kind").and_then(Data::as_text) {
        Some("transit") => Strike::Transit,
        Some("counter") => Strike::Counter,
        _ => Strike::Normal,
    };
    // Without a die every face must bring what is expected.
    let faces: Vec<i64> = whole(example, "die").map_or_else(|| (1..=6).collect(), |die| vec![die]);
    for die in faces {
        let mut run = Run::new(&rules, state.clone());
        clear(&mut run);
        run.state.dice.loaded = vec![die];
        let shooters = fleet(&mut run, attacker, attack, "uses", from)?;
        let mut targets = fleet(&mut run, defender, defend, "units", at)?;
        if field(defend, "retreat-to").is_some() {
            // Merchant ships stay when the others leave.
            targets.retain(|stack| !rules.unit(stack.unit).can(Ability::Pipeline));
        }
        let cover = bases(&mut run, defender, example.given.get("asw"))?;
        let takes = !matches!(example.given.get("asw-takes-loss"), Some(Data::Truth(false)));
        let sea = SeaBattle {
            strike,
            at,
            shooters,
            targets,
            cover,
            cover_takes_losses: takes,
            port_distance: whole(example, "port-distance"),
            defence_multiple: 1,
        };
        judge(example, &mut run, &sea)?;
    }
    Ok(())
}

fn judge(example: &Example, run: &mut Run, sea: &SeaBattle) -> Result<(), String> {
    let rules = run.rules;
    let combat = naval::combat(rules, sea).ok_or("the scenario has no naval combat")?;
    let (attack, defence) = combat.strengths();
    let mut found = vec![
        ("attack", Data::Whole(i64::from(attack))),
        ("defence", Data::Whole(i64::from(defence))),
        ("differential", Data::Whole(i64::from(combat.differential()))),
        ("allowed", Data::Truth(combat.column().is_ok())),
        ("die-change", Data::Whole(naval::die_shift(rules, sea))),
        ("counter-attack", Data::Truth(combat.counter_attack)),
        ("may-retreat", Data::Truth(naval::may_retreat(sea.strike))),
    ];
    if let Ok(Some(column)) = combat.column() {
        found.push(("column", Data::Whole(i64::from(combat.table.columns[column]))));
    }
    if combat.column().is_ok() {
        let before = run.events.len();
        let outcome = naval::strike(run, sea).map_err(|error| error.to_string())?;
        let (lost, worn) = losses(&run.events[before..]);
        found.push(("effective-die", Data::Whole(outcome.effective_die)));
        found.push(("result", Data::Text(text(outcome.cell))));
        found.push(("lost", tally(rules, example.expect.get("lost"), &lost)));
        found.push(("depleted", tally(rules, example.expect.get("depleted"), &worn)));
    }
    compare(example, &found)
}

/// Losses of merchant ships under an escort: the least attack and die that bring this result.
fn escorted(content: &Playable<'_>, example: &Example) -> Result<(), String> {
    let (rules, state) = game(content, example)?;
    let (attacker, defender) = foes(&rules, &state)?;
    let wanted = example.given.get("result").and_then(Data::as_text).unwrap_or_default();
    let merchants = whole(example, "merchant").unwrap_or(0) as u16;
    let boats = kind(&rules, Domain::Submarine, Ability::Raids)?;
    let ships = kind(&rules, Domain::Sea, Ability::Pipeline)?;
    for (count, die) in (1..30_u16).flat_map(|count| (1..=6).map(move |die| (count, die))) {
        let mut run = Run::new(&rules, state.clone());
        clear(&mut run);
        run.state.dice.loaded = vec![die];
        let sea = SeaBattle {
            strike: Strike::Normal,
            at: SpaceIx(0),
            shooters: vec![put(&mut run, SpaceIx(1), attacker, boats, count)],
            targets: vec![put(&mut run, SpaceIx(0), defender, ships, merchants)],
            cover: escort(&mut run, &rules, defender, example)?,
            cover_takes_losses: true,
            port_distance: None,
            defence_multiple: 1,
        };
        let before = run.events.len();
        let Ok(outcome) = naval::strike(&mut run, &sea) else { continue };
        if text(outcome.cell) == wanted {
            let (lost, _) = losses(&run.events[before..]);
            return compare(example, &[("lost", tally(&rules, example.expect.get("lost"), &lost))]);
        }
    }
    Err(format!("no die brings the result {wanted}"))
}

fn escort(run: &mut Run, rules: &Ruleset, power: PowerIx, example: &Example) -> Result<Vec<Stack>, String> {
    let given = units(rules, example.given.get("escort"))?;
    Ok(given.into_iter().map(|(unit, count)| put(run, SpaceIx(2), power, unit, count)).collect())
}

/// The column of a counter-attack, by strengths alone.
fn column(content: &Playable<'_>, example: &Example) -> Result<(), String> {
    let (rules, _) = game(content, example)?;
    let naval = rules.campaign.naval.as_ref().ok_or("the scenario has no naval combat")?;
    let attack = whole(example, "counter-attack").unwrap_or(0);
    let differential = (attack - whole(example, "defence").unwrap_or(0)) as i32;
    let column = naval.table.column(differential, Below::FirstColumn).map_err(|error| error.to_string())?;
    let column = column.map_or(Data::Nothing, |at| Data::Whole(i64::from(naval.table.columns[at])));
    compare(example, &[("column", column)])
}
