//! Aircraft of sunk carriers, neutrals that beat off attackers, fleets that pass transports, units that options add.

use super::*;

#[test]
fn fighters_of_a_sunk_carrier_fly_to_a_friendly_place_nearby() {
    let table = Table::new();
    let units =
        [("germany", "submarine", "na-5", 12), ("uk", "carrier", "eire-sea", 1), ("uk", "fighter", "eire-sea", 2)];
    let fighters = |game: &Game<'_>| -> u16 {
        let own = game.state.stacks.iter().filter(|stack| stack.power == table.power("uk"));
        own.filter(|stack| table.rules.unit(stack.unit).id == "fighter").map(|stack| stack.count).sum()
    };
    let mut seen = 0;
    for seed in 0..6 {
        let mut game = table.game(seed, "germany", ATTACK, &units);
        let before = fighters(&game);
        table.go(&mut game, "germany", "submarine", 12, "na-5", "eire-sea");
        done(&mut game);
        until(&mut game, QUIET);
        if table.count(&game, "uk", "carrier", "eire-sea") > 0 {
            continue;
        }
        seen += 1;
        assert_eq!(table.count(&game, "uk", "fighter", "eire-sea"), 0, "no deck is left");
        assert_eq!(fighters(&game), before, "they flew home");
    }
    assert!(seen > 3, "twelve submarines sink a carrier");
}

/// A sea zone with nothing of a power's side within two spaces, and another one next to it.
fn open_ocean(table: &Table, power: &str) -> (SpaceIx, SpaceIx) {
    use chartroom_engine::query::reach;
    use chartroom_format::schema::map::Surface;
    use chartroom_format::schema::units::Domain;
    let sea = |space: SpaceIx| table.rules.board.space(space).surface == Surface::Sea;
    let allies = table.start.side_of(table.power(power));
    let far = |space: SpaceIx| {
        let near = reach::spread(&table.rules, space, Domain::Air).take_while(|(_, steps)| *steps <= 2);
        near.map(|(space, _)| space).all(|space| sea(space) || table.start.holding_side(space) != allies)
    };
    let found = (0..table.rules.board.spaces.len()).map(SpaceIx::new).filter(|space| sea(*space)).find_map(|zone| {
        let next = table.rules.board.links_of(zone).iter().map(|link| link.to).find(|to| sea(*to));
        far(zone).then_some(()).and(next).map(|next| (zone, next))
    });
    found.unwrap_or_else(|| panic!("no open ocean for {power}"))
}

#[test]
fn fighters_of_a_carrier_sunk_far_from_land_are_lost() {
    let table = Table::new();
    let (zone, next) = open_ocean(&table, "uk");
    let (zone, next) = (table.rules.space_name(zone).to_owned(), table.rules.space_name(next).to_owned());
    let units = [
        ("germany", "submarine", next.as_str(), 12),
        ("uk", "carrier", zone.as_str(), 1),
        ("uk", "fighter", zone.as_str(), 2),
    ];
    let fighters = |game: &Game<'_>| -> u16 {
        let own = game.state.stacks.iter().filter(|stack| stack.power == table.power("uk"));
        own.filter(|stack| table.rules.unit(stack.unit).id == "fighter").map(|stack| stack.count).sum()
    };
    let (mut seen, mut drowned) = (0, 0);
    for seed in 0..20 {
        let mut game = table.game(seed, "germany", ATTACK, &units);
        let elsewhere = fighters(&game) - 2;
        table.go(&mut game, "germany", "submarine", 12, &next, &zone);
        let mut events = done(&mut game);
        events.extend(until(&mut game, QUIET));
        if table.count(&game, "uk", "carrier", &zone) > 0 {
            continue;
        }
        seen += 1;
        assert_eq!(fighters(&game), elsewhere, "seed {seed}: there is nowhere to land");
        let lost = |event: &&Event| matches!(event, Event::Removed { why: LossReason::NoLanding, .. });
        drowned += events.iter().filter(lost).count();
    }
    assert!(seen > 10, "twelve submarines, which never hit aircraft, sink a carrier: {seen} of 20");
    assert!(drowned > 2, "some live through the battle and have nowhere to land: {drowned}");
}

#[test]
fn aircraft_of_the_attacker_are_not_driven_home_with_those_of_a_sunk_carrier() {
    let table = Table::new();
    let units = [
        ("germany", "fighter", "france", 4),
        ("germany", "submarine", "na-5", 10),
        ("uk", "carrier", "eire-sea", 1),
        ("uk", "fighter", "eire-sea", 2),
    ];
    let mut seen = 0;
    for seed in 0..20 {
        let mut game = table.game(seed, "germany", ATTACK, &units);
        table.go(&mut game, "germany", "fighter", 4, "france", "eire-sea");
        table.go(&mut game, "germany", "submarine", 10, "na-5", "eire-sea");
        let mut events = done(&mut game);
        events.extend(until(&mut game, QUIET));
        let germany = table.power("germany");
        let driven = events.iter().any(
            |event| matches!(event, Event::Removed { stack, why: LossReason::NoLanding } if stack.power == germany),
        );
        assert!(!driven, "seed {seed}: German fighters still have range to fly home by themselves");
        seen += u16::from(table.count(&game, "germany", "fighter", "eire-sea") > 0);
    }
    assert!(seen > 2, "some fighters live through it");
}

