//! Who enters the war, when and why.

use chartroom_engine::ids::EventIx;
use chartroom_engine::procedures::differential::CampaignPhase;
use chartroom_engine::{Action, Game};

use crate::campaign::table::Table;

fn rule(table: &Table, id: &str) -> EventIx {
    table.rules.find_event(id).expect("rule")
}

fn choices(game: &Game<'_>) -> Vec<EventIx> {
    let rules = game.legal().into_iter().filter_map(|action| match action {
        Action::Invoke { rule } => Some(rule),
        _ => None,
    });
    rules.collect()
}

#[test]
fn italy_enters_between_turns_three_and_ten() {
    let table = Table::new();
    let entry = rule(&table, "italy-enters");
    for (turn, open) in [(1, false), (2, false), (3, true), (10, true), (11, false)] {
        let game = table.at("axis", &CampaignPhase::March, turn, &[("W3021", "germany", "infantry", 1)]);
        assert_eq!(choices(&game).contains(&entry), open, "turn {turn}");
    }
    let mut game = table.at("axis", &CampaignPhase::March, 3, &[("W3021", "germany", "infantry", 1)]);
    game.submit(&Action::Invoke { rule: entry }).expect("the Axis may");
    assert_eq!(game.state.side_of(table.power("italy")), Some(table.side("axis")));
    assert!(game.state.at_war(table.power("italy"), table.power("france")));
}

/// Violations and what they bring about.
#[test]
fn attacks_on_neutrals_bring_war() {
    let table = Table::new();
    let check = |from: &str, power: &str, to: &str, victim: &str| {
        let mut game = table.at("axis", &CampaignPhase::March, 4, &[(from, power, "infantry", 1)]);
        game.submit(&table.march(from, power, "infantry", 1, to)).unwrap_or_else(|refusal| panic!("{to}: {refusal}"));
        assert_eq!(game.state.side_of(table.power(victim)), Some(table.side("allies")), "{victim}");
        assert!(game.state.at_war(table.power(power), table.power(victim)), "{victim}");
        game.state
    };
    check("W3020", "germany", "W3120", "belgium-netherlands");
    let invaded = check("W3123", "germany", "W3124", "ussr");
    assert!(!invaded.at_war(table.power("japan"), table.power("ussr")), "war with Germany is not war with Japan");
}

#[test]
fn germany_may_not_fight_whom_no_rule_makes_its_enemy() {
    let table = Table::new();
    let mut game = table.at("axis", &CampaignPhase::March, 4, &[("W3123", "hungary", "infantry", 1)]);
    let march = table.march("W3123", "hungary", "infantry", 1, "W3124");
    game.submit(&march).expect_err("minor allies violate nobody");
}
