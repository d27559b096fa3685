//! Movement and battles on land.

use std::collections::BTreeMap;

use chartroom_format::schema::example::Example;
use chartroom_format::schema::map::Grid;
use chartroom_format::schema::units::{Ability, Domain};
use chartroom_format::schema::value::Data;

use super::super::{compare, list, whole};
use super::position::{clear, enter, foes, game, hold, losses, plain_pair, put, space, tally, units};
use crate::action::{Action, Command};
use crate::bots::{Bot, Greedy};
use crate::compile::hexes;
use crate::event::{CampaignEvent, Event};
use crate::game::Game;
use crate::ids::{SpaceIx, UnitIx};
use crate::playable::Playable;
use crate::procedures::differential::{CampaignPhase, battle as rules_of_battle, march, overrun, reinforce};
use crate::query::stacking as limits;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::campaign::{Group, Landing, Pledge};

/// Points of mobile land units without any ability.
fn infantry(rules: &Ruleset) -> Result<UnitIx, String> {
    let found = rules.units.iter().position(|unit| unit.domain == Domain::Land && unit.abilities.is_empty());
    found.map(UnitIx::new).ok_or_else(|| "there are no plain land units".to_owned())
}

pub(super) fn allowance(content: &Playable<'_>, example: &Example) -> Option<Result<(), String>> {
    let row = whole(example, "from-row")?;
    let season = example.given.get("season").and_then(Data::as_text)?;
    Some((|| {
        let (rules, _) = game(content, example)?;
        let Some(Grid::Hexes(grid)) = content.map.as_ref().map(|map| &map.grid) else {
            return Err("the map has no rows".to_owned());
        };
        let is_season = |turn: &i64| {
            rules.calendar(*turn).0.and_then(|at| rules.seasons.get(at.index())).is_some_and(|name| name == season)
        };
        let turn = (rules.first_turn..=rules.last_turn).find(is_season).ok_or("there is no such season")?;
        let mut points: Vec<i64> = hexes::in_row(grid, row)
            .into_iter()
            .filter(|space| rules.board.has_land(*space))
            .map(|space| march::allowance(&rules, turn, space))
            .collect();
        points.dedup();
        let [points] = points[..] else { return Err("the hexes of the row do not agree".to_owned()) };
        compare(example, &[("allowance", Data::Whole(points))])
    })())
}

/// Attackers of so many points beside defenders of so many, on plain ground.
fn facing(run: &mut Run, attack: u16, defence: u16) -> Result<(Pledge, SpaceIx), String> {
    let rules = run.rules;
    let (attacker, defender) = foes(rules, &run.state)?;
    let (from, target) = plain_pair(rules)?;
    let unit = infantry(rules)?;
    hold(run, from, attacker);
    hold(run, target, defender);
    put(run, from, attacker, unit, attack);
    put(run, target, defender, unit, defence);
    Ok((Pledge { target, group: Group { space: from, power: attacker, unit, count: attack } }, target))
}

pub(super) fn overrun(content: &Playable<'_>, example: &Example) -> Option<Result<(), String>> {
    let differentials: Vec<i64> = list(example, "differential").iter().filter_map(Data::as_whole).collect();
    let defenders: Vec<i64> = list(example, "defender").iter().filter_map(Data::as_whole).collect();
    if differentials.is_empty() || differentials.len() != defenders.len() {
        return None;
    }
    Some((|| {
        let (rules, state) = game(content, example)?;
        let mut found = Vec::new();
        for (differential, defence) in differentials.iter().zip(&defenders) {
            let mut run = Run::new(&rules, state.clone());
            clear(&mut run);
            let (pledge, target) = facing(&mut run, (differential + defence) as u16, *defence as u16)?;
            found.push(Data::Truth(overrun::overruns(&rules, &run.state, pledge.group, target)));
        }
        compare(example, &[("overrun", Data::List(found))])
    })())
}

