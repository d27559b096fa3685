//! What the map and the set-up say: islands, communications, countries, where armies start, how the turns run.

use chartroom_engine::ids::SpaceIx;
use chartroom_engine::procedures::differential::{CampaignPhase, orders, zones};
use chartroom_format::schema::map::Surface;
use chartroom_format::schema::units::Domain;

use crate::campaign::table::standard;

/// A small island has no way over land to anywhere; a coast has one.
#[test]
fn small_islands_are_the_coasts_without_a_way_over_land() {
    let board = &standard().rules.board;
    let (mut islands, mut coasts) = (0, 0);
    for space in (0..board.spaces.len()).map(SpaceIx::new) {
        let ways = board.links_of(space).iter().filter(|link| link.passes.has(Domain::Land)).count();
        match board.space(space).surface {
            Surface::Island => {
                islands += 1;
                assert_eq!(ways, 0, "{}", board.space(space).id);
            }
            Surface::Coast => {
                coasts += 1;
                assert!(ways > 0, "{} should be a small island", board.space(space).id);
            }
            _ => {}
        }
    }
    assert!(islands > 80 && coasts > 200, "{islands} islands, {coasts} coasts");
}

/// The communications area is the developed land, small islands excepted; trains and lines of any length keep to it.
#[test]
fn communications_are_the_developed_land() {
    let table = standard();
    let board = &table.rules.board;
    let area = board.regions.iter().find(|region| region.id == "communications-area").expect("region");
    for space in (0..board.spaces.len()).map(SpaceIx::new) {
        let surface = board.space(space).surface;
        let developed = matches!(surface, Surface::Land | Surface::Coast) && board.terrain(space).id != "undeveloped";
        assert_eq!(area.spaces.binary_search(&space).is_ok(), developed, "{}", board.space(space).id);
        assert_eq!(table.rules.campaign.transport.within.has(space), developed);
        assert_eq!(table.rules.campaign.lines.free_within.has(space), developed);
    }
}

/// A port changes hands with the last army in it, and enemy zones do not close it.
#[test]
fn a_port_is_friendly_to_whoever_entered_last() {
    let table = standard();
    let units = [
        ("W2920", "germany", "infantry", 1),
        ("W3118", "commonwealth", "merchant", 2),
        ("W3119", "commonwealth", "infantry", 1),
    ];
    let mut game = table.at("axis", &CampaignPhase::March, 4, &units);
    table.hold(&mut game, "germany", &["W2920"]);
    let embark = table.embark("W3119", "commonwealth", "infantry", 1, "W2919");
    let sail = |state: &chartroom_engine::State| {
        let mut other = table.at("allies", &CampaignPhase::Transport, 4, &[]);
        (other.state.stacks, other.state.holders) = (state.stacks.clone(), state.holders.clone());
        table.may(&other, &embark)
    };
    let zone = zones::enemy_zones(&table.rules, &game.state, table.power("commonwealth"), None);
    assert!(zone.has(table.space("W2919")) && sail(&game.state), "Brest lies in a zone and is open");
    game.submit(&table.march("W2920", "germany", "infantry", 1, "W2919")).expect("Germans enter");
    assert!(!sail(&game.state), "now it is German");
    let mut back = game.clone();
    table.hold(&mut back, "france", &["W2919"]);
    back.state.stacks.retain(|stack| stack.power != table.power("germany"));
    assert!(sail(&back.state), "and French again");
}

/// Armies start inside their nation, or along the border that is named.
#[test]
fn armies_start_in_their_nation_or_along_the_border_named() {
    let table = standard();
    let board = &table.rules.board;
    let region = |id: &str| &board.regions.iter().find(|region| region.id == id).expect("region").spaces;
    let points = |power: &str, inside: &dyn Fn(SpaceIx) -> bool| -> u16 {
        let own = table
            .start
            .stacks
            .iter()
            .filter(|stack| stack.power == table.power(power) && zones::is_mobile(&table.rules, stack));
        own.filter(|stack| inside(stack.space)).map(|stack| stack.count).sum()
    };
    let germany = region("germany");
    assert_eq!(points("germany", &|space| germany.binary_search(&space).is_ok()), 38);
    assert_eq!(points("germany", &|_| true), 38);
    let touches =
        |space: SpaceIx, id: &str| board.links_of(space).iter().any(|link| region(id).binary_search(&link.to).is_ok());
    assert!(points("ussr", &|space| touches(space, "manchukuo")) >= 7);
    assert!(points("ussr", &|space| touches(space, "poland") || touches(space, "rumania")) >= 12);
    assert_eq!(points("ussr", &|_| true), 31);
}

/// The track: the first turn is Fall 1939; rebuilt units stand on the shorter position.
#[test]
fn the_track_starts_with_the_scenario_and_rebuilding_is_shorter() {
    let table = standard();
    assert_eq!(table.start.turn, 1);
    let season = |turn| table.rules.calendar(turn).0.map(|season| table.rules.seasons[season.index()].clone());
    assert_eq!(season(1).as_deref(), Some("fall"));
    assert_eq!(season(2).as_deref(), Some("winter"));
    assert_eq!((table.rules.calendar(1).1, table.rules.calendar(23).1), (1939, 1945));
    let mut seen = 0;
    for unit in ["infantry", "mechanized", "long-range-bomber", "amphibious", "surface-a", "surface-b"] {
        let unit = table.unit(unit);
        if orders::price(&table.rules, &table.start, table.power("germany"), unit, true).is_some() {
            seen += 1;
            assert!(orders::delay(&table.rules, unit, true) < orders::delay(&table.rules, unit, false));
        }
    }
    assert!(seen >= 4, "{seen}");
}
