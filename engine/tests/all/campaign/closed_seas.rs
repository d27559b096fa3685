//! The Baltic and the Adriatic: who gets in, who is attacked there, and neutrals whose land carriers fly over.

use crate::campaign::sea_table::{Sea, attack, challenge, counter, pledge, sail, strikes};
use crate::campaign::table::standard;

/// The relation of one who is out of the war.
const SURRENDERED: u8 = 5;

fn at_war(game: &mut chartroom_engine::Game<'_>) {
    standard().join(game, "italy", "axis", &["commonwealth", "france"]);
}

/// While Denmark is neutral or the Axis holds it, no ship of an Allied nation at war with Germany enters the Baltic.
#[test]
fn the_baltic_is_closed_to_the_enemies_of_germany() {
    let enters = |unit: &str, number: usize, holder: Option<&str>| {
        let sea = Sea::with("allies", number, 2, &[("W3119", "commonwealth", unit, 1)], |game| {
            if let Some(holder) = holder {
                standard().hold(game, holder, &["W3220"]);
            }
        });
        let action = sail("W3119", "commonwealth", unit, 1, "W3322");
        sea.may(&action).then_some(()).ok_or_else(|| sea.forbids(&action))
    };
    for (unit, number) in [("submarine", 1), ("surface-a", 1), ("surface-b", 1), ("amphibious", 1), ("merchant", 3)] {
        for holder in [None, Some("germany")] {
            assert_eq!(enters(unit, number, holder), Err("gw75:19.81.a".into()), "{unit} past {holder:?}");
        }
        assert_eq!(enters(unit, number, Some("commonwealth")), Ok(()), "{unit} past friends");
    }
    let sea = Sea::new("axis", 1, 2, &[("W3121", "germany", "submarine", 1)]);
    assert!(sea.may(&sail("W3121", "germany", "submarine", 1, "W3222")), "the Axis comes and goes");
}

/// Soviet ships pass freely in peace; at war with Germany those inside stay and fight there.
#[test]
fn soviet_ships_are_shut_in_by_war() {
    let moves = |war: bool, to: &str| {
        let sea = Sea::with("allies", 1, 8, &[("W3324", "ussr", "submarine", 1)], |game| {
            if war {
                standard().join(game, "ussr", "allies", &["germany"]);
            }
        });
        let action = sail("W3324", "ussr", "submarine", 1, to);
        sea.may(&action).then_some(()).ok_or_else(|| sea.forbids(&action))
    };
    assert_eq!((moves(false, "W3219"), moves(false, "W3221")), (Ok(()), Ok(())));
    assert_eq!((moves(true, "W3219"), moves(true, "W3221")), (Err("gw75:19.81.a".into()), Ok(())));
}

/// Attacks into the Baltic from beside it and ASW over it are open, and violate nobody; merchant ships there are safe.
#[test]
fn attacks_into_the_baltic_are_open_but_not_on_merchant_ships() {
    let units = [
        ("W3320", "commonwealth", "surface-b", 3),
        ("W3320", "commonwealth", "submarine", 1),
        ("W3119", "commonwealth", "asw", 1),
        ("W3220", "germany", "surface-b", 1),
        ("W3221", "germany", "merchant", 2),
        ("W3219", "germany", "merchant", 1),
    ];
    let mut sea = Sea::with("allies", 1, 10, &units, |game| standard().hold(game, "germany", &["W3220"]));
    assert!(sea.may(&challenge("W3220")));
    assert_eq!(sea.forbids(&challenge("W3221")), "gw75:19.83");
    assert!(sea.may(&challenge("W3219")), "outside they are not safe");
    sea.act(&challenge("W3220"));
    sea.stand("axis");
    sea.all(&[
        pledge("W3320", "commonwealth", "surface-b", 3, "W3220"),
        pledge("W3119", "commonwealth", "asw", 1, "W3220"),
    ]);
    assert_eq!(strikes(&sea.die(6).act(&attack("W3220"))), [(16, 2, 14, 6)]);
    assert_eq!(sea.game.state.side_of(sea.table.power("denmark")), None, "Denmark is none the worse for it");
    // Ships that fight lie there as everywhere else; for Soviet attackers the shelter is the same.
    let soviet = Sea::with("allies", 1, 8, &[("W3323", "ussr", "submarine", 3), units[4]], |game| {
        standard().join(game, "ussr", "allies", &["germany"]);
    });
    assert_eq!(soviet.forbids(&challenge("W3221")), "gw75:19.83");
}