/// The most points that fleets in a port can land somewhere.
pub(super) fn carried(content: &Playable<'_>, example: &Example) -> Option<Result<(), String>> {
    let fleets = whole(example, "amphibious")? as u16;
    Some((|| {
        let (rules, state) = game(content, example)?;
        let (power, _) = foes(&rules, &state)?;
        let unit = infantry(&rules)?;
        let carrier = super::position::kind(&rules, Domain::Sea, Ability::Amphibious)?;
        let home = rules.power(power).home.iter().copied();
        let ports: Vec<SpaceIx> =
            home.filter(|space| crate::procedures::differential::lines::is_port(&rules, &state, *space)).collect();
        let mut most = 0;
        for port in ports {
            let mut run = Run::new(&rules, state.clone());
            clear(&mut run);
            put(&mut run, port, power, unit, fleets + 3);
            put(&mut run, port, power, carrier, fleets);
            let mut state = run.state;
            let side = state.side_of(power);
            // The weather forbids no landing in the first turn of the game.
            enter(&rules, &mut state, side, &CampaignPhase::March)?;
            let game = Game { rules: &rules, state };
            for action in game.legal() {
                if let Action::Campaign(Command::Assault { count, .. }) = action {
                    most = most.max(i64::from(count));
                }
            }
        }
        compare(example, &[("points-carried", Data::Whole(most))])
    })())
}

pub(super) fn battle(content: &Playable<'_>, example: &Example) -> Option<Result<(), String>> {
    if example.given.contains_key("attacking-hexes") {
        return Some(from_all_sides(content, example));
    }
    if let (Some(attack), Some(defence)) = (whole(example, "attack"), whole(example, "defence")) {
        return Some((|| {
            let (rules, state) = game(content, example)?;
            let mut run = Run::new(&rules, state);
            clear(&mut run);
            let (pledge, target) = facing(&mut run, attack as u16, defence as u16)?;
            let power = pledge.group.power;
            let combat = rules_of_battle::combat(&rules, &run.state, power, &[pledge], target).ok_or("no battle")?;
            let allowed = rules_of_battle::differential(&rules, &run.state, &[pledge], target).is_some();
            let differential = Data::Whole(i64::from(combat.differential()));
            compare(example, &[("differential", differential), ("allowed", Data::Truth(allowed))])
        })());
    }
    whole(example, "die")?;
    Some(landing(content, example))
}

/// As many points as stacking lets stand around one hex.
fn from_all_sides(content: &Playable<'_>, example: &Example) -> Result<(), String> {
    let (rules, state) = game(content, example)?;
    let (power, _) = foes(&rules, &state)?;
    let unit = infantry(&rules)?;
    let around = |space: SpaceIx| -> Vec<SpaceIx> {
        let links = rules.board.links_of(space).iter();
        links
            .filter(|link| link.attacks.has(Domain::Land) && rules.board.has_land(link.to))
            .map(|link| link.to)
            .collect()
    };
    let wanted = whole(example, "attacking-hexes").unwrap_or(0) as usize;
    let target = (0..rules.board.spaces.len()).map(SpaceIx::new).find(|space| around(*space).len() == wanted);
    let target = target.ok_or("no hex has so many neighbours")?;
    let mut run = Run::new(&rules, state);
    clear(&mut run);
    let most: i64 = around(target).into_iter().map(|space| limits::room(&rules, &run.state, power, unit, space)).sum();
    compare(example, &[("most", Data::Whole(most))])
}

