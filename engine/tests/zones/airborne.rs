//! The special additions of bombers as transports and of paratroopers.

use chartroom_engine::{Game, Order};

use super::table::{ATTACK, QUIET, Table, done, give, lost, orders, phase_is, refused, until, until_decides};

fn lift(table: &Table, bombers: u16, cargo: (&str, &str, u16), from: &str, to: &str) -> Order {
    let carrier = table.stack("uk", "bomber", from, bombers);
    Order::Airlift { carrier, cargo: table.stack(cargo.0, cargo.1, from, cargo.2), to: table.space(to) }
}

#[test]
fn a_bomber_carries_two_infantry_or_a_gun_to_land_held_since_the_turn_began() {
    let units = [
        ("uk", "bomber", "great-britain", 2),
        ("uk", "infantry", "great-britain", 5),
        ("uk", "artillery", "great-britain", 2),
        ("uk", "armor", "great-britain", 1),
        ("usa", "infantry", "great-britain", 2),
        ("uk", "infantry", "egypt", 0),
    ];
    let off = Table::new();
    let game = off.game(1, "uk", QUIET, &units);
    assert_eq!(refused(&game, lift(&off, 1, ("uk", "infantry", 2), "great-britain", "egypt")), "twg:airlift.2");
    let table = Table::with(&[("bombers-as-transports", true)]);
    let mut game = table.game(1, "uk", QUIET, &units);
    let wrong = [
        lift(&table, 1, ("uk", "infantry", 3), "great-britain", "egypt"),
        lift(&table, 1, ("uk", "artillery", 2), "great-britain", "egypt"),
        lift(&table, 1, ("uk", "armor", 1), "great-britain", "egypt"),
        lift(&table, 1, ("usa", "infantry", 1), "great-britain", "egypt"),
        lift(&table, 1, ("uk", "infantry", 1), "great-britain", "germany"),
        lift(&table, 1, ("uk", "infantry", 1), "great-britain", "north-sea"),
        lift(&table, 1, ("uk", "infantry", 1), "great-britain", "new-south-wales"),
    ];
    for order in wrong {
        let rule = refused(&game, order);
        assert!(rule == "twg:airlift.2" || rule == "twg:waging.1", "{order:?}: {rule}");
    }
    let mut taken = game.clone();
    taken.state.operations.taken.push(table.space("egypt"));
    let order = lift(&table, 1, ("uk", "infantry", 2), "great-britain", "egypt");
    assert_eq!(refused(&taken, order), "twg:airlift.2", "land taken this turn");
    assert!(orders(&game).contains(&order));
    give(&mut game, order);
    assert_eq!((table.count(&game, "uk", "infantry", "egypt"), table.count(&game, "uk", "bomber", "egypt")), (2, 1));
    give(&mut game, lift(&table, 1, ("uk", "artillery", 1), "great-britain", "egypt"));
    let moved = table.there(&game, "uk", "infantry", "egypt");
    let on = Order::Move { stack: moved, via: None, to: table.space("jordan") };
    assert_eq!(refused(&game, on), "twg:conquest.1", "they have moved");
}

/// A bomber that fought carries nobody.
#[test]
fn a_bomber_that_fought_carries_nobody() {
    let table = Table::with(&[("bombers-as-transports", true)]);
    let mut seen = 0;
    for seed in 0..10 {
        let units = [
            ("uk", "bomber", "great-britain", 1),
            ("uk", "infantry", "great-britain", 2),
            ("germany", "submarine", "north-sea", 1),
        ];
        let mut game = table.game(seed, "uk", ATTACK, &units);
        table.go(&mut game, ("uk", "bomber", 1), "great-britain", "north-sea");
        done(&mut game);
        until(&mut game, QUIET);
        let bomber = table.there(&game, "uk", "bomber", "north-sea");
        give(&mut game, Order::Move { stack: bomber, via: None, to: table.space("great-britain") });
        let carrier = table.there(&game, "uk", "bomber", "great-britain");
        let cargo = table.stack("uk", "infantry", "great-britain", 2);
        let order = Order::Airlift { carrier, cargo, to: table.space("egypt") };
        assert_eq!(refused(&game, order), "twg:airlift.2");
        seen += 1;
    }
    assert_eq!(seen, 10);
}

