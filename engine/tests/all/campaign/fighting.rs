//! Battles: what doubles, what shifts, who is lost, who retreats, who follows; and who may not attack at all.

use chartroom_engine::bots::{Bot, Greedy};
use chartroom_engine::procedures::differential::{CampaignPhase, battle};
use chartroom_engine::state::campaign::{Group, Pledge};
use chartroom_engine::{Action, Command, Event, Game};

use crate::campaign::table::Table;

/// One attack by everything Germany has in some hexes, with this face of the die; settled by the bot.
fn attack<'t>(
    table: &'t Table,
    turn: i16,
    die: i64,
    units: &[(&str, &str, &str, u16)],
    target: &str,
) -> (Game<'t>, Vec<Event>) {
    let mut game = table.at("axis", &CampaignPhase::Battle, turn, units);
    game.state.dice.loaded = vec![die];
    let mut told = Vec::new();
    for (space, power, unit, count) in units.iter().filter(|unit| unit.1 == "germany") {
        told.extend(game.submit(&table.pledge(space, power, unit, *count, target)).expect("pledged").events);
    }
    let fire = Action::Campaign(Command::Attack { target: table.space(target) });
    told.extend(game.submit(&fire).expect("attacked").events);
    let mut bot = Greedy::default();
    while game.state.campaign.engagement.is_some() {
        let action = bot.choose(&game);
        told.extend(game.submit(&action).expect("legal").events);
    }
    (game, told)
}

fn left(table: &Table, game: &Game<'_>, space: &str, power: &str, unit: &str) -> u16 {
    let stacks = game.state.stacks_in(table.space(space)).iter();
    stacks
        .filter(|stack| stack.power == table.power(power) && stack.unit == table.unit(unit))
        .map(|stack| stack.count)
        .sum()
}

fn differential(table: &Table, turn: i16, units: &[(&str, &str, &str, u16)], target: &str) -> i32 {
    let game = table.at("axis", &CampaignPhase::Battle, turn, units);
    let pledges: Vec<Pledge> = units
        .iter()
        .filter(|unit| unit.1 == "germany")
        .map(|(space, power, unit, count)| {
            let (space, power, unit) = (table.space(space), table.power(power), table.unit(unit));
            Pledge { target: table.space(target), group: Group { space, power, unit, count: *count } }
        })
        .collect();
    let combat = battle::combat(&table.rules, &game.state, table.power("germany"), &pledges, table.space(target));
    combat.expect("a battle").differential()
}

#[test]
fn spring_doubles_the_defence_in_the_weather_area_and_terrain_shifts() {
    let table = Table::new();
    let units = [("W3020", "germany", "infantry", 9), ("W2920", "france", "infantry", 3)];
    assert_eq!(differential(&table, 1, &units, "W2920"), 6);
    assert_eq!(differential(&table, 3, &units, "W2920"), 3, "spring");
    let rough = [("W2921", "germany", "infantry", 9), ("W2922", "france", "infantry", 3)];
    assert_eq!(differential(&table, 1, &rough, "W2922"), 4, "rough land costs two");
}

#[test]
fn losses_drive_the_survivors_out_and_mechanized_units_follow() {
    let table = Table::new();
    let units = [
        ("W3020", "germany", "infantry", 8),
        ("W3020", "germany", "mechanized", 2),
        ("W2920", "france", "infantry", 4),
    ];
    // +6 with a 2: three points are lost, one retreats.
    let (game, _) = attack(&table, 1, 2, &units, "W2920");
    assert_eq!(left(&table, &game, "W2920", "france", "infantry"), 0);
    assert_eq!(left(&table, &game, "W2920", "germany", "mechanized"), 2, "mechanized points advance");
    assert_eq!(left(&table, &game, "W3020", "germany", "infantry"), 8, "infantry stays, and attackers lose nothing");
    assert_eq!(game.state.holder(table.space("W2920")), Some(table.power("germany")));
    let france = game.state.stacks.iter().filter(|stack| stack.power == table.power("france"));
    assert_eq!(france.map(|stack| stack.count).sum::<u16>(), 1);
}

