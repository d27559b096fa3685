//! One attack on several hexes: who may join it, what it is worth, who loses and leaves, and where the victors go.

use chartroom_engine::procedures::differential::{CampaignPhase, battle};
use chartroom_engine::state::campaign::{Group, Pledge};
use chartroom_engine::{Action, CampaignEvent, Command, Event, Game};

use crate::campaign::table::{Table, Units, standard};

/// From Cologne both Lorraine and Paris are attacked; six points are mechanised.
const COLOGNE: [(&str, &str, &str, u16); 2] =
    [("W3020", "germany", "mechanized", 6), ("W3020", "germany", "infantry", 4)];

fn position<'t>(table: &'t Table, defenders: Units<'_>, die: i64) -> Game<'t> {
    let units: Vec<_> = COLOGNE.iter().chain(defenders).copied().collect();
    let mut game = table.at("axis", &CampaignPhase::Battle, 4, &units);
    game.state.dice.loaded = vec![die];
    game
}

/// Everybody in Cologne is pledged against Lorraine, and Paris is taken in.
fn together<'t>(table: &'t Table, defenders: Units<'_>, die: i64) -> Game<'t> {
    let mut game = position(table, defenders, die);
    for (space, power, unit, count) in COLOGNE {
        game.submit(&table.pledge(space, power, unit, count, "W2920")).expect("pledged");
    }
    let widen = table.widen("W2920", "W3019");
    assert!(game.legal().contains(&widen), "it is offered");
    game.submit(&widen).expect("all stand beside both");
    game
}

fn fought(events: &[Event]) -> Option<(Vec<String>, i32, i32, i32)> {
    events.iter().find_map(|event| match event {
        Event::Campaign(CampaignEvent::Fought { others, attack, defence, differential, .. }) => {
            let names = others.iter().map(|space| standard().rules.board.space(*space).id.clone()).collect();
            Some((names, *attack, *defence, *differential))
        }
        _ => None,
    })
}

fn ways(game: &Game<'_>, from: &str) -> Vec<String> {
    let mut found: Vec<String> = game
        .legal()
        .into_iter()
        .filter_map(|action| match action {
            Action::Campaign(Command::FallBack { from: at, to, .. }) if at == standard().space(from) => {
                Some(game.rules.board.space(to).id.clone())
            }
            _ => None,
        })
        .collect();
    found.sort();
    found
}

/// The attack is one sum against all defenders and one die; the defender takes the loss where he wants, all survivors leave.
#[test]
fn one_attack_strikes_several_hexes_as_one_sum() {
    let table = standard();
    let mut game = together(table, &[("W2920", "france", "infantry", 3), ("W3019", "france", "infantry", 2)], 1);
    let told = game.submit(&table.attack("W3019")).expect("any of its hexes names the attack").events;
    assert_eq!(fought(&told), Some((vec!["W3019".to_owned()], 10, 5, 5)));
    for space in ["W2920", "W3019"] {
        assert!(game.legal().contains(&table.give_up(space, "france", "infantry")), "a point of {space} may be lost");
    }
    assert_eq!(table.forbids(&game, &table.give_up("W2919", "france", "infantry")), "gw75:8.42");
    game.submit(&table.give_up("W3019", "france", "infantry")).expect("one point is lost at +5 on a 1");
    // Lorraine lost nothing, and its three points leave all the same.
    assert_eq!(ways(&game, "W2920"), ["W2819", "W2919"]);
    assert!(!ways(&game, "W3019").contains(&"W2920".to_owned()), "not into a hex that is lost with theirs");
    let mut bot = chartroom_engine::bots::Greedy::default();
    while table.count(&game, "W2920", "france", "infantry") + table.count(&game, "W3019", "france", "infantry") > 0 {
        let action = chartroom_engine::bots::Bot::choose(&mut bot, &game);
        game.submit(&action).expect("a retreat");
    }
    assert_eq!(table.in_all(&game, "france", "infantry"), 4);
    // Neither hex can be attacked again, nor can those attack who have.
    game.submit(&Action::Done).expect("nobody advances");
    assert!(game.state.campaign.joined.is_empty() && game.state.campaign.engagement.is_none());
    assert!(!table.may(&game, &table.pledge("W3020", "germany", "infantry", 1, "W3019")));
    assert_eq!(game.state.campaign.attacked.len(), 2);
}

