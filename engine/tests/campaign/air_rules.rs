//! The air war: where aircraft live, how far they fly, what feeds them, and the atomic bomb.

use chartroom_engine::procedures::differential::{CampaignPhase, air_supply, raid, reinforce};
use chartroom_engine::query::stacking;
use chartroom_engine::state::rng;
use chartroom_engine::{Action, CampaignEvent, Command, Event, Game};
use chartroom_format::schema::map::Surface;

use crate::table::{Table, Units, standard};

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
    for at in ["E2201"] {
        poor.state.features.push((table.space(at), centre, 0));
    }
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
        guarded.state.rng = (0..).filter(|at| rng::roll(*at, 6).0 > 0).nth(seed).expect("a seed");
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
