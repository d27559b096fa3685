//! Attacks at sea: announced when the first ship comes near, stood or avoided, fought once, answered by all who are left.

use chartroom_engine::Action;

use crate::campaign::sea_table::{
    Sea, ambush, attack, challenge, counter, cover, fall_back, give_up, pacific, pledge, sail, strikes, waive,
};
use crate::campaign::table::{Units, standard};

fn axis(units: Units<'_>) -> Sea {
    Sea::with("axis", 1, 12, units, pacific)
}

/// An attack as it is announced and stood.
fn strike(sea: &mut Sea, by: Units<'_>, target: &str, die: i64) -> Vec<(i32, i32, i32, i64)> {
    if sea.game.state.campaign.sea.announced(sea.table.space(target)).is_none() {
        sea.act(&challenge(target));
    }
    sea.stand("allies");
    for (from, power, unit, count) in by {
        sea.act(&pledge(from, power, unit, *count, target));
    }
    strikes(&sea.die(die).act(&attack(target)))
}

/// The first ship that comes beside the enemy makes its owner say whether he attacks; what he says holds for the phase.
#[test]
fn attacks_are_announced_when_the_first_ship_comes_near() {
    let near = |answer: &Action| {
        let units =
            [("E2611", "japan", "surface-b", 3), ("E2412", "japan", "surface-b", 1), ("E2415", "usa", "surface-b", 1)];
        let mut sea = axis(&units);
        sea.act(&sail("E2611", "japan", "surface-b", 1, "E2414"));
        assert_eq!(sea.asked().as_deref(), Some("axis"));
        assert_eq!(sea.forbids(&sail("E2412", "japan", "surface-b", 1, "E2413")), "gw75:15.0.b", "first the word");
        sea.act(answer);
        sea.stand("allies");
        sea
    };
    let mut waived = near(&waive("E2415"));
    waived.act(&sail("E2611", "japan", "surface-b", 2, "E2414"));
    assert_eq!(waived.asked(), None, "he has said it");
    for late in [challenge("E2415"), pledge("E2414", "japan", "surface-b", 1, "E2415"), attack("E2415")] {
        assert_eq!(waived.forbids(&late), "gw75:15.0.b");
    }
    // Announced, ships that come later take part too.
    let mut announced = near(&challenge("E2415"));
    announced.act(&sail("E2611", "japan", "surface-b", 2, "E2414"));
    announced.act(&pledge("E2414", "japan", "surface-b", 3, "E2415"));
    assert!(announced.may(&attack("E2415")));
    // Only the player of the phase attacks, and only if he wants to.
    let mut allies =
        Sea::with("allies", 1, 12, &[("E2414", "japan", "surface-b", 3), ("E2415", "usa", "surface-b", 1)], pacific);
    assert_eq!(allies.forbids(&challenge("E2415")), "gw75:15.11.a");
    assert!(allies.lists(&challenge("E2414")) && allies.lists(&Action::Done));
    allies.done();
    assert_eq!((allies.in_all("japan", "surface-b"), allies.in_all("usa", "surface-b")), (3, 1));
}

/// Whoever was attacked, or has left, is not attacked again in the phase.
#[test]
fn nobody_is_attacked_twice_in_a_phase() {
    let units = [
        ("E2413", "japan", "surface-b", 6),
        ("E2414", "usa", "surface-b", 2),
        ("E2414", "usa", "surface-a", 1),
        ("E2316", "japan", "surface-b", 2),
        ("E2314", "japan", "asw", 1),
    ];
    let mut sea = axis(&units);
    assert_eq!(strike(&mut sea, &[("E2413", "japan", "surface-b", 3)], "E2414", 1), [(12, 6, 6, 1)]);
    sea.act(&give_up("E2414", "usa", "surface-b"));
    sea.stand("allies");
    assert_eq!(sea.forbids(&pledge("E2413", "japan", "surface-b", 3, "E2414")), "gw75:15.11.a");
    // Next time they leave, one hex and no further, and not to the enemy.
    let mut sea = axis(&units);
    sea.act(&challenge("E2414"));
    assert_eq!(sea.forbids(&fall_back("E2414", "usa", "surface-b", 2, "E2416")), "gw75:15.82", "one hex");
    for enemy in ["E2413", "E2314"] {
        assert_eq!(sea.forbids(&fall_back("E2414", "usa", "surface-b", 2, enemy)), "gw75:15.82", "not to the enemy");
    }
    sea.all(&[fall_back("E2414", "usa", "surface-b", 2, "E2415"), fall_back("E2414", "usa", "surface-a", 1, "E2515")]);
    assert_eq!(sea.asked(), None, "without carriers nobody strikes those who leave");
    assert_eq!(sea.forbids(&challenge("E2415")), "gw75:15.11.a", "nor attacks them where they went");
    // In the next phase of the attacker they are fair game again.
    sea.done();
    sea.done();
    assert!(sea.may(&challenge("E2415")));
}

