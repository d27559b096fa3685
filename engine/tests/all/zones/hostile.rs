//! The special addition of hostile borders: Sahara, Siberia, Outback, Himalayas.

use chartroom_engine::{Event, Game, Order};

use super::table::{ATTACK, QUIET, Table, dice_by_round, done, give, lost, refused, until, until_decides, withdrawals};

const HOSTILE: &[(&str, bool)] = &[("hostile-borders", true)];

fn rolls(events: &[Event]) -> Vec<i64> {
    events.iter().filter_map(|event| if let Event::Rolled { roll, .. } = event { Some(*roll) } else { None }).collect()
}

fn burnt(rolls: &[i64]) -> u16 {
    rolls.iter().filter(|roll| **roll >= 11).count() as u16
}

#[test]
fn a_crossing_costs_units_that_roll_eleven_or_twelve() {
    let mut gone = 0;
    for on in [true, false] {
        let table = Table::with(&[("hostile-borders", on)]);
        for seed in 0..20 {
            let units = [
                ("uk", "infantry", "mauritania", 9),
                ("uk", "fighter", "mauritania", 1),
                ("germany", "infantry", "algeria", 0),
            ];
            let mut game = table.game(seed, "uk", QUIET, &units);
            for space in ["mauritania", "algeria"] {
                table.hold(&mut game, space, "uk");
            }
            let order = table.order_to_go(&game, ("uk", "infantry", 9), "mauritania", "algeria");
            let events = give(&mut game, order);
            let thrown = rolls(&events);
            assert_eq!(thrown.len(), if on { 9 } else { 0 }, "a die for each unit");
            let lost = lost(&events, table.power("uk"), table.unit("infantry"));
            assert_eq!((lost, table.count(&game, "uk", "infantry", "algeria")), (burnt(&thrown), 9 - burnt(&thrown)));
            gone += lost;
            let fly = table.order_to_go(&game, ("uk", "fighter", 1), "mauritania", "algeria");
            assert!(rolls(&give(&mut game, fly)).is_empty(), "aircraft do not care");
        }
    }
    assert!(gone > 10, "{gone} of 180");
}

fn attack(table: &Table, seed: u64, ours: u16, theirs: u16) -> Game<'_> {
    let units = [
        ("uk", "infantry", "mauritania", ours),
        ("uk", "artillery", "mauritania", 1),
        ("germany", "infantry", "algeria", theirs),
        ("germany", "infantry", "tunisia", 0),
        ("germany", "infantry", "morocco", 0),
    ];
    let mut game = table.game(seed, "uk", ATTACK, &units);
    table.hold(&mut game, "mauritania", "uk");
    table.hold(&mut game, "algeria", "germany");
    table.go(&mut game, ("uk", "infantry", ours), "mauritania", "algeria");
    game
}

/// Attackers across the border are lost by their own dice; nobody goes back or fires over it.
#[test]
fn an_attack_across_costs_those_whose_own_die_is_high() {
    let table = Table::with(HOSTILE);
    let (mut gone, mut plain) = (0, 0);
    for seed in 0..20 {
        let mut game = attack(&table, seed, 8, 8);
        let gun = table.stack("uk", "artillery", "mauritania", 1);
        let support = Order::Support { stack: gun, target: table.space("algeria") };
        assert_eq!(refused(&game, support), "twg:hostile.6");
        let mut events = done(&mut game);
        while dice_by_round(&events).is_empty() {
            events.extend(done(&mut game));
        }
        let thrown = rolls(&events);
        let (own, foe) = (&thrown[..8], &thrown[8..16]);
        let hit = foe.iter().filter(|roll| **roll <= 4).count() as u16;
        let lost_now = lost(&events, table.power("uk"), table.unit("infantry"));
        assert_eq!(lost_now, (burnt(own) + hit).min(8), "seed {seed}: by their own dice and by the enemy");
        gone += burnt(own);
        if until_decides(&mut game, true, 2) {
            assert!(withdrawals(&game).is_empty(), "seed {seed}: no way back over the sand");
            let stack = table.there(&game, "uk", "infantry", "algeria");
            let back = Order::Withdraw { stack, to: table.space("mauritania") };
            assert_eq!(refused(&game, back), "twg:hostile.5");
        }
        let off = Table::new();
        let mut game = attack(&off, seed, 8, 8);
        give(&mut game, support);
        done(&mut game);
        plain += u16::from(until_decides(&mut game, true, 2) && !withdrawals(&game).is_empty());
    }
    assert!(gone > 10 && plain > 5, "{gone} lost, {plain} ways back without the option");
}

/// Into empty land each unit makes one roll for the border.
#[test]
fn empty_land_across_the_border_costs_a_roll_each() {
    let table = Table::with(HOSTILE);
    let (mut gone, mut none) = (0, 0);
    for seed in 0..60 {
        let count = if seed < 30 { 5 } else { 1 };
        let mut game = attack(&table, seed, count, 0);
        let mut events = done(&mut game);
        events.extend(until(&mut game, QUIET));
        let thrown = rolls(&events);
        assert_eq!(thrown.len(), usize::from(count));
        let left = table.count(&game, "uk", "infantry", "algeria");
        assert_eq!(left, count - burnt(&thrown), "seed {seed}");
        gone += burnt(&thrown);
        assert_eq!(table.holder(&game, "algeria") != "germany", left > 0, "seed {seed}");
        none += u16::from(left == 0);
    }
    assert!(gone > 5 && none > 0, "{gone}, {none}");
}

/// Defenders do not retreat over it either.
#[test]
fn defenders_do_not_retreat_over_a_hostile_border() {
    for (on, ways) in [(true, 0), (false, 1)] {
        let table = Table::with(&[("hostile-borders", on)]);
        let units = [
            ("germany", "infantry", "tunisia", 3),
            ("uk", "infantry", "algeria", 2),
            ("uk", "infantry", "mauritania", 0),
        ];
        let mut game = table.game(1, "germany", ATTACK, &units);
        for space in ["algeria", "mauritania"] {
            table.hold(&mut game, space, "uk");
        }
        table.go(&mut game, ("germany", "infantry", 3), "tunisia", "algeria");
        done(&mut game);
        let to = table.space("mauritania");
        let found = withdrawals(&game).into_iter().filter(|(stack, at)| *at == to && stack.count == 2).count();
        assert_eq!(found, ways, "with the option {on}");
    }
}
