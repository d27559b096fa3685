//! Ten points to a hex: what counts, what does not, and who fights together.

use chartroom_engine::Action;
use chartroom_engine::procedures::differential::{CampaignPhase, battle, reinforce};
use chartroom_engine::query::stacking;
use chartroom_engine::state::campaign::{Group, Pledge};

use crate::campaign::table::{Units, standard};

/// What a side's units in Berlin count, and what room they leave for infantry.
#[test]
fn land_points_forts_and_self_defense_count_and_nothing_else_does() {
    let table = standard();
    let check = |units: &[(&str, u16)], load: i64| {
        let units: Vec<(&str, &str, &str, u16)> =
            units.iter().map(|(unit, count)| ("W3121", "germany", *unit, *count)).collect();
        let game = table.at("axis", &CampaignPhase::March, 4, &units);
        let (side, at) = (table.side("axis"), table.space("W3121"));
        assert_eq!(stacking::load(&table.rules, &game.state, side, at), load, "{units:?}");
        let room = stacking::room(&table.rules, &game.state, table.power("germany"), table.unit("infantry"), at);
        assert_eq!(room, 10 - load, "{units:?}");
    };
    check(&[("infantry", 4), ("mechanized", 3)], 7);
    check(&[("infantry", 4), ("self-defense", 3)], 7);
    check(&[("infantry", 4), ("fort", 1)], 6);
    check(
        &[("infantry", 4), ("surface-a", 5), ("surface-b", 5), ("submarine", 9), ("merchant", 7), ("amphibious", 3)],
        4,
    );
    check(&[("infantry", 4), ("long-range-bomber", 20), ("air-defense", 10)], 4);
}

fn combat(units: Units<'_>, by: &[&str], target: &str) -> (i32, i32) {
    let table = standard();
    let game = table.at("axis", &CampaignPhase::Battle, 4, units);
    let own = units.iter().filter(|unit| by.contains(&unit.1));
    let pledges: Vec<Pledge> = own
        .map(|(space, power, unit, count)| {
            let (space, power, unit) = (table.space(space), table.power(power), table.unit(unit));
            Pledge { target: table.space(target), group: Group { space, power, unit, count: *count } }
        })
        .collect();
    let lead = pledges.first().expect("somebody attacks").group.power;
    battle::combat(&table.rules, &game.state, lead, &pledges, table.space(target)).expect("a battle").strengths()
}

/// Everything on land defends as one total; ships and aircraft beside it add nothing to attack or defence.
#[test]
fn all_land_units_of_a_hex_are_one_total_and_ships_and_aircraft_add_nothing() {
    let check = |attack: Units<'_>, defend: Units<'_>, strengths: (i32, i32)| {
        let units: Vec<_> = attack.iter().chain(defend).copied().collect();
        assert_eq!(combat(&units, &["germany", "hungary", "italy"], "W3019"), strengths, "{units:?}");
    };
    let five = [("W3020", "germany", "infantry", 5)];
    check(&five, &[("W3019", "france", "infantry", 3)], (5, 3));
    check(&five, &[("W3019", "france", "infantry", 1), ("W3019", "france", "mechanized", 2)], (5, 3));
    check(&five, &[("W3019", "france", "infantry", 1), ("W3019", "france", "self-defense", 2)], (5, 3));
    check(&five, &[("W3019", "france", "infantry", 1), ("W3019", "france", "fort", 1)], (5, 3));
    check(&five, &[("W3019", "france", "infantry", 1), ("W3019", "commonwealth", "infantry", 2)], (5, 3));
    check(
        &five,
        &[
            ("W3019", "france", "infantry", 1),
            ("W3019", "france", "surface-b", 3),
            ("W3019", "france", "surface-a", 1),
            ("W3019", "france", "submarine", 3),
            ("W3019", "france", "long-range-bomber", 2),
            ("W3019", "france", "air-defense", 4),
        ],
        (5, 1),
    );
    check(
        &[
            ("W3020", "germany", "infantry", 2),
            ("W3020", "germany", "mechanized", 2),
            ("W3020", "hungary", "infantry", 1),
        ],
        &[("W3019", "france", "infantry", 2)],
        (5, 2),
    );
}

