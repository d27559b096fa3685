//! Rules of Hitler's Global War that hold for many hexes at once, or for worlds of one's own: who holds what at the start, garrisons and
//! markers, boxes, sea routes, neutrals. Rules that one position shows are examples of the pack.

use crate::common::{load, start};
use chartroom_engine::ids::{Actor, SideIx, SpaceIx, UnitIx};
use chartroom_engine::procedures::firepower::{advance, coast, landing, peace, targets};
use chartroom_engine::procedures::{FirepowerRules, LandingRules, Procedure};
use chartroom_engine::query::{reach, seas, stacking};
use chartroom_engine::state::Stack;
use chartroom_engine::{Action, Game, Ruleset, State};
use chartroom_format::content::Content;
use chartroom_format::schema::ids::{FeatureId, ProcedureId, ScenarioId, SpaceId};
use chartroom_format::schema::units::Domain;

const PACK: &str = "hitlers-global-war";
const SCENARIOS: [&str; 2] = ["barbarossa", "fall-of-germany"];

fn game_of(scenario: &str) -> (Ruleset, State) {
    start(&load(PACK), scenario, 1)
}

fn combat(rules: &Ruleset) -> FirepowerRules {
    let found = rules.procedures.iter().find_map(|entry| match &entry.run {
        Procedure::FirepowerAdvance(settings) => Some(FirepowerRules::clone(settings)),
        _ => None,
    });
    found.expect("combat settings")
}

fn space(rules: &Ruleset, id: &str) -> SpaceIx {
    rules.board.find(id).unwrap_or_else(|| panic!("no space {id}"))
}

fn side(rules: &Ruleset, id: &str) -> SideIx {
    rules.find_side(id).unwrap_or_else(|| panic!("no side {id}"))
}

fn unit(rules: &Ruleset, id: &str) -> UnitIx {
    rules.find_unit(id).unwrap_or_else(|| panic!("no unit {id}"))
}

fn region(rules: &Ruleset, id: &str) -> Vec<SpaceIx> {
    let found = rules.board.regions.iter().find(|region| region.id == id);
    let spaces = &found.unwrap_or_else(|| panic!("no region {id}")).spaces;
    spaces.iter().copied().filter(|space| rules.board.has_land(*space)).collect()
}

fn spaces(rules: &Ruleset) -> impl Iterator<Item = SpaceIx> {
    (0..rules.board.spaces.len()).map(SpaceIx::new)
}

/// The Fall of Germany fought by the rules for worlds whose hexes have no garrisons everywhere.
fn worldwide() -> Content {
    let mut content = load(PACK);
    let world = content.procedures[&ProcedureId::from("combat-worldwide")].run.clone();
    content.procedures.get_mut(&ProcedureId::from("combat")).expect("combat").run = world;
    content
}

