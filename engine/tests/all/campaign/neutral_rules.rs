//! Neutrals: nobody's side, no zones, no moves; what violates them, and what they live on.

use chartroom_engine::procedures::differential::{CampaignPhase, entry, lines, march, zones};
use chartroom_engine::{Action, Command, Game};

use crate::campaign::table::{Table, standard};

/// Whoever the scenario gives no side is neutral: does not move, attacks nobody, controls nothing.
#[test]
fn who_has_no_side_is_neutral_and_sits_still() {
    let table = standard();
    let neutral = [
        "norway",
        "sweden",
        "denmark",
        "belgium-netherlands",
        "yugoslavia",
        "greece",
        "turkey",
        "spain",
        "portugal",
        "usa",
        "ussr",
        "italy",
    ];
    for power in neutral {
        let power = table.power(power);
        assert_eq!(table.start.side_of(power), None, "{}", table.rules.power(power).id);
        assert!(table.start.powers().all(|other| !table.start.at_war(power, other)));
    }
    let units = [("W2922", "yugoslavia", "infantry", 2), ("W3021", "germany", "infantry", 1)];
    for side in ["axis", "allies"] {
        let moving = table.at(side, &CampaignPhase::March, 4, &units);
        assert!(!table.may(&moving, &table.march("W2922", "yugoslavia", "infantry", 1, "W2822")), "{side}");
        let fighting = table.at(side, &CampaignPhase::Battle, 4, &units);
        assert!(!table.may(&fighting, &table.pledge("W2922", "yugoslavia", "infantry", 2, "W3021")), "{side}");
    }
    let game = table.at("axis", &CampaignPhase::March, 4, &units);
    assert_eq!(zones::enemy_zones(&table.rules, &game.state, table.power("germany"), None).iter().count(), 0);
    // Once violated it is on the Allies' side and moves with them.
    let mut game = table.at("axis", &CampaignPhase::March, 4, &units);
    game.submit(&table.march("W3021", "germany", "infantry", 1, "W2822")).unwrap_or_else(|refusal| panic!("{refusal}"));
    let mut allied = table.at("allies", &CampaignPhase::March, 4, &[]);
    (allied.state.sides, allied.state.relations) = (game.state.sides.clone(), game.state.relations.clone());
    (allied.state.stacks, allied.state.holders) = (game.state.stacks.clone(), game.state.holders.clone());
    assert!(
        march::movable(&table.rules, &allied.state, table.side("allies"))
            .iter()
            .any(|(stack, _)| stack.power == table.power("yugoslavia"))
    );
}

/// An attack on a neutral army, or on neutral industry from the air, is a violation; for the Allies both are closed.
#[test]
fn attacks_on_neutral_armies_and_industry_are_violations() {
    let table = standard();
    let units = [("W3021", "germany", "infantry", 5), ("W2922", "yugoslavia", "infantry", 1)];
    let mut game = table.at("axis", &CampaignPhase::Battle, 4, &units);
    table.fight(&mut game, 1, &["germany"], &units[..1], "W2922");
    assert_eq!(game.state.side_of(table.power("yugoslavia")), Some(table.side("allies")));
    assert!(game.state.at_war(table.power("germany"), table.power("yugoslavia")));
    // Bombers from Koenigsberg reach Leningrad.
    let bombers = [("W3222", "germany", "long-range-bomber", 1)];
    let raid = |power: &str, from: &str, target: &str| {
        Action::Campaign(Command::Raid {
            from: table.space(from),
            power: table.power(power),
            unit: table.unit("long-range-bomber"),
            count: 1,
            target: table.space(target),
        })
    };
    let mut game = table.at("axis", &CampaignPhase::Sortie, 8, &bombers);
    game.submit(&raid("germany", "W3222", "W3324")).expect("the Axis may");
    assert!(game.state.at_war(table.power("germany"), table.power("ussr")), "which means war");
    let allied = [("W3323", "commonwealth", "long-range-bomber", 1)];
    let game = table.at("allies", &CampaignPhase::Sortie, 8, &allied);
    assert!(!table.may(&game, &raid("commonwealth", "W3323", "W3324")));
}

