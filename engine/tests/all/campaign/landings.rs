//! Amphibious assaults: who sails from where, what bars a coast, what happens on it.

use chartroom_engine::procedures::differential::{CampaignPhase, battle, lines, zones};
use chartroom_engine::{Action, Game};

use crate::campaign::table::{Table, Units, standard};

/// Six points and six fleets in Hamburg, and Britain to land in.
const FLEET: [(&str, &str, &str, u16); 2] =
    [("W3121", "germany", "infantry", 6), ("W3121", "germany", "amphibious", 6)];

fn landing<'t>(table: &'t Table, turn: i16, others: Units<'_>) -> Game<'t> {
    let units: Vec<_> = FLEET.iter().chain(others).copied().collect();
    table.at("axis", &CampaignPhase::March, turn, &units)
}

/// A fleet for each point, in a friendly port, no farther than thirteen hexes, on a hostile coast.
#[test]
fn a_landing_needs_fleets_in_a_port_and_a_hostile_coast_in_range() {
    let table = standard();
    let game = landing(table, 4, &[]);
    let to = |from: &str, count, to: &str| table.assault(from, "germany", "infantry", count, to);
    assert!(table.may(&game, &to("W3121", 6, "W3119")), "six points from six fleets");
    let few = table.at("axis", &CampaignPhase::March, 4, &[FLEET[0], ("W3121", "germany", "amphibious", 2)]);
    assert_eq!(table.forbids(&few, &to("W3121", 3, "W3119")), "gw75:5.51.a", "one fleet, one point");
    assert!(table.may(&few, &to("W3121", 2, "W3119")));
    assert_eq!(table.forbids(&game, &to("W3121", 1, "W2921")), "gw75:5.5.a", "Munich has no coast");
    assert_eq!(table.forbids(&game, &to("W3121", 1, "W3222")), "gw75:5.5.a", "Koenigsberg is German");
    assert_eq!(table.forbids(&game, &to("W3121", 1, "W2908")), "gw75:5.51.b", "Canada is too far");
    let sea = table.rules.campaign.pipeline.near(table.space("W3121"));
    let farthest = sea
        .filter(|(space, _)| table.may(&game, &to("W3121", 1, &table.rules.board.space(*space).id)))
        .map(|(_, steps)| steps);
    assert!(farthest.max().is_some_and(|steps| steps <= 13));
    // Fleets at sea, or in a port that is not friendly, carry nobody.
    let adrift = table.at(
        "axis",
        &CampaignPhase::March,
        4,
        &[("W3221", "germany", "amphibious", 3), ("W3221", "germany", "infantry", 3)],
    );
    assert_eq!(table.forbids(&adrift, &to("W3221", 1, "W3119")), "gw75:5.51.a");
}

/// Passengers may march to the port if a point is left; afterwards nobody moves on.
#[test]
fn passengers_march_to_the_port_and_stay_where_they_land() {
    let table = standard();
    let units = [
        ("W3021", "germany", "infantry", 2),
        ("W3022", "germany", "infantry", 1),
        ("W3121", "germany", "amphibious", 3),
    ];
    // Spring: two points in the Weather Area.
    let mut game = table.at("axis", &CampaignPhase::March, 3, &units);
    game.submit(&table.march("W3021", "germany", "infantry", 2, "W3121")).expect("one hex");
    game.submit(&table.assault("W3121", "germany", "infantry", 2, "W3119")).expect("one point is left");
    assert_eq!(table.count(&game, "W3119", "germany", "infantry"), 2);
    assert!(!table.may(&game, &table.march("W3119", "germany", "infantry", 1, "W3118")), "nobody moves on by land");
    // From Hungary the way takes both.
    game.submit(&table.march("W3022", "germany", "infantry", 1, "W3121")).expect("two hexes");
    assert!(
        !table.may(&game, &table.assault("W3121", "germany", "infantry", 1, "W3118")),
        "nothing is left for the voyage"
    );
    // The fleets that landed have done their work: no second trip from the port they took.
    let units = [FLEET[0], FLEET[1], ("W3119", "germany", "infantry", 1)];
    let mut game = table.at("axis", &CampaignPhase::March, 4, &units);
    game.submit(&table.assault("W3121", "germany", "infantry", 6, "W3118")).expect("all land");
    assert!(!table.may(&game, &table.assault("W3118", "germany", "infantry", 1, "W3318")));
}

/// Warships and ASW off the coast bar it; merchant ships, submarines and amphibious fleets do not; nor does winter in the south.
#[test]
fn warships_and_winter_bar_a_coast() {
    let table = standard();
    let check = |turn: i16, unit: &str, target: &str, rule: Option<&str>| {
        let game = landing(table, turn, &[(target, "commonwealth", unit, 1)]);
        let action = table.assault("W3121", "germany", "infantry", 1, target);
        match rule {
            Some(rule) => assert_eq!(table.forbids(&game, &action), rule, "{unit} {target}"),
            None => assert!(table.may(&game, &action), "{unit} {target} on turn {turn}"),
        }
    };
    for unit in ["surface-a", "surface-b", "asw"] {
        check(4, unit, "W3119", Some("gw75:5.52"));
    }
    for unit in ["submarine", "merchant", "amphibious"] {
        check(4, unit, "W3119", None);
    }
    check(2, "merchant", "W3119", Some("gw75:5.55"));
    let south = [("W2722", "germany", "infantry", 1), ("W2722", "germany", "amphibious", 1)];
    let mut game = table.at("axis", &CampaignPhase::March, 2, &south);
    table.hold(&mut game, "germany", &["W2722"]);
    let tunis = table.assault("W2722", "germany", "infantry", 1, "W2620");
    assert!(table.may(&game, &tunis), "winter is nothing to Tunisia");
}

