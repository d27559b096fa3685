//! Rules of single nations: Italy, the United States, the Soviet Union, China, the minor Axis allies.

use chartroom_engine::procedures::differential::{CampaignPhase, battle, lines, march, points, reinforce, zones};
use chartroom_engine::state::campaign::{Fallen, Group, Pledge};
use chartroom_engine::{Action, Game};

use crate::campaign::table::{Table, Units, standard};

/// Neutral Italy moves on its own soil; nobody else moves there.
#[test]
fn neutral_italians_move_on_italian_soil_only() {
    let table = standard();
    let units =
        [("W2821", "italy", "infantry", 3), ("W2921", "germany", "infantry", 1), ("W2523", "italy", "infantry", 1)];
    let game = table.at("axis", &CampaignPhase::March, 2, &units);
    assert!(table.may(&game, &table.march("W2821", "italy", "infantry", 2, "W2722")));
    assert!(table.may(&game, &table.march("W2523", "italy", "infantry", 1, "W2524")), "Libya");
    assert!(!table.may(&game, &table.march("W2821", "italy", "infantry", 1, "W2822")), "not into Yugoslavia");
    assert!(!table.may(&game, &table.march("W2523", "italy", "infantry", 1, "W2424")), "not into Egypt");
    assert!(!table.may(&game, &table.march("W2921", "germany", "infantry", 1, "W2820")), "no Germans in Italy");
    assert!(!table.may(&game, &table.march("W2821", "italy", "infantry", 1, "W2921")), "no Italians in Germany");
    let allied = table.at("allies", &CampaignPhase::March, 2, &units);
    assert!(!table.may(&allied, &table.march("W2821", "italy", "infantry", 1, "W2722")), "the Axis player moves them");
}

/// Africa lost: all Italians go home at once, attack nobody and leave no more.
#[test]
fn italians_go_home_when_africa_is_lost() {
    let table = standard();
    let units = [
        ("W3128", "italy", "infantry", 2),
        ("W3020", "italy", "infantry", 1),
        ("W2821", "italy", "infantry", 1),
        ("W2521", "italy", "surface-b", 2),
        ("W3021", "italy", "long-range-bomber", 1),
        ("W2821", "italy", "fort", 1),
        ("W2920", "france", "infantry", 1),
    ];
    let mut game = table.at("allies", &CampaignPhase::Battle, 8, &units);
    table.join(&mut game, "italy", "axis", &["france", "commonwealth"]);
    game.submit(&Action::Done).expect("the Allied combat phase ends");
    assert!(game.state.happened_on(table.rule("italians-go-home")).is_some());
    let home = ["W2820", "W2821", "W2722", "W2721", "W2621"].map(|space| table.space(space));
    for stack in game.state.stacks.iter().filter(|stack| stack.power == table.power("italy")) {
        assert!(
            home.contains(&stack.space),
            "{} in {}",
            table.rules.unit(stack.unit).id,
            table.rules.space_name(stack.space)
        );
    }
    assert_eq!(table.in_all(&game, "italy", "infantry"), 4, "nobody is lost on the way");
    let mut later = table.at(
        "axis",
        &CampaignPhase::Battle,
        9,
        &[("W2820", "italy", "infantry", 3), ("W2920", "france", "infantry", 1)],
    );
    (later.state.sides, later.state.relations) = (game.state.sides.clone(), game.state.relations.clone());
    later.state.happened = game.state.happened.clone();
    assert_eq!(table.forbids(&later, &table.pledge("W2820", "italy", "infantry", 3, "W2920")), "gw75:19.24.a");
    let mut moving = table.at("axis", &CampaignPhase::March, 9, &[("W2820", "italy", "infantry", 3)]);
    (moving.state.sides, moving.state.relations) = (game.state.sides.clone(), game.state.relations.clone());
    moving.state.happened = game.state.happened.clone();
    assert_eq!(table.forbids(&moving, &table.march("W2820", "italy", "infantry", 1, "W2921")), "gw75:19.24.a");
    assert!(table.may(&moving, &table.march("W2820", "italy", "infantry", 1, "W2722")));
    // With an army left in Africa nothing of the kind happens.
    let africa: Vec<_> = units.iter().copied().chain([("W2521", "italy", "infantry", 1)]).collect();
    let mut game = table.at("allies", &CampaignPhase::Battle, 8, &africa);
    table.join(&mut game, "italy", "axis", &["france", "commonwealth"]);
    game.submit(&Action::Done).expect("the phase ends");
    assert!(game.state.happened_on(table.rule("italians-go-home")).is_none());
}

