//! Movement, zones of control, control of hexes.

use chartroom_engine::ids::SpaceIx;
use chartroom_engine::procedures::differential::{CampaignPhase, march, zones};
use chartroom_format::schema::units::Domain;

use crate::campaign::table::Table;

#[test]
fn allowances_follow_the_season_in_the_weather_area_only() {
    let table = Table::new();
    let rules = &table.rules;
    // Fall, winter, spring, summer of the first year: in row 29 and up, and in row 28.
    for (turn, inside) in [(1, 4), (2, 3), (3, 2), (4, 5)] {
        assert_eq!(march::allowance(rules, turn, table.space("W2921")), inside, "turn {turn}");
        assert_eq!(march::allowance(rules, turn, table.space("W2819")), 5, "turn {turn}");
    }
}

#[test]
fn terrain_and_hexsides_cost_points_and_one_step_is_always_open() {
    let table = Table::new();
    let rules = &table.rules;
    let germany = table.power("germany");
    let mut game = table.at("axis", &CampaignPhase::March, 3, &[]);
    game.state.holders.fill(germany.0 + 1);
    let (mut plain, mut undeveloped, mut mountains) = (0, 0, 0);
    for from in (0..rules.board.spaces.len()).map(SpaceIx::new).filter(|at| rules.board.has_land(*at)).step_by(7) {
        let ways = march::ways(rules, &game.state, germany, from, None);
        let points = march::allowance(rules, 3, from);
        for link in rules.board.links_of(from).iter().filter(|link| link.passes.has(Domain::Land)) {
            let cost = i64::from(march::step_cost(rules, link));
            let left = i64::from(ways.left(link.to).expect("one space is always in reach"));
            assert!(left >= (points - cost).max(0), "from {}", rules.space_name(from));
            let names = rules.board.side_names(link);
            match (rules.board.terrain(link.to).id.as_str(), names.contains(&"mountain")) {
                ("undeveloped", false) => {
                    undeveloped += 1;
                    assert_eq!(cost, 3);
                }
                (_, true) => {
                    mountains += 1;
                    assert!(cost == 3 || cost == 5);
                }
                _ => {
                    plain += 1;
                    assert_eq!(cost, 1);
                }
            }
        }
    }
    assert!(plain > 20 && undeveloped > 20 && mountains > 0, "{plain} {undeveloped} {mountains}");
}

#[test]
fn zones_reach_neighbours_but_not_across_mountains_water_or_neutral_borders() {
    let table = Table::new();
    let rules = &table.rules;
    let germany = table.power("germany");
    let units =
        [("W3019", "france", "infantry", 1), ("W2819", "france", "fort", 1), ("W2920", "france", "infantry", 1)];
    let game = table.at("axis", &CampaignPhase::March, 1, &units);
    let found = zones::enemy_zones(rules, &game.state, germany, None);
    for from in ["W3019", "W2920"] {
        for link in rules.board.links_of(table.space(from)) {
            let barred = !link.passes.has(Domain::Land)
                || rules.board.side_is(link, |side| side.bars_control)
                || zones::is_neutral(rules, &game.state, link.to);
            if !barred {
                assert!(found.has(link.to), "{} is not controlled", rules.space_name(link.to));
            }
        }
    }
    let neutral = table.space("W3120");
    assert!(!found.has(neutral), "zones do not enter neutral hexes");
    // A fort has no zone of its own: what it alone touches is free.
    let alone = table.at("axis", &CampaignPhase::March, 1, &[("W2920", "france", "fort", 1)]);
    assert_eq!(zones::enemy_zones(rules, &alone.state, germany, None).iter().count(), 0);
}

#[test]
fn units_stop_in_zones_and_do_not_go_from_one_to_another() {
    let table = Table::new();
    let rules = &table.rules;
    let germany = table.power("germany");
    let game = table.at(
        "axis",
        &CampaignPhase::March,
        4,
        &[("W2920", "france", "infantry", 1), ("W3020", "germany", "infantry", 1)],
    );
    let controlled = zones::enemy_zones(rules, &game.state, germany, None);
    let ways = march::ways(rules, &game.state, germany, table.space("W3020"), None);
    assert!(controlled.has(table.space("W3020")), "the Ruhr lies beside Lorraine");
    for space in controlled.iter().filter(|space| *space != table.space("W3020")) {
        let direct = rules.board.link(table.space("W3020"), space).is_some();
        let path = ways.left(space).map(|_| ways.path(space));
        assert!(
            !direct || path.is_none_or(|path| path.len() > 1),
            "straight from zone to zone into {}",
            rules.space_name(space)
        );
    }
    for space in ways.reached() {
        let path = ways.path(space);
        let inside = path[..path.len() - 1].iter().filter(|step| controlled.has(**step)).count();
        assert_eq!(inside, 0, "units went on from a zone on their way to {}", rules.space_name(space));
    }
}

#[test]
fn marching_units_take_what_they_cross_and_pass_friends_freely() {
    let table = Table::new();
    let units = [("W3020", "germany", "infantry", 2), ("W3021", "germany", "infantry", 10)];
    let mut game = table.at("axis", &CampaignPhase::March, 4, &units);
    let (lorraine, brest) = (table.space("W2920"), table.space("W2919"));
    game.submit(&table.march("W3020", "germany", "infantry", 2, "W2919")).expect("the way is free");
    let germany = Some(table.power("germany"));
    assert_eq!(game.state.holder(brest), germany);
    assert!([lorraine, table.space("W3019")].iter().any(|on_the_way| game.state.holder(*on_the_way) == germany));
    // Ten points stand in Berlin: others pass but may not stay.
    let game = table.at("axis", &CampaignPhase::March, 4, &units);
    let ways = march::ways(&table.rules, &game.state, table.power("germany"), table.space("W3020"), None);
    assert!(ways.left(table.space("W3021")).is_some());
    game.clone()
        .submit(&table.march("W3020", "germany", "infantry", 1, "W3021"))
        .expect_err("ten points are the limit");
}

#[test]
fn weak_enemies_are_run_over() {
    let table = Table::new();
    let units = [("W3020", "germany", "mechanized", 8), ("W2920", "france", "infantry", 1)];
    let mut game = table.at("axis", &CampaignPhase::March, 4, &units);
    game.submit(&table.march("W3020", "germany", "mechanized", 8, "W2920")).expect("eight against one");
    let lorraine = table.space("W2920");
    assert!(game.state.stacks_in(lorraine).iter().all(|stack| stack.power == table.power("germany")));
    assert_eq!(game.state.campaign.fallen(table.power("france"), table.unit("infantry")), (1, 1));
    let units = [("W3020", "germany", "mechanized", 7), ("W2920", "france", "infantry", 1)];
    let mut game = table.at("axis", &CampaignPhase::March, 4, &units);
    game.submit(&table.march("W3020", "germany", "mechanized", 7, "W2920")).expect_err("a differential of 6");
}

#[test]
fn minor_allies_stay_where_they_belong() {
    let table = Table::new();
    let units = [("W3022", "hungary", "infantry", 1), ("W3423", "finland", "infantry", 1)];
    let mut game = table.at("axis", &CampaignPhase::March, 4, &units);
    let refusal = game.submit(&table.march("W3022", "hungary", "infantry", 1, "W3021")).expect_err("not in Germany");
    assert_eq!(refusal.rule, "gw75:19.95");
}
