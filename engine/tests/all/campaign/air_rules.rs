//! The air war: where aircraft live, how far they fly, what feeds them, and the atomic bomb.

use chartroom_engine::procedures::differential::{CampaignPhase, air_supply, raid, reinforce};
use chartroom_engine::query::stacking;
use chartroom_engine::state::campaign::{Group, Mission};
use chartroom_engine::{Action, CampaignEvent, Command, Event, Game};
use chartroom_format::schema::map::Surface;

use crate::campaign::table::{Table, Units, standard};

fn fly(table: &Table, from: &str, power: &str, unit: &str, count: u16, to: &str) -> Action {
    let (from, power, unit, to) = (table.space(from), table.power(power), table.unit(unit), table.space(to));
    Action::Campaign(Command::Transfer { from, power, unit, count, to })
}

fn raid_on(table: &Table, from: &str, power: &str, count: u16, target: &str) -> Action {
    let (from, power, target) = (table.space(from), table.power(power), table.space(target));
    Action::Campaign(Command::Raid { from, power, unit: table.unit("long-range-bomber"), count, target })
}

fn drop_on(table: &Table, from: &str, power: &str, count: u16, target: &str) -> Action {
    let (from, power, target) = (table.space(from), table.power(power), table.space(target));
    Action::Campaign(Command::Drop { from, power, unit: table.unit("long-range-bomber"), count, target })
}

fn ferry(table: &Table, from: &str, power: &str, count: u16, bombs: u16, to: &str) -> Action {
    let (from, power, to) = (table.space(from), table.power(power), table.space(to));
    Action::Campaign(Command::Ferry { from, power, unit: table.unit("long-range-bomber"), count, bombs, to })
}

fn ready<'t>(table: &'t Table, side: &str, turn: i16, units: Units<'_>) -> Game<'t> {
    table.at(side, &CampaignPhase::Sortie, turn, units)
}

/// Air defence stands on connected friendly industry and goes from one such hex to another; aircraft move in their phase alone.
#[test]
fn air_defence_moves_between_connected_industry_only() {
    let table = standard();
    let units = [("W3121", "germany", "air-defense", 2), ("W3020", "germany", "infantry", 1)];
    let game = ready(table, "axis", 8, &units);
    assert!(table.may(&game, &fly(table, "W3121", "germany", "air-defense", 1, "W2921")));
    assert!(
        !table.may(&game, &fly(table, "W3121", "germany", "air-defense", 1, "W3222")),
        "Koenigsberg has no industry"
    );
    assert!(!table.may(&game, &fly(table, "W3121", "germany", "air-defense", 1, "W3019")), "Paris is not friendly");
    let mut taken = game.clone();
    table.hold(&mut taken, "germany", &["W3019"]);
    assert!(table.may(&taken, &fly(table, "W3121", "germany", "air-defense", 1, "W3019")), "a captured centre will do");
    table.hold(&mut taken, "germany", &["W3119"]);
    assert!(!table.may(&taken, &fly(table, "W3121", "germany", "air-defense", 1, "W3119")), "London is not connected");
    for phase in [CampaignPhase::March, CampaignPhase::Battle, CampaignPhase::Transport] {
        let other = table.at("axis", &phase, 8, &units);
        assert!(!table.may(&other, &fly(table, "W3121", "germany", "air-defense", 1, "W2921")), "{phase:?}");
        assert!(!table.may(&other, &raid_on(table, "W3121", "germany", 1, "W3119")), "{phase:?}");
    }
    // The place of arrival is industry too, ten to a hex.
    let crowd = table.at("axis", &CampaignPhase::Reinforce, 8, &[("W3121", "germany", "air-defense", 10)]);
    let open = reinforce::options(&table.rules, &crowd.state, table.power("germany"), table.unit("air-defense"));
    assert!(open.contains(&table.space("W3021")) && !open.contains(&table.space("W3121")));
}