/// After the surrender Italian industry is a captured centre to whoever holds it.
#[test]
fn surrendered_italian_industry_counts_as_captured() {
    let table = standard();
    let units = [
        ("W2821", "germany", "infantry", 1),
        ("W2722", "commonwealth", "infantry", 1),
        ("W2820", "italy", "infantry", 2),
    ];
    let mut game = table.at("allies", &CampaignPhase::Battle, 15, &units);
    table.join(&mut game, "italy", "axis", &["france", "commonwealth"]);
    table.hold(&mut game, "germany", &["W2821"]);
    table.hold(&mut game, "commonwealth", &["W2722"]);
    let before = points::of(&table.rules, &game.state, table.power("germany"));
    game.submit(&Action::Done).expect("the Allied combat phase ends with an army in Italy and none in Africa");
    assert!(game.state.happened_on(table.rule("italy-surrenders")).is_some());
    assert_eq!(table.in_all(&game, "italy", "infantry"), 0, "its units leave the game");
    assert_eq!(points::of(&table.rules, &game.state, table.power("italy")), 0);
    game.state.campaign.captured = vec![(table.space("W2821"), table.power("germany"))];
    let after = points::of(&table.rules, &game.state, table.power("germany"));
    assert_eq!(after, before + 1, "one point for a captured centre, from the turn after");
}

/// The neutral United States and Soviet Union stand fast, the garrisons with them; in the turn of Poland the Soviets may move.
#[test]
fn neutral_americans_and_soviets_keep_their_garrisons() {
    let table = standard();
    let units = [
        ("E2007", "usa", "infantry", 2),
        ("E2810", "ussr", "infantry", 7),
        ("W3124", "ussr", "infantry", 3),
        ("W3021", "germany", "infantry", 1),
    ];
    let idle = table.at("allies", &CampaignPhase::March, 2, &units);
    for (from, power, to) in [("E2007", "usa", "E2108"), ("E2810", "ussr", "E2911"), ("W3124", "ussr", "W3125")] {
        assert!(!table.may(&idle, &table.march(from, power, "infantry", 1, to)), "{power} in {from}");
    }
    let mut invaded = table.at("axis", &CampaignPhase::March, 1, &units);
    invaded.submit(&table.march("W3021", "germany", "infantry", 1, "W3122")).expect("Poland is invaded");
    let mut free = table.at("allies", &CampaignPhase::March, 1, &[]);
    free.state.happened = invaded.state.happened.clone();
    (free.state.stacks, free.state.holders) = (invaded.state.stacks.clone(), invaded.state.holders.clone());
    assert!(table.may(&free, &table.march("W3124", "ussr", "infantry", 3, "W3023")), "into eastern Poland");
    assert!(!table.may(&free, &table.march("W3124", "ussr", "infantry", 3, "W2924")), "not into Rumania");
    let on_the_border = |to: &str| table.march("E2810", "ussr", "infantry", 1, to);
    assert_eq!(
        table.forbids(&free, &on_the_border("E3011")),
        "gw75:19.72",
        "seven points stay on the border of Manchukuo"
    );
    assert!(table.may(&free, &on_the_border("E2911")), "along the border they may move");
    let mut eight = free.clone();
    for stack in &mut eight.state.stacks {
        stack.count += u16::from(stack.space == table.space("E2810"));
    }
    assert!(table.may(&eight, &on_the_border("E3011")), "the eighth may go");
    let mut next = free;
    next.state.turn = 2;
    assert!(
        !table.may(&next, &table.march("W3124", "ussr", "infantry", 1, "W3125")),
        "the turn after they are still again"
    );
    assert!(
        !table.may(&next, &table.march("E2007", "usa", "infantry", 2, "E2108")),
        "the Philippines are never left in peace"
    );
}

