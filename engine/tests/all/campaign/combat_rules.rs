//! Land combat line by line: who may attack whom, with what, and what the weather and the ground make of it.

use chartroom_engine::procedures::differential::{CampaignPhase, battle};
use chartroom_engine::state::campaign::{Group, Pledge};
use chartroom_engine::{Action, Command, Game};

use crate::campaign::table::{Units, standard};

fn strengths(turn: i16, units: Units<'_>, owned: &[&str], target: &str) -> (i32, i32) {
    let table = standard();
    let mut game = table.at("axis", &CampaignPhase::Battle, turn, units);
    table.hold(&mut game, "germany", owned);
    let own = units.iter().filter(|unit| unit.1 == "germany");
    let pledges: Vec<Pledge> = own
        .map(|(space, power, unit, count)| {
            let (space, power, unit) = (table.space(space), table.power(power), table.unit(unit));
            Pledge { target: table.space(target), group: Group { space, power, unit, count: *count } }
        })
        .collect();
    let combat = battle::combat(&table.rules, &game.state, table.power("germany"), &pledges, table.space(target));
    combat.expect("a battle").strengths()
}

/// Attacks are the phasing side's choice, between neighbours, with at least the defender's points; each is settled before the next.
#[test]
fn attacks_are_free_between_neighbours_and_settled_one_by_one() {
    let table = standard();
    let units = [
        ("W3020", "germany", "infantry", 6),
        ("W3019", "france", "infantry", 2),
        ("W2920", "france", "infantry", 3),
        ("W2819", "france", "infantry", 1),
    ];
    let game = table.at("axis", &CampaignPhase::Battle, 4, &units);
    assert!(table.may(&game, &Action::Done), "nobody must attack");
    assert!(!table.may(&game, &table.pledge("W3019", "france", "infantry", 1, "W3020")), "the others do not");
    assert!(!table.may(&game, &table.pledge("W3020", "germany", "infantry", 1, "W2819")), "Toulon is too far");
    let mut weak = game.clone();
    weak.submit(&table.pledge("W3020", "germany", "infantry", 2, "W2920")).expect("two points");
    assert!(!table.may(&weak, &table.attack("W2920")), "two against three");
    let mut even = game.clone();
    even.submit(&table.pledge("W3020", "germany", "infantry", 3, "W2920")).expect("three points");
    even.state.dice.loaded = vec![6];
    even.submit(&table.pledge("W3020", "germany", "infantry", 3, "W3019")).expect("the rest elsewhere");
    even.submit(&table.attack("W2920")).expect("three against three");
    assert!(
        even.state.campaign.engagement.is_some() || table.count(&even, "W2920", "france", "infantry") < 3,
        "a six hurts"
    );
    if even.state.campaign.engagement.is_some() {
        assert!(!table.may(&even, &table.attack("W3019")), "first this one is settled");
    }
}

/// Losses are the defender's choice among all his points in the hex, and nothing but land units is hurt.
#[test]
fn the_defender_chooses_among_all_his_points() {
    let table = standard();
    let units = [
        ("W3020", "germany", "infantry", 10),
        ("W2920", "france", "infantry", 2),
        ("W2920", "france", "mechanized", 1),
        ("W2920", "commonwealth", "infantry", 1),
        ("W2920", "france", "fort", 1),
        ("W2920", "france", "long-range-bomber", 1),
    ];
    let mut game: Game<'_> = table.at("axis", &CampaignPhase::Battle, 4, &units);
    game.state.dice.loaded = vec![6];
    game.submit(&table.pledge("W3020", "germany", "infantry", 10, "W2920")).expect("ten");
    game.submit(&table.attack("W2920")).expect("ten against six");
    let mut choices: Vec<String> = game
        .legal()
        .into_iter()
        .filter_map(|action| match action {
            Action::Campaign(Command::GiveUp { power, unit, .. }) => {
                Some(format!("{} {}", table.rules.power(power).id, table.rules.unit(unit).id))
            }
            _ => None,
        })
        .collect();
    choices.sort();
    assert_eq!(choices, ["commonwealth infantry", "france fort", "france infantry", "france mechanized"]);
    let give = |power: &str, unit: &str| table.give_up("W2920", power, unit);
    assert!(table.may(&game, &give("france", "mechanized")) && !table.may(&game, &give("germany", "infantry")));
    assert!(!table.may(&game, &give("france", "long-range-bomber")));
}

/// A hex behind mountains doubles its defender unless one attacker comes another way.
#[test]
fn mountains_double_the_defender_against_those_who_come_across_alone() {
    let defender = ("W2920", "france", "infantry", 3);
    let alps = ("W2820", "germany", "infantry", 5);
    assert_eq!(strengths(4, &[alps, defender], &["W2820"], "W2920"), (5, 6));
    assert_eq!(strengths(4, &[alps, ("W3020", "germany", "infantry", 1), defender], &["W2820"], "W2920"), (6, 3));
    assert_eq!(strengths(4, &[("W3020", "germany", "infantry", 5), defender], &[], "W2920"), (5, 3));
}

/// The weather of the defender's hex counts, whichever side of the line the attacker stands on; south of it there is none.
#[test]
fn the_defenders_hex_decides_the_weather() {
    let check = |turn: i16, from: &str, to: &str, defence: i32| {
        let units = [(from, "germany", "infantry", 5), (to, "france", "infantry", 2)];
        assert_eq!(strengths(turn, &units, &[from], to), (5, defence), "{from} to {to} on turn {turn}");
    };
    // Spring is turn 3. Toulon lies south of the line, Lorraine and Brest north of it.
    check(3, "W2819", "W2920", 4);
    check(3, "W2920", "W2819", 2);
    check(3, "W2920", "W2919", 4);
    for turn in [1, 2, 4] {
        check(turn, "W2819", "W2920", 2);
        check(turn, "W2920", "W2819", 2);
    }
}
