//! Forts fire in the first round at attackers they face, and pairs of arms fight better in played battles.

use chartroom_engine::Game;

use super::table::{ATTACK, QUIET, Table, dice_by_round, until};

/// German troops attack Reims from some places; dice of the first round.
fn dice_at_reims(table: &Table, from: &[(&str, u16)]) -> usize {
    let mut units = vec![("france", "infantry", "reims", 4)];
    units.extend(from.iter().map(|(place, count)| ("germany", "infantry", *place, *count)));
    let mut game: Game<'_> = table.game(3, "germany", ATTACK, &units);
    table.war(&mut game, "germany", "france");
    table.hold(&mut game, "holland", "germany");
    for (place, count) in from {
        table.go(&mut game, ("germany", "infantry", *count), place, "reims");
    }
    let events = until(&mut game, QUIET);
    dice_by_round(&events).into_iter().find(|(.., round, _)| *round == 1).map_or(0, |(.., dice)| dice)
}

#[test]
fn a_fort_throws_two_dice_at_those_it_faces() {
    let table = Table::new();
    assert_eq!(dice_at_reims(&table, &[("western-germany", 2)]), 2 + 4 + 2);
    assert_eq!(dice_at_reims(&table, &[("bavaria", 2), ("western-germany", 1)]), 3 + 4 + 2);
    assert_eq!(dice_at_reims(&table, &[("holland", 2)]), 2 + 4, "it faces east");
    assert_eq!(dice_at_reims(&table, &[("western-germany", 2), ("holland", 1)]), 3 + 4, "gone round");
}

/// One die at each attacking aircraft, whatever the number of guns, in the first round only.
#[test]
fn one_gun_fires_at_every_aircraft() {
    let table = Table::new();
    let units = [
        ("japan", "infantry", "hankow", 4),
        ("japan", "fighter", "hankow", 3),
        ("nationalist-china", "infantry", "changsha", 6),
        ("nationalist-china", "anti-aircraft", "changsha", 2),
    ];
    let mut game = table.game(5, "japan", ATTACK, &units);
    table.go(&mut game, ("japan", "infantry", 4), "hankow", "changsha");
    table.go(&mut game, ("japan", "fighter", 3), "hankow", "changsha");
    let events = until(&mut game, QUIET);
    let rounds = dice_by_round(&events);
    assert_eq!(rounds.first().map(|(.., dice)| *dice), Some(4 + 3 + 6 + 3));
    assert!(rounds.get(1).is_none_or(|(.., dice)| *dice <= 4 + 3 + 6));
}
