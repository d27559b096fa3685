//! The special additions of bombers as transports and of paratroopers.

use chartroom_engine::query::zones;
use chartroom_engine::state::{Stack, rng};
use chartroom_engine::{Action, Event, Game, LossReason, Order};

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
    let cargo = Stack { count, ..table.there(game, "uk", unit, from) };
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

/// The bomber at a place takes some along that it does not drop.
fn keep(table: &Table, game: &Game<'_>, over: &str, cargo: (&str, &str, u16), from: &str) -> Order {
    let carrier = Stack { count: 1, ..table.there(game, "uk", "bomber", over) };
    Order::Keep { carrier, cargo: table.stack(cargo.0, cargo.1, from, cargo.2) }
}

/// One infantry drops on France, another goes along; who defends, and who comes over the border.
fn keep_over_france<'t>(table: &'t Table, seed: u64, defenders: &[(&str, u16)], on_foot: u16) -> Game<'t> {
    let mut game = drop_on_france(table, seed, defenders);
    let order = drop(table, &game, "infantry", 1, "great-britain", "france");
    give(&mut game, order);
    let order = keep(table, &game, "france", ("uk", "infantry", 1), "great-britain");
    give(&mut game, order);
    if on_foot > 0 {
        table.go(&mut game, ("uk", "infantry", on_foot), "belgium", "france");
    }
    game
}

/// Infantry of the British, trained or not, on the whole board.
fn british(table: &Table, game: &Game<'_>) -> u16 {
    let (uk, kinds) = (table.power("uk"), ["infantry", "paratrooper"].map(|unit| table.unit(unit)));
    let own = game.state.stacks.iter().filter(|stack| stack.power == uk && kinds.contains(&stack.unit));
    own.map(|stack| stack.count).sum()
}

#[test]
fn a_bomber_that_drops_one_keeps_one_from_the_same_place_aboard() {
    let table = Table::with(&[("paratroopers", true)]);
    let mut units = vec![("uk", "bomber", "great-britain", 2), ("uk", "infantry", "great-britain", 5)];
    units.extend([("uk", "artillery", "great-britain", 1), ("france", "infantry", "great-britain", 1)]);
    units.extend([("uk", "infantry", "belgium", 2), ("germany", "infantry", "france", 3)]);
    let mut game = table.game(1, "uk", ATTACK, &units);
    table.hold(&mut game, "belgium", "uk");
    table.purse(&mut game, "uk", 30);
    let one = ("uk", "infantry", 1);
    let early = keep(&table, &game, "great-britain", one, "great-britain");
    assert_eq!(refused(&game, early), "twg:fer.2", "it drops nobody");
    let carrier = Stack { count: 1, ..table.there(&game, "uk", "bomber", "great-britain") };
    let dropped = |count: u16| Order::Drop {
        carrier,
        cargo: table.stack("uk", "infantry", "great-britain", count),
        to: table.space("france"),
    };
    let mut full = game.clone();
    give(&mut full, dropped(2));
    assert_eq!(refused(&full, keep(&table, &full, "france", one, "great-britain")), "twg:fer.2", "it is full");
    assert!(!orders(&full).iter().any(|order| matches!(order, Order::Keep { .. })));
    give(&mut game, dropped(1));
    let wrong = [
        (one, "belgium", "infantry is collected at one place"),
        (("uk", "infantry", 2), "great-britain", "two in all"),
        (("uk", "artillery", 1), "great-britain", "guns do not go along"),
        (("france", "infantry", 1), "great-britain", "its own nation only"),
    ];
    for (cargo, from, why) in wrong {
        assert_eq!(refused(&game, keep(&table, &game, "france", cargo, from)), "twg:fer.2", "{why}");
    }
    let order = keep(&table, &game, "france", one, "great-britain");
    assert!(orders(&game).contains(&order));
    let before = british(&table, &game);
    give(&mut game, order);
    assert_eq!(british(&table, &game), before);
    assert_eq!(table.money(&game, "uk"), 29, "only who drops is trained");
    assert_eq!(table.count(&game, "uk", "infantry", "great-britain"), 3);
    assert_eq!(refused(&game, keep(&table, &game, "france", one, "great-britain")), "twg:fer.2", "now it is full");
    let aboard = table.there(&game, "uk", "infantry", "france");
    let out = Order::Move { stack: aboard, via: None, to: table.space("belgium") };
    assert_eq!(refused(&game, out), "twg:orders.3", "it stays aboard");
    let cargo = Order::Keep { carrier: aboard, cargo: table.stack("uk", "infantry", "great-britain", 1) };
    assert_eq!(refused(&game, cargo), "twg:fer.2", "infantry carries nobody");
    // A second bomber of the flight has room of its own, and both together no more than that.
    give(&mut game, dropped(1));
    let pair = orders(&game).into_iter().filter(|order| matches!(order, Order::Keep { .. })).collect::<Vec<_>>();
    assert_eq!(pair.len(), 1, "{pair:?}");
    give(&mut game, pair[0]);
    assert!(!orders(&game).iter().any(|order| matches!(order, Order::Keep { .. })));
    assert_eq!(table.count(&game, "uk", "infantry", "france"), 2);
}