/// Mechanised points go into any or all of the hexes that were left, in parts if they like; infantry does not.
#[test]
fn mechanized_units_break_down_to_advance_into_all_vacated_hexes() {
    let table = standard();
    let mut game = together(table, &[("W2920", "france", "infantry", 1), ("W3019", "france", "infantry", 1)], 6);
    game.submit(&table.attack("W2920")).expect("ten against two");
    game.submit(&table.give_up("W2920", "france", "infantry")).expect("+8: both are lost, one after the other");
    assert_eq!(table.in_all(&game, "france", "infantry"), 0);
    let legal = game.legal();
    for to in ["W2920", "W3019"] {
        assert!(legal.contains(&table.follow("W3020", "germany", "mechanized", 6, to)), "all into {to}");
        assert!(legal.contains(&table.follow("W3020", "germany", "mechanized", 1, to)), "or one");
    }
    assert_eq!(table.forbids(&game, &table.follow("W3020", "germany", "infantry", 1, "W3019")), "gw75:8.51.a");
    assert_eq!(table.forbids(&game, &table.follow("W3020", "germany", "mechanized", 1, "W2919")), "gw75:8.51.a");
    game.submit(&table.follow("W3020", "germany", "mechanized", 4, "W2920")).expect("four to Lorraine");
    assert_eq!(table.forbids(&game, &table.follow("W3020", "germany", "mechanized", 3, "W3019")), "gw75:8.51.a");
    // Who has advanced does not go on into the other hex.
    assert_eq!(table.forbids(&game, &table.follow("W2920", "germany", "mechanized", 1, "W3019")), "gw75:8.51.a");
    game.submit(&table.follow("W3020", "germany", "mechanized", 2, "W3019")).expect("two to Paris");
    for (space, count) in [("W2920", 4), ("W3019", 2), ("W3020", 0)] {
        assert_eq!(table.count(&game, space, "germany", "mechanized"), count, "{space}");
        assert_eq!(game.state.holder(table.space(space)), Some(table.power("germany")));
    }
    assert_eq!(table.count(&game, "W3020", "germany", "infantry"), 4);
    assert!(game.state.campaign.engagement.is_none(), "nobody is left to advance");
    assert!(!table.may(&game, &table.pledge("W2920", "germany", "mechanized", 1, "W2819")), "they fight no more");
}

/// All attackers must be beside all defenders, before and after the hexes are put together, and the sum must be enough.
#[test]
fn an_attack_on_several_hexes_needs_all_beside_all_and_the_whole_sum() {
    let table = standard();
    let defenders = [
        ("W2920", "france", "infantry", 3),
        ("W3019", "france", "infantry", 2),
        ("W2921", "germany", "infantry", 5),
        ("W2919", "france", "infantry", 1),
    ];
    let mut game = together(table, &defenders, 1);
    assert_eq!(table.forbids(&game, &table.pledge("W2921", "germany", "infantry", 5, "W2920")), "gw75:8.23");
    assert!(!game.legal().contains(&table.pledge("W2921", "germany", "infantry", 5, "W2920")));
    assert_eq!(table.forbids(&game, &table.widen("W2920", "W2919")), "gw75:8.23");
    assert_eq!(table.forbids(&game, &table.widen("W2920", "W3019")), "gw75:8.23");
    assert_eq!(table.forbids(&game, &table.widen("W2919", "W2920")), "gw75:8.11");
    // Munich is not beside Paris: with its points pledged first, Paris cannot be taken in.
    let mut mixed = position(table, &defenders, 1);
    mixed.submit(&table.pledge("W2921", "germany", "infantry", 5, "W2920")).expect("beside Lorraine");
    mixed.submit(&table.pledge("W3020", "germany", "infantry", 4, "W2920")).expect("beside both");
    assert_eq!(table.forbids(&mixed, &table.widen("W2920", "W3019")), "gw75:8.23");
    // Four points beat either hex, but not both.
    let mut weak = position(table, &defenders, 1);
    weak.submit(&table.pledge("W3020", "germany", "infantry", 4, "W2920")).expect("four against three");
    assert!(table.may(&weak, &table.attack("W2920")));
    weak.submit(&table.widen("W2920", "W3019")).expect("it may be tried");
    assert_eq!(table.forbids(&weak, &table.attack("W2920")), "gw75:8.62");
    assert!(!weak.legal().contains(&table.attack("W2920")));
    // More points make it good, whichever hex they are pledged to.
    weak.submit(&table.pledge("W3020", "germany", "mechanized", 1, "W3019")).expect("beside both");
    assert!(table.may(&weak, &table.attack("W2920")));
    // A hex that was attacked is attacked no more.
    game.submit(&table.attack("W2920")).expect("attacked");
    let mut bot = chartroom_engine::bots::Greedy::default();
    while game.state.campaign.engagement.is_some() {
        let action = chartroom_engine::bots::Bot::choose(&mut bot, &game);
        game.submit(&action).expect("legal");
    }
    assert_eq!(table.forbids(&game, &table.widen("W2920", "W3019")), "gw75:8.11");
}

/// Two attacks that were begun apart become one if all stand beside all.
#[test]
fn attacks_begun_apart_become_one() {
    let table = standard();
    let defenders = [("W2920", "france", "infantry", 4), ("W3019", "france", "infantry", 4)];
    let mut game = position(table, &defenders, 6);
    game.submit(&table.pledge("W3020", "germany", "mechanized", 6, "W2920")).expect("six");
    game.submit(&table.pledge("W3020", "germany", "infantry", 4, "W3019")).expect("four");
    game.submit(&table.widen("W3019", "W2920")).expect("one attack");
    assert!(game.state.campaign.pledged.iter().all(|pledge| pledge.target == table.space("W3019")));
    let told = game.submit(&table.attack("W3019")).expect("ten against eight").events;
    assert_eq!(fought(&told), Some((vec!["W2920".to_owned()], 10, 8, 2)));
}