#[test]
fn the_countries_listed_for_a_side_are_friendly_to_it_at_the_start() {
    let lists: [(&str, &str, &[&str]); 5] = [
        (
            "barbarossa",
            "axis",
            &[
                "germany",
                "italy-mainland",
                "western-poland",
                "denmark",
                "norway",
                "low-countries",
                "france",
                "corsica",
                "morocco",
                "algeria",
                "western-libya",
                "tunisia",
                "yugoslavia",
                "greece",
                "crete",
                "rumania",
                "hungary",
                "bulgaria",
                "finland",
            ],
        ),
        ("barbarossa", "soviet", &["soviet-union", "baltic-states"]),
        (
            "fall-of-germany",
            "axis",
            &[
                "germany",
                "france",
                "poland",
                "denmark",
                "norway",
                "low-countries",
                "baltic-states",
                "yugoslavia",
                "greece",
                "crete",
                "rumania",
                "hungary",
                "bulgaria",
                "finland",
            ],
        ),
        (
            "fall-of-germany",
            "allies",
            &["great-britain", "united-states", "canada", "india", "libya", "sicily", "iran"],
        ),
        ("fall-of-germany", "soviet", &[]),
    ];
    let neutral: [(&str, &[&str]); 2] = [
        ("barbarossa", &["spain", "portugal", "sweden", "turkey", "switzerland", "great-britain"]),
        ("fall-of-germany", &["spain", "portugal", "sweden", "turkey", "switzerland", "saudi-arabia"]),
    ];
    for (scenario, of, regions) in lists {
        let (rules, state) = game_of(scenario);
        for name in regions {
            for hex in region(&rules, name) {
                assert!(state.is_friendly(hex, side(&rules, of)), "{scenario}: {} in {name}", rules.space_name(hex));
            }
        }
    }
    for (scenario, regions) in neutral {
        let (rules, state) = game_of(scenario);
        let sides: &[&str] = if scenario == "barbarossa" { &["axis", "soviet"] } else { &["axis", "soviet", "allies"] };
        for (name, of) in regions.iter().flat_map(|name| sides.iter().map(move |of| (name, of))) {
            for hex in region(&rules, name) {
                assert!(
                    !state.is_friendly(hex, side(&rules, of)),
                    "{scenario}: {} is no land of {of}",
                    rules.space_name(hex)
                );
            }
        }
    }
}

#[test]
fn strengths_are_those_of_the_set_up_and_everybody_sees_them() {
    for (scenario, of, kind, points) in [
        ("barbarossa", "axis", "infantry", 21),
        ("barbarossa", "axis", "mechanized", 20),
        ("barbarossa", "soviet", "infantry", 22),
        ("barbarossa", "soviet", "mechanized", 10),
        ("fall-of-germany", "axis", "fort", 12),
        ("fall-of-germany", "axis", "capital-ship", 2),
        ("fall-of-germany", "soviet", "mechanized", 16),
        ("fall-of-germany", "allies", "capital-ship", 8),
    ] {
        let (rules, state) = game_of(scenario);
        let of_side =
            |stack: &&Stack| stack.unit == unit(&rules, kind) && state.side_of(stack.power) == Some(side(&rules, of));
        let there: u32 = state.stacks.iter().filter(of_side).map(|stack| u32::from(stack.count)).sum();
        assert_eq!(there, points, "{scenario}: {kind} of {of}");
    }
}

#[test]
fn garrisons_never_move() {
    let (rules, state) = game_of("barbarossa");
    let (mut game, _) = Game::start(&rules, state);
    let axis = side(&rules, "axis");
    let empty: Vec<SpaceIx> = spaces(&rules)
        .filter(|space| game.state.is_friendly(*space, axis) && game.state.stacks_in(*space).is_empty())
        .filter(|space| rules.board.has_land(*space))
        .collect();
    assert!(empty.len() > 20, "most hexes hold a garrison only");
    let power = rules.find_power("germany").expect("germany");
    for from in empty.iter().copied() {
        for kind in ["infantry", "mechanized"] {
            let (unit, to) = (unit(&rules, kind), space(&rules, "1237"));
            let action = Action::Redeploy { from, army: 0, power, unit, count: 1, to, into: None };
            assert!(game.submit(&action).is_err(), "nothing leaves {}", rules.space_name(from));
        }
    }
    for action in game.legal() {
        if let Action::Redeploy { from, .. } = action {
            assert!(!empty.contains(&from), "{}", rules.space_name(from));
        }
    }
}

#[test]
fn markers_stand_for_garrisons_where_a_hex_has_none() {
    let (rules, mut state) = start(&worldwide(), "fall-of-germany", 1);
    let settings = combat(&rules);
    let desert = space(&rules, "2230");
    let ordinary = space(&rules, "1237");
    let held = |state: &State, space: SpaceIx| advance::garrison(&rules, state, &settings, space);
    assert_eq!((held(&state, desert), held(&state, ordinary)), (0, 1));
    state.markers = vec![desert];
    assert_eq!(held(&state, desert), 1, "the marker is the garrison");
    // In Europe every hex has one.
    let (rules, state) = game_of("fall-of-germany");
    let settings = combat(&rules);
    assert_eq!(advance::garrison(&rules, &state, &settings, desert), 1);
}