fn drop_on_france<'t>(table: &'t Table, seed: u64, defenders: &[(&str, u16)]) -> Game<'t> {
    let mut units = vec![
        ("uk", "bomber", "great-britain", 1),
        ("uk", "infantry", "great-britain", 3),
        ("uk", "infantry", "belgium", 4),
    ];
    units.extend(defenders.iter().map(|(unit, count)| ("germany", *unit, "france", *count)));
    let mut game = table.game(seed, "uk", ATTACK, &units);
    table.hold(&mut game, "belgium", "uk");
    table.purse(&mut game, "uk", 30);
    game
}

fn drop(table: &Table, game: &Game<'_>, unit: &str, count: u16, from: &str, to: &str) -> Order {
    let carrier = table.there(game, "uk", "bomber", from);
    let cargo = chartroom_engine::state::Stack { count, ..table.there(game, "uk", unit, from) };
    Order::Drop { carrier, cargo, to: table.space(to) }
}

#[test]
fn paratroopers_are_trained_paid_and_dropped() {
    let off = Table::new();
    let game = drop_on_france(&off, 1, &[("infantry", 2)]);
    assert_eq!(refused(&game, drop(&off, &game, "infantry", 2, "great-britain", "france")), "twg:para.2");
    let table = Table::with(&[("paratroopers", true)]);
    let mut game = drop_on_france(&table, 1, &[("infantry", 2)]);
    assert_eq!(
        refused(&game, drop(&table, &game, "infantry", 3, "great-britain", "france")),
        "twg:para.2",
        "two at most"
    );
    assert_eq!(refused(&game, drop(&table, &game, "infantry", 1, "great-britain", "new-south-wales")), "twg:para.2");
    let order = drop(&table, &game, "infantry", 2, "great-britain", "france");
    assert!(orders(&game).contains(&order));
    let mut poor = game.clone();
    table.purse(&mut poor, "uk", 1);
    assert_eq!(refused(&poor, order), "twg:para.2", "one dollar each, at once");
    give(&mut game, order);
    assert_eq!(table.money(&game, "uk"), 28);
    assert_eq!(table.count(&game, "uk", "paratrooper", "france"), 2);
    let bomber = table.there(&game, "uk", "bomber", "france");
    let more = Order::Move { stack: bomber, via: None, to: table.space("germany") };
    assert_eq!(refused(&game, more), "twg:orders.3", "it does nothing else");
    // Not at a place without a factory, unless they are trained already.
    let units = [("uk", "bomber", "egypt", 1), ("uk", "infantry", "egypt", 2), ("italy", "infantry", "libya", 1)];
    let mut away = table.game(1, "uk", ATTACK, &units);
    table.purse(&mut away, "uk", 30);
    for feature in ["major-factory", "minor-factory"] {
        let feature = table.rules.find_feature(feature).expect("feature");
        assert_eq!(away.state.feature(&table.rules, table.space("egypt"), feature), 0, "no factory in Egypt");
    }
    assert_eq!(refused(&away, drop(&table, &away, "infantry", 1, "egypt", "libya")), "twg:para.2");
    let trained = table.game(
        1,
        "uk",
        ATTACK,
        &[("uk", "bomber", "egypt", 1), ("uk", "paratrooper", "egypt", 2), ("italy", "infantry", "libya", 1)],
    );
    let mut trained = trained;
    table.purse(&mut trained, "uk", 30);
    let order = drop(&table, &trained, "paratrooper", 2, "egypt", "libya");
    give(&mut trained, order);
    assert_eq!(table.money(&trained, "uk"), 30, "once trained, they stay trained");
}