/// Bombers base on any supplied friendly land, fly round neutrals, past defences they do not visit, and go home.
#[test]
fn bombers_base_on_supplied_land_and_fly_round_neutrals() {
    let table = standard();
    let units = [("W3021", "germany", "long-range-bomber", 2), ("W3020", "france", "air-defense", 5)];
    let game = ready(table, "axis", 8, &units);
    assert!(table.may(&game, &fly(table, "W3021", "germany", "long-range-bomber", 1, "W3222")), "a coast");
    assert!(table.may(&game, &fly(table, "W3021", "germany", "long-range-bomber", 1, "W3022")), "an ally's land");
    assert!(!table.may(&game, &fly(table, "W3021", "germany", "long-range-bomber", 1, "W2922")), "not a neutral's");
    let mut lonely = game.clone();
    table.hold(&mut lonely, "germany", &["W3119"]);
    assert!(!table.may(&lonely, &fly(table, "W3021", "germany", "long-range-bomber", 1, "W3118")), "nor an enemy's");
    // Out of supply by choice: an island of one's own that no ship serves.
    table.hold(&mut lonely, "germany", &["W3515"]);
    let range = raid::transfer_range(&table.rules, &lonely.state, table.power("germany"));
    assert!(range >= 6, "{range}");
    assert!(
        !table.may(&lonely, &fly(table, "W3021", "germany", "long-range-bomber", 1, "W3515")),
        "nobody starves them on purpose"
    );
    // Sweden lies between Koenigsberg and Oslo: held by the enemy, Oslo is reached round it or not at all.
    let by_air = raid::range(&table.rules, &game.state, table.power("germany"));
    let commands = raid::raids(&table.rules, &game.state, table.side("axis"));
    assert!(commands.iter().all(|raid| matches!(raid, Command::Raid { .. })) && by_air >= 2);
    // A mission ends where it began.
    let mut sent = game.clone();
    sent.submit(&raid_on(table, "W3021", "germany", 2, "W3019")).expect("Paris");
    sent.submit(&Action::Done).expect("they fly");
    assert!(table.count(&sent, "W3021", "germany", "long-range-bomber") > 0, "home again");
    assert_eq!(table.count(&sent, "W3019", "germany", "long-range-bomber"), 0);
    assert_eq!(table.count(&sent, "W3020", "france", "air-defense"), 5, "those on the way did not fire");
}

/// Aircraft count against nobody's stacking, and add to nobody's strength; bombers have no limit.
#[test]
fn bombers_stack_without_limit() {
    let table = standard();
    let units = [
        ("W3021", "germany", "long-range-bomber", 60),
        ("W3021", "germany", "infantry", 10),
        ("W3021", "germany", "air-defense", 10),
    ];
    let game = ready(table, "axis", 8, &units);
    let (germany, at) = (table.power("germany"), table.space("W3021"));
    assert!(stacking::room(&table.rules, &game.state, germany, table.unit("long-range-bomber"), at) > 1000);
    assert_eq!(stacking::load(&table.rules, &game.state, table.side("axis"), at), 10);
    assert!(!reinforce::below_limit(&table.rules, &game.state, table.unit("air-defense"), at, 1));
}

/// Bombers bomb industry and nothing else; land, ships and ports are not their business, nor are zones and ships theirs.
#[test]
fn bombers_hit_industry_alone() {
    let table = standard();
    let units = [
        ("W3021", "germany", "long-range-bomber", 4),
        ("W3019", "france", "infantry", 3),
        ("W3019", "france", "surface-b", 2),
        ("W3019", "france", "air-defense", 1),
    ];
    let game = ready(table, "axis", 8, &units);
    assert_eq!(
        table.forbids(&game, &raid_on(table, "W3021", "germany", 1, "W2919")),
        "gw75:17.3",
        "Brest makes nothing"
    );
    assert_eq!(
        table.forbids(&game, &raid_on(table, "W3021", "germany", 1, "W3122")),
        "gw75:17.3",
        "nor does Warsaw, a supply center"
    );
    let port = table.rules.find_feature("port").expect("feature");
    for seed in 0..12 {
        let mut sent = game.clone();
        sent.state.rng = seed;
        sent.submit(&raid_on(table, "W3021", "germany", 4, "W3019")).expect("Paris");
        sent.submit(&Action::Done).expect("they fly");
        assert_eq!(table.count(&sent, "W3019", "france", "infantry"), 3);
        assert_eq!(table.count(&sent, "W3019", "france", "surface-b"), 2);
        assert_eq!(sent.state.feature(&table.rules, table.space("W3019"), port), 1);
    }
    let warships = [
        ("W3121", "germany", "long-range-bomber", 4),
        ("W3120", "commonwealth", "surface-a", 5),
        ("W3119", "commonwealth", "infantry", 1),
    ];
    let crossed = ready(table, "axis", 8, &warships);
    assert!(table.may(&crossed, &raid_on(table, "W3121", "germany", 1, "W3119")), "over ships to London");
}

