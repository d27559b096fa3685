//! Strikes at sea: who may strike whom, whose zone lets him strike those who leave, what escorts and depletion do.

use chartroom_engine::Game;
use chartroom_engine::procedures::differential::naval::{self, SeaBattle, Strike};
use chartroom_engine::procedures::differential::{CampaignPhase, sea_rules};
use chartroom_engine::state::Stack;

use crate::campaign::table::{Table, Units, standard};

fn stack(table: &Table, at: &str, power: &str, unit: &str, count: u16, damaged: u8) -> Stack {
    Stack { space: table.space(at), army: 0, power: table.power(power), unit: table.unit(unit), damaged, count }
}

const NAVAL: [&str; 6] = ["surface-a", "surface-b", "submarine", "asw", "merchant", "amphibious"];

/// For each shooter the targets it may strike, in the order of NAVAL.
#[test]
fn who_may_strike_whom() {
    let table = standard();
    let check = |strike: Strike, shooter: &str, damaged: u8, at: &str, expected: [bool; 6]| {
        let by = stack(table, "W3019", "germany", shooter, 1, damaged);
        let found = NAVAL.map(|target| {
            let target = stack(table, at, "commonwealth", target, 1, 0);
            sea_rules::may_strike(&table.rules, strike, &by, &target, false)
        });
        assert_eq!(found, expected, "{strike:?} by {shooter} ({damaged}) at {at}");
    };
    // Normal attacks in a coastal hex: never on submarines; on ASW by surface fleets and ASW.
    for shooter in ["surface-a", "surface-b", "asw"] {
        check(Strike::Normal, shooter, 0, "W3119", [true, true, false, true, true, true]);
    }
    check(Strike::Normal, "submarine", 0, "W3119", [true, true, false, false, true, true]);
    // ASW based inland is out of the reach of ships.
    check(Strike::Normal, "surface-b", 0, "W3020", [true, true, false, false, true, true]);
    check(Strike::Normal, "asw", 0, "W3020", [true, true, false, true, true, true]);
    // Transit: only with a zone; submarines only by carriers and ASW; ASW and empty merchant ships never.
    for shooter in ["surface-a", "asw"] {
        check(Strike::Transit, shooter, 0, "W3119", [true, true, true, false, false, true]);
    }
    check(Strike::Transit, "submarine", 0, "W3119", [true, true, false, false, false, true]);
    check(Strike::Transit, "surface-b", 0, "W3119", [false; 6]);
    // Counter-attacks reach submarines; submarines do not answer ASW.
    check(Strike::Counter, "surface-b", 0, "W3119", [true; 6]);
    check(Strike::Counter, "submarine", 0, "W3119", [true, true, true, false, true, true]);
    // No attack strength, no strike: merchants, landing fleets, depleted carriers and ASW.
    for strike in [Strike::Normal, Strike::Transit, Strike::Counter] {
        for (shooter, damaged) in [("merchant", 0), ("amphibious", 0), ("surface-a", 1), ("asw", 1)] {
            check(strike, shooter, damaged, "W3119", [false; 6]);
        }
    }
    let carrier = stack(table, "W3019", "germany", "surface-a", 1, 0);
    let loaded = stack(table, "W3119", "commonwealth", "merchant", 1, 0);
    assert!(
        sea_rules::may_strike(&table.rules, Strike::Transit, &carrier, &loaded, true),
        "with points aboard they are fair game"
    );
    for other in ["infantry", "fort", "long-range-bomber", "air-defense"] {
        let target = stack(table, "W3119", "commonwealth", other, 1, 0);
        assert!(
            !sea_rules::may_strike(&table.rules, Strike::Normal, &carrier, &target, false),
            "{other} is no naval unit"
        );
    }
}

/// The strike itself refuses those who may not take part.
#[test]
fn a_strike_is_refused_to_those_who_may_not_take_part() {
    let table = standard();
    let battle = |strike, shooter: &str, damaged, target: &str| {
        let battle = SeaBattle {
            strike,
            at: table.space("W3118"),
            shooters: vec![stack(table, "W3018", "germany", shooter, 3, damaged)],
            targets: vec![stack(table, "W3118", "commonwealth", target, 1, 0)],
            cover: Vec::new(),
            cover_takes_losses: false,
            port_distance: None,
            defence_multiple: 1,
        };
        naval::combat(&table.rules, &battle).is_some()
    };
    assert!(battle(Strike::Normal, "surface-b", 0, "surface-b"));
    assert!(!battle(Strike::Normal, "surface-b", 0, "submarine"), "submarines are never attacked");
    assert!(!battle(Strike::Normal, "submarine", 0, "asw"), "nor does a submarine attack ASW");
    assert!(!battle(Strike::Transit, "surface-b", 0, "surface-b"), "no zone, no transit attack");
    assert!(!battle(Strike::Normal, "surface-a", 1, "surface-b"), "a depleted carrier attacks nobody");
}

