//! Strategic movement: over communications and along merchant ships.

use chartroom_engine::procedures::differential::{CampaignPhase, march, transport, zones};
use chartroom_engine::state::campaign::{Group, Marched};
use chartroom_engine::{Action, Game};

use crate::campaign::table::{Table, Units, standard};

/// The strategic phase of a side after units marched and have so many points left.
fn after_march<'t>(table: &'t Table, side: &str, units: Units<'_>, left: u8) -> Game<'t> {
    let mut game = table.at(side, &CampaignPhase::Transport, 4, units);
    game.state.campaign.marched = units
        .iter()
        .filter(|unit| unit.2 == "infantry")
        .map(|(space, power, unit, count)| Marched {
            group: Group {
                space: table.space(space),
                power: table.power(power),
                unit: table.unit(unit),
                count: *count,
            },
            left,
            rail: 0,
            sailed: false,
            overran: None,
        })
        .collect();
    game.state.campaign.marched.sort_unstable();
    game
}

/// One movement point must be left for one way, two for both.
#[test]
fn strategic_movement_needs_points_left_over() {
    let table = standard();
    let units = [("W2921", "germany", "infantry", 2)];
    let rail = table.entrain("W2921", "germany", "infantry", 1, "W3121", "germany");
    assert_eq!(table.forbids(&after_march(table, "axis", &units, 0), &rail), "gw75:5.41.a");
    assert!(table.may(&after_march(table, "axis", &units, 1), &rail));
    assert!(table.may(&table.at("axis", &CampaignPhase::Transport, 4, &units), &rail), "those who stood still may");
    // By land to London's port and on by sea needs two.
    let units = [("W3218", "commonwealth", "infantry", 1), ("W3118", "commonwealth", "merchant", 3)];
    for (left, both) in [(1, false), (2, true)] {
        let mut game = after_march(table, "allies", &units, left);
        game.submit(&table.entrain("W3218", "commonwealth", "infantry", 1, "W3119", "commonwealth")).expect("by land");
        assert_eq!(
            table.may(&game, &table.embark("W3119", "commonwealth", "infantry", 1, "W3019")),
            both,
            "{left} left"
        );
    }
}

/// Only communications that are friendly or conquered, and no enemy zone on the way, at its start or at its end.
#[test]
fn trains_keep_to_friendly_communications_out_of_enemy_zones() {
    let table = standard();
    let board = &table.rules.board;
    let start = table.space("W3021");
    let reach = |units: Units<'_>, owned: &[&str]| {
        let mut game = table.at("axis", &CampaignPhase::Transport, 4, units);
        table.hold(&mut game, "germany", owned);
        let found = transport::by_rail(&table.rules, &game.state, table.power("germany"), start, 16);
        (found, game)
    };
    let (peace, game) = reach(&[], &[]);
    assert!(peace.iter().all(|(space, _)| zones::is_friendly(&game.state, table.power("germany"), *space)));
    assert!(peace.iter().all(|(space, _)| board.terrain(*space).id != "undeveloped"));
    let has = |found: &[(chartroom_engine::ids::SpaceIx, u8)], at: &str| {
        found.iter().any(|(space, _)| *space == table.space(at))
    };
    assert!(has(&peace, "W2923") && !has(&peace, "W3122"), "to Rumania, not through Poland");
    let (conquest, _) = reach(&[], &["W3122", "W3123"]);
    assert!(has(&conquest, "W3123"), "conquered hexes are as good as one's own");
    let watch = [("W3122", "poland", "infantry", 1)];
    let (watched, game) = reach(&watch, &[]);
    let zone = zones::enemy_zones(&table.rules, &game.state, table.power("germany"), None);
    assert!(zone.has(start) && watched.is_empty(), "nobody leaves Berlin under the eyes of Warsaw");
    let (beyond, _) = reach(&[("W2922", "poland", "infantry", 1)], &[]);
    assert!(beyond.is_empty(), "the same from Belgrade");
    let (farther, game) = reach(&[("W2922", "yugoslavia", "infantry", 1)], &[]);
    assert!(!farther.is_empty(), "neutrals control nothing");
    drop(game);
    // Warsaw to Berlin: the end may not lie in a zone either.
    let mut game = table.at(
        "axis",
        &CampaignPhase::Transport,
        4,
        &[("W2921", "germany", "infantry", 1), ("W3122", "poland", "infantry", 1)],
    );
    assert_eq!(
        table.forbids(&game, &table.entrain("W2921", "germany", "infantry", 1, "W3121", "germany")),
        "gw75:5.41.b",
        "Hamburg lies in a zone"
    );
    game.submit(&table.entrain("W2921", "germany", "infantry", 1, "W3020", "germany")).expect("the Ruhr does not");
}

