//! Battles on land: fought wherever both sides stand, round by round, and who holds the land afterwards.

use super::table::{ATTACK, QUIET, Table, dice_by_round, until};

/// Everybody rolls in a round, also those who are hit in it, and battles go on until one side is left.
#[test]
fn the_hit_still_fire_and_battles_are_fought_to_the_end() {
    let table = Table::new();
    let (mut taken, mut held) = (0, 0);
    for seed in 0..30 {
        let units = [("japan", "infantry", "hankow", 6), ("nationalist-china", "infantry", "changsha", 3)];
        let mut game = table.game(seed, "japan", ATTACK, &units);
        table.go(&mut game, ("japan", "infantry", 6), "hankow", "changsha");
        let events = until(&mut game, QUIET);
        let rounds = dice_by_round(&events);
        assert_eq!(rounds.first(), Some(&(table.space("changsha"), 1, 9)), "nine dice whoever is hit");
        let left = |power: &str| table.count(&game, power, "infantry", "changsha");
        match (left("japan") > 0, left("nationalist-china") > 0) {
            (true, false) => {
                taken += 1;
                assert_eq!(table.holder(&game, "changsha"), "japan");
            }
            (false, _) => {
                held += 1;
                assert_eq!(table.holder(&game, "changsha"), "nationalist-china");
            }
            (true, true) => panic!("seed {seed}: the battle is not over"),
        }
    }
    assert!(taken > 2 && held > 2, "{taken} taken, {held} held");
}

#[test]
fn aircraft_alone_take_no_land() {
    let table = Table::new();
    let mut cleared = 0;
    for seed in 0..20 {
        let units = [("japan", "fighter", "hankow", 4), ("nationalist-china", "infantry", "changsha", 1)];
        let mut game = table.game(seed, "japan", ATTACK, &units);
        table.go(&mut game, ("japan", "fighter", 4), "hankow", "changsha");
        until(&mut game, QUIET);
        cleared += u16::from(table.count(&game, "nationalist-china", "infantry", "changsha") == 0);
        assert_eq!(table.holder(&game, "changsha"), "nationalist-china", "seed {seed}");
    }
    assert!(cleared > 0, "sometimes nobody is left to defend");
}

/// Rules that look at attacks see those that are fought out, and the money of a capital goes with it.
#[test]
fn attacks_and_captured_capitals_are_told_to_the_rules() {
    let table = Table::new();
    let units = [("germany", "armor", "reims", 12), ("france", "infantry", "paris", 1)];
    let mut game = table.game(2, "germany", ATTACK, &units);
    table.war(&mut game, "germany", "france");
    table.hold(&mut game, "reims", "germany");
    let purse = |game: &chartroom_engine::Game<'_>, power: &str| {
        game.state.money(chartroom_engine::ids::Actor::Power(table.power(power)))
    };
    let (ours, theirs) = (purse(&game, "germany"), purse(&game, "france"));
    assert!(theirs > 0);
    table.go(&mut game, ("germany", "armor", 12), "reims", "paris");
    for _ in 0..200 {
        let choice = game.legal().into_iter().find(|action| matches!(action, chartroom_engine::Action::Choose { .. }));
        match choice {
            Some(choice) => drop(game.submit(&choice).expect("a way that is open")),
            None if super::table::phase_is(&game, QUIET) => break,
            None => drop(super::table::done(&mut game)),
        }
    }
    assert_eq!(table.holder(&game, "paris"), "germany");
    assert_eq!(purse(&game, "france"), 0);
    assert!(purse(&game, "germany") >= ours + theirs - 5, "all of it, less what Marseilles may have cost");
    let level = table.rules.tracks.iter().position(|track| track.id == "american-production").expect("the track");
    let level = chartroom_engine::ids::TrackIx::new(level);
    assert_eq!(game.state.track(level, None), 5, "America takes notice of an attack on France");
}
