//! The combat examples of the errata, played as they are told.

use crate::campaign::sea_table::{
    Sea, ambush, attack, challenge, counter, cover, fall_back, give_up, pacific, pledge, sail, strikes,
};
use crate::campaign::table::standard;

/// Example 1: escorts leave before combat and are struck by carriers; the others sink the merchant ships left behind.
#[test]
fn example_1_escorts_leave_and_the_convoy_is_lost() {
    let units = [
        ("E2822", "japan", "submarine", 4),
        ("E2822", "japan", "surface-a", 3),
        ("E2822", "japan", "surface-b", 1),
        ("E2624", "usa", "merchant", 2),
        ("E2624", "usa", "surface-a", 1),
        ("E2624", "usa", "surface-b", 2),
        ("E2222", "usa", "asw", 1),
        ("E2727", "usa", "merchant", 1),
    ];
    let mut sea = Sea::with("axis", 1, 14, &units, pacific);
    sea.act(&challenge("E2624"));
    assert_eq!(sea.asked().as_deref(), Some("allies"));
    sea.all(&[fall_back("E2624", "usa", "surface-a", 1, "E2525"), fall_back("E2624", "usa", "surface-b", 2, "E2525")]);
    assert_eq!(sea.forbids(&fall_back("E2624", "usa", "merchant", 2, "E2525")), "gw75:15.82", "merchant ships stay");
    sea.act(&cover("E2222", "usa", 1));
    sea.stand("allies");
    assert_eq!(sea.asked().as_deref(), Some("axis"), "the carriers may strike those who leave");
    let told = sea.die(2).act(&ambush(None));
    assert_eq!(strikes(&told), [(12, 8, 4, 2)], "twelve points against six of ships and two of ASW");
    // One fleet is lost, the choice of its owner; one carrier is depleted, and there is no answer.
    sea.act(&give_up("E2525", "usa", "surface-b"));
    assert_eq!((sea.count("E2525", "usa", "surface-b"), sea.depleted("japan", "surface-a")), (1, 1));
    assert_eq!(sea.asked(), None);
    // The carriers have done their part; a surface fleet and four submarines have not.
    assert_eq!(sea.forbids(&pledge("E2822", "japan", "surface-a", 1, "E2624")), "gw75:15.11.a");
    sea.all(&[pledge("E2822", "japan", "surface-b", 1, "E2624"), pledge("E2822", "japan", "submarine", 4, "E2624")]);
    let told = sea.die(6).act(&attack("E2624"));
    assert_eq!(strikes(&told), [(8, 0, 8, 6)], "the ASW was used before");
    assert_eq!(sea.in_all("usa", "merchant"), 1, "both merchant fleets of the convoy are sunk");
    assert_eq!(sea.asked(), None, "nobody is left to answer who could");
}

/// Example 2: submarines break out past ASW, attack one convoy after the other, and are counter-attacked.
#[test]
fn example_2_submarines_against_three_convoys() {
    let units = [
        ("W2919", "germany", "submarine", 5),
        ("W3118", "commonwealth", "asw", 1),
        ("W3218", "commonwealth", "asw", 2),
        ("W3014", "commonwealth", "surface-b", 1),
        ("W3014", "commonwealth", "merchant", 5),
        ("W2612", "commonwealth", "surface-a", 1),
        ("W2612", "commonwealth", "merchant", 2),
        ("W2617", "commonwealth", "merchant", 3),
    ];
    let mut sea = Sea::with("axis", 1, 14, &units, |game| {
        standard().hold(game, "germany", &["W2919", "W2920", "W3019", "W3020"]);
    });
    sea.act(&sail("W2919", "germany", "submarine", 5, "W2614"));
    assert_eq!(sea.asked().as_deref(), Some("allies"));
    let told = sea.die(4).act(&ambush(None));
    assert_eq!(strikes(&told), [(12, 10, 2, 4)]);
    assert_eq!((sea.count("W2614", "germany", "submarine"), sea.depleted("commonwealth", "asw")), (4, 0));
    // Past the coast of neutral Portugal the ASW of Plymouth covers Gibraltar, five hexes away.
    sea.act(&challenge("W2617"));
    sea.act(&cover("W3118", "commonwealth", 1));
    sea.stand("allies");
    sea.act(&pledge("W2614", "germany", "submarine", 4, "W2617"));
    let told = sea.die(5).act(&attack("W2617"));
    assert_eq!(strikes(&told), [(4, 2, 2, 5)]);
    assert_eq!(sea.count("W2617", "commonwealth", "merchant"), 2, "five counts as four so far from port");
    let told = sea.die(3).act(&counter());
    assert_eq!(strikes(&told), [(4, 8, -4, 3)], "weaker, and yet an answer on the first column");
    assert_eq!((sea.in_all("germany", "submarine"), sea.depleted("commonwealth", "asw")), (4, 0));
    // The carrier with the second convoy.
    sea.act(&challenge("W2612"));
    sea.stand("allies");
    sea.act(&pledge("W2614", "germany", "submarine", 4, "W2612"));
    let told = sea.die(1).act(&attack("W2612"));
    assert_eq!(strikes(&told), [(4, 2, 2, 1)]);
    assert_eq!(sea.count("W2612", "commonwealth", "merchant"), 2, "one less than one is nothing");
    let told = sea.die(6).act(&counter());
    assert_eq!(strikes(&told), [(4, 8, -4, 6)]);
    assert_eq!((sea.in_all("germany", "submarine"), sea.depleted("commonwealth", "surface-a")), (3, 0));
    // The third has two units of ASW that covered nothing yet, and a surface fleet.
    sea.act(&challenge("W3014"));
    assert_eq!(sea.forbids(&cover("W3118", "commonwealth", 1)), "gw75:15.35.c", "one convoy in a phase");
    sea.act(&cover("W3218", "commonwealth", 2));
    sea.stand("allies");
    sea.act(&pledge("W2614", "germany", "submarine", 3, "W3014"));
    assert_eq!(sea.forbids(&attack("W3014")), "gw75:22.11.b");
}