/// Production modes follow the war.
#[test]
fn americans_and_soviets_gear_up_when_they_enter() {
    let table = standard();
    let mode = table.rules.campaign.points.as_ref().and_then(|points| points.mode).expect("a track");
    let read = |game: &Game<'_>, power: &str| {
        game.state.track(mode, Some(chartroom_engine::ids::Actor::Power(table.power(power))))
    };
    let mut game = table.at(
        "axis",
        &CampaignPhase::March,
        8,
        &[("W3123", "germany", "infantry", 1), ("E2810", "ussr", "infantry", 7)],
    );
    table.hold(&mut game, "germany", &["W3123"]);
    assert_eq!((read(&game, "usa"), read(&game, "ussr")), (1, 1));
    game.submit(&table.march("W3123", "germany", "infantry", 1, "W3124")).expect("invasion");
    assert_eq!((read(&game, "usa"), read(&game, "ussr")), (1, 2));
    // Fewer than two points in Manchukuo: the Soviets may attack Japan, and Japan alone.
    let mut east = table.at(
        "allies",
        &CampaignPhase::March,
        4,
        &[("E2810", "ussr", "infantry", 7), ("E2809", "japan", "infantry", 1)],
    );
    east.submit(&Action::Invoke { rule: table.rule("ussr-attacks-japan") }).expect("the garrison is too weak");
    assert_eq!(read(&east, "ussr"), 2);
    assert!(east.state.at_war(table.power("ussr"), table.power("japan")));
    for other in ["germany", "italy", "rumania", "hungary", "bulgaria", "finland"] {
        assert!(!east.state.at_war(table.power("ussr"), table.power(other)), "{other}");
    }
    assert!(!east.state.at_war(table.power("japan"), table.power("commonwealth")), "nobody else's status changes");
    assert!(table.may(&east, &table.march("E2810", "ussr", "infantry", 7, "E2911")), "and they move freely");
    let strong = table.at(
        "allies",
        &CampaignPhase::March,
        4,
        &[("E2810", "ussr", "infantry", 7), ("E2809", "japan", "infantry", 2)],
    );
    assert!(
        !table.may(&strong, &Action::Invoke { rule: table.rule("ussr-attacks-japan") }),
        "two points keep the peace"
    );
    // At war with Germany the Soviets may choose war with Japan whatever its garrison, and Japan may attack them.
    let mut choice = strong.clone();
    table.join(&mut choice, "ussr", "allies", &["germany"]);
    assert!(table.may(&choice, &Action::Invoke { rule: table.rule("ussr-attacks-japan") }));
    let mut japan = table.at("axis", &CampaignPhase::March, 4, &[("E2809", "japan", "infantry", 2)]);
    table.join(&mut japan, "ussr", "allies", &["germany"]);
    japan.submit(&table.march("E2809", "japan", "infantry", 2, "E2810")).expect("Japan attacks");
    assert!(japan.state.at_war(table.power("japan"), table.power("ussr")));
}

/// Mongolia: closed to the neutral Soviets, open to them at war; a Japanese step into it is war with them.
#[test]
fn mongolia_is_a_matter_of_the_soviets() {
    let table = standard();
    let units = [("E3005", "ussr", "infantry", 2), ("E2907", "japan", "infantry", 2)];
    let peace = table.at("allies", &CampaignPhase::March, 4, &units);
    assert!(!table.may(&peace, &table.march("E3005", "ussr", "infantry", 1, "E3006")));
    let mut war = peace.clone();
    table.join(&mut war, "ussr", "allies", &["germany"]);
    assert!(table.may(&war, &table.march("E3005", "ussr", "infantry", 1, "E3006")), "at war with Germany they enter");
    let mut japan = table.at("axis", &CampaignPhase::March, 4, &units);
    japan.submit(&table.march("E2907", "japan", "infantry", 1, "E2906")).expect("Japan may");
    assert!(japan.state.at_war(table.power("japan"), table.power("ussr")));
    assert!(!japan.state.at_war(table.power("germany"), table.power("ussr")));
}

fn doubled(table: &Table, game: &Game<'_>, attacks: bool) -> (i32, i32) {
    let (from, to) = if attacks { ("W3225", "W3224") } else { ("W3224", "W3225") };
    let power = if attacks { "ussr" } else { "germany" };
    let group = Group { space: table.space(from), power: table.power(power), unit: table.unit("infantry"), count: 3 };
    let pledge = Pledge { target: table.space(to), group };
    battle::combat(&table.rules, &game.state, table.power(power), &[pledge], table.space(to))
        .expect("battle")
        .strengths()
}

