//! Orders and arrivals: no limit of counters, stacking on arrival, ports and forts, depleted units, who needs a war first.

use chartroom_engine::procedures::differential::{CampaignPhase, orders, reinforce};
use chartroom_engine::state::Stack;
use chartroom_engine::state::campaign::{Arrival, Pending, Started};
use chartroom_engine::{Action, Command, Event, Game};

use crate::campaign::table::{Table, Units, standard};

fn shop<'t>(table: &'t Table, power: &str, turn: i16, units: Units<'_>, money: i32) -> Game<'t> {
    let mut game = table.for_power(power, &CampaignPhase::Order { part: None }, turn, units);
    game.state.money[table.power(power).index()] = money;
    game
}

fn order(table: &Table, unit: &str, count: u16) -> Action {
    Action::Campaign(Command::Order { unit: table.unit(unit), count, rebuild: false })
}

fn deploy(table: &Table, power: &str, unit: &str, at: &str) -> Action {
    Action::Campaign(Command::Deploy { power: table.power(power), unit: table.unit(unit), at: table.space(at) })
}

fn due(table: &Table, power: &str, unit: &str, count: u16, place: Arrival) -> Pending {
    Pending { turn: 8, power: table.power(power), unit: table.unit(unit), count, place }
}

/// As many as money and growth allow: the sheet of counters is no limit.
#[test]
fn counters_are_no_limit() {
    let table = standard();
    let mut game = shop(table, "germany", 9, &[], 2000);
    let (germany, boats) = (table.power("germany"), table.unit("submarine"));
    game.state.campaign.started = vec![Started { power: germany, unit: boats, before: 400, now: 0 }];
    game.submit(&order(table, "submarine", 401)).expect("more than a sheet holds");
}

/// New units keep to the limits of the hex they appear in, and ships need industry with a port at home or are lost.
#[test]
fn arrivals_keep_to_stacking_and_ships_to_ports() {
    let table = standard();
    let full = [("W3021", "germany", "infantry", 10), ("W3121", "germany", "infantry", 9)];
    let mut game = table.at("axis", &CampaignPhase::Reinforce, 8, &full);
    game.state.campaign.pending = vec![due(table, "germany", "infantry", 3, Arrival::Anywhere)];
    assert_eq!(
        table.forbids(&game, &deploy(table, "germany", "infantry", "W3021")),
        "gw75:18.12.a",
        "ten stand in Berlin"
    );
    game.submit(&deploy(table, "germany", "infantry", "W3121")).expect("the tenth in Hamburg");
    assert!(!table.may(&game, &deploy(table, "germany", "infantry", "W3121")), "not an eleventh");
    // Ships: Hamburg is the one German port with industry.
    let mut ships = table.at("axis", &CampaignPhase::Reinforce, 8, &[]);
    ships.state.campaign.pending = vec![due(table, "germany", "surface-b", 2, Arrival::Anywhere)];
    assert!(!table.may(&ships, &deploy(table, "germany", "surface-b", "W3021")), "Berlin is no port");
    assert!(!table.may(&ships, &deploy(table, "germany", "surface-b", "W3222")), "Koenigsberg has no industry");
    ships.submit(&deploy(table, "germany", "surface-b", "W3121")).expect("Hamburg");
    let mut lost = table.at("axis", &CampaignPhase::Reinforce, 8, &[]);
    table.hold(&mut lost, "commonwealth", &["W3121"]);
    lost.state.campaign.pending = vec![due(table, "germany", "surface-b", 2, Arrival::Anywhere)];
    lost.state.begun = false;
    let (lost, _) = Game::start(&table.rules, lost.state);
    assert!(lost.state.campaign.pending.is_empty(), "no port, no ships");
    assert_eq!(lost.state.campaign.fallen(table.power("germany"), table.unit("surface-b")).1, 2, "they may be rebuilt");
}

/// Forts go to connected friendly hexes, anywhere, and on time or never; ports go to any coast of their power, and may wait.
#[test]
fn forts_come_on_time_and_ports_may_wait() {
    let table = standard();
    let mut game = table.at("axis", &CampaignPhase::Reinforce, 8, &[]);
    table.hold(&mut game, "germany", &["W2919", "W2920", "W3019", "W3119", "W2623"]);
    game.state.campaign.pending =
        vec![due(table, "germany", "fort", 1, Arrival::Anywhere), due(table, "germany", "port", 1, Arrival::Anywhere)];
    game.state.campaign.pending.sort_unstable();
    assert!(table.may(&game, &deploy(table, "germany", "fort", "W2919")), "conquered Brest");
    assert!(!table.may(&game, &deploy(table, "germany", "fort", "W3119")), "London is not connected");
    assert!(!table.may(&game, &deploy(table, "germany", "fort", "W2819")), "Toulon is French");
    assert!(!table.may(&game, &deploy(table, "germany", "port", "W3020")), "a port needs a coast");
    assert!(table.may(&game, &deploy(table, "germany", "port", "W2623")), "Crete is a coast held, joined to nothing");
    game.submit(&Action::Done).expect("neither is placed");
    let left: Vec<_> = game.state.campaign.pending.iter().map(|pending| pending.unit).collect();
    assert_eq!(left, [table.unit("port")], "the port waits, the fort is lost");
    assert_eq!(game.state.campaign.fallen(table.power("germany"), table.unit("fort")).1, 1);
    // A turn later the port is laid down on a coast, and a fort placed there never moves.
    let mut later = table.at("axis", &CampaignPhase::Reinforce, 9, &[]);
    table.hold(&mut later, "germany", &["W3018", "W3019", "W2920"]);
    later.state.campaign.pending = game.state.campaign.pending.clone();
    later.submit(&deploy(table, "germany", "port", "W3018")).expect("west of Paris");
    let port = table.rules.find_feature("port").expect("feature");
    assert_eq!(later.state.feature(&table.rules, table.space("W3018"), port), 1);
    let moving = table.at("axis", &CampaignPhase::March, 9, &[("W3020", "germany", "fort", 1)]);
    assert!(!table.may(&moving, &table.march("W3020", "germany", "fort", 1, "W3021")));
}