/// What terrain takes off the difference is taken off once, by the worst hex; weather and mountains change their own hex alone.
#[test]
fn terrain_counts_once_and_weather_hex_by_hex() {
    let table = standard();
    let differential = |turn: i16, from: &str, first: &str, second: &str| {
        let units =
            [(from, "germany", "infantry", 10), (first, "france", "infantry", 2), (second, "france", "infantry", 2)];
        let game = table.at("axis", &CampaignPhase::Battle, turn, &units);
        let germany = table.power("germany");
        let group = Group { space: table.space(from), power: germany, unit: table.unit("infantry"), count: 10 };
        let pledge = Pledge { target: table.space(first), group };
        let combat = |targets: &[&str]| {
            let targets: Vec<_> = targets.iter().map(|target| table.space(target)).collect();
            battle::combat_for(&table.rules, &game.state, germany, &[pledge], &targets).expect("a battle")
        };
        [combat(&[first]).differential(), combat(&[second]).differential(), combat(&[first, second]).differential()]
    };
    // Yugoslavia is rough, Hungary is not: two off the whole.
    assert_eq!(differential(4, "W2921", "W2922", "W3022"), [6, 8, 4]);
    // In spring Lorraine is doubled and Toulon, south of the line, is not.
    assert_eq!(differential(3, "W2919", "W2920", "W2819"), [6, 8, 4]);
}

/// A fort on the coast goes first there and covers the others of its hex; those of the other hex leave.
#[test]
fn a_coastal_fort_covers_its_own_hex_alone() {
    let table = standard();
    let defenders =
        [("W2920", "france", "infantry", 2), ("W3019", "france", "infantry", 1), ("W3019", "france", "fort", 1)];
    let mut game = together(table, &defenders, 1);
    let told = game.submit(&table.attack("W2920")).expect("ten against five").events;
    assert_eq!(fought(&told).map(|(_, _, defence, _)| defence), Some(5));
    assert!(table.may(&game, &table.give_up("W3019", "france", "fort")));
    assert_eq!(table.forbids(&game, &table.give_up("W3019", "france", "infantry")), "gw75:8.42");
    game.submit(&table.give_up("W2920", "france", "infantry")).expect("a point of Lorraine");
    // Paris holds behind its fort and may even take in the survivor; Lorraine is left.
    let mut bot = chartroom_engine::bots::Greedy::default();
    while table.count(&game, "W2920", "france", "infantry") > 0 {
        let action = chartroom_engine::bots::Bot::choose(&mut bot, &game);
        game.submit(&action).expect("a retreat");
    }
    assert_eq!((table.count(&game, "W3019", "france", "fort"), table.in_all(&game, "france", "infantry")), (1, 2));
    let legal = game.legal();
    assert!(legal.contains(&table.follow("W3020", "germany", "mechanized", 6, "W2920")));
    assert!(!legal.contains(&table.follow("W3020", "germany", "mechanized", 6, "W3019")), "Paris is not empty");
}

/// Units of a position that is lost as one find no refuge in the rest of it.
#[test]
fn the_hexes_of_one_attack_are_no_refuge_for_each_other() {
    let table = standard();
    // Germans in Brest and Toulon: Lorraine could only fall back on Paris, and Paris on Lorraine or the Low Countries.
    let ring = [
        ("W2919", "germany", "infantry", 1),
        ("W2819", "germany", "infantry", 1),
        ("W2920", "france", "infantry", 2),
        ("W3019", "france", "infantry", 2),
    ];
    let alone = |wide: bool| {
        let units: Vec<_> = COLOGNE.iter().chain(&ring).copied().collect();
        let mut game = table.at("axis", &CampaignPhase::Battle, 4, &units);
        table.hold(&mut game, "germany", &["W2919", "W2819"]);
        game.state.dice.loaded = vec![1];
        game.submit(&table.pledge("W3020", "germany", "infantry", 4, "W2920")).expect("pledged");
        if wide {
            game.submit(&table.pledge("W3020", "germany", "mechanized", 5, "W2920")).expect("pledged");
            game.submit(&table.widen("W2920", "W3019")).expect("both");
        } else {
            game.submit(&table.pledge("W3020", "germany", "mechanized", 3, "W2920")).expect("pledged");
        }
        game.submit(&table.attack("W2920")).expect("attacked");
        if wide {
            game.submit(&table.give_up("W2920", "france", "infantry")).expect("one point");
        }
        (table.count(&game, "W3019", "france", "infantry"), table.in_all(&game, "france", "infantry"))
    };
    assert_eq!(alone(false), (3, 3), "one point is lost, the other finds friends in Paris");
    assert_eq!(alone(true), (0, 0), "neither hex takes in the survivors of the other");
}