/// Attack supply from home industry to bomb; a supply center at home to live; nothing at all twice, and they are lost.
#[test]
fn bombers_live_on_lines_from_home() {
    let table = standard();
    // British bombers in Egypt: cut off from every Commonwealth source, then fed by one fleet in each holding area.
    let base = ("W2525", "commonwealth", "long-range-bomber", 30);
    let game = ready(table, "allies", 12, &[base]);
    let supply = |game: &Game<'_>| {
        let lines = air_supply::of(&table.rules, &game.state, table.power("commonwealth"));
        (lines.full.has(table.space("W2525")), lines.any.has(table.space("W2525")))
    };
    assert_eq!(supply(&game), (false, false));
    let chain = [
        base,
        ("W2623", "commonwealth", "merchant", 1),
        ("W2716", "commonwealth", "merchant", 1),
        ("W2918", "commonwealth", "merchant", 1),
    ];
    let fed = ready(table, "allies", 12, &chain);
    assert_eq!(supply(&fed), (true, true), "one fleet in each area feeds thirty");
    let mut starving = game.clone();
    let end_air_phase = |game: &mut Game<'_>| {
        game.submit(&Action::Done).expect("the air phases end");
    };
    end_air_phase(&mut starving);
    assert_eq!(table.in_all(&starving, "commonwealth", "long-range-bomber"), 30, "a warning");
    assert_eq!(starving.state.campaign.grounded.len(), 1);
    let mut again = ready(table, "allies", 13, &[base]);
    again.state.campaign.grounded = starving.state.campaign.grounded.clone();
    let mut rescued = ready(table, "allies", 13, &chain);
    rescued.state.campaign.grounded = starving.state.campaign.grounded.clone();
    end_air_phase(&mut again);
    assert_eq!(table.in_all(&again, "commonwealth", "long-range-bomber"), 0, "and the end");
    end_air_phase(&mut rescued);
    assert_eq!(table.in_all(&rescued, "commonwealth", "long-range-bomber"), 30, "ships came in time");
    assert!(rescued.state.campaign.grounded.is_empty());
    // Only an Indian supply center left: they live, they move, they do not bomb.
    let centre = table.rules.find_feature("industrial-center").expect("feature");
    let mut poor = ready(
        table,
        "allies",
        12,
        &[("W2433", "commonwealth", "long-range-bomber", 1), ("E2701", "japan", "infantry", 1)],
    );
    poor.state.features.push((table.space("E2201"), centre, 0));
    let lines = air_supply::of(&table.rules, &poor.state, table.power("commonwealth"));
    let delhi = table.space("W2433");
    assert!(!lines.full.has(delhi) && lines.any.has(delhi));
    assert!(raid::raids(&table.rules, &poor.state, table.side("allies")).is_empty());
}

/// A bomb goes with bombers that start where it lies; one bomber left is enough; the place is ended for good and nobody there is hurt.
#[test]
fn an_atomic_bomb_ends_a_place_for_good() {
    let table = standard();
    let rules = &table.rules;
    let feature = |id: &str| rules.find_feature(id).expect("feature");
    let base = [
        ("W3119", "commonwealth", "long-range-bomber", 3),
        ("W3119", "commonwealth", "atomic-bomb", 2),
        ("W3020", "germany", "infantry", 2),
    ];
    let game = ready(table, "allies", 22, &base);
    let alone = ready(table, "allies", 22, &base[..1]);
    assert!(!table.may(&alone, &drop_on(table, "W3119", "commonwealth", 3, "W3020")), "no bomb lies there");
    assert!(
        !table.may(&game, &drop_on(table, "W3119", "commonwealth", 3, "W3222")),
        "Koenigsberg is neither industry nor supply"
    );
    let mut dropped = game.clone();
    dropped.submit(&drop_on(table, "W3119", "commonwealth", 3, "W3020")).expect("the Ruhr");
    let step = dropped.submit(&Action::Done).expect("they fly");
    let ruhr = table.space("W3020");
    assert_eq!(dropped.state.feature(rules, ruhr, feature("industrial-center")), 0);
    assert_eq!(dropped.state.feature(rules, ruhr, feature("nuclear-destruction")), 1, "the mark");
    assert_eq!(table.in_all(&dropped, "commonwealth", "atomic-bomb"), 1, "one is spent");
    assert_eq!(table.count(&dropped, "W3020", "germany", "infantry"), 2, "units are unharmed");
    let die = step.events.iter().find_map(|event| match event {
        Event::Campaign(CampaignEvent::Raided { bombing_die, .. }) => Some(*bombing_die),
        _ => None,
    });
    assert_eq!(die, Some(None), "no die is thrown");
    // A supply center is ended the same way.
    let mut supply = ready(
        table,
        "axis",
        22,
        &[("W3021", "germany", "long-range-bomber", 1), ("W3021", "germany", "atomic-bomb", 1)],
    );
    supply.submit(&drop_on(table, "W3021", "germany", 1, "W3122")).expect("Warsaw");
    supply.submit(&Action::Done).expect("they fly");
    assert_eq!(supply.state.feature(rules, table.space("W3122"), feature("supply-center")), 0);
    // Shot down, every one of them: the bomb is gone without effect. With one left it falls.
    let (mut stopped, mut fell) = (0, 0);
    for seed in 0..60 {
        let guns = 1 + seed as u16 % 10;
        let mut guarded = ready(table, "allies", 22, &[base[0], base[1], ("W3020", "germany", "air-defense", guns)]);
        guarded.state.rng = seed;
        guarded.submit(&drop_on(table, "W3119", "commonwealth", 1, "W3020")).expect("the Ruhr");
        guarded.submit(&Action::Done).expect("they fly");
        let lost = 3 - table.in_all(&guarded, "commonwealth", "long-range-bomber");
        let stands = guarded.state.feature(rules, ruhr, feature("industrial-center")) == 1;
        assert_eq!(stands, lost == 1, "the bomb falls unless its only carrier is lost");
        assert_eq!(table.in_all(&guarded, "commonwealth", "atomic-bomb"), 1);
        if stands { stopped += 1 } else { fell += 1 }
    }
    assert!(stopped > 0 && fell > 0, "{stopped} {fell}");
    // New bombs appear on home industry.
    let arrive = reinforce::options(rules, &game.state, table.power("commonwealth"), table.unit("atomic-bomb"));
    assert!(
        arrive.contains(&table.space("W3119"))
            && arrive.iter().all(|at| rules.board.space(*at).surface != Surface::Sea)
    );
}