/// Who is aboard fights on neither side, takes no land, and comes down where the bomber lands.
#[test]
fn infantry_kept_aboard_is_delivered_where_the_bomber_lands() {
    let table = Table::with(&[("paratroopers", true), ("bombers-as-transports", true)]);
    let (mut beaten, mut taken) = (0, 0);
    for seed in 0..120 {
        // Against few defenders it happens that nobody but the bomber is left of either side.
        let (defenders, on_foot) = if seed % 3 == 0 { (4, 2) } else { (1, 0) };
        let mut game = keep_over_france(&table, seed, &[("infantry", defenders)], on_foot);
        let before = british(&table, &game);
        let events = until(&mut game, QUIET);
        let aboard = table.there(&game, "uk", "infantry", "france");
        let bomber = table.there(&game, "uk", "bomber", "france");
        let kept =
            game.state.stacks_in(bomber.space).iter().find(|stack| stack.army == bomber.army && **stack != bomber);
        let kept = *kept.unwrap_or_else(|| panic!("seed {seed}: nobody is aboard, {aboard:?}"));
        assert_eq!((kept.unit, kept.count), (table.unit("infantry"), 1), "seed {seed}: nothing hits who is aboard");
        let others =
            table.count(&game, "uk", "infantry", "france") - 1 + table.count(&game, "uk", "paratrooper", "france");
        let is_taken = table.holder(&game, "france") != "germany";
        assert_eq!(is_taken, others > 0, "seed {seed}: who is aboard takes no land");
        (beaten, taken) = (beaten + u16::from(!is_taken), taken + u16::from(is_taken));
        let dead = lost(&events, kept.power, kept.unit) + lost(&events, kept.power, table.unit("paratrooper"));
        assert_eq!(british(&table, &game) + dead, before, "seed {seed}");
        // It cannot get off by itself, and the phase does not end before the bomber is down.
        let off = Order::Move { stack: kept, via: None, to: table.space("belgium") };
        assert_eq!(refused(&game, off), "twg:conquest.1");
        let refusal = game.clone().submit(&Action::Done).expect_err("the bomber is in the air");
        assert_eq!(refusal.rule, "twg:noncombat.1");
        for wrong in ["new-south-wales", "france", "french-coast"] {
            let there = Order::Move { stack: bomber, via: None, to: table.space(wrong) };
            assert!(["twg:noncombat.1", "twg:noncombat.2"].contains(&refused(&game, there).as_str()), "{wrong}");
        }
        let stood = table.count(&game, "uk", "infantry", "belgium");
        let home = Order::Move { stack: bomber, via: None, to: table.space("belgium") };
        assert!(orders(&game).contains(&home));
        give(&mut game, home);
        assert_eq!(table.count(&game, "uk", "infantry", "belgium"), stood + 1, "seed {seed}");
        assert_eq!(table.count(&game, "uk", "bomber", "belgium"), 1);
        assert_eq!(british(&table, &game) + dead, before, "seed {seed}");
        // Both have had their turn: it neither marches on, nor does the bomber fetch somebody else.
        let here = game.state.stacks_in(table.space("belgium")).iter().copied();
        let landed = here.clone().find(|stack| stack.army != 0 && stack.unit == kept.unit).expect("it came down");
        let on = Order::Move { stack: landed, via: None, to: table.space("netherlands") };
        assert_eq!(refused(&game, on), "twg:conquest.1");
        let carrier = table.there(&game, "uk", "bomber", "belgium");
        for cargo in here.filter(|stack| stack.unit == kept.unit) {
            let order =
                Order::Airlift { carrier, cargo: Stack { count: 1, ..cargo }, to: table.space("great-britain") };
            assert_eq!(refused(&game, order), "twg:airlift.2", "a bomber does not collect at two places");
        }
        done(&mut game);
        assert_eq!(british(&table, &game) + dead, before, "seed {seed}: nobody is lost on the way");
    }
    assert!(beaten > 3 && taken > 3, "{beaten}, {taken}");
}