/// How far zones reach: own hex, one hex, the radius of the turn; none when depleted, none for the others.
#[test]
fn zones_at_sea_reach_as_far_as_the_unit_and_the_turn() {
    let table = standard();
    let radius = |turn: i16, power: &str, unit: &str, damaged: u8| {
        let game = table.at("axis", &CampaignPhase::March, turn, &[]);
        sea_rules::zone(&table.rules, &game.state, &stack(table, "W3119", power, unit, 1, damaged))
    };
    assert_eq!(NAVAL.map(|unit| radius(1, "germany", unit, 0)), [Some(1), None, Some(0), Some(1), None, None]);
    for (turn, axis, allies) in [(9, 1, 1), (10, 2, 3), (14, 3, 5), (18, 4, 5)] {
        assert_eq!(
            (radius(turn, "germany", "asw", 0), radius(turn, "commonwealth", "asw", 0)),
            (Some(axis), Some(allies))
        );
    }
    assert_eq!((radius(10, "germany", "asw", 1), radius(10, "germany", "surface-a", 1)), (None, None), "depleted");
    // Through every hexside, over coasts and seas, not over land alone.
    let game = table.at("axis", &CampaignPhase::March, 10, &[]);
    let covers = |unit: &str, at: &str, space: &str| {
        sea_rules::controls(&table.rules, &game.state, &stack(table, at, "germany", unit, 1, 0), table.space(space))
    };
    assert!(covers("surface-a", "W2919", "W2819"), "across a contra-naval hexside");
    assert!(covers("surface-a", "W3120", "W3119") && !covers("surface-a", "W3120", "W3118"));
    assert!(!covers("surface-a", "W3019", "W3020"), "no zone over land alone");
    assert!(covers("submarine", "W3118", "W3118") && !covers("submarine", "W3118", "W3119"));
    assert!(covers("asw", "W3020", "W3119"), "from an inland base");
}

fn leaving(table: &'static Table, foes: Units<'_>, leaver: (&str, &str), carrying: bool) -> Vec<String> {
    let game: Game<'_> = table.at("axis", &CampaignPhase::March, 10, foes);
    let ship = stack(table, leaver.0, "commonwealth", leaver.1, 1, 0);
    let found = sea_rules::transit_attackers(&table.rules, &game.state, &ship, carrying);
    found.iter().map(|stack| table.rules.unit(stack.unit).id.clone()).collect()
}

/// Whoever leaves a controlled hex may be struck by those who control it, all of them, or by nobody if they do not want to.
#[test]
fn those_who_leave_a_zone_may_be_struck_by_its_owners() {
    let table = standard();
    let foes = [
        ("W3120", "germany", "surface-a", 1),
        ("W3120", "germany", "surface-b", 2),
        ("W3119", "germany", "submarine", 2),
        ("W3020", "germany", "asw", 1),
    ];
    assert_eq!(leaving(table, &foes, ("W3119", "surface-b"), false), ["submarine", "surface-a", "asw"]);
    assert_eq!(
        leaving(table, &foes, ("W3119", "submarine"), false),
        ["surface-a", "asw"],
        "submarines leave only those two in fear"
    );
    assert!(leaving(table, &foes, ("W3119", "merchant"), false).is_empty(), "empty merchant ships leave in peace");
    assert_eq!(leaving(table, &foes, ("W3119", "merchant"), true).len(), 3);
    assert!(leaving(table, &foes, ("W3119", "asw"), false).is_empty());
    assert!(leaving(table, &foes, ("W3514", "surface-b"), false).is_empty(), "far away nobody controls anything");
}

