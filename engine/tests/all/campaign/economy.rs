//! Production points, orders, arrivals.

use chartroom_engine::ids::Actor;
use chartroom_engine::procedures::Procedure;
use chartroom_engine::procedures::differential::{CampaignPhase, orders, points, reinforce};
use chartroom_engine::state::campaign::{Arrival, Pending, Started};
use chartroom_engine::{Action, Command, Game, Player};

use crate::campaign::table::Table;

/// The order phase of a power, with money.
fn shop<'t>(table: &'t Table, power: &str, turn: i16, money: i32) -> Game<'t> {
    let mut game = table.at("axis", &CampaignPhase::March, turn, &[]);
    let power = table.power(power);
    let phase = table.rules.phases.iter().position(|phase| {
        let run = phase.run.map(|at| &table.rules.procedures[at.index()].run);
        phase.player == Player::Power(power) && matches!(run, Some(Procedure::Campaign(CampaignPhase::Order { .. })))
    });
    game.state.phase = phase.expect("an order phase") as u16;
    game.state.money[power.index()] = money;
    game
}

fn order(table: &Table, unit: &str, count: u16, rebuild: bool) -> Action {
    Action::Campaign(Command::Order { unit: table.unit(unit), count, rebuild })
}

#[test]
fn economies_grow_by_one_unit_of_a_type_and_spend_what_they_have() {
    let table = Table::new();
    let mut game = shop(&table, "germany", 3, 20);
    let (germany, boats) = (table.power("germany"), table.unit("submarine"));
    game.state.campaign.started = vec![Started { power: germany, unit: boats, before: 2, now: 0 }];
    assert_eq!(orders::most(&table.rules, &game.state, germany, boats), 3);
    game.submit(&order(&table, "submarine", 3, false)).expect("three after two");
    assert_eq!(game.submit(&order(&table, "submarine", 1, false)).expect_err("a fourth").rule, "gw75:18.91.a");
    assert_eq!(game.state.money(Actor::Power(germany)), 17);
    assert_eq!(game.submit(&order(&table, "atomic-bomb", 1, false)).expect_err("too dear").rule, "gw75:18.11");
    assert_eq!(game.submit(&order(&table, "infantry", 1, true)).expect_err("none fell").rule, "gw75:18.0.c");
    game.submit(&Action::Done).expect("done");
    assert_eq!(game.state.money(Actor::Power(germany)), 0, "points cannot be saved");
}

#[test]
fn neutrals_start_no_forts() {
    let table = Table::new();
    let mut game = shop(&table, "usa", 3, 20);
    assert_eq!(game.submit(&order(&table, "fort", 1, false)).expect_err("at peace").rule, "gw75:18.94.a");
    game.submit(&order(&table, "infantry", 1, false)).expect("infantry is free to all");
}

#[test]
fn units_arrive_at_home_industry_out_of_enemy_zones() {
    let table = Table::new();
    let germany = table.power("germany");
    let game = table.at("axis", &CampaignPhase::Reinforce, 8, &[]);
    let free = reinforce::options(&table.rules, &game.state, germany, table.unit("infantry"));
    assert!(free.contains(&table.space("W3020")) && free.contains(&table.space("W3021")));
    assert!(!free.contains(&table.space("W3019")), "not on foreign industry");
    let mut watched = table.at("axis", &CampaignPhase::Reinforce, 8, &[("W2920", "france", "infantry", 1)]);
    let open = reinforce::options(&table.rules, &watched.state, germany, table.unit("infantry"));
    assert!(!open.contains(&table.space("W3020")), "the Ruhr lies in a French zone of control");
    watched.state.campaign.pending =
        vec![Pending { turn: 8, power: germany, unit: table.unit("infantry"), count: 2, place: Arrival::Anywhere }];
    let deploy = |at: &str| {
        Action::Campaign(Command::Deploy { power: germany, unit: table.unit("infantry"), at: table.space(at) })
    };
    assert_eq!(watched.submit(&deploy("W3020")).expect_err("in a zone").rule, "gw75:18.12.a");
    watched.submit(&deploy("W3021")).expect("Berlin is free");
    assert_eq!(watched.state.stacks_in(table.space("W3021")).iter().map(|stack| stack.count).sum::<u16>(), 1);
    watched.submit(&Action::Done).expect("done");
    assert!(watched.state.campaign.pending.is_empty(), "what is not placed is lost");
    assert_eq!(watched.state.campaign.fallen(germany, table.unit("infantry")).1, 1);
}

#[test]
fn points_are_home_centres_times_the_multiple() {
    let table = Table::new();
    let mut state = table.start.clone();
    for turn in [1_i16, 5, 11] {
        state.turn = turn;
        let multiple = [(1, 1), (5, 4), (11, 8)].into_iter().find(|(at, _)| *at == turn).expect("listed").1;
        // Four German centres and the Rumanian one; one needs Sweden's ore, another all of France.
        let all = points::of(&table.rules, &state, table.power("germany"));
        assert!(all <= 5 * multiple && all >= 3 * multiple && all % multiple == 0, "turn {turn}: {all}");
    }
    state.turn = 11;
    let before = points::of(&table.rules, &state, table.power("germany"));
    state.holders[table.space("W3021").index()] = table.power("commonwealth").0 + 1;
    let after = points::of(&table.rules, &state, table.power("germany"));
    assert_eq!(before - after, 8, "a lost centre makes nothing");
    state.campaign.retaken = vec![table.space("W3021")];
    state.holders[table.space("W3021").index()] = table.power("germany").0 + 1;
    assert_eq!(points::made_in(&table.rules, &state, table.space("W3021")), 2, "retaken centres are on mode 1");
}