/// Example 3: a counter-attack on all that lies with the attackers; ASW takes a loss as a depletion.
#[test]
fn example_3_the_answer_strikes_the_whole_stack() {
    let units = [
        ("E2611", "japan", "asw", 1),
        ("E2413", "japan", "surface-a", 3),
        ("E2413", "japan", "surface-b", 2),
        ("E2414", "usa", "surface-a", 5),
        ("E2414", "usa", "surface-b", 2),
    ];
    let mut sea = Sea::with("axis", 1, 18, &units, |game| {
        pacific(game);
        Sea::deplete(game, "E2413", "surface-a", 1);
    });
    sea.act(&challenge("E2414"));
    sea.stand("allies");
    sea.all(&[
        pledge("E2413", "japan", "surface-a", 2, "E2414"),
        pledge("E2413", "japan", "surface-b", 2, "E2414"),
        pledge("E2611", "japan", "asw", 1, "E2414"),
    ]);
    let told = sea.die(5).act(&attack("E2414"));
    assert_eq!(strikes(&told), [(20, 14, 6, 5)]);
    sea.all(&[give_up("E2414", "usa", "surface-b"), give_up("E2414", "usa", "surface-b")]);
    assert_eq!(sea.asked().as_deref(), Some("allies"));
    let told = sea.die(6).act(&counter());
    assert_eq!(strikes(&told), [(20, 12, 8, 6)], "the ASW and the depleted carrier are counted in");
    sea.all(&[
        give_up("E2611", "japan", "asw"),
        give_up("E2413", "japan", "surface-b"),
        give_up("E2413", "japan", "surface-b"),
    ]);
    assert_eq!((sea.in_all("japan", "asw"), sea.depleted("japan", "asw")), (1, 1));
    assert_eq!(
        (sea.in_all("japan", "surface-a"), sea.depleted("japan", "surface-a")),
        (3, 1),
        "no carrier wears for a loss"
    );
    assert_eq!((sea.in_all("japan", "surface-b"), sea.asked()), (0, None));
}

/// Example 4: submarines of the defender are not attacked; those of the attacker add to the attack.
#[test]
fn example_4_submarines_beside_the_fleets() {
    let units = [
        ("E1724", "japan", "surface-a", 1),
        ("E1724", "japan", "surface-b", 1),
        ("E1724", "japan", "submarine", 2),
        ("E1824", "usa", "surface-a", 1),
        ("E1824", "usa", "surface-b", 1),
        ("E1824", "usa", "submarine", 1),
    ];
    let mut sea = Sea::with("allies", 1, 12, &units, pacific);
    sea.act(&challenge("E1724"));
    sea.stand("axis");
    sea.all(&["surface-a", "surface-b", "submarine"].map(|unit| pledge("E1824", "usa", unit, 1, "E1724")));
    let told = sea.die(2).act(&attack("E1724"));
    assert_eq!(strikes(&told), [(9, 4, 5, 2)]);
    assert_eq!(sea.forbids(&give_up("E1724", "japan", "submarine")), "gw75:15.15", "nor do they take the loss");
    sea.act(&give_up("E1724", "japan", "surface-b"));
    assert_eq!((sea.in_all("japan", "surface-b"), sea.in_all("japan", "submarine")), (0, 2));
}
