//! Orders of a player turn: what may be ordered when, and how far it goes.

use chartroom_engine::query::range::flight_map;
use chartroom_engine::{Action, Order};

use super::table::{ATTACK, BUILD, QUIET, Table, done, give, orders, phase_is, refused, until};

#[test]
fn attacks_are_ordered_before_combat_and_none_is_added() {
    let table = Table::new();
    let units = [("germany", "infantry", "libya", 6), ("uk", "infantry", "egypt", 6), ("uk", "infantry", "sudan", 0)];
    let game = |phase| {
        let mut game = table.game(3, "germany", phase, &units);
        table.hold(&mut game, "libya", "germany");
        game
    };
    let quiet = game(QUIET);
    let into_empty =
        |game: &chartroom_engine::Game<'_>| table.order_to_go(game, ("germany", "infantry", 1), "libya", "sudan");
    assert_eq!(refused(&quiet, into_empty(&quiet)), "twg:noncombat.2", "empty enemy land is attacked, not entered");
    let mut attack = game(ATTACK);
    table.go(&mut attack, ("germany", "infantry", 3), "libya", "egypt");
    let order = into_empty(&attack);
    give(&mut attack.clone(), order);
    done(&mut attack);
    assert!(!phase_is(&attack, ATTACK) && !phase_is(&attack, QUIET), "the battle goes on");
    assert_eq!(refused(&attack, into_empty(&attack)), "twg:combat.1", "no battle is added");
    assert!(attack.submit(&Action::Done).is_ok());
}

#[test]
fn who_stands_next_to_a_battle_stays_out_of_it() {
    let table = Table::new();
    let units = [
        ("germany", "infantry", "libya", 9),
        ("uk", "infantry", "egypt", 2),
        ("uk", "infantry", "jordan", 3),
        ("uk", "infantry", "sudan", 3),
    ];
    for seed in 0..10 {
        let mut game = table.game(seed, "germany", ATTACK, &units);
        table.hold(&mut game, "libya", "germany");
        table.go(&mut game, ("germany", "infantry", 5), "libya", "egypt");
        done(&mut game);
        let fought: Vec<_> = game.state.operations.battles.iter().map(|battle| battle.space).collect();
        assert_eq!(fought, [table.space("egypt")]);
        until(&mut game, QUIET);
        let left = |power: &str, space: &str| table.count(&game, power, "infantry", space);
        assert_eq!((left("germany", "libya"), left("uk", "jordan"), left("uk", "sudan")), (4, 3, 3), "seed {seed}");
    }
}

#[test]
fn every_border_and_coast_costs_aircraft_one_space() {
    let table = Table::new();
    let map = flight_map(&table.rules, &[table.space("germany")], 4);
    assert_eq!((map[table.space("north-sea").index()], map[table.space("great-britain").index()]), (1, 2));
    // From a deck: the zone is where the fighter stands, and the first space leaves it.
    let units =
        [("uk", "carrier", "north-sea", 1), ("uk", "fighter", "north-sea", 1), ("germany", "infantry", "germany", 1)];
    let mut game = table.game(1, "uk", ATTACK, &units);
    table.go(&mut game, ("uk", "fighter", 1), "north-sea", "germany");
    let army = table.there(&game, "uk", "fighter", "germany").army;
    assert_eq!(game.state.operations.group(army).expect("orders").spent, 1);
    // Armor crosses two borders, infantry one.
    let units =
        [("germany", "armor", "germany", 1), ("germany", "infantry", "germany", 1), ("germany", "armor", "austria", 0)];
    let game = table.game(1, "germany", QUIET, &units);
    let far = |unit: &str| {
        let moves = orders(&game).into_iter().filter_map(|order| match order {
            Order::Move { stack, to, .. }
                if stack.unit == table.unit(unit) && stack.space == table.space("germany") =>
            {
                Some(flight_map(&table.rules, &[stack.space], 9)[to.index()])
            }
            _ => None,
        });
        moves.max()
    };
    assert_eq!((far("infantry"), far("armor")), (Some(1), Some(2)));
}

#[test]
fn aircraft_land_with_friends_but_not_on_their_decks() {
    let table = Table::new();
    let units = [
        ("uk", "fighter", "great-britain", 1),
        ("usa", "carrier", "north-sea", 1),
        ("usa", "fighter", "north-sea", 0),
        ("uk", "carrier", "eire-sea", 1),
        ("germany", "infantry", "norway", 0),
    ];
    let mut game = table.game(1, "uk", QUIET, &units);
    table.hold(&mut game, "norway", "usa");
    table.hold(&mut game, "france", "ussr");
    game.state.stacks.retain(|stack| stack.space != table.space("france"));
    let fly = |to: &str| {
        let stack = table.stack("uk", "fighter", "great-britain", 1);
        Order::Move { stack, via: None, to: table.space(to) }
    };
    for (to, rule) in [("north-sea", "twg:noncombat.1"), ("france", "twg:noncombat.1"), ("germany", "twg:noncombat.1")]
    {
        assert_eq!(refused(&game, fly(to)), rule, "{to}: the ally's deck, Soviet land, the enemy");
    }
    for to in ["eire-sea", "norway"] {
        let order = fly(to);
        give(&mut game.clone(), order);
    }
    game.state.operations.taken.push(table.space("norway"));
    assert_eq!(refused(&game, fly("norway")), "twg:noncombat.1", "not on land taken this turn");
}

