//! Land that changes hands: joint conquest, liberation, land left by a friend, neutrals, victory.

use chartroom_engine::Order;

use super::table::{ATTACK, BUILD, QUIET, Table, done, give, orders, phase_is, refused, until};

/// Germans and Italians take Egypt together: the players say who gets it, if he still has a land unit there.
#[test]
fn the_players_choose_who_gets_land_taken_together() {
    let table = Table::new();
    let units =
        [("germany", "infantry", "libya", 6), ("italy", "infantry", "libya", 3), ("uk", "infantry", "egypt", 1)];
    let egypt = table.space("egypt");
    let mut seen = 0;
    for seed in 0..10 {
        for (named, wanted) in [(None, "germany"), (Some("italy"), "italy"), (Some("germany"), "germany")] {
            let mut game = table.game(seed, "germany", ATTACK, &units);
            table.go(&mut game, ("germany", "infantry", 6), "libya", "egypt");
            table.go(&mut game, ("italy", "infantry", 3), "libya", "egypt");
            done(&mut game);
            if let Some(named) = named {
                let claim = Order::Claim { space: egypt, power: table.power(named) };
                assert!(orders(&game).contains(&claim));
                let stranger = Order::Claim { space: egypt, power: table.power("japan") };
                assert_eq!(refused(&game, stranger), "twg:conquest.3");
                give(&mut game, claim);
            }
            until(&mut game, QUIET);
            let (german, italian) =
                (table.count(&game, "germany", "infantry", "egypt"), table.count(&game, "italy", "infantry", "egypt"));
            if german > italian && italian > 0 && table.count(&game, "uk", "infantry", "egypt") == 0 {
                seen += 1;
                assert_eq!(table.holder(&game, "egypt"), wanted, "seed {seed}");
            }
            if named == Some("italy") && italian == 0 && german > 0 {
                assert_eq!(table.holder(&game, "egypt"), "germany", "seed {seed}: nobody of theirs is left there");
            }
        }
    }
    assert!(seen > 10, "{seen}");
    let mut alone = table.game(1, "germany", ATTACK, &units);
    table.go(&mut alone, ("germany", "infantry", 6), "libya", "egypt");
    done(&mut alone);
    assert_eq!(
        refused(&alone, Order::Claim { space: egypt, power: table.power("germany") }),
        "twg:conquest.3",
        "he is alone"
    );
}

/// Germany and Italy free each other's land; Japan keeps what it takes.
#[test]
fn axis_partners_liberate_for_each_other() {
    let table = Table::new();
    for (taker, from, wanted) in [("germany", "austria", "italy"), ("italy", "austria", "italy")] {
        let units = [(taker, "infantry", from, 3), ("uk", "infantry", "italy", 0)];
        let mut game = table.game(1, taker, ATTACK, &units);
        table.hold(&mut game, "italy", "uk");
        table.hold(&mut game, from, taker);
        table.go(&mut game, (taker, "infantry", 2), from, "italy");
        done(&mut game);
        until(&mut game, QUIET);
        assert_eq!(table.holder(&game, "italy"), wanted, "taken by {taker}");
    }
    let mut game =
        table.game(1, "italy", ATTACK, &[("italy", "infantry", "italy", 2), ("uk", "infantry", "austria", 0)]);
    table.hold(&mut game, "austria", "uk");
    table.go(&mut game, ("italy", "infantry", 2), "italy", "austria");
    done(&mut game);
    until(&mut game, QUIET);
    assert_eq!(table.holder(&game, "austria"), "germany", "Italy gives German land back");
}

/// Empty land of Japan may be entered and taken over by Germany and Italy without a war, and the other way round.
#[test]
fn land_that_japan_has_left_is_taken_over() {
    let table = Table::new();
    for (taker, holder, enters) in
        [("germany", "japan", true), ("italy", "japan", true), ("japan", "germany", true), ("usa", "ussr", false)]
    {
        for guarded in [false, true] {
            let units = [(taker, "infantry", "austria", 1), (holder, "infantry", "hungary", u16::from(guarded))];
            let mut game = table.game(1, taker, QUIET, &units);
            table.hold(&mut game, "austria", taker);
            table.hold(&mut game, "hungary", holder);
            let order = table.order_to_go(&game, (taker, "infantry", 1), "austria", "hungary");
            if enters && !guarded {
                give(&mut game, order);
                assert_eq!(table.holder(&game, "hungary"), taker);
            } else {
                assert_eq!(
                    refused(&game, order),
                    "twg:noncombat.2",
                    "{taker} into land of {holder}, guarded: {guarded}"
                );
            }
        }
    }
}

/// Freed Soviet land pays the Soviets at once, but they build there only when their allies have left.
#[test]
fn the_soviets_build_in_freed_land_when_their_allies_have_left() {
    let table = Table::new();
    let units = [("uk", "infantry", "persia", 3), ("germany", "infantry", "caucasus", 0)];
    let mut game = table.game(1, "uk", ATTACK, &units);
    table.hold(&mut game, "caucasus", "germany");
    table.go(&mut game, ("uk", "infantry", 1), "persia", "caucasus");
    done(&mut game);
    until(&mut game, QUIET);
    assert_eq!(table.holder(&game, "caucasus"), "ussr", "given back at once");
    let site = table.space("caucasus");
    let buy = Order::Buy { unit: table.unit("infantry"), count: 1, site, to: site };
    for guests in [true, false] {
        let mut game = game.clone();
        if !guests {
            game.state.stacks.retain(|stack| stack.space != site);
        }
        table.purse(&mut game, "ussr", 0);
        for _ in 0..400 {
            if game.state.turn > 6 && phase_is(&game, BUILD) {
                let powers = chartroom_engine::query::zones::powers_of(&table.rules, &game.state);
                if powers.contains(&table.power("ussr")) {
                    break;
                }
            }
            done(&mut game);
        }
        let total: i64 = (0..table.rules.board.spaces.len())
            .map(chartroom_engine::ids::SpaceIx::new)
            .filter(|space| game.state.holder(*space) == Some(table.power("ussr")))
            .map(|space| table.rules.board.space(space).value)
            .sum();
        assert_eq!(i64::from(table.money(&game, "ussr")), total, "it pays, allies or not");
        if guests {
            assert_eq!(refused(&game, buy), "twg:diplomacy.8");
        } else {
            give(&mut game, buy);
        }
    }
}

