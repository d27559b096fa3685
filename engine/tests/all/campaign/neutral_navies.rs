//! Ships of powers outside the war: they lie where they are, keep their pipelines up, and lend what these do not need.

use crate::campaign::sea_table::{Sea, attack, challenge, loan, pledge, sail, strikes};
use crate::campaign::table::{Units, standard};

/// Italian ships of every kind stay where they are while Italy is neutral.
#[test]
fn italian_ships_do_not_move_in_peace() {
    let units: Units<'_> =
        &[("W2722", "italy", "surface-b", 1), ("W2722", "italy", "submarine", 1), ("W2722", "italy", "merchant", 1)];
    for (unit, number) in [("surface-b", 1), ("submarine", 2), ("merchant", 3)] {
        let peace = Sea::new("axis", number, 2, units);
        assert_eq!(peace.forbids(&sail("W2722", "italy", unit, 1, "W2621")), "gw75:19.23", "{unit}");
        let war = Sea::with("axis", number, 2, units, |game| {
            standard().join(game, "italy", "axis", &["commonwealth", "france"]);
        });
        assert!(war.may(&sail("W2722", "italy", unit, 1, "W2621")), "{unit}");
    }
}

/// American fleets of the set-up stay; those built in peace move, and end the phase in an American port.
#[test]
fn american_fleets_of_the_set_up_stay_in_peace() {
    let table = standard();
    let set_up = |unit: &str| {
        let own =
            table.start.stacks.iter().find(|stack| stack.power == table.power("usa") && stack.unit == table.unit(unit));
        own.map(|stack| (table.rules.board.space(stack.space).id.clone(), stack.count))
    };
    let (home, count) = set_up("surface-b").expect("fleets of the set-up");
    let units = [(home.as_str(), "usa", "surface-b", count)];
    let peace = Sea::new("allies", 1, 2, &units);
    let to = if home == "E2222" { "E2829" } else { "W2207" };
    let ports = peace.ring(&home, "usa", "surface-b", 1);
    assert_eq!(peace.forbids(&sail(&home, "usa", "surface-b", 1, &ports[0])), "gw75:19.32.a", "not even {to}");
    // One more than the set-up had was built since.
    let built = [(home.as_str(), "usa", "surface-b", count + 1), ("E2829", "usa", "surface-a", 1)];
    let sea = Sea::new("allies", 1, 2, &built);
    assert_eq!(sea.forbids(&sail(&home, "usa", "surface-b", 2, &ports[0])), "gw75:19.32.a");
    assert!(sea.may(&sail("E2829", "usa", "surface-a", 1, "E2530")), "to San Diego");
    let far = sea.ring("E2829", "usa", "surface-a", 25).into_iter().map(|to| sail("E2829", "usa", "surface-a", 1, &to));
    let barred: Vec<String> = far.filter(|to| !sea.may(to)).map(|to| sea.forbids(&to)).collect();
    assert!(!barred.is_empty() && barred.iter().all(|rule| rule == "gw75:12.14.b"), "home by the end of the phase");
    let mut sea = Sea::new("allies", 1, 2, &built);
    sea.act(&sail("E2829", "usa", "surface-a", 1, "E2727"));
    sea.done();
    let port = table.rules.campaign.lines.port.expect("ports");
    let carrier = sea.game.state.stacks.iter().find(|stack| stack.unit == table.unit("surface-a")).expect("afloat");
    assert!(
        sea.game.state.feature(&table.rules, carrier.space, port) > 0
            && sea.game.state.holder(carrier.space) == Some(table.power("usa"))
    );
    // At war all of them sail.
    let war = Sea::with("allies", 1, 2, &units, |game| table.join(game, "usa", "allies", &["germany", "japan"]));
    assert!(war.may(&sail(&home, "usa", "surface-b", count, &ports[0])));
}

/// A chain from San Francisco to Pearl Harbor, with a fleet to spare at its far end.
const CHAIN: Units<'_> = &[("E2727", "usa", "merchant", 1), ("E2424", "usa", "merchant", 2)];