/// Without anybody there the coast is taken, and the landed may attack what is beside it; they control nothing until the enemy has had his turn.
#[test]
fn an_empty_coast_is_taken_and_the_landed_attack_from_it_in_supply() {
    let table = standard();
    let guard = [("W2920", "france", "infantry", 1), ("W3019", "france", "infantry", 1)];
    let mut game = landing(table, 4, &guard);
    game.submit(&table.assault("W3121", "germany", "infantry", 6, "W2919")).expect("nobody is in Brest");
    assert_eq!(game.state.holder(table.space("W2919")), Some(table.power("germany")));
    let zone = zones::enemy_zones(&table.rules, &game.state, table.power("france"), None);
    assert!(!zone.has(table.space("W2819")) && !zone.has(table.space("W3018")), "no zone yet");
    game.submit(&Action::Done).expect("movement ends");
    assert!(table.may(&game, &table.pledge("W2919", "germany", "infantry", 6, "W2920")), "beside Brest, and in supply");
    // Cut off from home: in the turn of the landing they are in supply all the same, a turn later they are not.
    let supplied = |game: &Game<'_>| {
        let lines = lines::lines(&table.rules, &game.state, table.power("germany"));
        let stacks = game.state.stacks_in(table.space("W2919")).iter();
        let stack = stacks.copied().find(|stack| stack.unit == table.unit("infantry"));
        lines.any(&table.rules, &game.state, &stack.expect("they stand there"))
    };
    assert_eq!(supplied(&game), 6);
    let mut later = game.clone();
    later.state.turn += 1;
    assert_eq!(supplied(&later), 0, "no line leads over the sea without merchant ships");
    let mut shipped = later;
    shipped.state.stacks.push(chartroom_engine::state::Stack {
        space: table.space("W3118"),
        army: 0,
        power: table.power("germany"),
        unit: table.unit("merchant"),
        damaged: 0,
        count: 4,
    });
    shipped.state.stacks.sort_unstable();
    assert_eq!(supplied(&shipped), 4, "through the captured port, as many as the ships carry");
}

/// A defended coast is shared with its defenders; only they may be attacked; those who fail go home whole.
#[test]
fn a_defended_coast_is_cleared_or_the_landing_goes_home() {
    let table = standard();
    let guard = [("W3119", "commonwealth", "infantry", 3), ("W3118", "commonwealth", "infantry", 1)];
    let mut game = landing(table, 4, &guard);
    game.submit(&table.assault("W3121", "germany", "infantry", 6, "W3119")).expect("three defend it");
    assert_eq!(table.count(&game, "W3119", "germany", "infantry"), 6);
    assert_eq!(table.count(&game, "W3119", "germany", "amphibious"), 6, "fleets and points share the hex");
    assert_eq!(game.state.holder(table.space("W3119")), Some(table.power("commonwealth")), "it is not theirs yet");
    game.submit(&Action::Done).expect("movement ends");
    assert!(!table.may(&game, &table.pledge("W3119", "germany", "infantry", 6, "W3118")), "only the invaded hex");
    let attackers = [("W3119", "germany", "infantry", 6)];
    // +3 with a 1: nothing is lost, and the landing has failed.
    let mut failed = game.clone();
    table.fight(&mut failed, 1, &["germany"], &attackers, "W3119");
    failed.submit(&Action::Done).expect("combat ends");
    assert_eq!(table.count(&failed, "W3121", "germany", "infantry"), 6, "back in Hamburg, whole");
    assert_eq!(table.count(&failed, "W3121", "germany", "amphibious"), 6);
    assert_eq!(table.count(&failed, "W3119", "commonwealth", "infantry"), 3);
    // +3 with a 6: all three are lost.
    let mut won = game;
    table.fight(&mut won, 6, &["germany"], &attackers, "W3119");
    assert_eq!(won.state.holder(table.space("W3119")), Some(table.power("germany")));
    assert!(battle::defenders(&table.rules, &won.state, table.power("germany"), table.space("W3119")).is_empty());
}

/// In the turn of the landing points follow over the beach along merchant ships; later only through a port.
#[test]
fn a_beach_is_reinforced_in_the_turn_of_the_landing_only() {
    let table = standard();
    // The coast west of Paris has no port.
    let units = [
        ("W3119", "commonwealth", "infantry", 4),
        ("W3119", "commonwealth", "amphibious", 1),
        ("W3118", "commonwealth", "merchant", 2),
    ];
    let mut game = table.at("allies", &CampaignPhase::March, 4, &units);
    table.hold(&mut game, "germany", &["W3018", "W3019", "W2919", "W2920"]);
    game.submit(&table.assault("W3119", "commonwealth", "infantry", 1, "W3018")).expect("nobody is there");
    while game.state.phase != table.at("allies", &CampaignPhase::Transport, 4, &[]).state.phase {
        game.submit(&Action::Done).expect("on to strategic movement");
    }
    let follow = table.embark("W3119", "commonwealth", "infantry", 1, "W3018");
    let mut once = game.clone();
    once.submit(&follow).expect("one follows");
    once.submit(&follow).expect("and another");
    assert_eq!(table.forbids(&once, &follow), "gw75:5.45", "two fleets, two points");
    let mut later = game;
    later.state.turn += 1;
    assert_eq!(table.forbids(&later, &follow), "gw75:5.45", "without a port nobody comes ashore any more");
}