/// The first winter after the German invasion doubles the Soviets, in attack and defence; an invasion in winter waits for the next.
#[test]
fn the_first_winter_after_the_invasion_doubles_the_soviets() {
    let table = standard();
    let units: Units<'_> = &[("W3225", "ussr", "infantry", 3), ("W3224", "germany", "infantry", 3)];
    // Turns 2, 6, 10, 14 are winters.
    let check = |invaded: i16, turn: i16, by: &str, times: i32| {
        let mut game = table.at("axis", &CampaignPhase::Battle, turn, units);
        table.join(&mut game, "ussr", "allies", &["germany", "japan"]);
        let rule = table.rule(if by == "germany" { "ussr-invaded" } else { "japan-attacks-ussr" });
        game.state.happened = vec![(rule, invaded, invaded)];
        assert_eq!(doubled(table, &game, true), (3 * times, 3), "attack on turn {turn}, invaded on {invaded} by {by}");
        assert_eq!(
            doubled(table, &game, false),
            (3, 3 * times),
            "defence on turn {turn}, invaded on {invaded} by {by}"
        );
    };
    check(8, 9, "germany", 1);
    check(8, 10, "germany", 2);
    check(8, 14, "germany", 1);
    check(10, 10, "germany", 1);
    check(10, 14, "germany", 2);
    check(8, 10, "japan", 1);
}

/// Six militia points appear on Soviet industry in the Allied movement phase of the turn of the invasion, one to a hex, not under the enemy's eyes.
#[test]
fn militia_appears_one_to_a_hex_out_of_enemy_zones() {
    let table = standard();
    let mut game = table.at(
        "axis",
        &CampaignPhase::March,
        8,
        &[("W3123", "germany", "infantry", 1), ("W3225", "ussr", "infantry", 1), ("W3124", "germany", "infantry", 1)],
    );
    table.hold(&mut game, "germany", &["W3123", "W3124", "W3024"]);
    table.join(&mut game, "ussr", "allies", &["germany"]);
    game.state.happened = vec![(table.rule("ussr-invaded"), 8, 8)];
    let mut steps = 0;
    while game.state.happened_on(table.rule("soviet-militia")).is_none() && steps < 50 {
        game.submit(&Action::Done).expect("on");
        steps += 1;
    }
    let soviets: Vec<_> = game.state.stacks.iter().filter(|stack| stack.power == table.power("ussr")).collect();
    assert_eq!(soviets.iter().map(|stack| stack.count).sum::<u16>(), 7, "one stood there, six came");
    let zone = zones::enemy_zones(&table.rules, &game.state, table.power("ussr"), None);
    for stack in soviets {
        assert!(stack.count <= 2 && (stack.count == 1 || stack.space == table.space("W3225")));
        assert!(!zone.has(stack.space), "{}", table.rules.space_name(stack.space));
    }
    let movable = march::movable(&table.rules, &game.state, table.side("allies"));
    assert!(movable.iter().map(|(_, count)| *count).sum::<u16>() >= 6, "they move at once");
}

/// Chinese points come back the turn they fell, one to a supply center in Allied hands; what finds none is lost for good.
#[test]
fn chinese_points_come_back_one_to_a_supply_center() {
    let table = standard();
    let check = |fell: u16, owned: &[&str], back: u16| {
        let mut game = table.at("allies", &CampaignPhase::Reinforce, 4, &[]);
        game.state.begun = false;
        table.hold(&mut game, "japan", owned);
        let (china, points) = (table.power("china"), table.unit("self-defense"));
        game.state.campaign.fallen = vec![Fallen { power: china, unit: points, this_turn: fell, in_all: fell }];
        let (game, _) = Game::start(&table.rules, game.state);
        assert_eq!(table.in_all(&game, "china", "self-defense"), back, "{fell} fell, {owned:?} are lost");
        let centre = table.rules.find_feature("supply-center").expect("feature");
        for stack in game.state.stacks.iter().filter(|stack| stack.power == china) {
            assert_eq!((stack.count, game.state.feature(&table.rules, stack.space, centre)), (1, 1));
        }
        game
    };
    check(1, &[], 1);
    check(3, &[], 3);
    let centres = ["E2604", "E2605", "E2505", "E2406", "E2304"];
    check(9, &[], centres.len() as u16);
    check(9, &centres[..4], 1);
    check(1, &centres, 0);
    // A turn later nobody remembers them.
    let game = check(9, &centres[..4], 1);
    assert!(game.state.campaign.pending.is_empty(), "nothing waits");
}