/// A landing on a defended coast, fought out: the attack, the losses, the retreat, and who holds the hex.
fn landing(content: &Playable<'_>, example: &Example) -> Result<(), String> {
    let (rules, mut state) = game(content, example)?;
    let (defender, attacker) = foes(&rules, &state)?;
    let at = example.given.get("at").and_then(Data::as_text).ok_or("`given` lacks `at`")?;
    let target = space(&rules, at)?;
    // Neither spring nor winter: a turn in which movement is not hindered.
    let usual = rules.march(&state).elsewhere;
    let fair = |turn: &i64| Some(march::allowance(&rules, *turn, target)) == usual;
    state.turn = (rules.first_turn..=rules.last_turn).find(fair).unwrap_or(rules.first_turn) as i16;
    let mut run = Run::new(&rules, state);
    clear(&mut run);
    hold(&mut run, target, defender);
    for link in rules.board.links_of(target).iter().filter(|link| rules.board.has_land(link.to)) {
        hold(&mut run, link.to, defender);
    }
    for (unit, count) in units(&rules, example.given.get("defend"))? {
        put(&mut run, target, defender, unit, count);
    }
    let port = rules.power(attacker).home.first().copied().ok_or("the attacker has no home")?;
    let mut pledges = Vec::new();
    for (unit, count) in units(&rules, example.given.get("attack"))? {
        put(&mut run, target, attacker, unit, count);
        let group = Group { space: target, power: attacker, unit, count };
        run.note(CampaignEvent::Landed { landing: Landing { group, port, contested: true, turn: run.state.turn } });
        pledges.push(Command::Pledge { from: target, power: attacker, unit, count, target });
    }
    run.state.dice.loaded = vec![whole(example, "die").unwrap_or(1)];
    let mut state = run.state;
    let side = state.side_of(attacker);
    enter(&rules, &mut state, side, &CampaignPhase::Battle)?;
    let mut game = Game { rules: &rules, state };
    let mut told = Vec::new();
    let mut submit = |game: &mut Game<'_>, action: &Action| -> Result<(), String> {
        told.extend(game.submit(action).map_err(|refusal| refusal.to_string())?.events);
        Ok(())
    };
    for pledge in pledges {
        submit(&mut game, &Action::Campaign(pledge))?;
    }
    submit(&mut game, &Action::Campaign(Command::Attack { target }))?;
    let mut bot = Greedy::default();
    while game.state.campaign.engagement.is_some() {
        let action = bot.choose(&game);
        submit(&mut game, &action)?;
    }
    let holds = side.is_some_and(|side| game.state.is_friendly(target, side));
    let (lost, _) = losses(&told);
    let mut retreat: BTreeMap<UnitIx, i64> = BTreeMap::new();
    let (mut differential, mut points) = (0, 0);
    for event in &told {
        match event {
            Event::Campaign(CampaignEvent::FellBack { group }) => {
                *retreat.entry(group.unit).or_insert(0) += i64::from(group.count);
            }
            Event::Campaign(CampaignEvent::Fought { engagement, differential: by, .. }) => {
                (differential, points) = (i64::from(*by), i64::from(engagement.losses));
            }
            _ => {}
        }
    }
    compare(
        example,
        &[
            ("differential", Data::Whole(differential)),
            ("lost", Data::Whole(points)),
            ("losses", tally(&rules, example.expect.get("losses"), &lost)),
            ("retreat", tally(&rules, example.expect.get("retreat"), &retreat)),
            ("landing-holds", Data::Truth(holds)),
        ],
    )
}

/// Units in one hex: whether so many may stand there, and what they defend with.
pub(super) fn stacking(content: &Playable<'_>, example: &Example) -> Option<Result<(), String>> {
    let (name, count) = example.given.iter().find_map(|(name, count)| Some((name.as_str(), count.as_whole()?)))?;
    Some((|| {
        let (rules, state) = game(content, example)?;
        let Some(unit) = rules.find_unit(name) else { return Err(format!("there is no unit `{name}`")) };
        let (power, _) = foes(&rules, &state)?;
        let mut run = Run::new(&rules, state);
        clear(&mut run);
        let at = rules.power(power).home.first().copied().ok_or("the power has no home")?;
        let legal = reinforce::below_limit(&rules, &run.state, unit, at, count as u16);
        let stack = put(&mut run, at, power, unit, count as u16);
        let defence = rules_of_battle::face_value(&rules, &stack);
        compare(example, &[("legal", Data::Truth(legal)), ("defence", Data::Whole(defence))])
    })())
}