/// One hex at a time, any number of hexes one after the other; ships of several hexes together on one.
#[test]
fn fleets_attack_one_hex_after_the_other_and_together() {
    let units = [
        ("E2413", "japan", "surface-b", 3),
        ("E2315", "japan", "surface-b", 2),
        ("E2513", "japan", "submarine", 2),
        ("E2414", "usa", "surface-b", 2),
        ("E2412", "usa", "surface-b", 1),
    ];
    let mut sea = axis(&units);
    let all = [units[0], ("E2315", "japan", "surface-b", 2)];
    assert_eq!(strike(&mut sea, &all, "E2414", 2), [(20, 4, 16, 2)], "from two hexes");
    sea.stand("allies");
    assert_eq!(sea.count("E2414", "usa", "surface-b"), 0);
    assert_eq!(strike(&mut sea, &[units[0]], "E2412", 5), [(12, 2, 10, 5)], "the same fleets once more");
    let mut sea = axis(&units);
    sea.act(&challenge("E2414"));
    sea.stand("allies");
    assert_eq!(sea.forbids(&pledge("E2413", "japan", "surface-b", 3, "E2412")), "gw75:15.0.b", "not announced");
    sea.act(&challenge("E2412"));
    sea.stand("allies");
    assert_eq!(sea.forbids(&pledge("E2315", "japan", "surface-b", 2, "E2412")), "gw75:15.11.a", "not beside it");
}

/// The answer: of all who are left, or of nobody; also when nobody is left. Who has no attack strength gives none.
#[test]
fn those_attacked_answer_with_all_they_have_left() {
    let units =
        [("E2413", "japan", "surface-b", 4), ("E2414", "usa", "surface-b", 3), ("E2414", "usa", "surface-a", 1)];
    let mut sea = axis(&units);
    strike(&mut sea, &[units[0]], "E2414", 1);
    sea.act(&give_up("E2414", "usa", "surface-b"));
    assert_eq!(sea.depleted("usa", "surface-a"), 0, "the defender picks what he loses");
    assert!(sea.lists(&Action::Done) && sea.lists(&counter()) && sea.game.legal().len() == 2);
    assert_eq!(strikes(&sea.die(5).act(&counter())), [(12, 8, 4, 5)], "all three, not some of them");
    assert_eq!(sea.in_all("japan", "surface-b"), 3);
    assert_eq!(sea.asked(), None, "an answer is not answered");
    // The last fleet goes down fighting.
    let units = [("E2413", "japan", "surface-b", 4), ("E2414", "usa", "surface-b", 1)];
    let mut sea = axis(&units);
    strike(&mut sea, &[units[0]], "E2414", 6);
    assert_eq!((sea.in_all("usa", "surface-b"), sea.asked().as_deref()), (0, Some("allies")));
    assert_eq!(strikes(&sea.die(6).act(&counter())), [(0, 8, -8, 6)]);
    assert_eq!(sea.in_all("japan", "surface-b"), 3);
    // Merchant and amphibious fleets and depleted carriers do not answer.
    for (unit, depleted) in [("merchant", false), ("amphibious", false), ("surface-a", true)] {
        let units = [("E2413", "japan", "surface-b", 4), ("E2414", "usa", unit, 2)];
        let mut sea = Sea::with("axis", 1, 12, &units, |game| {
            pacific(game);
            if depleted {
                Sea::deplete(game, "E2414", unit, 2);
            }
        });
        strike(&mut sea, &[units[0]], "E2414", 2);
        while sea.in_all("usa", unit) == 2 && sea.asked().is_some() {
            sea.act(&give_up("E2414", "usa", unit));
        }
        assert_eq!(sea.asked(), None, "{unit}");
    }
}

/// Escorts do not attack, but strike those who leave their zone and answer; they are attacked together with what they escort.
#[test]
fn escorts_stay_with_their_merchant_ships() {
    let units = [
        ("E2413", "japan", "surface-a", 2),
        ("E2413", "japan", "merchant", 1),
        ("E2414", "usa", "surface-b", 2),
        ("E2414", "usa", "submarine", 1),
        ("E2414", "usa", "merchant", 2),
        ("E2315", "japan", "surface-b", 4),
    ];
    let mut sea = axis(&units);
    sea.act(&challenge("E2414"));
    sea.stand("allies");
    assert_eq!(sea.forbids(&pledge("E2413", "japan", "surface-a", 2, "E2414")), "gw75:15.33.b");
    sea.act(&pledge("E2315", "japan", "surface-b", 4, "E2414"));
    assert_eq!(strikes(&sea.die(3).act(&attack("E2414"))), [(16, 4, 12, 3)], "escorts, not submarines");
    assert_eq!(sea.forbids(&give_up("E2414", "usa", "submarine")), "gw75:15.15");
    sea.all(&["merchant", "surface-b", "merchant"].map(|unit| give_up("E2414", "usa", unit)));
    assert_eq!(strikes(&sea.die(1).act(&counter())), [(4, 8, -4, 1)], "the surviving escort answers");
    // In the enemy's phase a carrier on escort strikes those who leave its zone.
    let mut sea = Sea::with("allies", 1, 12, &[units[0], units[1], ("E2414", "usa", "surface-b", 2)], pacific);
    sea.act(&sail("E2414", "usa", "surface-b", 2, "E2419"));
    sea.stand("allies");
    assert_eq!(sea.asked().as_deref(), Some("axis"));
    assert_eq!(strikes(&sea.die(1).act(&ambush(None))), [(8, 4, 4, 1)]);
    assert_eq!(sea.depleted("japan", "surface-a"), 1);
}

