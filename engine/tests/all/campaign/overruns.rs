//! Running enemies over: any number of times, without supply, by units of one hex together; zones of others still hold.

use chartroom_engine::procedures::differential::CampaignPhase;
use chartroom_engine::{Action, Command, Game};

use crate::campaign::table::{Table, Units, standard};

fn over(table: &Table, from: &str, to: &str) -> Action {
    Action::Campaign(Command::Overrun { from: table.space(from), to: table.space(to) })
}

fn stage<'t>(table: &'t Table, turn: i16, units: Units<'_>) -> Game<'t> {
    let mut game = table.at("axis", &CampaignPhase::March, turn, units);
    table.hold(&mut game, "germany", &["W2919", "W2819", "W3018"]);
    game
}

/// Eight points of any type from one hex are enough against one; seven, or eight from two hexes, are not.
#[test]
fn units_of_one_hex_run_an_enemy_over_together() {
    let table = standard();
    let foe = ("W2920", "france", "infantry", 1);
    let check = |units: Units<'_>, together: bool| {
        let all: Vec<_> = units.iter().copied().chain([foe]).collect();
        let game = stage(table, 4, &all);
        assert_eq!(table.may(&game, &over(table, "W3020", "W2920")), together, "{units:?}");
    };
    check(&[("W3020", "germany", "infantry", 5), ("W3020", "germany", "mechanized", 3)], true);
    check(&[("W3020", "germany", "infantry", 5), ("W3020", "germany", "mechanized", 2)], false);
    check(&[("W3020", "germany", "infantry", 5), ("W3020", "hungary", "infantry", 3)], false);
    check(&[("W3020", "germany", "infantry", 5), ("W2921", "germany", "infantry", 5)], false);
    // The face value counts, for self-defense too, which never attacks.
    check(&[("W3020", "germany", "infantry", 5), ("W3020", "germany", "self-defense", 3)], true);
    let mut game = stage(table, 4, &[("W3020", "germany", "infantry", 5), ("W3020", "germany", "mechanized", 3), foe]);
    game.submit(&over(table, "W3020", "W2920")).expect("eight against one");
    assert_eq!(table.in_all(&game, "france", "infantry"), 0, "the victims are gone at once");
    assert_eq!(table.count(&game, "W2920", "germany", "infantry"), 5);
    assert_eq!(table.count(&game, "W2920", "germany", "mechanized"), 3);
}

/// The same units run over one enemy after another with the points they have; it costs nothing beyond the way.
#[test]
fn units_go_on_after_an_overrun_and_run_over_the_next() {
    let table = standard();
    let units =
        [("W3020", "germany", "mechanized", 8), ("W2920", "france", "infantry", 1), ("W2819", "france", "infantry", 1)];
    let mut game = stage(table, 4, &units);
    table.hold(&mut game, "france", &["W2819"]);
    game.submit(&table.march("W3020", "germany", "mechanized", 8, "W2920")).expect("the first");
    let left = game.state.campaign.marched[0].left;
    assert_eq!(left, 4, "one point of five for one hex");
    game.submit(&table.march("W2920", "germany", "mechanized", 8, "W2819")).expect("the second");
    assert_eq!(table.in_all(&game, "france", "infantry"), 0);
    assert_eq!(game.state.campaign.marched[0].left, 3);
    // Others that came by themselves do not go on.
    let walked = [("W3020", "germany", "mechanized", 8), ("W2819", "france", "infantry", 1)];
    let mut game = stage(table, 4, &walked);
    table.hold(&mut game, "germany", &["W2920"]);
    table.hold(&mut game, "france", &["W2819"]);
    game.submit(&table.march("W3020", "germany", "mechanized", 8, "W2920")).expect("a plain march into a zone");
    assert!(!table.may(&game, &table.march("W2920", "germany", "mechanized", 8, "W2819")), "they have moved");
}

/// Units of another hex may not join those who go on.
#[test]
fn all_who_run_an_enemy_over_set_out_from_one_hex() {
    let table = standard();
    let units = [
        ("W3020", "germany", "mechanized", 8),
        ("W2921", "germany", "infantry", 2),
        ("W2920", "france", "infantry", 1),
        ("W2819", "france", "fort", 1),
    ];
    let mut game = stage(table, 4, &units);
    game.submit(&table.march("W3020", "germany", "mechanized", 8, "W2920")).expect("the first");
    game.submit(&table.march("W2921", "germany", "infantry", 2, "W2920")).expect("others close up");
    let stood: u16 = game
        .state
        .campaign
        .marched
        .iter()
        .filter(|marched| marched.overran.is_some())
        .map(|marched| marched.group.count)
        .sum();
    assert_eq!(stood, 8, "only those who set out from the Ruhr go on");
    assert!(!table.may(&game, &table.march("W2920", "germany", "infantry", 2, "W2919")));
}