/// Retreat: the Allies never into neutral land; the Axis may, which is an invasion, or is lost instead.
#[test]
fn the_axis_may_retreat_into_neutral_land_at_the_price_of_war() {
    let table = standard();
    let beaten =
        |side: &str, units: &[(&str, &str, &str, u16)], owned: (&str, &[&str]), target: &str| -> Game<'static> {
            let mut game = table.at(side, &CampaignPhase::Battle, 4, units);
            table.hold(&mut game, owned.0, owned.1);
            game.state.dice.loaded = vec![1];
            let (space, power, unit, count) = units[0];
            game.submit(&table.pledge(space, power, unit, count, target)).expect("pledged");
            game.submit(&table.attack(target)).expect("attacked");
            game
        };
    // Germans in Munich, with Frenchmen on every side but Yugoslavia.
    let units = [
        ("W2920", "france", "infantry", 10),
        ("W2921", "germany", "infantry", 4),
        ("W3020", "france", "infantry", 1),
        ("W3021", "france", "infantry", 1),
    ];
    let game = beaten("allies", &units, ("france", &["W3020", "W3021"]), "W2921");
    let legal = game.legal();
    let into = |to: &str| {
        Action::Campaign(Command::FallBack {
            from: table.space("W2921"),
            power: table.power("germany"),
            unit: table.unit("infantry"),
            count: 2,
            to: table.space(to),
        })
    };
    assert!(legal.contains(&into("W2922")), "{legal:?}");
    let mut invades = game.clone();
    invades.submit(&into("W2922")).expect("an invasion");
    assert!(invades.state.at_war(table.power("germany"), table.power("yugoslavia")));
    assert_eq!(table.count(&invades, "W2922", "germany", "infantry"), 2);
    let mut dies = game;
    dies.submit(&table.give_up("W2921", "germany", "infantry")).expect("or the units are lost");
    assert_eq!(table.in_all(&dies, "germany", "infantry"), 0);
    assert!(!dies.state.at_war(table.power("germany"), table.power("yugoslavia")));
    // Frenchmen in Lorraine with Belgium and Spain behind them are lost.
    let units = [
        ("W3020", "germany", "infantry", 10),
        ("W3019", "france", "infantry", 4),
        ("W2920", "germany", "infantry", 1),
        ("W2919", "germany", "infantry", 1),
        ("W3018", "germany", "infantry", 1),
    ];
    let game = beaten("axis", &units, ("germany", &["W2920", "W2919", "W3018"]), "W3019");
    assert_eq!(table.in_all(&game, "france", "infantry"), 0, "Belgium is closed to the Allies");
    assert_eq!(game.state.side_of(table.power("belgium-netherlands")), None);
}

fn supply(table: &Table, game: &Game<'_>, at: &str, power: &str) -> (u16, u16) {
    let lines = lines::lines(&table.rules, &game.state, table.power(power));
    let stack = game.state.stacks_in(table.space(at)).iter().copied().find(|stack| stack.power == table.power(power));
    let stack = stack.expect("units");
    (lines.full(&table.rules, &game.state, &stack), lines.any(&table.rules, &game.state, &stack))
}

