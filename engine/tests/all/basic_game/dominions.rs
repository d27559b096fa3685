//! Canada, India and Australia produce for themselves while no line of supply joins them to Great Britain.

use chartroom_engine::ids::Actor;
use chartroom_engine::{Action, Game, State};

use super::table::{BUILDING, FIGHTING, Table, refused};

const CANADA: &str = "1614";
const INDIA: &str = "2656";
const USA: &str = "1909";

fn purses(table: &Table, state: &State) -> (i64, [i64; 3]) {
    let of = |power: &str| state.money(Actor::Power(table.power(power)));
    (state.money(Actor::Side(table.side("allies"))), ["canada", "india", "australia"].map(of))
}

/// The Allied production phase after Great Britain has fallen in the Allied combat phase.
fn without_britain(table: &Table) -> Game<'_> {
    let mut game = table.at("allies", FIGHTING);
    for space in table.rules.power(table.power("great-britain")).home.clone() {
        table.give(&mut game.state, table.rules.space_name(space), "germany");
    }
    table.go_on(&mut game, "allies", BUILDING);
    game
}

fn build(table: &Table, at: &str, count: u16) -> Action {
    Action::Build { unit: table.unit("infantry"), space: table.space(at), count }
}

#[test]
fn dominions_share_one_budget_while_lines_join_them_to_britain() {
    let table = Table::new();
    let mut game = table.at("allies", BUILDING);
    assert_eq!(purses(&table, &game.state), (35, [0, 0, 0]));
    assert_eq!(refused(&mut game, build(&table, INDIA, 1)), "hgw:alliedprod.1", "no Allied points in India");
    game.submit(&build(&table, CANADA, 5)).expect("Canada builds for all");
    assert_eq!(purses(&table, &game.state), (25, [0, 0, 0]));
}

#[test]
fn a_dominion_that_is_cut_off_produces_for_itself() {
    let table = Table::new();
    let mut game = without_britain(&table);
    let (together, [canada, india, australia]) = purses(&table, &game.state);
    assert_eq!((canada, india), (4, 2), "the printed points of both");
    let legal = game.legal();
    for at in [CANADA, INDIA, USA] {
        assert!(legal.contains(&build(&table, at, 1)), "{at} builds");
    }
    // Nobody pays for the other.
    assert!(together >= 6, "the common budget would reach for three");
    assert_eq!(refused(&mut game, build(&table, CANADA, 3)), "hgw:build.3.c");
    let most = u16::try_from(together / 2).expect("few points");
    assert_eq!(refused(&mut game, build(&table, USA, most + 1)), "hgw:build.6");
    game.submit(&build(&table, CANADA, 2)).expect("its own points");
    game.submit(&build(&table, INDIA, 1)).expect("a dominion that stands alone builds at home");
    assert_eq!(purses(&table, &game.state), (together, [0, 0, australia]));
    assert!(!game.legal().contains(&build(&table, CANADA, 1)), "Canada has spent what it has");
    let newcomers =
        |at: &str| game.state.stacks_in(table.space(at)).iter().map(|stack| stack.power).collect::<Vec<_>>();
    assert_eq!(newcomers(INDIA), [table.power("india")], "they are Indian");
    game.submit(&build(&table, USA, 1)).expect("the others go on together");
    assert_eq!(purses(&table, &game.state).0, together - 2);
}

#[test]
fn a_lost_ocean_parts_the_dominions_from_a_britain_that_stands() {
    let mut table = Table::new();
    let allies = table.side("allies");
    let mut close = |name: &str| {
        let seas = table.rules.seas.as_mut().expect("seas");
        let sea = |name: &str| seas.names.iter().position(|sea| sea == name).expect("a sea");
        let (sea, closed) = (sea(name), seas.limits[allies.index()][sea("black-sea")]);
        seas.limits[allies.index()][sea] = closed;
        purses(&table, &table.at("allies", BUILDING).state)
    };
    assert_eq!(close("atlantic"), (29, [4, 2, 0]), "Britain still holds Gibraltar, but no line leads home");
    // The Near East, Naples and the Cape then hang on India alone: no line joins them to America or Britain.
    assert_eq!(close("pacific"), (24, [4, 7, 0]));
}

#[test]
fn dominions_save_nothing_and_are_lent_nothing() {
    let table = Table::new();
    let mut game = without_britain(&table);
    let (together, apart) = purses(&table, &game.state);
    game.submit(&Action::Done).expect("the phase ends");
    assert_eq!(purses(&table, &game.state), (0, [0, 0, 0]), "what is not spent is lost");
    table.go_on(&mut game, "allies", FIGHTING);
    table.go_on(&mut game, "allies", BUILDING);
    assert_eq!(purses(&table, &game.state), (together, apart), "a turn later they produce the same");
    // Joined again, all of it is one budget.
    table.go_on(&mut game, "soviet", FIGHTING);
    for space in table.rules.power(table.power("great-britain")).home.clone() {
        table.give(&mut game.state, table.rules.space_name(space), "great-britain");
    }
    table.go_on(&mut game, "allies", BUILDING);
    assert_eq!(purses(&table, &game.state).1, [0, 0, 0]);
    assert!(purses(&table, &game.state).0 > together);
}

#[test]
fn repairs_in_a_dominion_that_is_cut_off_are_its_own() {
    let table = Table::new();
    let mut game = without_britain(&table);
    let canada = table.space(CANADA);
    game.state.damage.push((canada, 2));
    game.state.damage.sort_unstable();
    let before = purses(&table, &game.state);
    assert_eq!(refused(&mut game, Action::Repair { space: canada, points: 2 }), "hgw:build.3.c");
    game.submit(&Action::Repair { space: canada, points: 1 }).expect("its own points reach for one");
    assert_eq!(purses(&table, &game.state), (before.0, [before.1[0] - 3, before.1[1], before.1[2]]));
}