/// The zone of the victim is nothing to those who run it over; to others it is, and so are the zones of other enemies.
#[test]
fn zones_of_the_victim_alone_are_ignored() {
    let table = standard();
    // From the Ruhr, beside Paris, into Lorraine beside Paris: the zone of a French army in Paris forbids it.
    let units = [
        ("W3020", "germany", "mechanized", 8),
        ("W2920", "france", "infantry", 1),
        ("W3019", "france", "infantry", 3),
        ("W2921", "france", "infantry", 3),
    ];
    let game = stage(table, 4, &units);
    assert!(!table.may(&game, &table.march("W3020", "germany", "mechanized", 8, "W2920")), "zone to zone of Paris");
    let alone = stage(table, 4, &units[..2]);
    assert!(
        table.may(&alone, &table.march("W3020", "germany", "mechanized", 8, "W2920")),
        "the victim's own zone is no hindrance"
    );
    // Others are bound by it: two points do not pass from the Ruhr to Paris, both in the zone of Lorraine.
    let others = [("W3020", "germany", "infantry", 2), ("W2920", "france", "infantry", 1)];
    let game = stage(table, 4, &others);
    assert!(!table.may(&game, &table.march("W3020", "germany", "infantry", 2, "W3019")));
    // After the overrun the zone of somebody else holds them where they are.
    let units =
        [("W3020", "germany", "mechanized", 8), ("W2920", "france", "infantry", 1), ("W2819", "france", "infantry", 3)];
    let mut game = stage(table, 4, &units);
    table.hold(&mut game, "france", &["W2819"]);
    game.submit(&table.march("W3020", "germany", "mechanized", 8, "W2920")).expect("the first");
    assert!(!table.may(&game, &table.march("W2920", "germany", "mechanized", 8, "W2919")), "Toulon holds them");
}

/// Terrain and weather of the victim's hex count, from the hex the attackers come from.
#[test]
fn terrain_and_weather_help_the_victim() {
    let table = standard();
    let check = |turn: i16, from: &str, points: u16, victim: &str, unit: &str, runs: bool| {
        let units = [(from, "germany", "mechanized", points), (victim, "france", unit, 1)];
        let game = stage(table, turn, &units);
        assert_eq!(
            table.may(&game, &table.march(from, "germany", "mechanized", points, victim)),
            runs,
            "{from} {points} {victim}"
        );
    };
    check(4, "W3020", 8, "W2920", "infantry", true);
    // Spring doubles the defender in the Weather Area, not south of it.
    check(3, "W3020", 8, "W2920", "infantry", false);
    check(3, "W3020", 9, "W2920", "infantry", true);
    check(3, "W2920", 8, "W2819", "infantry", true);
    // A whole fort is worth two points and stands; worn to one it can be run over.
    check(4, "W3020", 10, "W2920", "fort", false);
    let units = [("W3020", "germany", "mechanized", 8), ("W2920", "france", "fort", 1)];
    let mut game = stage(table, 4, &units);
    for stack in &mut game.state.stacks {
        if stack.unit == table.unit("fort") {
            stack.damaged = 1;
        }
    }
    game.submit(&table.march("W3020", "germany", "mechanized", 8, "W2920")).expect("what is left of a fort");
    assert_eq!(table.in_all(&game, "france", "fort"), 0);
}

/// No line of supply is asked for.
#[test]
fn overruns_need_no_supply() {
    let table = standard();
    let units = [
        ("W3128", "germany", "mechanized", 8),
        ("W3129", "france", "infantry", 1),
        ("W3127", "france", "infantry", 5),
        ("W3028", "france", "infantry", 5),
    ];
    let mut game = table.at("axis", &CampaignPhase::March, 4, &units);
    table.join(&mut game, "ussr", "allies", &["germany"]);
    table.hold(&mut game, "germany", &["W3128"]);
    let fighting = {
        let mut other = table.at("axis", &CampaignPhase::Battle, 4, &units);
        other.state.sides = game.state.sides.clone();
        other.state.relations = game.state.relations.clone();
        other.state.holders = game.state.holders.clone();
        other
    };
    let cut_off = table.forbids(&fighting, &table.pledge("W3128", "germany", "mechanized", 8, "W3129"));
    assert_eq!(cut_off, "gw75:9.32", "they cannot attack");
    game.submit(&table.march("W3128", "germany", "mechanized", 8, "W3129")).expect("but they run over");
}