/// Guns that shoot the bomber down take with it who is aboard, and nobody else; the owner gives up an empty bomber first.
#[test]
fn infantry_kept_aboard_is_lost_with_its_bomber() {
    let table = Table::with(&[("paratroopers", true)]);
    let uk = table.power("uk");
    let (bomber, infantry) = (table.unit("bomber"), table.unit("infantry"));
    let (mut shot, mut home) = (0, 0);
    for seed in 0..40 {
        let mut game = keep_over_france(&table, seed, &[("artillery", 2)], 0);
        let before = british(&table, &game);
        let events = until(&mut game, QUIET);
        let gone = lost(&events, uk, bomber);
        assert_eq!(lost(&events, uk, infantry), gone, "seed {seed}: one goes with the other");
        let reasons = events.iter().filter(|event| matches!(event, Event::Removed { why: LossReason::ShotDown, .. }));
        assert_eq!(reasons.count(), usize::from(gone), "seed {seed}");
        assert_eq!(table.count(&game, "uk", "infantry", "france"), 1 - gone, "seed {seed}");
        let dead = gone + lost(&events, uk, table.unit("paratrooper"));
        assert_eq!(british(&table, &game) + dead, before, "seed {seed}");
        (shot, home) = (shot + gone, home + 1 - gone);
    }
    assert!(shot > 5 && home > 5, "{shot}, {home}");
    let mut spared = 0;
    for seed in 0..60 {
        let units = [
            ("uk", "bomber", "great-britain", 2),
            ("uk", "infantry", "great-britain", 5),
            ("germany", "artillery", "france", 2),
        ];
        let mut game = table.game(seed, "uk", ATTACK, &units);
        table.purse(&mut game, "uk", 30);
        let order = drop(&table, &game, "infantry", 3, "great-britain", "france");
        give(&mut game, order);
        let order = keep(&table, &game, "france", ("uk", "infantry", 1), "great-britain");
        give(&mut game, order);
        let events = until(&mut game, QUIET);
        let gone = lost(&events, uk, bomber);
        assert_eq!(lost(&events, uk, infantry), u16::from(gone == 2), "seed {seed}: the empty one goes first");
        spared += u16::from(gone == 1);
    }
    assert!(spared > 5, "{spared}");
}

/// A bomber without a place to land falls, with everybody aboard.
#[test]
fn infantry_kept_aboard_falls_with_a_bomber_that_cannot_land() {
    let table = Table::with(&[("paratroopers", true)]);
    let mut game = keep_over_france(&table, 3, &[("infantry", 4)], 0);
    until(&mut game, QUIET);
    let before = british(&table, &game);
    let bomber = table.there(&game, "uk", "bomber", "france");
    // It has flown all it can.
    let group = &mut game.state.operations.groups[usize::from(bomber.army) - 1];
    group.spent = 6;
    let events = done(&mut game);
    let fallen = |unit| lost(&events, table.power("uk"), table.unit(unit));
    assert_eq!((fallen("bomber"), fallen("infantry")), (1, 1));
    assert_eq!(british(&table, &game), before - 1);
}

