//! Zones of control: what they stop, what they leave alone, and where they end.

use chartroom_engine::Action;
use chartroom_engine::procedures::differential::{CampaignPhase, lines, march, pipeline, transport, zones};

use crate::campaign::table::{Units, standard};

/// Several zones on a hex are one, from whichever side; they cost nothing and force nobody to fight.
#[test]
fn zones_add_nothing_to_each_other_cost_nothing_and_force_no_battle() {
    let table = standard();
    let germany = table.power("germany");
    let one = [("W3020", "germany", "infantry", 1), ("W2920", "france", "infantry", 1)];
    let many = [
        ("W3020", "germany", "infantry", 1),
        ("W2920", "france", "infantry", 9),
        ("W3019", "france", "infantry", 1),
        ("W2921", "germany", "infantry", 1),
        ("W3021", "germany", "infantry", 1),
    ];
    let (few, more) =
        (table.at("axis", &CampaignPhase::March, 4, &one), table.at("axis", &CampaignPhase::March, 4, &many));
    for to in ["W3021", "W3121", "W2921"] {
        let left = |game: &chartroom_engine::Game<'_>| {
            march::ways(&table.rules, &game.state, germany, table.space("W3020"), None).left(table.space(to))
        };
        assert_eq!(left(&few), left(&more), "{to}");
    }
    // Out of a zone and round into another: each hex costs what it costs on an empty board.
    let empty = table.at("axis", &CampaignPhase::March, 4, &one[..1]);
    let ways = march::ways(&table.rules, &few.state, germany, table.space("W3020"), None);
    let free = march::ways(&table.rules, &empty.state, germany, table.space("W3020"), None);
    assert_eq!(ways.left(table.space("W3121")), free.left(table.space("W3121")), "leaving costs nothing");
    let fighting = table.at("axis", &CampaignPhase::Battle, 4, &many);
    assert!(table.may(&fighting, &Action::Done), "nobody has to attack");
    assert_eq!(table.in_all(&fighting, "france", "infantry"), 10);
}

/// Aircraft and ships go where they like; so do chains of merchant ships.
#[test]
fn land_zones_touch_neither_aircraft_nor_ships() {
    let table = standard();
    let base = [("W3021", "germany", "long-range-bomber", 1)];
    let watched = [base[0], ("W3122", "france", "infantry", 5), ("W3019", "france", "infantry", 5)];
    let raids = |units: Units<'_>| {
        let game = table.at("axis", &CampaignPhase::Sortie, 12, units);
        let commands =
            chartroom_engine::procedures::differential::raid::raids(&table.rules, &game.state, table.side("axis"));
        commands.len()
    };
    assert_eq!(raids(&base[..]), raids(&watched[..]));
    assert!(raids(&base[..]) > 0, "London and Paris are in range");
    // Enemies all along the coast of the Channel do not cut the chain from London to Le Havre.
    let chain = [("W3118", "commonwealth", "merchant", 2)];
    let shore = [chain[0], ("W3120", "germany", "infantry", 5), ("W2920", "germany", "infantry", 5)];
    let carried = |units: Units<'_>| {
        let game = table.at("allies", &CampaignPhase::Transport, 4, units);
        let found = transport::harbours(&table.rules, &game.state, table.power("commonwealth"), table.space("W3119"));
        found.into_iter().find(|(port, _)| *port == table.space("W3019")).map(|(_, points)| points)
    };
    assert_eq!(carried(&chain[..]), Some(2));
    assert_eq!(carried(&shore[..]), Some(2), "Le Havre lies in German zones");
    let game = table.at("allies", &CampaignPhase::Transport, 4, &shore);
    let zone = zones::enemy_zones(&table.rules, &game.state, table.power("commonwealth"), None);
    assert!(zone.has(table.space("W3019")), "it really does");
    let shut = pipeline::shut(&table.rules, &game.state, table.power("commonwealth"));
    assert_eq!(pipeline::holding_areas(&table.rules, &game.state, table.power("commonwealth"), &shut).len(), 1);
}

