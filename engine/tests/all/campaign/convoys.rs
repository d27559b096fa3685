//! Points that ships carry past the zones of the enemy: he may strike them when they leave one, and each loss sinks a ship with a
//! point.

use chartroom_engine::ids::SpaceIx;
use chartroom_engine::procedures::differential::CampaignPhase;
use chartroom_engine::query::reach;
use chartroom_engine::{Action, Command, Event, Game, LossReason};
use chartroom_format::schema::units::Domain;

use crate::campaign::table::{Table, Units, standard};

const AMBUSH: Action = Action::Campaign(Command::Ambush { from: None });

/// Two points in Plymouth, ships to Cherbourg, and German aircraft in Hamburg whose zone reaches Plymouth in 1943.
const VOYAGE: Units<'static> = &[
    ("W3119", "commonwealth", "infantry", 2),
    ("W3118", "commonwealth", "merchant", 3),
    ("W3121", "germany", "asw", 2),
];

fn load(game: &mut Game<'_>, die: i64) {
    game.state.dice.loaded = vec![die];
}

fn under_way<'t>(table: &'t Table, turn: i16, units: Units<'_>) -> Game<'t> {
    let mut game = table.at("allies", &CampaignPhase::Transport, turn, units);
    game.submit(&table.embark("W3119", "commonwealth", "infantry", 2, "W3019")).expect("the ships carry two");
    game
}

/// Points, merchant ships and whole ASW after a strike with this die.
fn after(die: i64) -> (u16, u16, u16) {
    let table = standard();
    let mut game = under_way(table, 14, VOYAGE);
    load(&mut game, die);
    game.submit(&AMBUSH).expect("struck");
    assert!(!game.state.campaign.sea.is_busy(), "the voyage is over");
    assert_eq!(game.to_act(), Some(table.side("allies")));
    let whole = game.state.stacks.iter().filter(|stack| stack.power == table.power("germany") && stack.damaged == 0);
    let whole = whole.map(|stack| stack.count).sum();
    assert_eq!(table.count(&game, "W3119", "commonwealth", "infantry"), 0, "nobody is left in the port");
    (table.count(&game, "W3019", "commonwealth", "infantry"), table.in_all(&game, "commonwealth", "merchant"), whole)
}

/// Eight against nothing: a 1 sinks one fleet, a 2 two, a 6 three; no more points are lost than sail, and nobody is depleted by
/// merchant ships.
#[test]
fn each_loss_of_a_voyage_is_a_ship_and_a_point() {
    assert_eq!(after(1), (1, 2, 2));
    assert_eq!(after(2), (0, 1, 2));
    assert_eq!(after(6), (0, 1, 2));
}

/// Whoever may strike need not.
#[test]
fn strikes_at_voyages_are_up_to_the_enemy() {
    let table = standard();
    let mut game = under_way(table, 14, VOYAGE);
    assert_eq!(game.to_act(), Some(table.side("axis")));
    assert_eq!(game.legal(), [Action::Done, AMBUSH], "one base: all or nobody");
    let early = game.submit(&table.embark("W3119", "commonwealth", "infantry", 1, "W3019"));
    assert!(early.is_err(), "nothing else happens before he has said so");
    game.submit(&Action::Done).expect("they may pass");
    assert_eq!(table.count(&game, "W3019", "commonwealth", "infantry"), 2);
    assert_eq!(table.in_all(&game, "commonwealth", "merchant"), 3);
}