/// Reach of a normal attack: next door; submarines in their own hex too; convoys within five hexes; ASW in its zone.
#[test]
fn normal_attacks_reach_neighbours_convoys_and_zones() {
    let table = standard();
    let game = table.at("axis", &CampaignPhase::March, 10, &[]);
    let reach = |unit: &str, from: &str, target: &str, at: &str| {
        let by = stack(table, from, "germany", unit, 1, 0);
        sea_rules::in_reach(&table.rules, &game.state, &by, &stack(table, at, "commonwealth", target, 1, 0))
    };
    assert!(reach("surface-b", "W3120", "surface-b", "W3119") && !reach("surface-b", "W3120", "surface-b", "W3118"));
    assert!(!reach("surface-b", "W3119", "surface-b", "W3119") && reach("submarine", "W3119", "surface-b", "W3119"));
    assert!(
        !reach("surface-b", "W2819", "surface-b", "W2919") && reach("surface-a", "W2819", "surface-b", "W2919"),
        "carriers alone across land"
    );
    let sea = &table.rules.campaign.pipeline;
    let far = |steps: u8| {
        let found = sea.near(table.space("W3118")).find(|(_, at)| *at == steps).map(|(space, _)| space);
        table.rules.board.space(found.expect("a sea")).id.clone()
    };
    assert!(reach("surface-b", &far(5), "merchant", "W3118") && !reach("surface-b", &far(6), "merchant", "W3118"));
    assert!(reach("surface-b", &far(5), "amphibious", "W3118"));
    assert!(
        reach("asw", "W3020", "surface-b", "W3119") && !reach("asw", "W3020", "surface-b", "W3118"),
        "two hexes on turn 10"
    );
}

/// Escorts stand in the line with their merchant ships; submarines beside them do not; ASW covers from its base and takes nothing.
#[test]
fn escorts_add_their_defence_and_submarines_do_not() {
    let table = standard();
    let strengths = |targets: Units<'_>, cover: u16| {
        let battle = SeaBattle {
            strike: Strike::Normal,
            at: table.space("W3118"),
            shooters: vec![stack(table, "W3018", "germany", "surface-b", 3, 0)],
            targets: targets.iter().map(|(at, power, unit, count)| stack(table, at, power, unit, *count, 0)).collect(),
            cover: (0..cover).map(|_| stack(table, "W3119", "commonwealth", "asw", 1, 0)).collect(),
            cover_takes_losses: true,
            port_distance: None,
            defence_multiple: 1,
        };
        let combat = naval::combat(&table.rules, &battle).expect("a strike");
        let all_lost: Vec<u16> =
            (1..=6).filter_map(|die| combat.strike(die).ok()).map(|struck| struck.lost.iter().sum()).collect();
        (combat.strengths(), all_lost.into_iter().max().unwrap_or(0), combat.defender.len())
    };
    let convoy = ("W3118", "commonwealth", "merchant", 2);
    let alone = strengths(&[convoy], 0);
    assert_eq!(alone.0, (12, 0));
    assert_eq!(strengths(&[convoy, ("W3118", "commonwealth", "surface-b", 2)], 0).0, (12, 4));
    assert_eq!(strengths(&[convoy, ("W3118", "commonwealth", "surface-a", 1)], 0).0, (12, 2));
    assert_eq!(
        strengths(&[convoy, ("W3118", "commonwealth", "submarine", 4)], 0).0,
        (12, 0),
        "submarines do not escort"
    );
    assert_eq!(strengths(&[convoy], 2).0, (12, 4), "ASW escorts from its base");
    // Who was attacked answers, if he has something to answer with.
    let left = [
        stack(table, "W3118", "commonwealth", "surface-b", 1, 0),
        stack(table, "W3118", "commonwealth", "merchant", 1, 0),
        stack(table, "W3118", "commonwealth", "submarine", 1, 0),
        stack(table, "W3118", "commonwealth", "surface-a", 1, 1),
    ];
    let answers: Vec<&str> =
        naval::answer(&table.rules, &left).iter().map(|stack| table.rules.unit(stack.unit).id.as_str()).collect();
    assert_eq!(answers, ["surface-b"], "not merchants, not submarines, not the depleted");
}

/// Before combat surface fleets and landing fleets may leave; merchant ships and ASW stay.
#[test]
fn all_but_merchants_and_bases_may_leave_before_combat() {
    let table = standard();
    let leave =
        NAVAL.map(|unit| sea_rules::may_leave(&table.rules, &stack(table, "W3118", "commonwealth", unit, 1, 0)));
    assert_eq!(leave, [true, true, false, false, false, true]);
    assert!(naval::may_retreat(Strike::Normal) && !naval::may_retreat(Strike::Counter));
}