#[test]
fn bare_coasts_have_aircraft_at_bases_and_with_armies_only() {
    let (rules, mut state) = start(&worldwide(), "fall-of-germany", 1);
    let settings = combat(&rules);
    let landings: LandingRules = settings.landings.clone().expect("landings");
    let (axis, coast) = (side(&rules, "axis"), space(&rules, "2230"));
    let covered = |state: &State| coast::has_coastal_air(&rules, state, &settings, &landings, axis, coast);
    let british = rules.find_power("great-britain").expect("power");
    let with = |state: &mut State, kind: &str| {
        state.stacks.retain(|stack| stack.space != coast);
        let stack = Stack { space: coast, army: 12, power: british, unit: unit(&rules, kind), damaged: 0, count: 1 };
        let at = state.stacks.partition_point(|other| other.space < coast);
        state.stacks.insert(at, stack);
    };
    assert!(!covered(&state), "an empty desert coast has none");
    for (kind, wanted) in [("infantry", true), ("tac-air", true), ("mechanized", false)] {
        with(&mut state, kind);
        assert_eq!(covered(&state), wanted, "{kind}");
    }
    // A base does without an army, but not without supply.
    state.stacks.retain(|stack| stack.space != coast);
    let base = rules.find_feature("airbase").expect("feature");
    state.features.push((coast, base, 1));
    state.features.sort_unstable();
    assert!(covered(&state), "an airbase");
    let mut cut = state.clone();
    for other in spaces(&rules).filter(|other| *other != coast) {
        cut.holders[other.index()] = rules.find_power("spain").expect("power").0 + 1;
    }
    assert!(!covered(&cut), "no supply, no aircraft");
    // Where every hex has a garrison every coast has aircraft.
    let (rules, state) = game_of("fall-of-germany");
    let settings = combat(&rules);
    let landings = settings.landings.clone().expect("landings");
    assert!(coast::has_coastal_air(&rules, &state, &settings, &landings, axis, coast));
    let strong = |at: &str, of: &str| coast::strength(&rules, &state, &landings, side(&rules, of), space(&rules, at));
    assert_eq!((strong("2230", "axis"), strong("1614", "axis"), strong("1614", "soviet")), (6, 10, 6));
}

#[test]
fn siberia_fights_with_all_its_neighbours_and_is_the_only_box_by_land() {
    let (rules, state) = game_of("barbarossa");
    let siberia = space(&rules, "siberia");
    let mut open = state.clone();
    let neighbours = ["0852", "0952", "1052", "1152", "1252", "1352"];
    for id in neighbours {
        open.holders[space(&rules, id).index()] = rules.find_power("germany").expect("power").0 + 1;
    }
    let (axis, soviet) = (side(&rules, "axis"), side(&rules, "soviet"));
    for id in neighbours {
        let hex = space(&rules, id);
        assert!(targets(&rules, &open, axis, hex).contains(&siberia), "{id} attacks Siberia");
        assert!(targets(&rules, &open, soviet, siberia).contains(&hex), "Siberia attacks {id}");
    }
    // Whoever may attack whom, nobody comes to another box over land.
    let boxes = ["1909", "1614", "2828", "4639", "2656"].map(|id| space(&rules, id));
    for hex in spaces(&rules).filter(|hex| state.holding_side(*hex).is_some_and(|of| of == axis || of == soviet)) {
        for of in [axis, soviet] {
            assert!(!targets(&rules, &state, of, hex).iter().any(|to| boxes.contains(to)), "{}", rules.space_name(hex));
        }
    }
}