/// Who was trained and kept aboard drops in a later turn, from where the bomber landed.
#[test]
fn a_paratrooper_kept_aboard_drops_in_a_later_turn() {
    let table = Table::with(&[("paratroopers", true)]);
    let units = [
        ("uk", "bomber", "great-britain", 1),
        ("uk", "infantry", "great-britain", 2),
        ("germany", "infantry", "france", 2),
        ("uk", "infantry", "egypt", 1),
        ("italy", "infantry", "libya", 1),
    ];
    let mut game = table.game(6, "uk", ATTACK, &units);
    table.purse(&mut game, "uk", 30);
    give(&mut game, Order::Train { stack: table.stack("uk", "infantry", "great-britain", 2) });
    let order = drop(&table, &game, "paratrooper", 1, "great-britain", "france");
    give(&mut game, order);
    let order = keep(&table, &game, "france", ("uk", "paratrooper", 1), "great-britain");
    give(&mut game, order);
    until(&mut game, QUIET);
    let bomber = table.there(&game, "uk", "bomber", "france");
    give(&mut game, Order::Move { stack: bomber, via: None, to: table.space("egypt") });
    assert_eq!(table.count(&game, "uk", "paratrooper", "egypt"), 1);
    // The next British turn: all are free to move again.
    let phase = game.state.phase;
    done(&mut game);
    let wanted = [("uk", "bomber", "egypt", 1), ("uk", "paratrooper", "egypt", 1), ("italy", "infantry", "libya", 1)];
    until(&mut game, ATTACK);
    while game.state.phase != phase - 2 {
        done(&mut game);
        until(&mut game, ATTACK);
    }
    for (power, unit, space, count) in wanted {
        assert_eq!(table.count(&game, power, unit, space), count, "{unit} in {space}");
    }
    let money = table.money(&game, "uk");
    let order = drop(&table, &game, "paratrooper", 1, "egypt", "libya");
    assert!(orders(&game).contains(&order));
    give(&mut game, order);
    assert_eq!(table.count(&game, "uk", "paratrooper", "libya"), 1);
    assert_eq!(table.money(&game, "uk"), money, "trained once");
}

/// Flights with units aboard in games that go anyhow: nobody is aboard without a bomber, nobody appears or vanishes.
#[test]
fn arbitrary_flights_with_units_aboard_lose_nobody_unsaid() {
    let table = Table::with(&[("paratroopers", true), ("bombers-as-transports", true)]);
    let (mut kept, mut came_home) = (0, 0);
    for seed in 0..12 {
        let mut start = table.start.clone();
        start.rng = seed;
        let (mut game, _) = Game::start(&table.rules, start);
        let mut draw = seed;
        for _ in 0..500 {
            let legal = game.legal();
            let wanted = |action: &Action| matches!(action, Action::Order(Order::Drop { .. } | Order::Keep { .. }));
            let flights: Vec<Action> = legal.iter().copied().filter(wanted).collect();
            let mut pick = |most: usize| {
                let (roll, next) = rng::roll(draw, most as i64);
                draw = next;
                roll as usize - 1
            };
            let action = match pick(4) {
                0 => legal[0],
                1 | 2 if !flights.is_empty() => flights[pick(flights.len())],
                _ => legal[pick(legal.len())],
            };
            let before: u32 = game.state.stacks.iter().map(|stack| u32::from(stack.count)).sum();
            let was_aboard =
                game.state.stacks.iter().any(|stack| zones::is_kept_aboard(&table.rules, &game.state, stack));
            let events = game.submit(&action).expect("it is listed").events;
            let change = |event: &Event| match event {
                Event::Placed { stack, .. } => i64::from(stack.count),
                Event::Removed { stack, .. } => -i64::from(stack.count),
                _ => 0,
            };
            let after: u32 = game.state.stacks.iter().map(|stack| u32::from(stack.count)).sum();
            let changed: i64 = events.iter().map(change).sum();
            assert_eq!(i64::from(before) + changed, i64::from(after), "seed {seed}: {action:?}");
            let aboard =
                game.state.stacks.iter().filter(|stack| zones::is_kept_aboard(&table.rules, &game.state, stack));
            for stack in aboard.clone() {
                let bomber = Stack { unit: table.unit("bomber"), count: 1, ..*stack };
                assert!(game.state.stacks.contains(&bomber), "seed {seed}: {stack:?} after {action:?}");
            }
            kept += u16::from(matches!(action, Action::Order(Order::Keep { .. })));
            let lands = matches!(action, Action::Order(Order::Move { .. }));
            came_home += u16::from(lands && was_aboard && aboard.count() == 0);
            if game.outcome().is_some() {
                break;
            }
        }
    }
    assert!(kept > 10 && came_home > 3, "{kept}, {came_home}");
}
