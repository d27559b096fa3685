//! Land movement line by line: who moves, how far, what is left over, and where the board ends.

use chartroom_engine::ids::SpaceIx;
use chartroom_engine::procedures::differential::{CampaignPhase, march, zones};
use chartroom_engine::{Action, Command};
use chartroom_format::schema::map::Surface;
use chartroom_format::schema::units::Domain;

use crate::campaign::table::standard;

const TWO_ARMIES: [(&str, &str, &str, u16); 3] =
    [("W3020", "germany", "infantry", 4), ("W3021", "germany", "mechanized", 2), ("W2819", "france", "infantry", 2)];

/// Any, all or none of the phasing side's units move; the enemy's do not.
#[test]
fn the_phasing_side_alone_moves_any_all_or_none() {
    let table = standard();
    let game = table.at("axis", &CampaignPhase::March, 4, &TWO_ARMIES);
    let all: Vec<(&str, u16)> = vec![("W3020", 4), ("W3021", 2)];
    let mut moved = game.clone();
    for (from, count) in all {
        let unit = if from == "W3020" { "infantry" } else { "mechanized" };
        moved.submit(&table.march(from, "germany", unit, count, "W3121")).expect("all may move");
    }
    assert!(table.may(&game, &table.march("W3020", "germany", "infantry", 1, "W3121")), "any may");
    assert!(table.may(&game, &Action::Done), "none must");
    assert_eq!(table.forbids(&game, &table.march("W2819", "france", "infantry", 1, "W2920")), "gw75:5.11");
    let allied = table.at("allies", &CampaignPhase::March, 4, &TWO_ARMIES);
    assert!(table.may(&allied, &table.march("W2819", "france", "infantry", 1, "W2920")));
}

/// What a unit does not use is gone: it moves once in a phase, gives nothing to others and starts afresh next turn.
#[test]
fn movement_points_are_neither_saved_nor_given_away() {
    let table = standard();
    let mut game = table.at("axis", &CampaignPhase::March, 4, &TWO_ARMIES);
    game.submit(&table.march("W3020", "germany", "infantry", 4, "W3121")).expect("one step of five");
    assert_eq!(table.forbids(&game, &table.march("W3121", "germany", "infantry", 1, "W3122")), "gw75:5.0.c");
    // Two points left of one army do not carry another beyond its own allowance.
    let germany = table.power("germany");
    let before = march::ways(&table.rules, &game.state, germany, table.space("W3021"), None);
    let reach: Vec<SpaceIx> = before.reached().collect();
    let fresh = table.at("axis", &CampaignPhase::March, 4, &TWO_ARMIES);
    let same = march::ways(&table.rules, &fresh.state, germany, table.space("W3021"), None);
    assert_eq!(reach, same.reached().collect::<Vec<_>>());
    assert_eq!(march::allowance(&table.rules, 5, table.space("W3121")), 4, "the next turn knows nothing of it");
}

/// Spring: two points in the weather area, five outside, by the hex a unit starts in.
#[test]
fn the_start_hex_alone_sets_the_allowance() {
    let table = standard();
    let mut game = table.at("axis", &CampaignPhase::March, 3, &[]);
    game.state.holders.fill(table.power("germany").0 + 1);
    let farthest = |from: &str, rows: std::ops::RangeInclusive<u32>| {
        let ways = march::ways(&table.rules, &game.state, table.power("germany"), table.space(from), None);
        let inside = |space: &SpaceIx| {
            let name = table.rules.board.space(*space).id.clone();
            name.starts_with('W') && name[1..3].parse().is_ok_and(|row: u32| rows.contains(&row))
        };
        ways.reached().filter(inside).map(|space| ways.path(space).len()).max().unwrap_or(0)
    };
    assert!(farthest("W2819", 29..=40) >= 3, "from the south deep into the mud");
    assert_eq!(farthest("W2920", 1..=40), 2, "from the mud two steps, wherever they lead");
    assert_eq!(farthest("W2920", 1..=28), 1, "two of them would need a third point beyond the border");
}

/// Battles have their own phase, and running over belongs to movement.
#[test]
fn no_battle_while_moving_and_no_overrun_while_fighting() {
    let table = standard();
    let units = [("W3020", "germany", "mechanized", 9), ("W2920", "france", "infantry", 1)];
    let moving = table.at("axis", &CampaignPhase::March, 4, &units);
    assert_eq!(table.forbids(&moving, &table.pledge("W3020", "germany", "mechanized", 9, "W2920")), "gw75:5.15");
    assert_eq!(table.forbids(&moving, &table.attack("W2920")), "gw75:5.15");
    assert!(table.may(&moving, &table.march("W3020", "germany", "mechanized", 9, "W2920")), "an overrun is movement");
    let fighting = table.at("axis", &CampaignPhase::Battle, 4, &units);
    assert_eq!(table.forbids(&fighting, &table.march("W3020", "germany", "mechanized", 9, "W2920")), "gw75:8.0.b");
}