/// Paratroopers do not leave; their bomber is a target of guns against aircraft in round one only, and they outlive it.
#[test]
fn paratroopers_fight_on_and_outlive_their_bomber() {
    let table = Table::with(&[("paratroopers", true)]);
    let (uk, bomber, paratrooper) = (table.power("uk"), table.unit("bomber"), table.unit("paratrooper"));
    let (mut stuck, mut shot, mut outlived) = (0, 0, 0);
    for seed in 0..40 {
        for guns in [false, true] {
            let defenders: &[(&str, u16)] = if guns { &[("artillery", 4)] } else { &[("infantry", 4), ("fighter", 2)] };
            let mut game = drop_on_france(&table, seed, defenders);
            let order = drop(&table, &game, "infantry", 2, "great-britain", "france");
            give(&mut game, order);
            table.go(&mut game, ("uk", "infantry", 4), "belgium", "france");
            let mut early = done(&mut game);
            while game.state.operations.round == 1 && !phase_is(&game, QUIET) {
                early.extend(done(&mut game));
            }
            let in_round_one = lost(&early, uk, bomber);
            assert!(guns || in_round_one == 0, "seed {seed}: only guns against aircraft see it");
            shot += in_round_one;
            outlived += u16::from(in_round_one == 1 && lost(&early, uk, paratrooper) < 2);
            if until_decides(&mut game, true, 2) && table.count(&game, "uk", "paratrooper", "france") > 0 {
                stuck += 1;
                let stack = table.there(&game, "uk", "paratrooper", "france");
                let away = Order::Withdraw { stack, to: table.space("great-britain") };
                assert_eq!(refused(&game, away), "twg:para.4");
            }
            let late = until(&mut game, QUIET);
            assert_eq!(lost(&late, uk, bomber), 0, "seed {seed}: in round one only");
            if in_round_one == 0 {
                let home = table.there(&game, "uk", "bomber", "france");
                give(&mut game, Order::Move { stack: home, via: None, to: table.space("great-britain") });
            }
        }
    }
    assert!(stuck > 5 && shot > 10 && outlived > 3, "{stuck}, {shot}, {outlived}");
}

/// Training is announced at a factory; who is trained goes by transport like others.
#[test]
fn trained_infantry_goes_by_ship() {
    let table = Table::with(&[("paratroopers", true)]);
    let units =
        [("uk", "infantry", "great-britain", 2), ("uk", "transport", "eire-sea", 1), ("uk", "infantry", "egypt", 2)];
    let mut game = table.game(1, "uk", ATTACK, &units);
    table.purse(&mut game, "uk", 5);
    assert_eq!(refused(&game, Order::Train { stack: table.stack("uk", "infantry", "egypt", 1) }), "twg:para.2");
    give(&mut game, Order::Train { stack: table.stack("uk", "infantry", "great-britain", 2) });
    assert_eq!((table.money(&game, "uk"), table.count(&game, "uk", "paratrooper", "great-britain")), (3, 2));
    let load = Order::Load {
        stack: table.stack("uk", "paratrooper", "great-britain", 2),
        zone: table.space("eire-sea"),
        army: 0,
    };
    give(&mut game, load);
    assert_eq!(table.count(&game, "uk", "paratrooper", "eire-sea"), 2);
    // A bomber takes nobody from another place.
    let units =
        [("uk", "bomber", "egypt", 1), ("uk", "paratrooper", "great-britain", 1), ("uk", "paratrooper", "egypt", 1)];
    let game = table.game(1, "uk", ATTACK, &units);
    let carrier = table.stack("uk", "bomber", "egypt", 1);
    let cargo = table.stack("uk", "paratrooper", "great-britain", 1);
    assert_eq!(refused(&game, Order::Drop { carrier, cargo, to: table.space("libya") }), "twg:para.2");
}