#[test]
fn a_scenario_may_make_any_hex_a_box() {
    let mut content = load(PACK);
    let scenario = content.scenarios.get_mut(&ScenarioId::from("barbarossa")).expect("scenario");
    let features = scenario.features.entry(SpaceId::from("1144")).or_default();
    features.insert(FeatureId::from("off-map-box"), 1);
    let (boxed, boxed_state) = start(&content, "barbarossa", 1);
    let (plain, plain_state) = game_of("barbarossa");
    let limit =
        |rules: &Ruleset, state: &State| stacking::limit(rules, state, side(rules, "soviet"), space(rules, "1144"));
    assert_eq!(limit(&plain, &plain_state), Some(10));
    assert!(limit(&boxed, &boxed_state) > Some(100), "a box has no limit");
}

#[test]
fn sea_routes_cross_straits_by_their_rules_and_nothing_else_stops_them() {
    let (rules, state) = game_of("fall-of-germany");
    let (mut crossings, mut open, mut land) = (0, 0, 0);
    for from in spaces(&rules) {
        for link in rules.board.links_of(from) {
            let names = rules.board.side_names(link);
            if names.contains(&"all-land") || names.contains(&"grey-coast") {
                land += 1;
                assert!(!link.passes.has(Domain::Sea), "{names:?}");
            }
            for of in ["axis", "allies", "soviet"].map(|id| side(&rules, id)) {
                let sails = reach::sails(&rules, &state, of, from, link);
                let friendly = state.is_friendly(from, of) && state.is_friendly(link.to, of);
                if !link.passes.has(Domain::Sea) {
                    assert!(!sails);
                } else if names.contains(&"crossing") && link.passage.is_none() {
                    crossings += 1;
                    assert_eq!(sails, friendly, "{} to {}", rules.space_name(from), rules.space_name(link.to));
                } else if link.passage.is_none() {
                    open += 1;
                    assert!(sails, "{} to {}", rules.space_name(from), rules.space_name(link.to));
                }
            }
        }
    }
    assert!(crossings > 0 && open > 1000 && land > 50, "{crossings} crossings, {open} open sides, {land} of land");
}

#[test]
fn northern_waters_cost_a_route_half_a_hex_each() {
    let (rules, state) = game_of("fall-of-germany");
    let settings = combat(&rules);
    let landings = settings.landings.expect("landings");
    // From Bergen, in row 8, to coasts of the same waters and out of them.
    let from = space(&rules, "0835");
    let routes = landing::routes(&rules, &state, side(&rules, "axis"), &landings, from, 30);
    let halves = |to: &str| {
        let to = space(&rules, to);
        routes.iter().find(|(space, _)| *space == to).map(|(_, route)| route.halves).expect("a route")
    };
    // Trondheim is one hex of open water away round the coast, Scapa Flow three hexes to the west.
    assert_eq!(halves("0932"), 3, "three hexes in the north");
    let south = halves("1233");
    let hexes = reach::distance(&rules, from, space(&rules, "1233"), Domain::Sea).expect("a way by sea");
    assert!(south < 2 * i64::from(hexes), "part of the way counts half: {south} halves over {hexes} hexes");
    let far_south = landing::routes(&rules, &state, side(&rules, "allies"), &landings, space(&rules, "2031"), 6);
    let casablanca = far_south.iter().find(|(to, _)| *to == space(&rules, "2130")).expect("Casablanca").1;
    assert_eq!(casablanca.halves % 2, 0, "no half hexes in the south");
}

#[test]
fn the_soviets_trace_supply_over_their_lakes_and_ship_nothing() {
    let (rules, state) = game_of("fall-of-germany");
    let names = &rules.seas.as_ref().expect("seas").names;
    let lakes = names.iter().position(|name| name == "soviet-lakes").expect("the lakes");
    for (of, supply) in [("soviet", true), ("axis", false), ("allies", false)] {
        let of = side(&rules, of);
        assert_eq!(seas::friendly(&rules, &state, of) >> lakes & 1 == 1, supply);
        assert_eq!(seas::capacity(&rules, &state, seas::Shipper::side(of), lakes), 0, "no points by anybody");
    }
}

