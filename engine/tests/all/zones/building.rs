//! Factories, decks and docks.

use chartroom_engine::Order;
use chartroom_engine::state::Stack;

use super::table::{ATTACK, BUILD, QUIET, Table, done, give, orders, phase_is, refused, until};

/// A factory taken this turn builds nothing; in the conqueror's next turn it does.
#[test]
fn a_captured_factory_builds_from_the_next_turn_on() {
    let table = Table::new();
    let units = [("germany", "infantry", "belorussia", 3), ("ussr", "infantry", "central-russia", 0)];
    let mut game = table.game(1, "germany", ATTACK, &units);
    table.go(&mut game, ("germany", "infantry", 3), "belorussia", "central-russia");
    done(&mut game);
    until(&mut game, BUILD);
    assert_eq!(table.holder(&game, "central-russia"), "germany");
    let site = table.space("central-russia");
    let armor = Order::Buy { unit: table.unit("armor"), count: 1, site, to: site };
    table.purse(&mut game, "germany", 60);
    assert_eq!(refused(&game, armor), "twg:build.4");
    // The Axis must not win, nor the land be lost, before Germany plays again.
    for _ in 0..400 {
        if game.state.turn > 6 && phase_is(&game, BUILD) {
            break;
        }
        done(&mut game);
    }
    assert_eq!(game.state.turn, 7);
    give(&mut game, armor);
    assert_eq!(table.count(&game, "germany", "armor", "central-russia"), 1);
}

/// Fighters are built onto a carrier that lies off the factory; one in the land goes onto a carrier built there, and only then.
#[test]
fn fighters_board_carriers_at_the_factory() {
    let table = Table::new();
    let units = [
        ("uk", "fighter", "great-britain", 2),
        ("uk", "carrier", "north-sea", 1),
        ("uk", "destroyer", "eire-sea", 0),
        ("uk", "destroyer", "french-coast", 0),
    ];
    let mut game = table.game(1, "uk", BUILD, &units);
    table.purse(&mut game, "uk", 100);
    let (site, zone, other) = (table.space("great-britain"), table.space("north-sea"), table.space("eire-sea"));
    let fighter = table.unit("fighter");
    let stack = table.stack("uk", "fighter", "great-britain", 1);
    assert_eq!(
        refused(&game, Order::Board { stack, zone }),
        "twg:factories.1",
        "an old carrier takes new fighters only"
    );
    give(&mut game, Order::Buy { unit: fighter, count: 1, site, to: zone });
    assert_eq!(table.count(&game, "uk", "fighter", "north-sea"), 1);
    assert_eq!(
        refused(&game, Order::Buy { unit: fighter, count: 2, site, to: zone }),
        "twg:factories.1",
        "one deck is left"
    );
    give(&mut game, Order::Buy { unit: table.unit("carrier"), count: 1, site, to: other });
    let board = Order::Board { stack, zone: other };
    assert!(orders(&game).contains(&board));
    give(&mut game, board);
    give(&mut game, board);
    assert_eq!(
        (table.count(&game, "uk", "fighter", "eire-sea"), table.count(&game, "uk", "fighter", "great-britain")),
        (2, 0)
    );
}

/// An owner reduces a factory instead of building; what is left of it builds in that turn.
#[test]
fn a_reduced_factory_builds_its_two_units() {
    let table = Table::new();
    let mut game = table.game(1, "germany", BUILD, &[]);
    table.purse(&mut game, "germany", 200);
    let site = table.space("germany");
    let major = table.rules.find_feature("major-factory").expect("feature");
    let minor = table.rules.find_feature("minor-factory").expect("feature");
    let armor = |count: u16| Order::Buy { unit: table.unit("armor"), count, site, to: site };
    let mut used = game.clone();
    give(&mut used, armor(1));
    assert_eq!(refused(&used, Order::Raze { space: site }), "twg:updown.2", "it has built");
    give(&mut game, Order::Raze { space: site });
    let factory = |game: &chartroom_engine::Game<'_>| {
        (game.state.feature(&table.rules, site, major), game.state.feature(&table.rules, site, minor))
    };
    assert_eq!((factory(&game), table.money(&game, "germany")), ((0, 1), 200), "nothing comes back");
    assert_eq!(refused(&game, armor(3)), "twg:build.5");
    assert_eq!(refused(&game, Order::Buy { unit: table.unit("bomber"), count: 1, site, to: site }), "twg:build.5");
    give(&mut game, armor(2));
    let mut gone = table.game(1, "germany", BUILD, &[]);
    give(&mut gone, Order::Raze { space: site });
    give(&mut gone, Order::Raze { space: site });
    assert_eq!(factory(&gone), (0, 0));
}

/// The price of a repair is rolled whenever the owner likes, once, and goes with the ship.
#[test]
fn the_price_of_a_repair_stays_with_its_ship() {
    let table = Table::new();
    let hurt = |space: &str, count: u16| Stack { damaged: 1, ..table.stack("italy", "battleship", space, count) };
    let mut game = table.game(
        4,
        "italy",
        ATTACK,
        &[("italy", "battleship", "adriatic-sea", 0), ("italy", "battleship", "aegean-sea", 0)],
    );
    game.state.stacks.push(hurt("adriatic-sea", 1));
    game.state.stacks.sort_unstable();
    let survey = Order::Survey { stack: hurt("adriatic-sea", 1) };
    assert!(orders(&game).contains(&survey), "before the attacks are ordered");
    give(&mut game, survey);
    assert_eq!(refused(&game, survey), "twg:battleship.4", "the result is fixed");
    let price = game.state.operations.docks[0].price;
    done(&mut game);
    until(&mut game, QUIET);
    assert_eq!(refused(&game, survey), "twg:battleship.4", "in the phase after as well");
    give(&mut game, Order::Move { stack: hurt("adriatic-sea", 1), via: None, to: table.space("aegean-sea") });
    let docks = &game.state.operations.docks;
    assert_eq!((docks.len(), docks[0].zone, docks[0].price), (1, table.space("aegean-sea"), price), "it went along");
    let there = table.there(&game, "italy", "battleship", "aegean-sea");
    assert_eq!(refused(&game, Order::Survey { stack: there }), "twg:battleship.4");
    // It is still fixed when the owner's next turn comes.
    for _ in 0..400 {
        if game.state.turn > 6 && phase_is(&game, ATTACK) {
            break;
        }
        done(&mut game);
    }
    assert_eq!(game.state.operations.docks.len(), 1);
    assert_eq!(refused(&game, Order::Survey { stack: hurt("aegean-sea", 1) }), "twg:battleship.4");
}

/// Nobody repairs at Soviet land but the Soviets, and they repair at no other.
#[test]
fn soviet_docks_are_for_soviet_ships() {
    let table = Table::new();
    for (owner, holder, legal) in
        [("uk", "ussr", false), ("uk", "usa", true), ("ussr", "uk", false), ("ussr", "ussr", true)]
    {
        let hurt = Stack { damaged: 1, ..table.stack(owner, "battleship", "north-sea", 1) };
        let mut game = table.game(4, owner, BUILD, &[("uk", "destroyer", "north-sea", 0)]);
        game.state.stacks.push(hurt);
        game.state.stacks.sort_unstable();
        table.hold(&mut game, "great-britain", holder);
        table.purse(&mut game, owner, 40);
        give(&mut game, Order::Survey { stack: hurt });
        let refit = Order::Refit { stack: hurt, site: table.space("great-britain") };
        if legal {
            give(&mut game, refit);
        } else {
            assert_eq!(refused(&game, refit), "twg:battleship.5", "{owner} at {holder}");
        }
    }
}