fn depleted(table: &Table, power: &str, unit: &str, at: &str) -> Stack {
    Stack { space: table.space(at), army: 0, power: table.power(power), unit: table.unit(unit), damaged: 1, count: 1 }
}

/// A depleted carrier in a port with industry is taken off, paid for, and comes back whole to the same hex, unless that is lost.
#[test]
fn depleted_units_are_restored_where_they_lie() {
    let table = standard();
    let check = |unit: &str, at: &str, open: bool| {
        let mut game = shop(table, "germany", 7, &[], 5);
        game.state.stacks = vec![depleted(table, "germany", unit, at)];
        assert_eq!(table.may(&game, &order(table, "undeplete", 1)), open, "{unit} in {at}");
    };
    check("surface-a", "W3121", true);
    check("surface-a", "W3222", false);
    check("asw", "W3121", true);
    check("asw", "W3021", true);
    check("asw", "W3222", false);
    let whole = shop(table, "germany", 7, &[("W3121", "germany", "surface-a", 1)], 5);
    assert_eq!(table.forbids(&whole, &order(table, "undeplete", 1)), "gw75:18.32.a", "nothing is depleted");
    let mut game = shop(table, "germany", 7, &[], 5);
    game.state.stacks = vec![depleted(table, "germany", "surface-a", "W3121")];
    game.submit(&order(table, "undeplete", 1)).expect("paid");
    assert_eq!(table.in_all(&game, "germany", "surface-a"), 0, "it is off the map");
    assert_eq!(
        game.state.money[table.power("germany").index()],
        5 - orders::price(&table.rules, &game.state, table.power("germany"), table.unit("undeplete"), false)
            .expect("a price") as i32
    );
    let pending = game.state.campaign.pending[0];
    assert_eq!(pending.place, Arrival::At(table.space("W3121")));
    let mut back = table.at("axis", &CampaignPhase::Reinforce, pending.turn, &[]);
    back.state.campaign.pending = vec![pending];
    assert!(!table.may(&back, &deploy(table, "germany", "surface-a", "W3021")), "nowhere else");
    let mut home = back.clone();
    home.submit(&deploy(table, "germany", "surface-a", "W3121")).expect("the same hex");
    assert!(home.state.stacks.iter().all(|stack| stack.damaged == 0), "whole again");
    table.hold(&mut back, "commonwealth", &["W3121"]);
    back.state.begun = false;
    let (gone, _) = Game::start(&table.rules, back.state);
    assert!(gone.state.campaign.pending.is_empty(), "Hamburg fell meanwhile");
    assert_eq!(gone.state.campaign.fallen(table.power("germany"), table.unit("surface-a")).1, 1, "it must be rebuilt");
}

/// Points are counted in the open, for everybody, before anybody orders.
#[test]
fn points_are_counted_openly_before_orders() {
    let table = standard();
    let phases: Vec<&str> = table.rules.phases.iter().map(|phase| table.rules.phase_name(phase.name)).collect();
    let at = |name: &str| phases.iter().position(|phase| *phase == name).unwrap_or_else(|| panic!("no phase {name}"));
    for orders in [
        "german-orders",
        "italian-orders",
        "japanese-orders",
        "american-orders",
        "british-orders",
        "french-orders",
        "soviet-orders",
    ] {
        assert!(at("count-production-points") < at(orders), "{orders}");
    }
    let mut game = table.at("allies", &CampaignPhase::Reinforce, 5, &[]);
    let mut told = Vec::new();
    for _ in 0..3 {
        told.extend(game.submit(&Action::Done).expect("on").events);
        if told.iter().any(|event| matches!(event, Event::Earned { .. })) {
            break;
        }
    }
    let earned = told.iter().filter(|event| matches!(event, Event::Earned { .. })).count();
    assert_eq!(earned, 7, "seven powers, each total told");
}

/// Forts wait for a war: the Americans and Soviets for one with Germany, Japan for one with the United States.
#[test]
fn forts_wait_for_the_right_war() {
    let table = standard();
    let check = |power: &str, foe: Option<&str>, open: bool| {
        let part = if power == "japan" { Some(0) } else { None };
        let mut game = table.for_power(power, &CampaignPhase::Order { part }, 5, &[]);
        game.state.money[table.power(power).index()] = 9;
        if let Some(foe) = foe {
            let side = if power == "japan" { "axis" } else { "allies" };
            table.join(&mut game, power, side, &[foe]);
        }
        assert_eq!(table.may(&game, &order(table, "fort", 1)), open, "{power} against {foe:?}");
    };
    check("usa", None, false);
    check("usa", Some("japan"), false);
    check("usa", Some("germany"), true);
    check("ussr", Some("japan"), false);
    check("ussr", Some("germany"), true);
    check("japan", None, false);
    check("japan", Some("ussr"), false);
    check("japan", Some("usa"), true);
    check("germany", None, true);
    let options = reinforce::options(&table.rules, &table.start, table.power("germany"), table.unit("fort"));
    assert!(!options.is_empty());
}