#[test]
fn forts_stay_inland_while_others_leave_and_bar_the_advance() {
    let table = Table::new();
    let units =
        [("W3020", "germany", "mechanized", 9), ("W2920", "france", "infantry", 2), ("W2920", "france", "fort", 1)];
    // +5 with a 1: one point is lost; the fort holds the hex.
    let (game, _) = attack(&table, 1, 1, &units, "W2920");
    assert_eq!(game.state.holder(table.space("W2920")), Some(table.power("france")));
    assert_eq!(left(&table, &game, "W2920", "germany", "mechanized"), 0);
    let worth: i64 =
        game.state.stacks_in(table.space("W2920")).iter().map(|stack| battle::face_value(&table.rules, stack)).sum();
    assert!(worth >= 1, "the fort is still there");
    assert_eq!(
        left(&table, &game, "W2920", "france", "infantry"),
        0,
        "any loss makes mobile units leave an inland hex"
    );
}

#[test]
fn units_without_a_retreat_are_lost() {
    let table = Table::new();
    let mut units = vec![("W3020", "germany", "infantry", 10), ("W2920", "france", "infantry", 3)];
    units.extend([
        ("W2919", "hungary", "infantry", 1),
        ("W2820", "hungary", "infantry", 1),
        ("W3019", "hungary", "infantry", 1),
    ]);
    units.extend([("W2921", "hungary", "infantry", 1), ("W2819", "hungary", "infantry", 1)]);
    let (game, _) = attack(&table, 1, 1, &units, "W2920");
    let france = game.state.stacks.iter().filter(|stack| stack.power == table.power("france")).count();
    assert_eq!(france, 0, "surrounded units have nowhere to go");
    assert_eq!(game.state.campaign.fallen(table.power("france"), table.unit("infantry")).1, 3);
}

#[test]
fn no_attack_without_attack_supply_and_none_by_self_defense_or_forts() {
    let table = Table::new();
    // Germans in the middle of the Soviet Union, far from any friendly hex, are cut off by units around them.
    let units = [
        ("W3128", "germany", "infantry", 5),
        ("W3129", "france", "infantry", 1),
        ("W3127", "france", "infantry", 1),
        ("W3228", "france", "infantry", 1),
        ("W3028", "france", "infantry", 1),
        ("W3227", "france", "infantry", 1),
        ("W3027", "france", "infantry", 1),
    ];
    let mut game = table.at("axis", &CampaignPhase::Battle, 4, &units);
    let refusal = game.submit(&table.pledge("W3128", "germany", "infantry", 5, "W3129")).expect_err("cut off");
    assert_eq!(refusal.rule, "gw75:9.32");
    for defender in ["fort", "self-defense"] {
        let units = [("W3020", "germany", defender, 3), ("W2920", "france", "infantry", 1)];
        let mut game = table.at("axis", &CampaignPhase::Battle, 4, &units);
        game.submit(&table.pledge("W3020", "germany", defender, 3, "W2920")).expect_err("they only defend");
    }
}

#[test]
fn ships_put_to_sea_and_aircraft_are_lost_when_their_hex_falls() {
    let table = Table::new();
    let units = [
        ("W3020", "germany", "mechanized", 8),
        ("W3019", "france", "infantry", 1),
        ("W3019", "france", "surface-b", 2),
        ("W3019", "france", "air-defense", 1),
    ];
    let (game, _) = attack(&table, 4, 6, &units, "W3019");
    assert_eq!(game.state.holder(table.space("W3019")), Some(table.power("germany")));
    let at_sea = game.state.stacks.iter().find(|stack| stack.unit == table.unit("surface-b"));
    assert!(at_sea.is_some_and(|stack| stack.space != table.space("W3019")), "ships leave");
    assert!(!game.state.stacks.iter().any(|stack| stack.unit == table.unit("air-defense")), "aircraft are lost");
}