/// Points of one hex go their own ways in a combat phase; self-defense goes nowhere.
#[test]
fn points_of_one_hex_attack_different_hexes_or_stay_out() {
    let table = standard();
    let units = [
        ("W3020", "germany", "infantry", 8),
        ("W3020", "germany", "self-defense", 1),
        ("W3019", "france", "infantry", 1),
        ("W2920", "france", "infantry", 1),
    ];
    let mut game = table.at("axis", &CampaignPhase::Battle, 4, &units);
    assert!(!table.may(&game, &table.pledge("W3020", "germany", "self-defense", 1, "W3019")));
    game.submit(&table.pledge("W3020", "germany", "infantry", 3, "W3019")).expect("three here");
    game.submit(&table.pledge("W3020", "germany", "infantry", 4, "W2920")).expect("four there");
    game.submit(&table.attack("W3019")).expect("three against one");
    while game.state.campaign.engagement.is_some() {
        let action = game.legal()[0];
        game.submit(&action).expect("legal");
    }
    game.submit(&table.attack("W2920")).expect("four against one");
    while game.state.campaign.engagement.is_some() {
        let action = game.legal()[0];
        game.submit(&action).expect("legal");
    }
    assert!(table.may(&game, &Action::Done), "the eighth point stays out");
    // Two powers of a side attack together.
    let units =
        [("W3020", "germany", "infantry", 2), ("W3021", "italy", "infantry", 1), ("W2920", "france", "infantry", 1)];
    let mut game = table.at("axis", &CampaignPhase::Battle, 4, &units);
    table.join(&mut game, "italy", "axis", &["france", "commonwealth"]);
    assert!(!table.may(&game, &table.pledge("W3021", "italy", "infantry", 1, "W2920")), "Berlin is not adjacent");
    let units =
        [("W3020", "germany", "infantry", 2), ("W2921", "italy", "infantry", 1), ("W2920", "france", "infantry", 3)];
    let mut game = table.at("axis", &CampaignPhase::Battle, 4, &units);
    table.join(&mut game, "italy", "axis", &["france", "commonwealth"]);
    game.submit(&table.pledge("W3020", "germany", "infantry", 2, "W2920")).expect("Germans");
    assert!(!table.may(&game, &table.attack("W2920")), "two against three");
    game.submit(&table.pledge("W2921", "italy", "infantry", 1, "W2920")).expect("Italians");
    game.submit(&table.attack("W2920")).expect("three against three together");
}

/// Units driven into a friend's hex do not defend it, yet share what befalls it; the crowd must part in the owner's next move.
#[test]
fn those_who_fell_back_do_not_defend_but_share_the_result_and_the_crowd_must_part() {
    let table = standard();
    let units = [
        ("W3020", "germany", "infantry", 10),
        ("W2921", "germany", "infantry", 10),
        ("W2920", "france", "infantry", 4),
        ("W2819", "france", "infantry", 8),
        ("W2919", "germany", "infantry", 1),
        ("W3019", "germany", "infantry", 1),
    ];
    let mut game = table.at("axis", &CampaignPhase::Battle, 4, &units);
    table.hold(&mut game, "germany", &["W2919", "W3019"]);
    let attackers = [("W3020", "germany", "infantry", 10)];
    // +6 with a 1: two lost, two retreat; Toulon, with friends in it, is the only hex open.
    table.fight(&mut game, 1, &["germany"], &attackers, "W2920");
    assert_eq!(table.count(&game, "W2819", "france", "infantry"), 10);
    let defenders = battle::defenders(&table.rules, &game.state, table.power("germany"), table.space("W2819"));
    assert_eq!(defenders.iter().map(|stack| stack.count).sum::<u16>(), 8, "those who fell back do not defend");
    // The same with a full hex: eleven stand there until the owner has moved.
    let crowd: Vec<_> =
        units.iter().map(|unit| if unit.0 == "W2819" { ("W2819", "france", "infantry", 9) } else { *unit }).collect();
    let mut game = table.at("axis", &CampaignPhase::Battle, 4, &crowd);
    table.hold(&mut game, "germany", &["W2919", "W3019"]);
    table.fight(&mut game, 1, &["germany"], &attackers, "W2920");
    assert_eq!(table.count(&game, "W2819", "france", "infantry"), 11, "a retreat may crowd a hex");
    let mut own = table.at("allies", &CampaignPhase::March, 4, &[]);
    own.state.stacks = game.state.stacks.clone();
    own.state.holders = game.state.holders.clone();
    own.submit(&Action::Done).expect("nobody moves");
    assert_eq!(table.count(&own, "W2819", "france", "infantry"), 10, "what is too many is lost");
}

/// One fort to a hex: none may be laid where one stands.
#[test]
fn a_second_fort_finds_no_place() {
    let table = standard();
    let game = table.at("allies", &CampaignPhase::Reinforce, 4, &[("W2920", "france", "fort", 1)]);
    let open = reinforce::options(&table.rules, &game.state, table.power("france"), table.unit("fort"));
    assert!(open.contains(&table.space("W3019")) && !open.contains(&table.space("W2920")));
}