#[test]
fn neutrals_are_neither_attacked_nor_entered() {
    for (scenario, countries) in SCENARIOS.into_iter().zip([
        ["spain", "portugal", "sweden", "turkey", "great-britain"],
        ["spain", "portugal", "sweden", "turkey", "saudi-arabia"],
    ]) {
        let (rules, state) = game_of(scenario);
        let settings = combat(&rules);
        for hex in countries.iter().flat_map(|name| region(&rules, name)) {
            for of in ["axis", "soviet"].map(|id| side(&rules, id)) {
                assert!(!peace::may_break(&rules, &state, of, &settings, hex), "{}", rules.space_name(hex));
                for link in rules.board.links_of(hex) {
                    assert!(!targets(&rules, &state, of, link.to).contains(&hex), "{}", rules.space_name(hex));
                }
                let holder = state.holder(hex).map(Actor::Power);
                assert!(holder.is_none_or(|holder| !state.actors_at_war(Actor::Side(of), holder)));
            }
        }
    }
}

#[test]
fn countries_that_nobody_lists_start_the_campaigns_unaligned() {
    let (rules, state) = game_of("campaign-1");
    let power = |id: &str| rules.find_power(id).unwrap_or_else(|| panic!("no power {id}"));
    for id in [
        "italy",
        "usa",
        "finland",
        "hungary",
        "rumania",
        "bulgaria",
        "poland",
        "baltic-states",
        "denmark",
        "norway",
        "sweden",
        "netherlands",
        "belgium",
        "spain",
        "portugal",
        "yugoslavia",
        "greece",
        "turkey",
        "iran",
        "iraq",
        "saudi-arabia",
        "eire",
        "iceland",
        "switzerland",
        "american-republics",
    ] {
        assert_eq!(state.side_of(power(id)), None, "{id} is on no side");
        for of in ["axis", "soviet", "allies"].map(|id| side(&rules, id)) {
            assert!(!state.actors_at_war(Actor::Side(of), Actor::Power(power(id))), "{id} is at war with nobody");
        }
    }
    let at_war = |one: &str, other: &str| state.sides_at_war(side(&rules, one), side(&rules, other));
    assert!(at_war("axis", "allies"), "Germany against France and Britain");
    assert!(!at_war("axis", "soviet") && !at_war("soviet", "allies"), "the Soviet Union is at peace");
    assert_eq!(state.side_of(power("france")), state.side_of(power("great-britain")));
}

#[test]
fn unaligned_great_powers_sit_still() {
    let (rules, start) = game_of("campaign-1");
    let neutral = ["italy", "usa"].map(|id| rules.find_power(id).expect("power"));
    let (mut game, _) = Game::start(&rules, start);
    assert!(
        neutral.iter().all(|power| game.state.side_of(*power).is_none()),
        "both are unaligned when the game starts"
    );
    while game.state.turn == 1 && game.outcome().is_none() {
        for action in game.legal() {
            match action {
                Action::Redeploy { power, .. } => assert!(!neutral.contains(&power), "their points stay"),
                Action::Announce { army, .. } => {
                    let of = game.to_act().expect("somebody decides");
                    assert!(game.state.army(of, army).all(|stack| !neutral.contains(&stack.power)));
                }
                Action::Build { space, .. } => {
                    let holder = game.state.holder(space);
                    assert!(holder.is_none_or(|holder| !neutral.contains(&holder)), "their industry builds for nobody");
                }
                _ => {}
            }
        }
        if game.submit(&Action::Done).is_err() {
            let first = game.legal()[0];
            game.submit(&first).expect("legal");
        }
    }
    assert!(game.state.turn > 1, "a whole turn has passed");
}