/// A line of supply ends at an enemy zone unless a friend stands there.
#[test]
fn supply_stops_at_zones_but_not_where_friends_stand() {
    let table = standard();
    // Germans in Warsaw; the way home leads through zones of Frenchmen set down in Silesia.
    let cut = [
        ("W3123", "germany", "infantry", 2),
        ("W3122", "france", "infantry", 1),
        ("W3222", "france", "infantry", 1),
        ("W3022", "france", "infantry", 1),
        ("W3023", "france", "infantry", 1),
    ];
    let stage = |units: Units<'_>| {
        let mut game = table.at("axis", &CampaignPhase::Battle, 4, units);
        table.hold(&mut game, "germany", &["W3123", "W3223", "W3122", "W3023", "W3222"]);
        game
    };
    let supplied = |game: &chartroom_engine::Game<'_>| {
        let lines = lines::lines(&table.rules, &game.state, table.power("germany"));
        lines.attack.has(table.space("W3123"))
    };
    let game = stage(&cut);
    assert!(!supplied(&game), "every way out is in a zone");
    // One enemy less to the south-west: friends in the hexes between make a way through the zones that are left.
    let open = [
        ("W3123", "germany", "infantry", 2),
        ("W3222", "france", "infantry", 1),
        ("W3022", "france", "infantry", 1),
        ("W3023", "france", "infantry", 1),
        ("W3122", "germany", "infantry", 1),
        ("W3121", "germany", "infantry", 1),
        ("W3021", "germany", "infantry", 1),
    ];
    let zoned = stage(&[open[0], open[1], open[2], open[3], open[5], open[6]]);
    let controlled = zones::enemy_zones(&table.rules, &zoned.state, table.power("germany"), None);
    assert!(controlled.has(table.space("W3122")) && !supplied(&zoned), "Warsaw lies in a zone and nobody is there");
    let strung = stage(&open);
    assert!(supplied(&strung), "a string of friends carries supply through zones");
}

/// Self-defense controls nothing beyond its border.
#[test]
fn zones_of_self_defense_end_at_the_border() {
    let table = standard();
    let border = "W2920";
    let guard = table.at("axis", &CampaignPhase::March, 4, &[(border, "france", "self-defense", 1)]);
    let army = table.at("axis", &CampaignPhase::March, 4, &[(border, "france", "infantry", 1)]);
    let zone = |game: &chartroom_engine::Game<'_>, at: &str| {
        zones::enemy_zones(&table.rules, &game.state, table.power("germany"), None).has(table.space(at))
    };
    for (at, guarded, armed) in
        [("W3019", true, true), ("W2919", true, true), ("W3020", false, true), ("W2921", false, true)]
    {
        assert_eq!((zone(&guard, at), zone(&army, at)), (guarded, armed), "{at}");
    }
}

/// A neutral has no zones; they are there as soon as the first stranger has come in.
#[test]
fn zones_of_an_invaded_neutral_wake_with_the_first_hex() {
    let table = standard();
    let units = [
        ("W2921", "germany", "infantry", 1),
        ("W3021", "germany", "infantry", 1),
        ("W2922", "yugoslavia", "infantry", 1),
        ("W3022", "germany", "infantry", 1),
    ];
    let mut game = table.at("axis", &CampaignPhase::March, 4, &units);
    let germany = table.power("germany");
    let asleep = zones::enemy_zones(&table.rules, &game.state, germany, None);
    assert_eq!(asleep.iter().count(), 0, "nobody else is on the board");
    // The first goes past Belgrade into the country without minding its zones, and no farther.
    table.hold(&mut game, "germany", &["W2923"]);
    let ways = march::ways(&table.rules, &game.state, germany, table.space("W3022"), None);
    assert!(ways.left(table.space("W2822")).is_some(), "through the zone of Belgrade");
    game.submit(&table.march("W3022", "germany", "infantry", 1, "W2822")).expect("the first invader");
    assert!(game.state.at_war(germany, table.power("yugoslavia")));
    let awake = zones::enemy_zones(&table.rules, &game.state, germany, None);
    assert!(awake.has(table.space("W2822")) && awake.has(table.space("W3021")), "now they control");
    let late = march::ways(&table.rules, &game.state, germany, table.space("W3021"), None);
    assert!(late.left(table.space("W2822")).is_none(), "the next stops at the first zone");
}