/// Where land units pass follows from what hexes and hexsides are marked as, from nothing else.
#[test]
fn hex_and_hexside_codes_alone_decide_who_passes() {
    let table = standard();
    let board = &table.rules.board;
    let (mut open, mut closed) = (0, 0);
    for from in (0..board.spaces.len()).map(SpaceIx::new) {
        for link in board.links_of(from) {
            let sides = board.side_names(link);
            let barred = sides.iter().any(|side| matches!(*side, "contra-land" | "contra-duplex"));
            let joins = |space| matches!(board.space(space).surface, Surface::Land | Surface::Coast);
            let expected = joins(from) && joins(link.to) && !barred;
            assert_eq!(
                link.passes.has(Domain::Land),
                expected,
                "{} to {}",
                table.rules.space_name(from),
                table.rules.space_name(link.to)
            );
            if expected { open += 1 } else { closed += 1 }
        }
    }
    assert!(open > 1000 && closed > 1000, "{open} {closed}");
}

/// The map ends in the north and the south and closes on itself in the east and the west.
#[test]
fn the_board_ends_north_and_south_and_who_is_driven_there_is_lost() {
    let table = standard();
    let board = &table.rules.board;
    let row = |space: SpaceIx| board.space(space).id[1..3].parse::<u32>().expect("a row");
    for space in (0..board.spaces.len()).map(SpaceIx::new) {
        let expected = if matches!(row(space), 1 | 40) { 4 } else { 6 };
        assert_eq!(board.links_of(space).len(), expected, "{}", table.rules.space_name(space));
    }
    // Land on the last row: beaten there with enemies all round, units have no way out.
    let edge = (0..board.spaces.len()).map(SpaceIx::new).find(|space| {
        let landward = board.links_of(*space).iter().filter(|link| link.passes.has(Domain::Land)).count();
        row(*space) == 40 && landward >= 2
    });
    let edge = edge.expect("land on the northern edge");
    let around: Vec<SpaceIx> =
        board.links_of(edge).iter().filter(|link| link.passes.has(Domain::Land)).map(|link| link.to).collect();
    let mut game = table.at("axis", &CampaignPhase::Battle, 4, &[]);
    let stack = |space, power: &str, count| chartroom_engine::state::Stack {
        space,
        army: 0,
        power: table.power(power),
        unit: table.unit("infantry"),
        damaged: 0,
        count,
    };
    game.state.holders.fill(table.power("germany").0 + 1);
    game.state.stacks = around.iter().map(|space| stack(*space, "germany", 10)).collect();
    game.state.stacks.push(stack(edge, "france", 4));
    game.state.stacks.sort_unstable();
    game.state.dice.loaded = vec![6];
    // Home is far: lend them a centre of supply.
    let centre = table.rules.find_feature("industrial-center").expect("feature");
    game.state.features.push((around[0], centre, 1));
    game.state.features.sort_unstable();
    for space in &around {
        let (power, unit) = (table.power("germany"), table.unit("infantry"));
        let pledge = Command::Pledge { from: *space, power, unit, count: 10, target: edge };
        let _ = game.submit(&Action::Campaign(pledge));
    }
    game.submit(&Action::Campaign(Command::Attack { target: edge })).expect("an attack");
    assert_eq!(table.in_all(&game, "france", "infantry"), 0, "nobody leaves the map");
    assert!(zones::enemies_in(&table.rules, &game.state, table.power("germany"), edge).next().is_none());
}

/// Points of one type are one heap: they join, part, and march in any number.
#[test]
fn points_of_one_type_join_and_part_freely() {
    let table = standard();
    let units = [
        ("W3020", "germany", "infantry", 3),
        ("W3021", "germany", "infantry", 2),
        ("W3021", "germany", "mechanized", 1),
        ("W3021", "germany", "self-defense", 1),
    ];
    let mut game = table.at("axis", &CampaignPhase::March, 4, &units);
    game.submit(&table.march("W3020", "germany", "infantry", 2, "W3021")).expect("two of three");
    assert_eq!(table.count(&game, "W3020", "germany", "infantry"), 1);
    let stacks = game.state.stacks_in(table.space("W3021"));
    assert_eq!(stacks.len(), 3, "infantry is one stack, mechanized and self-defense are others");
    assert_eq!(table.count(&game, "W3021", "germany", "infantry"), 4);
    assert_eq!(table.count(&game, "W3021", "germany", "self-defense"), 1);
}