/// Until Italy surrenders only its ships, and merchant and amphibious fleets of the Axis, enter the Adriatic.
#[test]
fn the_adriatic_is_italian() {
    let enters = |side: &str, power: &str, unit: &str, number: usize, surrendered: bool| {
        let at = if side == "axis" { "W2722" } else { "W2723" };
        let sea = Sea::with(side, number, 8, &[(at, power, unit, 1)], |game| {
            at_war(game);
            standard().join(game, "greece", "allies", &["germany", "italy"]);
            if surrendered {
                let (italy, powers) = (standard().power("italy").index(), game.state.sides.len());
                game.state.relations[italy * powers + italy] = SURRENDERED;
            }
        });
        let action = sail(at, power, unit, 1, "W2821");
        sea.may(&action).then_some(()).ok_or_else(|| sea.forbids(&action))
    };
    let shut = || Err("gw75:19.82.a".to_owned());
    for unit in ["submarine", "surface-b", "surface-a"] {
        assert_eq!(enters("axis", "italy", unit, 1, false), Ok(()));
        assert_eq!(enters("axis", "germany", unit, 1, false), shut(), "German {unit}");
        assert_eq!(enters("allies", "commonwealth", unit, 1, false), shut(), "Commonwealth {unit}");
    }
    assert_eq!(enters("axis", "germany", "amphibious", 1, false), Ok(()));
    assert_eq!(enters("axis", "germany", "merchant", 3, false), Ok(()));
    assert_eq!(enters("allies", "commonwealth", "amphibious", 1, false), shut());
    assert_eq!(enters("allies", "commonwealth", "submarine", 1, true), Ok(()), "open when Italy is out of the war");
}

/// Italian ships in the Adriatic are not attacked, but when they attack out of it they are answered.
#[test]
fn ships_in_the_adriatic_are_only_answered() {
    let units = [
        ("W2821", "italy", "surface-b", 2),
        ("W2821", "italy", "merchant", 1),
        ("W2822", "commonwealth", "surface-a", 2),
        ("W2622", "commonwealth", "submarine", 2),
    ];
    let allies = Sea::with("allies", 1, 8, &units, at_war);
    assert!(!allies.may(&challenge("W2821")));
    let fighters = Sea::with("allies", 1, 8, &[units[0], units[2]], at_war);
    assert_eq!(fighters.forbids(&challenge("W2821")), "gw75:19.82.b");
    let convoy = Sea::with("allies", 1, 8, &[units[1], units[3]], at_war);
    assert_eq!(convoy.forbids(&challenge("W2821")), "gw75:19.83", "nor merchant ships within five hexes");
    let fleet = [units[0], units[2]];
    let mut axis = Sea::with("axis", 1, 8, &fleet, at_war);
    axis.act(&challenge("W2822"));
    axis.stand("allies");
    axis.act(&pledge("W2821", "italy", "surface-b", 2, "W2822"));
    assert_eq!(strikes(&axis.die(1).act(&attack("W2822"))), [(8, 4, 4, 1)]);
    assert_eq!(strikes(&axis.die(6).act(&counter())), [(8, 4, 4, 6)], "the answer reaches into it");
    assert_eq!(axis.in_all("italy", "surface-b"), 0);
    // Nor are those who leave it struck there.
    let mut axis = Sea::with("axis", 1, 8, &fleet, at_war);
    axis.act(&sail("W2821", "italy", "surface-b", 2, "W2722"));
    axis.stand("axis");
    assert_eq!((axis.count("W2722", "italy", "surface-b"), axis.asked()), (2, None));
}

/// Aircraft of Axis carriers over land that ships do not pass violate the neutral it belongs to; ships attack past it freely.
#[test]
fn carriers_that_attack_over_neutral_land_bring_its_owner_into_the_war() {
    let table = standard();
    // Between the Atlantic and the Mediterranean coast of Spain there is land.
    let pair = table.rules.board.spaces.iter().enumerate().find_map(|(at, space)| {
        let from = chartroom_engine::ids::SpaceIx(at as u32);
        let neutral = |space| table.start.holder(space).is_some_and(|holder| table.start.side_of(holder).is_none());
        let sea = |space| {
            let board = &table.rules.board;
            board.links_of(space).iter().any(|link| link.passes.has(chartroom_format::schema::units::Domain::Sea))
        };
        let barred = table.rules.board.links_of(from).iter().find(|link| {
            !link.passes.has(chartroom_format::schema::units::Domain::Sea) && sea(link.to) && neutral(link.to)
        });
        let barred = barred.filter(|link| sea(from) && table.start.holder(from) == table.start.holder(link.to));
        barred.map(|link| (space.id.clone(), table.rules.board.space(link.to).id.clone()))
    });
    let (from, to) = pair.expect("a neutral country with two coasts");
    let owner = table.start.holder(table.space(&from)).expect("a neutral");
    let units = [
        (from.as_str(), "germany", "surface-a", 3),
        (to.as_str(), "commonwealth", "surface-b", 1),
        (to.as_str(), "commonwealth", "merchant", 1),
    ];
    let mut sea = Sea::new("axis", 1, 2, &units);
    sea.act(&challenge(&to));
    sea.stand("allies");
    sea.act(&pledge(&from, "germany", "surface-a", 3, &to));
    assert_eq!(sea.game.state.side_of(owner), None, "nothing has happened yet");
    sea.die(1).act(&attack(&to));
    assert_eq!(sea.game.state.side_of(owner), Some(table.side("allies")), "{from} to {to}");
    let surface = [(from.as_str(), "germany", "surface-b", 3), units[1]];
    let sea = Sea::new("axis", 1, 2, &surface);
    assert!(!sea.may(&challenge(&to)), "other ships do not reach across land");
}