/// Bombs arrive on industry at home and go by ship from port to port like a point of the land; nobody marches with them.
#[test]
fn bombs_appear_on_home_industry_and_travel_by_ship() {
    let table = standard();
    let units = [
        ("W3119", "commonwealth", "atomic-bomb", 2),
        ("W3118", "commonwealth", "merchant", 1),
        ("W3119", "commonwealth", "long-range-bomber", 1),
    ];
    let game = table.at("allies", &CampaignPhase::Transport, 22, &units);
    let home = reinforce::options(&table.rules, &game.state, table.power("commonwealth"), table.unit("atomic-bomb"));
    assert!(home.contains(&table.space("W3119")), "London");
    let is_home = |space| table.rules.power(table.power("commonwealth")).home.binary_search(space).is_ok();
    assert!(home.iter().all(is_home), "at home alone");
    let shipped = |action: &Action| matches!(action, Action::Campaign(Command::Embark { unit, .. }) if *unit == table.unit("atomic-bomb"));
    let way = game.legal().into_iter().find(shipped).expect("a bomb can go by ship");
    let Action::Campaign(Command::Embark { to, .. }) = way else { panic!("{way:?}") };
    let mut gone = game.clone();
    gone.submit(&way).expect("it goes");
    let harbour = table.rules.board.space(to).id.clone();
    assert_eq!(table.count(&gone, &harbour, "commonwealth", "atomic-bomb"), 1);
    assert!(!table.may(&gone, &way), "one merchant fleet carries one point");
    // Without ships there is no way, and bombers do not go by ship.
    let ashore = table.at("allies", &CampaignPhase::Transport, 22, &units[..1]);
    assert_eq!(table.forbids(&ashore, &table.embark("W3119", "commonwealth", "atomic-bomb", 1, &harbour)), "gw75:5.45");
    assert!(!table.may(&game, &table.embark("W3119", "commonwealth", "long-range-bomber", 1, &harbour)));
    let rail = table.entrain("W3119", "commonwealth", "atomic-bomb", 1, "W3218", "commonwealth");
    assert!(!table.may(&game, &rail), "not over land");
}

