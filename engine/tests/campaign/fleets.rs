//! The naval stage of the standard scenario: who puts to sea and must be home when, who strikes those who leave his zone, how
//! attacks are announced, fought and answered.

use chartroom_engine::procedures::differential::CampaignPhase;
use chartroom_engine::state::rng;
use chartroom_engine::{Action, Command, Event, Game};

use crate::table::{Table, Units, standard};

/// A game with these units only, at the naval phase of a side with this number (from 1 to 3) of a turn.
fn naval<'t>(table: &'t Table, side: &str, number: usize, turn: i16, units: Units<'_>) -> Game<'t> {
    naval_with(table, side, number, turn, units, |_| {})
}

fn naval_with<'t>(
    table: &'t Table,
    side: &str,
    number: usize,
    turn: i16,
    units: Units<'_>,
    change: impl FnOnce(&mut Game<'_>),
) -> Game<'t> {
    let mut laid = table.at(side, &CampaignPhase::Naval, turn, units);
    let wanted = usize::from(laid.state.phase) + 2 * (number - 1);
    change(&mut laid);
    (laid.state.phase, laid.state.begun) = (0, false);
    let (mut game, _) = Game::start(&table.rules, laid.state);
    while usize::from(game.state.phase) < wanted {
        game.submit(&Action::Done).expect("a phase can be ended");
    }
    assert_eq!((usize::from(game.state.phase), game.state.turn), (wanted, turn), "the phase is reached");
    game
}

fn sail(table: &Table, from: &str, power: &str, unit: &str, count: u16, to: &str) -> Action {
    let (from, power, unit, to) = (table.space(from), table.power(power), table.unit(unit), table.space(to));
    Action::Campaign(Command::Sail { from, power, unit, count, to })
}

fn done(game: &mut Game<'_>) -> Vec<Event> {
    game.submit(&Action::Done).expect("done").events
}

/// The next die shows this face.
fn load(game: &mut Game<'_>, die: i64) {
    game.state.rng = (0..).find(|seed| rng::roll(*seed, 6).0 == die).expect("a seed");
}

#[test]
fn ships_sail_as_far_as_their_allowance_and_come_home() {
    let table = standard();
    let fleet: Units<'_> = &[("W3119", "commonwealth", "surface-b", 2), ("W3119", "commonwealth", "submarine", 2)];
    let mut game = naval(table, "allies", 1, 2, fleet);
    // Gibraltar is a port; the open Atlantic is not, and other surface fleets must be in port when the phase ends.
    game.submit(&sail(table, "W3119", "commonwealth", "surface-b", 1, "W2617")).expect("to Gibraltar");
    assert_eq!(table.count(&game, "W2617", "commonwealth", "surface-b"), 1);
    assert_eq!(table.forbids(&game, &sail(table, "W3119", "commonwealth", "surface-b", 1, "E1705")), "gw75:12.12.a");
    game.submit(&sail(table, "W3119", "commonwealth", "submarine", 2, "W2914")).expect("to sea");
    done(&mut game);
    assert_eq!(table.count(&game, "W2914", "commonwealth", "submarine"), 2, "submarines stay at sea between phases");
}