/// A neutral that somebody has taken is ordinary land: the enemy takes it without paying, and its factory limits are those of
/// occupied land.
#[test]
fn a_conquered_neutral_is_taken_without_payment() {
    let table = Table::new();
    let units = [("germany", "infantry", "norway", 2), ("uk", "infantry", "sweden", 0)];
    for (holder, price) in [(None, 10), (Some("uk"), 0)] {
        let mut game = table.game(1, "germany", ATTACK, &units);
        if let Some(holder) = holder {
            table.hold(&mut game, "sweden", holder);
        }
        table.purse(&mut game, "germany", 50);
        table.go(&mut game, ("germany", "infantry", 2), "norway", "sweden");
        let value = table.rules.board.space(table.space("sweden")).value as i32;
        assert_eq!(table.money(&game, "germany"), 50 - if holder.is_some() { 0 } else { 2 * value });
        assert_eq!(price > 0, holder.is_none());
        done(&mut game);
        until(&mut game, QUIET);
        assert_eq!(table.holder(&game, "sweden"), "germany");
    }
    let mut game = table.game(1, "germany", QUIET, &[("germany", "infantry", "sweden", 1)]);
    table.hold(&mut game, "sweden", "germany");
    done(&mut game);
    table.purse(&mut game, "germany", 50);
    let site = table.space("sweden");
    let buy = |count: u16| Order::Buy { unit: table.unit("infantry"), count, site, to: site };
    assert_eq!(refused(&game, buy(3)), "twg:build.5", "half of five");
    give(&mut game, buy(2));
}

/// Other units may follow into land taken this turn, aircraft may not.
#[test]
fn others_follow_into_land_that_was_taken() {
    let table = Table::new();
    let units =
        [("germany", "infantry", "libya", 3), ("germany", "fighter", "libya", 1), ("uk", "infantry", "egypt", 0)];
    let mut game = table.game(1, "germany", ATTACK, &units);
    table.hold(&mut game, "libya", "germany");
    table.go(&mut game, ("germany", "infantry", 1), "libya", "egypt");
    done(&mut game);
    until(&mut game, QUIET);
    assert_eq!(table.holder(&game, "egypt"), "germany");
    let fly = table.order_to_go(&game, ("germany", "fighter", 1), "libya", "egypt");
    assert_eq!(refused(&game, fly), "twg:noncombat.1");
    table.go(&mut game, ("germany", "infantry", 2), "libya", "egypt");
    assert_eq!(table.count(&game, "germany", "infantry", "egypt"), 3);
}

/// Victory is looked at when all five seats have played, not before.
#[test]
fn victory_waits_for_the_end_of_the_game_turn() {
    let table = Table::new();
    let mut game = table.game(1, "germany", BUILD, &[]);
    for space in ["norway", "poland", "rumania", "greece", "ukraine"] {
        table.hold(&mut game, space, "uk");
    }
    let mut seats = 0;
    for _ in 0..300 {
        if game.outcome().is_some() {
            break;
        }
        assert_eq!(game.state.turn, 6, "it ends with this turn");
        let before = game.state.phase;
        done(&mut game);
        seats += u8::from(phase_is(&game, ATTACK) && game.state.phase != before);
    }
    assert_eq!(seats, 4, "the four other seats have played");
    assert_eq!(game.outcome().expect("the Allies have won").reason, "twg:victory.2");
}

/// With the option the game goes on after turn 13, and the Axis gets no more infantry; the Allies do.
#[test]
fn playing_on_the_axis_recruits_no_infantry() {
    for on in [false, true] {
        let table = Table::with(&[("play-on", on)]);
        for (power, turn, limit) in
            [("germany", 13, false), ("germany", 14, on), ("japan", 14, on), ("ussr", 14, false)]
        {
            let home = ["germany", "japan", "central-russia"]
                [["germany", "japan", "ussr"].iter().position(|other| *other == power).expect("power")];
            let mut game = table.game(1, power, BUILD, &[(power, "infantry", home, 1)]);
            game.state.turn = turn;
            table.purse(&mut game, power, 60);
            let site = table.space(home);
            let infantry = Order::Buy { unit: table.unit("infantry"), count: 1, site, to: site };
            let armor = Order::Buy { unit: table.unit("armor"), count: 1, site, to: site };
            give(&mut game, armor);
            if limit {
                assert_eq!(refused(&game, infantry), "twg:build.5", "{power}, turn {turn}");
            } else {
                give(&mut game, infantry);
            }
        }
        let mut last = table.game(1, "usa", BUILD, &[]);
        last.state.turn = 13;
        done(&mut last);
        assert_eq!(last.outcome().is_none(), on, "the game goes on only if the option says so");
    }
}
