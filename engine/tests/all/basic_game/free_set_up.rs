//! The free set-up of The Fall of Germany: who places what, where and when. Whole games with it are played in `set_up_games`.

use chartroom_engine::procedures::Procedure;
use chartroom_engine::{Action, Event, Game};

use super::table::{MOVING, SETTING_UP, Table, refused};

/// Points of one type go from the army of a power in a place to another place.
fn place(table: &Table, game: &Game<'_>, power: &str, unit: &str, count: u16, from: &str, to: &str) -> Action {
    let (space, power, unit) = (table.space(from), table.power(power), table.unit(unit));
    let stacks = game.state.stacks_in(space).iter();
    let army = stacks.filter(|stack| (stack.power, stack.unit) == (power, unit)).map(|stack| stack.army).next();
    Action::Redeploy { from: space, army: army.unwrap_or(0), power, unit, count, to: table.space(to), into: None }
}

fn points(table: &Table, game: &Game<'_>, unit: &str, at: &str) -> u16 {
    let unit = table.unit(unit);
    let here = game.state.stacks_in(table.space(at)).iter();
    here.filter(|stack| stack.unit == unit).map(|stack| stack.count).sum()
}

#[test]
fn without_the_option_nobody_sets_up() {
    let table = Table::new();
    let (game, step) = Game::start(&table.rules, table.start.clone());
    assert!(step.events.iter().all(|event| !matches!(event, Event::Moved { .. })));
    assert_eq!(game.state.stacks, table.start.stacks);
    let phase = &table.rules.phases[usize::from(game.state.phase)];
    let run = &table.rules.procedures[phase.run.expect("a procedure").index()].run;
    assert!(MOVING(run) && game.to_act() == Some(table.side("axis")), "the game begins with the Axis moving");
}

#[test]
fn sides_set_up_once_in_the_printed_order() {
    let table = Table::free_set_up();
    let (mut game, _) = Game::start(&table.rules, table.start.clone());
    let soviets = place(&table, &game, "ussr", "infantry", 1, "1144", "siberia");
    assert_eq!(refused(&mut game, soviets), "hgw:fog-special.5", "the Soviets come second");
    let mut seen = Vec::new();
    while game.state.turn == 1 {
        let phase = &table.rules.phases[usize::from(game.state.phase)];
        let run = phase.run.map(|at| &table.rules.procedures[at.index()].run);
        let sets_up = matches!(run, Some(Procedure::Deploy(_)));
        seen.push((sets_up, game.to_act()));
        if game.submit(&Action::Done).is_err() {
            let first = game.legal()[0];
            game.submit(&first).expect("legal");
        }
    }
    let order = ["axis", "soviet", "allies"].map(|side| (true, Some(table.side(side))));
    assert_eq!(seen[..3], order);
    assert!(seen[3..].iter().all(|(sets_up, _)| !sets_up), "nobody sets up twice");
    while game.state.turn == 2 {
        assert!(!table.is_at(&game, SETTING_UP), "nor on a later turn");
        if game.submit(&Action::Done).is_err() {
            let first = game.legal()[0];
            game.submit(&first).expect("legal");
        }
    }
}

#[test]
fn points_go_to_any_friendly_hex_within_stacking_and_armies() {
    let table = Table::free_set_up();
    let mut game = table.at("axis", SETTING_UP);
    let axis = table.side("axis");
    // From Russia to Bergen: no way is asked for, and the army that is left with nothing is gone.
    for (unit, count) in [("infantry", 4), ("mechanized", 1)] {
        let action = place(&table, &game, "germany", unit, count, "1042", "0835");
        game.submit(&action).expect("Norway is friendly");
    }
    assert_eq!((points(&table, &game, "infantry", "0835"), points(&table, &game, "mechanized", "0835")), (4, 1));
    assert!(game.state.stacks_in(table.space("1042")).is_empty());
    assert_eq!(game.state.armies(axis).iter().filter(|(_, at)| *at == table.space("0835")).count(), 1, "they join");
    // Ten points to a hex.
    let crowd = place(&table, &game, "germany", "infantry", 4, "1143", "1444");
    game.submit(&crowd).expect("ten points fit");
    let eleventh = place(&table, &game, "germany", "infantry", 1, "1242", "1444");
    assert_eq!(refused(&mut game, eleventh), "hgw:stacking.1");
    // Twelve armies to a side: single points go to empty hexes until there are that many.
    for to in ["1237", "1238", "1239", "1240", "1241"] {
        let action = place(&table, &game, "germany", "infantry", 1, "1444", to);
        if game.state.armies(axis).len() < 12 {
            game.submit(&action).expect("one more army");
        } else {
            assert_eq!(refused(&mut game, action), "hgw:record.1.a");
        }
    }
    assert_eq!(game.state.armies(axis).len(), 12);
    let whole = place(&table, &game, "germany", "infantry", 2, "0841", "1241");
    assert!(game.legal().contains(&whole), "a whole army takes its number along");
    game.submit(&whole).expect("no new army");
    // The others do the same with theirs.
    table.go_on(&mut game, "soviet", SETTING_UP);
    let far = place(&table, &game, "ussr", "mechanized", 4, "1343", "siberia");
    game.submit(&far).expect("Siberia is friendly");
    table.go_on(&mut game, "allies", SETTING_UP);
    let over = place(&table, &game, "usa", "amphibious", 3, "1233", "2243");
    game.submit(&over).expect("Suez is friendly, and no ships are asked for");
    assert_eq!(points(&table, &game, "amphibious", "2243"), 3);
}

#[test]
fn forts_ships_and_foreign_land_are_not_for_the_free_set_up() {
    let table = Table::free_set_up();
    let mut game = table.at("axis", SETTING_UP);
    for (unit, from, to) in [
        ("fort", "1436", "1237"),
        ("capital-ship", "1236", "1235"),
        ("infantry", "1042", "1144"),
        ("infantry", "1042", "1832"),
        ("infantry", "1042", "1333"),
    ] {
        let action = place(&table, &game, "germany", unit, 1, from, to);
        assert_eq!(refused(&mut game, action), "hgw:fog-setup.1", "{unit} to {to}");
        assert!(!game.legal().contains(&action));
    }
    let more = place(&table, &game, "germany", "infantry", 5, "1042", "1237");
    refused(&mut game, more);
    table.go_on(&mut game, "soviet", SETTING_UP);
    for (unit, from, to) in [("fort", "0942", "1144"), ("infantry", "1144", "1143")] {
        let action = place(&table, &game, "ussr", unit, 1, from, to);
        assert_eq!(refused(&mut game, action), "hgw:fog-setup.3", "{unit} to {to}");
    }
    table.go_on(&mut game, "allies", SETTING_UP);
    for (unit, from, to) in
        [("capital-ship", "0932", "1333"), ("infantry", "1333", "1434"), ("infantry", "1333", "1144")]
    {
        let action = place(&table, &game, "great-britain", unit, 1, from, to);
        assert_eq!(refused(&mut game, action), "hgw:fog-setup.5", "{unit} to {to}");
    }
    let Action::Redeploy { from, army, power, unit, .. } = place(&table, &game, "usa", "amphibious", 1, "1233", "1233")
    else {
        panic!("a redeployment");
    };
    let change = Action::Convert { space: from, army, power, unit, count: 1 };
    assert_eq!(refused(&mut game, change), "hgw:fog-special.5", "points keep their type");
}