/// Zones that do not reach the way, worn out units, submarines beside it and fleets without a zone strike nobody.
#[test]
fn voyages_round_the_zones_pass_unharmed() {
    let table = standard();
    let arrives = |turn: i16, enemy: (&'static str, &'static str, &'static str, u16), damaged: u8| {
        let units: Vec<_> = VOYAGE.iter().take(2).copied().chain([enemy]).collect();
        let mut game = table.at("allies", &CampaignPhase::Transport, turn, &units);
        for stack in game.state.stacks.iter_mut().filter(|stack| stack.power == table.power("germany")) {
            stack.damaged = damaged;
        }
        game.submit(&table.embark("W3119", "commonwealth", "infantry", 2, "W3019")).expect("they sail");
        table.count(&game, "W3019", "commonwealth", "infantry") == 2
    };
    assert!(arrives(4, ("W3121", "germany", "asw", 2), 0), "in 1940 the zone is one hex");
    assert!(!arrives(14, ("W3121", "germany", "asw", 2), 0));
    assert!(arrives(14, ("W3121", "germany", "asw", 2), 1), "depleted");
    assert!(arrives(4, ("W3118", "germany", "submarine", 2), 0), "they sail round the boats");
    assert!(!arrives(4, ("W3119", "germany", "submarine", 2), 0), "but not round boats in the port");
    assert!(arrives(4, ("W3118", "germany", "surface-b", 2), 0), "no zone, no strike");
}

/// The merchant ships nearest to the striker go down; where several are as near he picks.
#[test]
fn the_nearest_merchant_ships_are_sunk() {
    let table = standard();
    let base = table.space("W3121");
    let steps = |space: SpaceIx| reach::distance(&table.rules, base, space, Domain::Air).unwrap_or(u32::MAX);
    let mut voyage: Vec<_> = VOYAGE.to_vec();
    voyage.push(("W2617", "commonwealth", "merchant", 1));
    let mut game = under_way(table, 14, &voyage);
    load(&mut game, 1);
    game.submit(&AMBUSH).expect("struck");
    assert_eq!(table.count(&game, "W3118", "commonwealth", "merchant"), 2, "Gibraltar is farther away");
    assert_eq!(table.count(&game, "W2617", "commonwealth", "merchant"), 1);
    // Another fleet as near as the first: the striker says which.
    let here = steps(table.space("W3118"));
    let mut seas =
        (0..table.rules.board.spaces.len()).map(SpaceIx::new).filter(|space| !table.rules.board.has_land(*space));
    let twin = seas.find(|space| steps(*space) == here && *space != table.space("W3118")).expect("a twin");
    let twin = table.rules.board.space(twin).id.clone();
    let mut voyage: Vec<_> = VOYAGE.to_vec();
    voyage.push((&twin, "commonwealth", "merchant", 1));
    let mut game = under_way(table, 14, &voyage);
    load(&mut game, 1);
    game.submit(&AMBUSH).expect("struck");
    assert_eq!(game.to_act(), Some(table.side("axis")));
    assert_eq!(game.legal().len(), 2);
    game.submit(&table.give_up(&twin, "commonwealth", "merchant")).expect("this one");
    assert_eq!(table.count(&game, &twin, "commonwealth", "merchant"), 0);
    assert_eq!(table.count(&game, "W3119", "commonwealth", "infantry"), 0);
    assert_eq!(table.count(&game, "W3019", "commonwealth", "infantry"), 1);
}

/// A landing loses an amphibious fleet with each point.
#[test]
fn each_loss_on_the_way_to_a_landing_is_a_fleet_and_a_point() {
    let table = standard();
    let units = [
        ("W3121", "germany", "infantry", 3),
        ("W3121", "germany", "amphibious", 3),
        ("W3218", "commonwealth", "asw", 1),
    ];
    let mut game = table.at("axis", &CampaignPhase::March, 15, &units);
    game.submit(&table.assault("W3121", "germany", "infantry", 3, "W3119")).expect("they set out");
    assert_eq!(game.to_act(), Some(table.side("allies")));
    load(&mut game, 4);
    let told = game.submit(&AMBUSH).expect("struck").events;
    let sunk = told.iter().filter(|event| matches!(event, Event::Removed { why: LossReason::Sunk, .. })).count();
    assert_eq!(sunk, 1, "four against nothing, die 4: one fleet");
    assert_eq!(table.count(&game, "W3119", "germany", "infantry"), 2);
    assert_eq!(table.count(&game, "W3119", "germany", "amphibious"), 2);
    assert_eq!(table.in_all(&game, "germany", "infantry"), 2);
}