/// The minor Axis: at home always fed, abroad on German or Italian industry; nothing new is ever built for them.
#[test]
fn minor_axis_allies_live_at_home_and_on_german_industry() {
    let table = standard();
    let supply = |game: &Game<'_>, at: &str, power: &str| {
        let lines = lines::lines(&table.rules, &game.state, table.power(power));
        let stack = game
            .state
            .stacks_in(table.space(at))
            .iter()
            .copied()
            .find(|stack| stack.power == table.power(power))
            .expect("units");
        (lines.full(&table.rules, &game.state, &stack), lines.any(&table.rules, &game.state, &stack))
    };
    let units = [("W3022", "hungary", "infantry", 2), ("W3423", "finland", "infantry", 2)];
    let game = table.at("axis", &CampaignPhase::Battle, 4, &units);
    assert_eq!(supply(&game, "W3022", "hungary"), (2, 2), "by land to Germany");
    assert_eq!(supply(&game, "W3423", "finland"), (0, 2), "the Finns are cut off and live at home");
    let ring = [
        units[0],
        ("W3021", "france", "infantry", 1),
        ("W2923", "france", "infantry", 1),
        ("W2921", "france", "infantry", 1),
    ];
    let game = table.at("axis", &CampaignPhase::Battle, 4, &ring);
    assert_eq!(supply(&game, "W3022", "hungary"), (0, 2), "at home always fed");
    let abroad = [
        ("W3125", "hungary", "infantry", 2),
        ("W3124", "ussr", "infantry", 1),
        ("W3024", "ussr", "infantry", 1),
        ("W3224", "ussr", "infantry", 1),
        ("W3126", "ussr", "infantry", 1),
        ("W3025", "ussr", "infantry", 1),
        ("W3225", "ussr", "infantry", 1),
    ];
    let mut game = table.at("axis", &CampaignPhase::Battle, 8, &abroad);
    table.join(&mut game, "ussr", "allies", &["germany", "hungary"]);
    table.hold(&mut game, "germany", &["W3125"]);
    assert_eq!(supply(&game, "W3125", "hungary"), (0, 0), "abroad a line must lead to Germany");
    for power in ["finland", "bulgaria", "rumania", "hungary"] {
        let power = table.power(power);
        assert!(table.rules.units.iter().all(|unit| !unit.builds.by.contains(&power)), "they build nothing");
        assert!(!points::producers(&table.rules).contains(&power));
    }
    // Ploesti is German home industry.
    let game = table.at("axis", &CampaignPhase::Reinforce, 8, &[]);
    let arrive = reinforce::options(&table.rules, &game.state, table.power("germany"), table.unit("infantry"));
    assert!(arrive.contains(&table.space("W2924")));
    let with = points::of(&table.rules, &game.state, table.power("germany"));
    let mut without = game.clone();
    table.hold(&mut without, "ussr", &["W2924"]);
    assert!(points::of(&table.rules, &without.state, table.power("germany")) < with);
}

/// Finns fight at home; across the border only from the turn after a Major Axis army came to Leningrad.
#[test]
fn finns_cross_their_border_only_after_leningrad() {
    let table = standard();
    let units = [
        ("W3423", "finland", "infantry", 4),
        ("W3324", "ussr", "infantry", 1),
        ("W3424", "ussr", "infantry", 1),
        ("W3524", "ussr", "infantry", 1),
    ];
    let stage = |turn: i16, entered: Option<i16>| {
        let mut game = table.at("axis", &CampaignPhase::Battle, turn, &units);
        table.join(&mut game, "ussr", "allies", &["germany", "finland"]);
        // A German base in Finland lets them attack at all.
        let centre = table.rules.find_feature("industrial-center").expect("feature");
        game.state.features = vec![(table.space("W3423"), centre, 1)];
        if let Some(entered) = entered {
            game.state.happened = vec![(table.rule("finns-cross-the-border"), entered, entered)];
        }
        game
    };
    let zone = |game: &Game<'_>, at: &str| {
        zones::enemy_zones(&table.rules, &game.state, table.power("ussr"), None).has(table.space(at))
    };
    let before = stage(9, None);
    assert_eq!(table.forbids(&before, &table.pledge("W3423", "finland", "infantry", 3, "W3324")), "gw75:19.92.b");
    assert!(
        table.may(&before, &table.pledge("W3423", "finland", "infantry", 3, "W3524")),
        "enemies in Finland are fair game"
    );
    assert!(!zone(&before, "W3324") && zone(&before, "W3422"), "the zone ends at the border");
    let same_turn = stage(9, Some(9));
    assert!(!table.may(&same_turn, &table.pledge("W3423", "finland", "infantry", 3, "W3324")));
    let after = stage(10, Some(9));
    assert!(table.may(&after, &table.pledge("W3423", "finland", "infantry", 3, "W3324")));
    assert!(zone(&after, "W3324") && zone(&after, "W3424"));
    let moving = {
        let mut game = table.at("axis", &CampaignPhase::March, 10, &units[..1]);
        table.join(&mut game, "ussr", "allies", &["germany", "finland"]);
        game
    };
    assert_eq!(
        table.forbids(&moving, &table.march("W3423", "finland", "infantry", 1, "W3324")),
        "gw75:19.92.a",
        "they never leave"
    );
    // Germans are free to come and to be based there.
    let mut germans = table.at("axis", &CampaignPhase::March, 8, &[("W3423", "germany", "infantry", 1)]);
    table.join(&mut germans, "ussr", "allies", &["germany", "finland"]);
    assert!(table.may(&germans, &table.march("W3423", "germany", "infantry", 1, "W3523")));
}