/// Sixteen hexes by land alone, twelve with a voyage; sea from port to port along ships, 25 hexes, no more than they carry.
#[test]
fn voyages_go_from_port_to_port_along_merchant_ships() {
    let table = standard();
    let units = [
        ("W3119", "commonwealth", "infantry", 5),
        ("W3118", "commonwealth", "merchant", 2),
        ("W3218", "commonwealth", "infantry", 1),
    ];
    let mut game = table.at("allies", &CampaignPhase::Transport, 4, &units);
    let sea = |from: &str, to: &str, count| table.embark(from, "commonwealth", "infantry", count, to);
    assert!(table.may(&game, &sea("W3119", "W3019", 2)));
    assert_eq!(table.forbids(&game, &sea("W3119", "W3019", 3)), "gw75:5.45", "two fleets carry two points");
    assert!(!table.may(&game, &sea("W3119", "W3018", 1)), "the coast west of Paris has no port");
    assert!(!table.may(&game, &sea("W3119", "W2918", 1)), "nobody stays at sea");
    assert!(!table.may(&game, &sea("W3119", "W2908", 1)), "no chain leads to Canada");
    game.submit(&sea("W3119", "W3019", 1)).expect("one");
    game.submit(&sea("W3119", "W3019", 1)).expect("two");
    assert_eq!(table.forbids(&game, &sea("W3119", "W3019", 1)), "gw75:5.45", "the ships have carried what they can");
    let left = game.state.campaign.marched.iter().map(|marched| marched.left).max();
    let allowance = march::allowance(&table.rules, 4, table.space("W3119"));
    assert_eq!(left.map(i64::from), Some(allowance - 1), "a voyage costs one point in all");
    // Away from a port nobody goes aboard.
    let inland = [("W2920", "france", "infantry", 1), ("W2918", "france", "merchant", 3)];
    let game = table.at("allies", &CampaignPhase::Transport, 4, &inland);
    assert!(!table.may(&game, &table.embark("W2920", "france", "infantry", 1, "W3119")), "Lorraine is no port");
    // A chain across the ocean is longer than a voyage: 25 hexes are the limit.
    let far = [
        ("W3119", "commonwealth", "infantry", 1),
        ("W3118", "commonwealth", "merchant", 1),
        ("W2716", "commonwealth", "merchant", 1),
        ("W2225", "commonwealth", "merchant", 1),
    ];
    let game = table.at("allies", &CampaignPhase::Transport, 4, &far);
    let harbours = transport::harbours(&table.rules, &game.state, table.power("commonwealth"), table.space("W3119"));
    assert!(harbours.iter().any(|(port, _)| *port == table.space("W2617")), "Gibraltar is in reach");
}