/// Without a centre an army lives at home and nowhere else; with a supply center it lives on that, and on the Allies' net once it is in the war.
#[test]
fn neutral_armies_live_at_home_and_join_the_net_when_invaded() {
    let table = standard();
    let home = [
        ("W3120", "belgium-netherlands", "infantry", 1),
        ("W2922", "yugoslavia", "infantry", 1),
        ("W2822", "yugoslavia", "infantry", 1),
    ];
    let game = table.at("axis", &CampaignPhase::Battle, 4, &home);
    assert_eq!(supply(table, &game, "W3120", "belgium-netherlands"), (0, 1), "always, anywhere at home");
    assert_eq!(supply(table, &game, "W2822", "yugoslavia"), (0, 1), "from Belgrade");
    let mut lost = game.clone();
    table.join(&mut lost, "yugoslavia", "allies", &["germany"]);
    lost.state.stacks.retain(|stack| stack.space == table.space("W2822"));
    for at in ["W2922", "W2923"] {
        lost.state.stacks.push(chartroom_engine::state::Stack {
            space: table.space(at),
            army: 0,
            power: table.power("germany"),
            unit: table.unit("infantry"),
            damaged: 0,
            count: 1,
        });
    }
    lost.state.stacks.sort_unstable();
    table.hold(&mut lost, "germany", &["W2922"]);
    assert_eq!(supply(table, &lost, "W2822", "yugoslavia").1, 0, "Belgrade is lost and nothing else leads here");
    // Spain, invaded, over the Pyrenees to Paris and Lorraine: attack supply of the Allies.
    let spain = [("W2718", "spain", "infantry", 2)];
    let mut joined = table.at("allies", &CampaignPhase::Battle, 4, &spain);
    assert_eq!(supply(table, &joined, "W2718", "spain"), (0, 2));
    table.join(&mut joined, "spain", "allies", &["germany"]);
    assert_eq!(supply(table, &joined, "W2718", "spain"), (2, 2), "the net of the Allies");
    // The Dutch never leave: driven out they are lost, abroad they starve.
    let mut abroad = table.at("allies", &CampaignPhase::Battle, 4, &[("W3019", "belgium-netherlands", "infantry", 1)]);
    table.join(&mut abroad, "belgium-netherlands", "allies", &["germany"]);
    assert_eq!(supply(table, &abroad, "W3019", "belgium-netherlands"), (0, 0));
    let units = [("W3020", "germany", "infantry", 10), ("W3120", "belgium-netherlands", "infantry", 3)];
    let mut game = table.at("axis", &CampaignPhase::Battle, 4, &units);
    table.join(&mut game, "belgium-netherlands", "allies", &["germany"]);
    table.fight(&mut game, 1, &["germany"], &units[..1], "W3120");
    assert_eq!(table.in_all(&game, "belgium-netherlands", "infantry"), 0, "Paris is open, but not to them");
}

/// Italy attacked by its friends comes in on their side in turns 3 to 10, and cannot be attacked by them at other times.
#[test]
fn italy_violated_by_the_axis_joins_it() {
    let table = standard();
    for (turn, open) in [(1, false), (2, false), (3, true), (10, true), (11, false), (15, false)] {
        let game = table.at("axis", &CampaignPhase::March, turn, &[("W2921", "germany", "infantry", 1)]);
        assert_eq!(
            entry::provokes(&table.rules, &game.state, table.power("germany"), table.space("W2821")),
            open,
            "turn {turn}"
        );
        let mut game = game;
        let entered = game.submit(&table.march("W2921", "germany", "infantry", 1, "W2821")).is_ok();
        assert_eq!(entered, open, "turn {turn}");
        if open {
            assert_eq!(game.state.side_of(table.power("italy")), Some(table.side("axis")));
            assert!(!game.state.at_war(table.power("italy"), table.power("germany")));
        }
    }
}

/// The Allies violate nobody, the United States least of all.
#[test]
fn the_allies_violate_nobody() {
    let table = standard();
    let units = [
        ("W2905", "commonwealth", "infantry", 2),
        ("W3019", "france", "infantry", 1),
        ("W2819", "france", "infantry", 1),
    ];
    let game = table.at("allies", &CampaignPhase::March, 4, &units);
    for (from, power, to) in
        [("W2905", "commonwealth", "W2906"), ("W3019", "france", "W3120"), ("W2819", "france", "W2818")]
    {
        assert!(!table.may(&game, &table.march(from, power, "infantry", 1, to)), "{to}");
    }
    let coast = [("W2908", "commonwealth", "infantry", 1), ("W2908", "commonwealth", "amphibious", 1)];
    let game = table.at("allies", &CampaignPhase::March, 4, &coast);
    for target in ["W2907", "W2806", "W2705"] {
        assert!(!table.may(&game, &table.assault("W2908", "commonwealth", "infantry", 1, target)), "{target}");
    }
}
