//! What is refused, and the rule that is named.

use chartroom_engine::procedures::differential::CampaignPhase;
use chartroom_engine::{Action, Command, Game};

use crate::campaign::table::Table;

/// What a player asks for in a position, and the rule that forbids it.
#[test]
fn refusals_name_the_rule() {
    let table = Table::new();
    let check = |game: &Game<'_>, action: Action, rule: &str| {
        let mut game = game.clone();
        let before = game.state.hash();
        let refusal = game.submit(&action).expect_err(rule);
        assert_eq!(refusal.rule, rule, "{}", refusal.reason);
        assert_eq!(game.state.hash(), before, "a refused action changed the game");
    };
    let lines =
        [("W3021", "germany", "infantry", 6), ("W3020", "germany", "infantry", 8), ("W3019", "france", "infantry", 9)];
    let moving = table.at("axis", &CampaignPhase::March, 1, &lines);
    check(&moving, table.march("W3021", "germany", "infantry", 6, "W3020"), "gw75:7.0.a");
    check(&moving, table.march("W3021", "germany", "infantry", 7, "W3022"), "gw75:5.0.c");
    check(&moving, table.march("W3021", "germany", "infantry", 1, "W3019"), "gw75:5.61.a");
    check(&moving, table.march("W3021", "germany", "infantry", 1, "W2908"), "gw75:5.24");
    let fighting = table.at("axis", &CampaignPhase::Battle, 1, &lines);
    check(&fighting, table.pledge("W3020", "germany", "infantry", 9, "W3019"), "gw75:8.14");
    check(&fighting, table.pledge("W3020", "germany", "infantry", 1, "W3021"), "gw75:8.11");
    let mut weak = fighting.clone();
    weak.submit(&table.pledge("W3020", "germany", "infantry", 8, "W3019")).expect("eight points are pledged");
    check(&weak, Action::Campaign(Command::Attack { target: table.space("W3019") }), "gw75:8.62");
}

/// The Allies may not violate neutrals; the Axis may, and the victim joins the Allies at once.
#[test]
fn neutrals_are_violated_by_the_axis_alone() {
    let table = Table::new();
    let units = [("W3020", "germany", "infantry", 3), ("W3019", "france", "infantry", 3)];
    let neutral = "W3120";
    let holder = table.start.holder(table.space(neutral)).expect("somebody owns it");
    assert!(table.start.side_of(holder).is_none(), "{neutral} belongs to a neutral");
    let mut axis = table.at("axis", &CampaignPhase::March, 1, &units);
    axis.submit(&table.march("W3020", "germany", "infantry", 1, neutral)).expect("the Axis may");
    assert_eq!(axis.state.side_of(holder), Some(table.side("allies")));
    assert!(axis.state.at_war(holder, table.power("germany")));
    let mut allies = table.at("allies", &CampaignPhase::March, 1, &units);
    allies.submit(&table.march("W3019", "france", "infantry", 1, neutral)).expect_err("the Allies may not");
}