/// Land then sea, or sea then land, but no third leg; what goes by sea goes twelve hexes by land at most.
#[test]
fn the_mode_changes_once_and_shortens_the_way_over_land() {
    let table = standard();
    let units = [("W3218", "commonwealth", "infantry", 1), ("W3118", "commonwealth", "merchant", 3)];
    let mut game = table.at("allies", &CampaignPhase::Transport, 4, &units);
    game.submit(&table.entrain("W3218", "commonwealth", "infantry", 1, "W3119", "commonwealth")).expect("by land");
    game.submit(&table.embark("W3119", "commonwealth", "infantry", 1, "W3019")).expect("by sea");
    assert!(
        !table.may(&game, &table.entrain("W3019", "commonwealth", "infantry", 1, "W2920", "commonwealth")),
        "no third leg"
    );
    let units = [("W3119", "commonwealth", "infantry", 1), ("W3118", "commonwealth", "merchant", 3)];
    let mut game = table.at("allies", &CampaignPhase::Transport, 4, &units);
    game.submit(&table.embark("W3119", "commonwealth", "infantry", 1, "W3019")).expect("by sea");
    game.submit(&table.entrain("W3019", "commonwealth", "infantry", 1, "W2819", "commonwealth")).expect("by land");
    assert!(!table.may(&game, &table.embark("W2819", "commonwealth", "infantry", 1, "W2919")), "no third leg");
    // Thirteen hexes by rail are fine for whoever stays ashore, and too many for whoever sails.
    let mut game = table.at("allies", &CampaignPhase::Transport, 4, &[("W3324", "ussr", "infantry", 1)]);
    table.join(&mut game, "ussr", "allies", &["germany"]);
    let found = transport::by_rail(&table.rules, &game.state, table.power("ussr"), table.space("W3324"), 16);
    let far = found.iter().find(|(_, steps)| *steps == 13).map(|(space, _)| *space).expect("a long country");
    let name = table.rules.board.space(far).id.clone();
    game.submit(&table.entrain("W3324", "ussr", "infantry", 1, &name, "ussr")).expect("thirteen hexes");
    assert_eq!(game.state.campaign.marched[0].rail, 13);
    let mut sailed = table.at("allies", &CampaignPhase::Transport, 4, &[("W3324", "ussr", "infantry", 1)]);
    table.join(&mut sailed, "ussr", "allies", &["germany"]);
    sailed.state.campaign.marched = vec![Marched {
        group: Group {
            space: table.space("W3324"),
            power: table.power("ussr"),
            unit: table.unit("infantry"),
            count: 1,
        },
        left: 3,
        rail: 0,
        sailed: true,
        overran: None,
    }];
    assert!(
        !table.may(&sailed, &table.entrain("W3324", "ussr", "infantry", 1, &name, "ussr")),
        "twelve for those who sailed"
    );
}

/// Six countries have trains; they lend them to friends, two points each; minor allies do without.
#[test]
fn six_countries_have_strategic_movement_and_lend_it() {
    let table = standard();
    let powers: Vec<&str> =
        table.rules.campaign.transport.powers.iter().map(|power| table.rules.power(*power).id.as_str()).collect();
    let mut sorted = powers.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, ["commonwealth", "germany", "italy", "japan", "usa", "ussr"]);
    let units =
        [("W2819", "france", "infantry", 3), ("W3021", "germany", "infantry", 3), ("W3022", "hungary", "infantry", 1)];
    let game = table.at("allies", &CampaignPhase::Transport, 4, &units);
    let by = |count, by: &str| table.entrain("W2819", "france", "infantry", count, "W3019", by);
    assert!(!table.may(&game, &by(1, "france")), "France has none of its own");
    assert!(table.may(&game, &by(2, "commonwealth")), "but uses that of a friend");
    assert_eq!(table.forbids(&game, &by(3, "commonwealth")), "gw75:5.4.a");
    assert!(!table.may(&game, &by(1, "germany")), "not that of an enemy");
    let axis = table.at("axis", &CampaignPhase::Transport, 4, &units);
    assert_eq!(
        table.forbids(&axis, &table.entrain("W3022", "hungary", "infantry", 1, "W3021", "germany")),
        "gw75:19.9.d"
    );
    assert_eq!(table.forbids(&axis, &table.embark("W3022", "hungary", "infantry", 1, "W3121")), "gw75:19.9.d");
    assert!(table.may(&axis, &Action::Done));
}
