//! Raids on industry, and how far bombers and land-based naval units go to a new base.

use std::collections::BTreeMap;

use chartroom_format::schema::example::Example;
use chartroom_format::schema::units::{Ability, Domain};
use chartroom_format::schema::value::Data;

use super::super::{compare, whole};
use super::position::{clear, foes, game, hold, kind, losses, put, space, tally, unit};
use crate::event::{CampaignEvent, Event};
use crate::ids::{PowerIx, SpaceIx};
use crate::playable::Playable;
use crate::procedures::differential::fleet::shore;
use crate::procedures::differential::{points, raid, sea_rules};
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::Stack;
use crate::state::campaign::{Group, Mission};

/// A home centre of a power that produces.
fn centre(rules: &Ruleset, power: PowerIx) -> Result<SpaceIx, String> {
    let feature = rules.campaign.points.as_ref().map(|points| points.feature).ok_or("nothing is produced")?;
    let home = rules.power(power).home.iter();
    let found = home.copied().find(|at| rules.board.space(*at).features.iter().any(|(kind, _)| *kind == feature));
    found.ok_or_else(|| "the power has no industry".to_owned())
}

pub(super) fn raid(content: &Playable<'_>, example: &Example) -> Option<Result<(), String>> {
    let die = whole(example, "die")?;
    Some((|| {
        let (rules, mut state) = game(content, example)?;
        // Late in the war a hex makes as much as any bomb can destroy.
        state.turn = rules.last_turn as i16;
        let (defender, attacker) = foes(&rules, &state)?;
        let mut run = Run::new(&rules, state);
        clear(&mut run);
        let target = match example.given.get("at").and_then(Data::as_text) {
            Some(id) => space(&rules, id)?,
            None => centre(&rules, defender)?,
        };
        hold(&mut run, target, defender);
        let guns = kind(&rules, Domain::Air, Ability::Intercepts)?;
        let bombers = kind(&rules, Domain::Air, Ability::StrategicBombing)?;
        if let Some(count) = whole(example, "air-defense") {
            put(&mut run, target, defender, guns, count as u16);
        }
        let base = centre(&rules, attacker)?;
        let mut missions = Vec::new();
        let mut send = |run: &mut Run, power: PowerIx, count: i64| {
            let count = count as u16;
            put(run, base, power, bombers, count);
            missions.push(Mission { target, group: Group { space: base, power, unit: bombers, count }, bombs: 0 });
        };
        match example.given.get("long-range-bomber") {
            Some(Data::Map(map)) => {
                for (power, count) in map {
                    let power = rules.find_power(power).ok_or("no such power")?;
                    send(&mut run, power, count.as_whole().unwrap_or(0));
                }
            }
            other => send(&mut run, attacker, other.and_then(Data::as_whole).unwrap_or(0)),
        }
        let plan = raid::raid_on(&rules, &run.state, &missions, target).ok_or("the scenario knows no raids")?;
        run.state.dice.loaded = vec![die];
        let before = run.events.len();
        raid::bomb(&mut run, &missions, target);
        let told = &run.events[before..];
        let (lost, _) = losses(told);
        let (mut aborted, mut production) = (0, 0);
        for event in told {
            if let Event::Campaign(CampaignEvent::Raided { aborted: back, production_lost, .. }) = event {
                (aborted, production) = (i64::from(*back), i64::from(*production_lost));
            }
        }
        let fire = plan.fire(die as i32).map_err(|error| error.to_string())?;
        let fired = plan.defence_fleets > 0;
        let strength =
            if fired { plan.defence_fleets * plan.defence_strength } else { plan.bombers * plan.bomber_attack };
        let hit = if fire.aborted > 0 { "a".to_owned() } else { dash(fire.bombers_lost) };
        let reached = plan.defence_table.columns.iter().rev().find(|column| **column <= plan.differential());
        let lost: BTreeMap<_, _> = lost.into_iter().collect();
        compare(
            example,
            &[
                ("strength", Data::Whole(i64::from(strength))),
                ("defence", Data::Whole(i64::from(plan.bombers * plan.bomber_defence))),
                ("differential", Data::Whole(i64::from(plan.differential()))),
                ("column", reached.map_or(Data::Nothing, |column| Data::Whole(i64::from(*column)))),
                ("result", Data::Text(format!("{}/{hit}", dash(fire.defence_lost)))),
                ("lost", tally(&rules, example.expect.get("lost"), &lost)),
                ("aborted", Data::Whole(aborted)),
                ("points-lost", Data::Whole(production)),
            ],
        )
    })())
}

fn dash(count: u16) -> String {
    if count == 0 { "-".to_owned() } else { count.to_string() }
}

pub(super) fn transfer(content: &Playable<'_>, example: &Example) -> Option<Result<(), String>> {
    if let (Some(id), Some(radius)) = (example.given.get("unit").and_then(Data::as_text), whole(example, "radius")) {
        return Some(change_base(content, example, id, radius));
    }
    let range = whole(example, "range")?;
    Some((|| {
        let (rules, mut state) = game(content, example)?;
        let power = points::producers(&rules).into_iter().find(|power| state.side_of(*power).is_some());
        let power = power.ok_or("nobody builds bombers")?;
        let turn = (rules.first_turn..=rules.last_turn).find(|turn| {
            state.turn = *turn as i16;
            raid::range(&rules, &state, power) == range
        });
        turn.ok_or("no turn has this range")?;
        compare(example, &[("hexes", Data::Whole(raid::transfer_range(&rules, &state, power)))])
    })())
}

/// How far a land-based unit goes when its zone has this radius, whoever has it.
fn change_base(content: &Playable<'_>, example: &Example, id: &str, radius: i64) -> Result<(), String> {
    let (rules, mut state) = game(content, example)?;
    let unit = unit(&rules, id)?;
    for turn in rules.first_turn..=rules.last_turn {
        state.turn = turn as i16;
        for power in state.powers() {
            let home = rules.power(power).home.first().copied();
            let Some(space) = home else { continue };
            let stack = Stack { space, army: 0, power, unit, damaged: 0, count: 1 };
            if sea_rules::zone(&rules, &state, &stack) == Some(radius) {
                let hexes = shore::transfer_range(&rules, &state, &stack);
                return compare(example, &[("hexes", Data::Whole(hexes))]);
            }
        }
    }
    Err("no turn has this radius".to_owned())
}