/// ASW covers one hex in a phase: it adds its defence and may take a loss of ships as a depletion.
#[test]
fn asw_covers_one_hex_in_a_phase() {
    let units = [
        ("E2413", "japan", "surface-b", 6),
        ("E2414", "usa", "surface-b", 2),
        ("E2412", "usa", "surface-b", 1),
        ("E2312", "usa", "asw", 1),
        ("E2310", "usa", "merchant", 1),
    ];
    let mut sea = Sea::with("axis", 1, 14, &units, |game| {
        pacific(game);
        standard().hold(game, "usa", &["E2312"]);
        feed(game);
    });
    sea.act(&challenge("E2414"));
    sea.act(&cover("E2312", "usa", 1));
    sea.stand("allies");
    sea.act(&pledge("E2413", "japan", "surface-b", 6, "E2414"));
    assert_eq!(strikes(&sea.die(2).act(&attack("E2414"))), [(24, 6, 18, 2)], "four fleets, and two points of ASW");
    sea.act(&give_up("E2312", "usa", "asw"));
    assert_eq!(
        (sea.depleted("usa", "asw"), sea.count("E2414", "usa", "surface-b")),
        (1, 0),
        "the ships go all the same"
    );
    sea.stand("allies");
    sea.act(&challenge("E2412"));
    assert_eq!(sea.forbids(&cover("E2312", "usa", 1)), "gw75:15.35.c");
}

/// American merchant ships from San Francisco to the western Pacific.
fn feed(game: &mut chartroom_engine::Game<'_>) {
    let table = standard();
    let port = table.rules.campaign.lines.port.expect("ports");
    game.state.features.push((table.space("E2312"), port, 1));
    game.state.features.sort_unstable();
    for at in ["E2727", "E2620", "E2315"] {
        let (space, power, unit) = (table.space(at), table.power("usa"), table.unit("merchant"));
        game.state.stacks.push(chartroom_engine::state::Stack { space, army: 0, power, unit, damaged: 0, count: 1 });
    }
    game.state.stacks.sort_unstable();
}

/// A depleted carrier: on the map still, without attack and zone, with its defence and its movement.
#[test]
fn depletion_takes_attack_and_zone() {
    let units = [("E2413", "japan", "surface-a", 2), ("E2414", "usa", "surface-b", 3)];
    let mut sea = axis(&units);
    assert_eq!(strike(&mut sea, &[units[0]], "E2414", 1), [(8, 6, 2, 1)]);
    assert_eq!((sea.in_all("japan", "surface-a"), sea.depleted("japan", "surface-a")), (2, 1));
    sea.done();
    sea.done();
    sea.act(&sail("E2414", "usa", "surface-b", 1, "E2419"));
    sea.stand("allies");
    assert!(sea.lists(&ambush(None)), "the other one has its zone");
    let told = sea.die(5).act(&ambush(None));
    assert_eq!(strikes(&told), [(4, 2, 2, 5)]);
    let mut worn = Sea::with("axis", 1, 12, &units, |game| {
        pacific(game);
        Sea::deplete(game, "E2413", "surface-a", 2);
    });
    assert_eq!(worn.forbids(&challenge("E2414")), "gw75:15.11.a");
    worn.done();
    worn.act(&challenge("E2413"));
    worn.stand("axis");
    worn.act(&pledge("E2414", "usa", "surface-b", 3, "E2413"));
    assert_eq!(strikes(&worn.die(1).act(&attack("E2413"))), [(12, 4, 8, 1)], "their defence stays");
}

/// American and Japanese surface fleets go after the enemy into the hex they cleared.
#[test]
fn americans_and_japanese_advance_after_combat() {
    let follow = |from: &str, power: &str, count: u16, to: &str| standard().follow(from, power, "surface-b", count, to);
    let units = [("E2413", "japan", "surface-b", 4), ("E2414", "usa", "surface-b", 1)];
    let mut sea = axis(&units);
    assert_eq!(sea.forbids(&follow("E2413", "japan", 4, "E2414")), "gw75:12.14.c", "not before they fought");
    strike(&mut sea, &[units[0]], "E2414", 5);
    sea.stand("allies");
    sea.act(&follow("E2413", "japan", 4, "E2414"));
    assert_eq!(sea.count("E2414", "japan", "surface-b"), 4);
    let units = [("W3120", "germany", "surface-b", 4), ("W3119", "commonwealth", "surface-b", 1)];
    let mut sea = Sea::with("axis", 1, 2, &units, |game| standard().hold(game, "germany", &["W3120"]));
    strike(&mut sea, &[units[0]], "W3119", 5);
    sea.stand("allies");
    assert_eq!(sea.forbids(&follow("W3120", "germany", 4, "W3119")), "gw75:12.14.c", "others do not");
}