/// Whoever of the Axis attacks American ships at sea has a war; Japan has one for British ships too, and nobody else for peaceful
/// ones.
#[test]
fn attacks_on_neutral_ships_at_sea_bring_war() {
    let check = |boats: &'static str, owner: &'static str, war: bool| {
        let units = [("W2611", boats, "submarine", 6), ("W2612", owner, "merchant", 1)];
        let mut sea = Sea::new("axis", 1, 2, &units);
        assert_eq!(sea.lists(&challenge("W2612")), war, "{boats} against {owner}");
        if war {
            sea.act(&challenge("W2612"));
            assert!(sea.game.state.at_war(sea.table.power(boats), sea.table.power(owner)));
            assert_eq!(sea.game.state.side_of(sea.table.power("usa")), Some(sea.table.side("allies")));
            sea.act(&pledge("W2611", boats, "submarine", 6, "W2612"));
            assert_eq!(strikes(&sea.die(6).act(&attack("W2612"))).len(), 1);
            assert_eq!(sea.in_all(owner, "merchant"), 0);
        } else {
            assert_eq!(sea.game.state.side_of(sea.table.power("usa")), None);
        }
    };
    check("germany", "usa", true);
    check("japan", "usa", true);
    check("japan", "commonwealth", true);
    check("germany", "ussr", false);
    check("japan", "ussr", false);
}

/// A neutral keeps its pipelines at the level they have; once at war it does as it likes.
#[test]
fn neutrals_keep_their_pipelines_up() {
    let go = |from: &str, count: u16, to: &str| sail(from, "usa", "merchant", count, to);
    let peace = Sea::new("allies", 3, 2, CHAIN);
    assert_eq!(peace.forbids(&go("E2424", 2, "E2018")), "gw75:19.11");
    assert_eq!(peace.forbids(&go("E2727", 1, "E2018")), "gw75:19.11");
    assert!(peace.may(&go("E2424", 1, "E2018")), "what the chain does not need may go");
    assert!(peace.may(&go("E2424", 2, "E2423")), "as may all, as long as the chain holds");
    let war = Sea::with("allies", 3, 2, CHAIN, |game| standard().join(game, "usa", "allies", &["germany", "japan"]));
    assert!(war.may(&go("E2424", 2, "E2018")) && war.may(&go("E2727", 1, "E2018")));
}

/// Surplus ships are lent to any Allied nation in the war, become its own, and are sunk without bringing war.
#[test]
fn surplus_merchant_ships_are_lent() {
    let mut sea = Sea::new("allies", 3, 2, CHAIN);
    assert_eq!(sea.forbids(&loan("E2424", "usa", 2, "commonwealth")), "gw75:19.11");
    assert_eq!(sea.forbids(&loan("E2424", "usa", 1, "germany")), "gw75:19.12.a");
    assert_eq!(sea.forbids(&loan("E2424", "usa", 1, "ussr")), "gw75:19.12.a", "not to another neutral");
    assert!(sea.may(&loan("E2424", "usa", 1, "france")) && sea.lists(&loan("E2424", "usa", 1, "commonwealth")));
    sea.act(&loan("E2424", "usa", 1, "commonwealth"));
    assert_eq!((sea.count("E2424", "usa", "merchant"), sea.count("E2424", "commonwealth", "merchant")), (1, 1));
    assert!(sea.may(&sail("E2424", "commonwealth", "merchant", 1, "E2018")), "the new owner commands them");
    let early = Sea::new("allies", 2, 2, CHAIN);
    assert_eq!(early.forbids(&loan("E2424", "usa", 1, "commonwealth")), "gw75:19.12.a", "when merchant ships move");
    // Submarines of the Axis attack them, and the United States stay out of the war.
    sea.act(&sail("E2424", "commonwealth", "merchant", 1, "W2612"));
    sea.done();
    let mut attacked = Sea::with("axis", 1, 2, &[("W2611", "germany", "submarine", 6)], |game| {
        game.state.stacks.extend(sea.game.state.stacks.iter().copied());
        game.state.stacks.sort_unstable();
    });
    attacked.act(&challenge("W2612"));
    attacked.act(&pledge("W2611", "germany", "submarine", 6, "W2612"));
    assert_eq!(strikes(&attacked.die(6).act(&attack("W2612"))).len(), 1);
    assert_eq!(attacked.in_all("commonwealth", "merchant"), 0);
    assert_eq!(attacked.game.state.side_of(attacked.table.power("usa")), None);
}