#[test]
fn a_neutral_that_beats_off_its_attackers_goes_to_the_nearest_enemy() {
    let table = Table::new();
    for nearest in ["ussr", "uk"] {
        let (mut lost, mut taken) = (0, 0);
        for seed in 0..40 {
            let mut game = table.game(
                seed,
                "germany",
                ATTACK,
                &[("germany", "infantry", "norway", 1), ("germany", "infantry", "finland", 0)],
            );
            table.hold(&mut game, "norway", "germany");
            // Next door to Sweden; every other enemy is at least two spaces away.
            table.hold(&mut game, "finland", nearest);
            let purse = table.rules.powers.iter().position(|power| power.id == "germany").expect("germany");
            game.state.money[purse] = 50;
            table.go(&mut game, "germany", "infantry", 1, "norway", "sweden");
            done(&mut game);
            until(&mut game, QUIET);
            if table.count(&game, "germany", "infantry", "sweden") == 0 {
                lost += 1;
                assert_eq!(table.holder(&game, "sweden"), nearest, "seed {seed}");
            } else {
                taken += 1;
                assert_eq!(table.holder(&game, "sweden"), "germany", "seed {seed}");
            }
        }
        assert!(lost > 5 && taken > 5, "five in twelve: {lost} lost, {taken} taken");
    }
}

#[test]
fn a_fleet_passes_transports_under_fire_and_fights_those_it_stays_with() {
    let table = Table::new();
    let fleet = |transports: u16| {
        vec![
            ("uk", "transport", "na-5", transports),
            ("uk", "destroyer", "eire-sea", 1),
            // Destroyers close the other ways to the sea off Iceland, and lie there too.
            ("uk", "destroyer", "na-4", 1),
            ("uk", "destroyer", "iceland-sea", 1),
            ("germany", "destroyer", "na-8", 9),
        ]
    };
    let (mut hit, mut sunk) = (0, 0);
    for seed in 0..120 {
        let order = |to: &str| {
            let stack = table.stack("germany", "destroyer", "na-8", 9);
            Action::Order(Order::Move { stack, via: None, to: table.space(to) })
        };
        let losses = |events: &[Event]| -> u16 {
            events.iter().map(|event| if let Event::Removed { stack, .. } = event { stack.count } else { 0 }).sum()
        };
        // Past one transport: one die that hits on a 2 or less of twelve. Past nobody: none.
        let mut passing = table.game(seed, "germany", ATTACK, &fleet(1));
        let shot = losses(&passing.submit(&order("iceland-sea")).expect("a transport does not stop it").events);
        assert!(shot <= 1, "seed {seed}: one die");
        hit += shot;
        let mut alone = table.game(seed, "germany", ATTACK, &fleet(0));
        assert_eq!(losses(&alone.submit(&order("iceland-sea")).expect("the sea is free").events), 0, "seed {seed}");
        // Staying with it: there is a battle, and nine destroyers win it.
        if seed < 20 {
            let mut staying = table.game(seed, "germany", ATTACK, &fleet(1));
            let entered = losses(&staying.submit(&order("na-5")).expect("an attack").events);
            assert_eq!(entered, 0, "seed {seed}: no passing shot from whom it attacks");
            done(&mut staying);
            until(&mut staying, QUIET);
            sunk += u16::from(table.count(&staying, "uk", "transport", "na-5") == 0);
        }
    }
    assert!((8..=36).contains(&hit), "about twenty of 120: {hit}");
    assert_eq!(sunk, 20, "the transport is destroyed");
}

/// The special addition of further unit types: they are bought like others, but only where the option is on.
#[test]
fn additional_unit_types_are_bought_with_their_option() {
    for on in [false, true] {
        let table = Table::with(&[("additional-unit-types", on)]);
        let mut game = table.game(1, "germany", BUILD, &[]);
        let purse = table.rules.powers.iter().position(|power| power.id == "germany").expect("germany");
        game.state.money[purse] = 100;
        let unit = table.rules.find_unit("waffen-ss").expect("unit");
        let home = table.space("germany");
        let buy = Action::Order(Order::Buy { unit, count: 2, site: home, to: home });
        assert_eq!(game.submit(&buy).is_ok(), on, "with the option {on}");
        assert_eq!(table.count(&game, "germany", "waffen-ss", "germany"), if on { 2 } else { 0 });
        assert_eq!(game.state.money[purse], if on { 90 } else { 100 }, "five each for Germany");
    }
}
