//! War and peace: who may declare war, who comes along, whose doors open to whom, and where nobody may go.

use chartroom_engine::bots::{self, Greedy};
use chartroom_engine::procedures::Procedure;
use chartroom_engine::{Action, Game, Order};

use super::table::{ATTACK, QUIET, Table, Wanted, done, give, refused, until};

const DECLARE: Wanted = |run| matches!(run, Procedure::Diplomacy(_));

fn declare(table: &Table, by: &str, on: &str) -> Order {
    Order::Declare { by: table.power(by), on: table.power(on) }
}

fn at_war(table: &Table, game: &Game<'_>, one: &str, other: &str) -> bool {
    game.state.at_war(table.power(one), table.power(other))
}

#[test]
fn germany_brings_the_war_to_europe() {
    let table = Table::new();
    let mut game = table.game(1, "germany", DECLARE, &[]);
    let refusal = |on: &str| refused(&game, declare(&table, "germany", on));
    assert_eq!(refusal("hungary"), "gw39:IV.1.a", "who leans to the Axis is no prey");
    assert_eq!(refusal("japan"), "gw39:IV.1.a", "nor is a partner");
    give(&mut game, declare(&table, "germany", "poland"));
    assert!(at_war(&table, &game, "uk", "germany"), "war with one is war with all");
    assert!(!at_war(&table, &game, "france", "germany"), "France waits for the attack");
    until(&mut game, ATTACK);
    table.go(&mut game, ("germany", "infantry", 5), "silesia", "krakow");
    done(&mut game);
    assert!(at_war(&table, &game, "france", "germany"), "and then honours its word");
}

/// What is attacked while it is on no side goes over to the other.
#[test]
fn an_attacked_neutral_takes_the_other_side() {
    let table = Table::new();
    let mut game = table.game(1, "germany", DECLARE, &[]);
    give(&mut game, declare(&table, "germany", "denmark"));
    assert_eq!(game.state.side_of(table.power("denmark")), table.rules.find_side("allies"));
    assert!(!at_war(&table, &game, "italy", "denmark"));
}

/// Russia stays out until it may fight; then it is its own player's choice, though it is on no side.
#[test]
fn russia_chooses_its_war_when_it_may() {
    let table = Table::new();
    let invoke = |game: &Game<'_>| {
        let rule = table.rules.find_event("russia-may-fight-germany").expect("rule");
        game.legal().contains(&Action::Invoke { rule })
    };
    let mut game = table.game(1, "ussr", DECLARE, &[]);
    assert!(!invoke(&game), "the pact binds");
    assert_eq!(refused(&game, declare(&table, "ussr", "germany")), "gw39:IV.1.a");
    let track = table.rules.tracks.iter().position(|track| track.id == "russian-production").expect("track");
    game.state.tracks.retain(|(at, ..)| at.index() != track);
    game.state.tracks.push((chartroom_engine::ids::TrackIx::new(track), None, 48));
    assert!(invoke(&game), "at full production it may");
    let rule = table.rules.find_event("russia-may-fight-germany").expect("rule");
    game.submit(&Action::Invoke { rule }).expect("legal");
    assert!(at_war(&table, &game, "ussr", "germany") && !at_war(&table, &game, "ussr", "japan"));
}

/// German troops walk into Hungary: it joins, its land pays Germany, its army is its own. A gun does not open the door.
#[test]
fn leaning_countries_open_their_doors() {
    let table = Table::new();
    let units = [("germany", "infantry", "austria", 1), ("germany", "anti-aircraft", "bohemia", 1)];
    let mut game = table.game(1, "germany", QUIET, &units);
    let gun = table.order_to_go(&game, ("germany", "anti-aircraft", 1), "bohemia", "budapest");
    assert!(game.clone().submit(&Action::Order(gun)).is_err(), "guns alone convince nobody");
    let own = game.state.stacks.iter().filter(|stack| stack.power == table.power("hungary")).count();
    table.go(&mut game, ("germany", "infantry", 1), "austria", "budapest");
    assert_eq!(game.state.side_of(table.power("hungary")), table.rules.find_side("axis"));
    assert_eq!(table.holder(&game, "budapest"), "germany");
    assert_eq!(game.state.stacks.iter().filter(|stack| stack.power == table.power("hungary")).count(), own);
}

/// At peace American units stay at home and off their coasts; nobody attacks out of Hungary before Yugoslavia is taken.
#[test]
fn moves_that_may_not_be_made() {
    let table = Table::new();
    let game = table.game(1, "usa", QUIET, &[("usa", "infantry", "washington", 1), ("usa", "destroyer", "sz-54", 1)]);
    for action in game.legal() {
        let Action::Order(Order::Move { stack, to, .. }) = action else { continue };
        // China's own units move in the same phase.
        if stack.power != table.power("usa") {
            continue;
        }
        let china = ["nationalist-china", "communist-china", "japan"].map(|power| table.power(power));
        let holder = game.state.holder(to);
        assert!(
            holder.is_none_or(|holder| !china.contains(&holder)),
            "{stack:?} goes to {}",
            table.rules.space_name(to)
        );
    }
    let mut game = table.game(1, "germany", ATTACK, &[("germany", "infantry", "budapest", 3)]);
    table.hold(&mut game, "budapest", "germany");
    table.war(&mut game, "germany", "yugoslavia");
    let out = table.order_to_go(&game, ("germany", "infantry", 3), "budapest", "belgrade");
    assert_eq!(refused(&game, out), "gw39:IV.1.B.a");
}

/// Left to itself the simple player finds its way into the war, in every game, and games of its kind replay.
#[test]
fn greedy_games_have_their_war() {
    let table = Table::new();
    for seed in [1, 2] {
        let mut state = table.start.clone();
        state.rng = seed;
        let mut early = false;
        let (game, _) = bots::play(&table.rules, &state, &mut Greedy::default(), Some(9), |game, _| {
            let allies = ["poland", "uk", "france"];
            early |= game.state.turn <= 2 && allies.iter().all(|ally| at_war(&table, game, "germany", ally));
        });
        assert!(early, "seed {seed}: Germany fights Poland, Britain and France by turn 2");
        assert!(
            ["ussr", "usa"]
                .iter()
                .all(|power| { ["germany", "japan"].iter().any(|axis| at_war(&table, &game, power, axis)) }),
            "seed {seed}: Russia and America are in the war by turn {}",
            game.state.turn
        );
        assert!(game.state.side_of(table.power("italy")).is_some(), "seed {seed}: Italy has joined");
    }
}
