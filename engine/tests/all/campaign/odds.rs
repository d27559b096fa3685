//! Exact odds against the engine's own resolution.

use chartroom_engine::bots::{Bot, Greedy};
use chartroom_engine::odds::differential::land_odds;
use chartroom_engine::procedures::differential::{CampaignPhase, battle};
use chartroom_engine::state::campaign::{Group, Pledge};
use chartroom_engine::state::rng;
use chartroom_engine::{Action, CampaignEvent, Command, Event};

use crate::campaign::table::Table;

/// Exact odds and the engine's own resolution agree on random battles: every face of the die once, and what is left.
#[test]
fn odds_agree_with_the_engine() {
    let table = Table::new();
    let spots = [("W3020", "W3019"), ("W3020", "W2920"), ("W3023", "W3024"), ("W3123", "W3124")];
    let mut position = 7;
    let mut next = |most: i64| {
        let (roll, at) = rng::roll(position, most);
        position = at;
        roll as u16
    };
    let mut compared = 0;
    for round in 0..24 {
        let (from, target) = spots[round % spots.len()];
        let (mechs, foot) = (next(6), next(3));
        let forts = u16::from(next(3) == 1);
        let units = [
            (from, "germany", "infantry", 4 + next(6).min(4)),
            (from, "germany", "mechanized", mechs.min(2)),
            (target, "france", "infantry", foot),
            (target, "france", "mechanized", 1),
            (target, "france", "fort", forts),
        ];
        let units: Vec<_> = units.into_iter().filter(|unit| unit.3 > 0).collect();
        let turn = 1 + (round % 4) as i16;
        let mut game = table.at("axis", &CampaignPhase::Battle, turn, &units);
        for spot in [from, target] {
            let by = if spot == from { "germany" } else { "france" };
            game.state.holders[table.space(spot).index()] = table.power(by).0 + 1;
            for link in table.rules.board.links_of(table.space(spot)) {
                if table.rules.board.has_land(link.to) && link.to != table.space(from) && link.to != table.space(target)
                {
                    game.state.holders[link.to.index()] = table.power(by).0 + 1;
                }
            }
        }
        let pledges: Vec<Pledge> = units
            .iter()
            .filter(|unit| unit.1 == "germany")
            .map(|(space, power, unit, count)| {
                let (space, power, unit) = (table.space(space), table.power(power), table.unit(unit));
                Pledge { target: table.space(target), group: Group { space, power, unit, count: *count } }
            })
            .collect();
        let germany = table.power("germany");
        let Some(combat) = battle::combat(&table.rules, &game.state, germany, &pledges, table.space(target)) else {
            continue;
        };
        let Ok(odds) = land_odds(&combat) else { continue };
        let mut lost = 0.0;
        let mut cleared = 0.0;
        let mut played = true;
        for face in 1..=6 {
            let mut game = game.clone();
            game.state.dice.loaded = vec![face];
            for pledge in &pledges {
                let Group { space: from, power, unit, count } = pledge.group;
                let pledge = Command::Pledge { from, power, unit, count, target: pledge.target };
                played &= game.submit(&Action::Campaign(pledge)).is_ok();
            }
            let attack = game.submit(&Action::Campaign(Command::Attack { target: table.space(target) }));
            let Ok(step) = attack else {
                played = false;
                break;
            };
            let mut fallen: i64 = worth_lost(&table, &step.events);
            let mut bot = Greedy::default();
            while game.state.campaign.engagement.is_some() {
                let action = bot.choose(&game);
                fallen += worth_lost(&table, &game.submit(&action).expect("legal").events);
            }
            lost += fallen as f64 / 6.0;
            let held =
                game.state.stacks_in(table.space(target)).iter().any(|stack| stack.power == table.power("france"));
            cleared += f64::from(u8::from(!held)) / 6.0;
        }
        if !played {
            continue;
        }
        compared += 1;
        let expected: f64 = odds.expected_losses.defender.by_unit.iter().map(|(_, points)| points).sum();
        assert!((expected - lost).abs() < 1e-9, "round {round}: odds {expected}, engine {lost}");
        assert!((odds.win - cleared).abs() < 1e-9, "round {round}: odds {}, engine {cleared}", odds.win);
    }
    assert!(compared >= 12, "only {compared} battles were compared");
}

/// Strength points that events took off the board.
fn worth_lost(table: &Table, events: &[Event]) -> i64 {
    let each = events.iter().map(|event| match event {
        Event::Removed { stack, .. } => battle::face_value(&table.rules, stack),
        Event::Campaign(CampaignEvent::Worn { .. }) => 1,
        _ => 0,
    });
    each.sum()
}