/// One fleet of bombers takes any number of bombs to another base, if they lay with it when its phase began; it then stays there.
#[test]
fn one_bomber_carries_any_number_of_bombs_that_lay_with_it() {
    let table = standard();
    let units = [
        ("W3021", "germany", "long-range-bomber", 2),
        ("W3021", "germany", "atomic-bomb", 3),
        ("W3222", "germany", "long-range-bomber", 1),
    ];
    let game = ready(table, "axis", 22, &units);
    let all = ferry(table, "W3021", "germany", 1, 3, "W3222");
    assert!(game.legal().contains(&all), "it is offered");
    assert_eq!(table.forbids(&game, &ferry(table, "W3021", "germany", 1, 4, "W3222")), "gw75:17.63.b");
    assert_eq!(table.forbids(&game, &ferry(table, "W3222", "germany", 1, 1, "W3021")), "gw75:17.63.b");
    assert_eq!(table.forbids(&game, &ferry(table, "W3021", "germany", 1, 1, "W2922")), "gw75:17.14");
    let mut there = game.clone();
    there.submit(&all).expect("three bombs with one bomber");
    assert_eq!(table.count(&there, "W3222", "germany", "atomic-bomb"), 3);
    assert_eq!(table.count(&there, "W3021", "germany", "long-range-bomber"), 1);
    // The bomber that waited there did not begin its phase with them, and the one that came has flown.
    assert_eq!(table.forbids(&there, &ferry(table, "W3222", "germany", 1, 1, "W3021")), "gw75:17.63.b");
    assert_eq!(table.forbids(&there, &ferry(table, "W3222", "germany", 2, 1, "W3021")), "gw75:17.11");
    assert_eq!(table.forbids(&there, &drop_on(table, "W3222", "germany", 1, "W3122")), "gw75:17.63.b");
    // Next time they do.
    there.submit(&Action::Done).expect("the phase ends");
    assert!(there.state.campaign.flown.is_empty());
}

/// Air defence needs no line: cut off on a captured centre it lives and fires, where bombers starve.
#[test]
fn air_defence_is_always_in_supply() {
    let table = standard();
    let units = [
        ("W3119", "germany", "air-defense", 2),
        ("W3119", "germany", "long-range-bomber", 1),
        ("W3218", "commonwealth", "infantry", 1),
    ];
    let mut game = ready(table, "axis", 8, &units);
    table.hold(&mut game, "germany", &["W3119"]);
    game.state.campaign.grounded = vec![(table.space("W3119"), table.power("germany"))];
    game.submit(&Action::Done).expect("the second air phase without a line");
    assert_eq!(table.count(&game, "W3119", "germany", "long-range-bomber"), 0, "the bomber is lost");
    assert_eq!(table.count(&game, "W3119", "germany", "air-defense"), 2);
    let bomber = ("W3218", "commonwealth", "long-range-bomber", 1);
    let mut raided = ready(table, "allies", 8, &[units[0], bomber]);
    table.hold(&mut raided, "germany", &["W3119"]);
    let (from, power) = (table.space("W3218"), table.power("commonwealth"));
    let group = Group { space: from, power, unit: table.unit("long-range-bomber"), count: 1 };
    let mission = Mission { target: table.space("W3119"), group, bombs: 0 };
    let raid = raid::raid_on(&table.rules, &raided.state, &[mission], table.space("W3119")).expect("a raid");
    assert_eq!(raid.defence_fleets, 2, "they fire");
}

/// What feeds bombers when their movement begins does so to the end of their combat, whatever happens meanwhile.
#[test]
fn air_supply_is_judged_when_air_movement_begins() {
    let table = standard();
    let units = [("W3021", "germany", "air-defense", 1), ("W3119", "commonwealth", "long-range-bomber", 2)];
    let raid = raid_on(table, "W3119", "commonwealth", 1, "W3020");
    // Every centre at home is in the hands of this power, or back in those of its owner.
    let take_home = |game: &mut Game<'_>, power: &str| {
        for space in &table.rules.power(table.power("commonwealth")).home {
            game.state.holders[space.index()] = table.power(power).0 + 1;
        }
    };
    let allied_turn = |owner: &str| {
        let mut game = ready(table, "axis", 22, &units);
        take_home(&mut game, owner);
        game.submit(&Action::Done).expect("the Axis is done");
        assert_eq!(game.state.campaign.air_bases.len(), 1, "judged as the Allied phase begins");
        game
    };
    let mut game = allied_turn("commonwealth");
    assert!(table.may(&game, &raid));
    // The bombers' line is cut while they are in the air: they fly all the same, and are not marked.
    take_home(&mut game, "germany");
    let mut traced = game.clone();
    traced.state.campaign.air_bases.clear();
    assert!(!table.may(&traced, &raid), "a line traced now would not reach them");
    assert!(table.may(&game, &raid));
    game.submit(&Action::Done).expect("combat");
    assert!(game.state.campaign.grounded.is_empty() && game.state.campaign.air_bases.is_empty());
    // And the other way round: a line that opens later comes too late for this turn.
    let mut hungry = allied_turn("germany");
    take_home(&mut hungry, "commonwealth");
    assert_eq!(table.forbids(&hungry, &raid), "gw75:17.3");
    hungry.submit(&Action::Done).expect("combat");
    assert_eq!(hungry.state.campaign.grounded, [(table.space("W3119"), table.power("commonwealth"))]);
}