/// A fighter takes off from one deck and lands on another that has moved meanwhile; the landing it planned does not bind it.
#[test]
fn a_fighter_comes_down_elsewhere_than_it_planned_within_its_range() {
    let table = Table::new();
    let units = [
        ("uk", "carrier", "faeroe-sea", 1),
        ("uk", "fighter", "faeroe-sea", 1),
        ("uk", "carrier", "eire-sea", 1),
        ("germany", "submarine", "north-sea", 1),
    ];
    let mut met = 0;
    for seed in 0..30 {
        let mut game = table.game(seed, "uk", ATTACK, &units);
        table.go(&mut game, ("uk", "fighter", 1), "faeroe-sea", "north-sea");
        done(&mut game);
        until(&mut game, QUIET);
        let fighter = table.there(&game, "uk", "fighter", "north-sea");
        assert_eq!(game.submit(&Action::Done).expect_err("still to land").rule, "twg:noncombat.1");
        // Its own carrier sails away, the other one comes near; a zone with an enemy is closed to both.
        table.go(&mut game, ("uk", "carrier", 1), "faeroe-sea", "iceland-sea");
        table.go(&mut game, ("uk", "carrier", 1), "eire-sea", "faeroe-sea");
        let group = *game.state.operations.group(fighter.army).expect("orders");
        give(&mut game, Order::Move { stack: fighter, via: None, to: table.space("faeroe-sea") });
        let now = table.there(&game, "uk", "fighter", "faeroe-sea");
        assert_eq!(game.state.operations.group(now.army).expect("orders").spent, group.spent + 1);
        let far = Order::Move { stack: now, via: None, to: table.space("iceland-sea") };
        assert_eq!(refused(&game, far), "twg:conquest.1", "it has landed");
        done(&mut game);
        met += 1;
    }
    assert_eq!(met, 30, "a submarine never hits a fighter");
}

#[test]
fn land_units_move_into_friendly_places_only() {
    let table = Table::new();
    let units = [
        ("germany", "infantry", "austria", 3),
        ("germany", "armor", "austria", 1),
        ("italy", "infantry", "italy", 1),
        ("japan", "infantry", "manchuria", 1),
        ("ussr", "infantry", "vladivostok", 1),
    ];
    let mut game = table.game(1, "germany", QUIET, &units);
    // Germans and Italians enter each other's land and respect its owner.
    table.go(&mut game, ("germany", "infantry", 1), "austria", "italy");
    assert_eq!(table.holder(&game, "italy"), "italy");
    table.go(&mut game, ("italy", "infantry", 1), "italy", "austria");
    assert_eq!(table.holder(&game, "austria"), "germany");
    let back = table.order_to_go(&game, ("germany", "infantry", 1), "italy", "austria");
    assert_eq!(refused(&game, back), "twg:conquest.1", "once in a turn");
    // Japan shares land with nobody, though its ships share the sea.
    let mut shared = game.clone();
    table.hold(&mut shared, "italy", "japan");
    let order = table.order_to_go(&shared, ("germany", "infantry", 1), "austria", "italy");
    assert_eq!(refused(&shared, order), "twg:noncombat.2", "Japanese land with somebody in it");
    let mut at_sea =
        table.game(1, "germany", QUIET, &[("germany", "destroyer", "na-8", 1), ("japan", "destroyer", "na-5", 1)]);
    table.go(&mut at_sea, ("germany", "destroyer", 1), "na-8", "na-5");
    assert_eq!(table.count(&at_sea, "japan", "destroyer", "na-5"), 1);
}

/// Units are placed when everything else is done; money not spent stays.
#[test]
fn new_units_wait_for_the_next_turn_and_money_is_kept() {
    let table = Table::new();
    let mut game = table.game(1, "germany", BUILD, &[("germany", "infantry", "austria", 0)]);
    table.purse(&mut game, "germany", 23);
    let at = table.space("austria");
    give(&mut game, Order::Buy { unit: table.unit("infantry"), count: 2, site: at, to: at });
    assert_eq!((table.money(&game, "germany"), table.count(&game, "germany", "infantry", "austria")), (13, 2));
    let dear = Order::Buy { unit: table.unit("infantry"), count: 3, site: at, to: at };
    assert_eq!(refused(&game, dear), "twg:build.5", "thirteen dollars are two infantry");
    done(&mut game);
    assert!(
        phase_is(&game, ATTACK)
            && !orders(&game).iter().any(|order| matches!(order, Order::Move { stack, .. } if stack.space == at))
    );
    for _ in 0..300 {
        if game.state.turn > 6 && phase_is(&game, ATTACK) {
            break;
        }
        done(&mut game);
    }
    let income: i64 = (0..table.rules.board.spaces.len())
        .map(chartroom_engine::ids::SpaceIx::new)
        .filter(|space| game.state.holder(*space) == Some(table.power("germany")))
        .map(|space| table.rules.board.space(space).value)
        .sum();
    assert_eq!(i64::from(table.money(&game, "germany")), 13 + income, "the rest of last turn and this turn's income");
    let free = orders(&game)
        .into_iter()
        .any(|order| matches!(order, Order::Move { stack, .. } if stack.power == table.power("germany")));
    assert!(free, "the next turn has begun");
}
