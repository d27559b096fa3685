//! Modifiers of prices, in one game of each family of combat: what units cost is what the pack says after them.

use crate::common::{load, start};
use chartroom_engine::{Action, Command, Game, Order};
use chartroom_format::schema::rules::{Change, Modifier, Quantity};

const fn is_purchase(action: &Action) -> bool {
    matches!(
        action,
        Action::Build { .. }
            | Action::Order(Order::Buy { .. })
            | Action::Campaign(Command::Order { rebuild: false, .. })
    )
}

/// Nobody does anything until something can be bought; what the first purchase costs, for each unit of it.
fn first_price(pack: &str, scenario: &str, change: Option<Change>) -> i64 {
    let mut content = load(pack);
    if let Some(change) = change {
        let modifier = Modifier {
            source: None,
            quantity: Quantity::Cost,
            change,
            to: None,
            pairs_with: None,
            company: None,
            unless_enemy: None,
            when: None,
            option: None,
            note: String::new(),
        };
        content.modifiers.insert("rising-prices".into(), modifier);
    }
    let (rules, state) = start(&content, scenario, 1);
    let (mut game, _) = Game::start(&rules, state);
    for _ in 0..2_000 {
        let legal = game.legal();
        let purchase = legal.iter().find(|action| is_purchase(action));
        let action = purchase.or_else(|| legal.iter().find(|action| **action == Action::Done)).or(legal.first());
        let action = *action.expect("something is legal");
        let before: i64 = game.state.money.iter().map(|money| i64::from(*money)).sum();
        game.submit(&action).expect("what is legal is accepted");
        if is_purchase(&action) {
            return before - game.state.money.iter().map(|money| i64::from(*money)).sum::<i64>();
        }
    }
    panic!("nothing could be bought in {scenario}");
}

#[test]
fn a_modifier_of_cost_changes_what_units_cost() {
    for (pack, scenario) in
        [("war-game-ww2", "1942"), ("hitlers-global-war", "barbarossa"), ("global-war-1975", "standard")]
    {
        let plain = first_price(pack, scenario, None);
        assert!(plain > 0, "{scenario}");
        assert_eq!(first_price(pack, scenario, Some(Change::Add(1.into()))), plain + 1, "{scenario}");
        assert_eq!(
            first_price(pack, scenario, Some(Change::Add((-1000).into()))),
            0,
            "{scenario}: nothing is never paid back"
        );
    }
}