/// Minor allies stack, attack and control like Germans, within the limits on where they end.
#[test]
fn minor_axis_allies_fight_beside_germans() {
    let table = standard();
    let units =
        [("W2823", "bulgaria", "infantry", 1), ("W2823", "germany", "infantry", 1), ("W2723", "greece", "infantry", 2)];
    let mut game = table.at("axis", &CampaignPhase::Battle, 6, &units);
    table.join(&mut game, "greece", "allies", &["germany", "bulgaria"]);
    game.submit(&table.pledge("W2823", "germany", "infantry", 1, "W2723")).expect("Germans");
    game.submit(&table.pledge("W2823", "bulgaria", "infantry", 1, "W2723")).expect("and Bulgarians");
    let stand = |power: &str| {
        let game = table.at("axis", &CampaignPhase::March, 6, &[("W2823", power, "infantry", 1)]);
        let mut game = game;
        table.join(&mut game, "greece", "allies", &["germany", "bulgaria"]);
        zones::enemy_zones(&table.rules, &game.state, table.power("greece"), None).iter().collect::<Vec<_>>()
    };
    assert_eq!(stand("germany"), stand("bulgaria"), "the same hexes");
    // Bulgarians end at home, or in Greece and Yugoslavia once Germany has violated them; else they are lost.
    let march = |happened: Option<&str>, to: &str| {
        let mut game = table.at("axis", &CampaignPhase::March, 6, &[("W2823", "bulgaria", "infantry", 1)]);
        table.join(&mut game, "greece", "allies", &["germany", "bulgaria"]);
        table.join(&mut game, "yugoslavia", "allies", &["germany", "bulgaria"]);
        game.state.happened = happened.map(|rule| vec![(table.rule(rule), 5, 5)]).unwrap_or_default();
        table.may(&game, &table.march("W2823", "bulgaria", "infantry", 1, to))
    };
    assert!(!march(None, "W2723") && march(Some("greece-violated"), "W2723"));
    assert!(!march(Some("greece-violated"), "W2822") && march(Some("yugoslavia-violated"), "W2822"));
    assert!(!march(Some("greece-violated"), "W2923"), "never in Rumania");
    let mut astray = table.at(
        "axis",
        &CampaignPhase::March,
        6,
        &[("W2923", "bulgaria", "infantry", 1), ("W3021", "germany", "infantry", 1)],
    );
    astray.submit(&Action::Done).expect("movement ends");
    assert_eq!(table.in_all(&astray, "bulgaria", "infantry"), 0, "who ends elsewhere is lost");
}

/// Commonwealth points are one nationality, fed by every Commonwealth source.
#[test]
fn the_commonwealth_is_one_nationality_with_one_supply_net() {
    let table = standard();
    let mut game = table.at("allies", &CampaignPhase::Reinforce, 8, &[]);
    let (power, unit) = (table.power("commonwealth"), table.unit("infantry"));
    let arrive = reinforce::options(&table.rules, &game.state, power, unit);
    for home in ["W3119", "E2201"] {
        assert!(arrive.contains(&table.space(home)), "{home}");
    }
    let lines = lines::lines(&table.rules, &game.state, power);
    for source in ["W3119", "E2201"] {
        assert!(lines.attack.land.has(table.space(source)), "{source}");
    }
    assert!(
        lines.defence.land.iter().any(|space| table.rules.board.space(space).id.starts_with("E1")),
        "Australia feeds them too"
    );
    // Points from two countries in one hex are one stack.
    game = table.at(
        "allies",
        &CampaignPhase::March,
        8,
        &[("W3119", "commonwealth", "infantry", 1), ("W3118", "commonwealth", "infantry", 1)],
    );
    game.submit(&table.march("W3118", "commonwealth", "infantry", 1, "W3119")).expect("one hex");
    assert_eq!(game.state.stacks_in(table.space("W3119")).len(), 1);
}
