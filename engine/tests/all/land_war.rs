//! Rules of land war in Hitler's Global War, each shown on a position of Barbarossa: what is refused and by which rule, what
//! an advance does to a hex, what terrain and winter do to dice.

use std::path::Path;

use chartroom_engine::ids::{Actor, PowerIx, SideIx, SpaceIx, UnitIx};
use chartroom_engine::procedures::firepower::advance::{self, Against};
use chartroom_engine::procedures::{FirepowerRules, Procedure};
use chartroom_engine::state::{CombatStep, Stack};
use chartroom_engine::{Action, Event, Game, Options, Ruleset, State, compile};
use chartroom_format::fs::DiskFs;
use chartroom_format::load;

struct Table {
    rules: Ruleset,
    start: State,
}

impl Table {
    fn new() -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content/hitlers-global-war");
        let content = load::load(&DiskFs, &folder).expect("the pack loads").content;
        let (rules, start) = compile(&content, "barbarossa", Options::default()).expect("barbarossa compiles");
        Self { rules, start }
    }

    /// A game at the first decision of the phase whose procedure `wanted` takes, for a side.
    fn at(&self, side: &str, wanted: fn(&Procedure) -> bool) -> Game<'_> {
        let (mut game, _) = Game::start(&self.rules, self.start.clone());
        let side = self.side(side);
        for _ in 0..500 {
            let phase = &self.rules.phases[usize::from(game.state.phase)];
            let is = phase.run.is_some_and(|at| wanted(&self.rules.procedures[at.index()].run));
            if is && game.state.side_of_player(&phase.player) == Some(side) {
                return game;
            }
            game.submit(&Action::Done).expect("a phase can always be ended");
        }
        panic!("the phase never comes");
    }

    fn side(&self, name: &str) -> SideIx {
        self.rules.find_side(name).expect("side")
    }

    fn space(&self, id: &str) -> SpaceIx {
        self.rules.board.find(id).expect("space")
    }

    fn unit(&self, id: &str) -> UnitIx {
        self.rules.find_unit(id).expect("unit")
    }

    fn power(&self, id: &str) -> PowerIx {
        self.rules.find_power(id).expect("power")
    }

    fn combat(&self) -> FirepowerRules {
        let found = self.rules.procedures.iter().find_map(|entry| match &entry.run {
            Procedure::FirepowerAdvance(settings) => Some(FirepowerRules::clone(settings)),
            _ => None,
        });
        found.expect("combat settings")
    }
}

fn moving(run: &Procedure) -> bool {
    matches!(run, Procedure::Redeploy(_))
}

fn fighting(run: &Procedure) -> bool {
    matches!(run, Procedure::FirepowerAdvance(_))
}

fn building(run: &Procedure) -> bool {
    matches!(run, Procedure::Produce(_))
}

fn army_at(game: &Game<'_>, side: SideIx, space: SpaceIx) -> u8 {
    game.state
        .armies(side)
        .into_iter()
        .find(|(_, at)| *at == space)
        .map(|(army, _)| army)
        .expect("an army stands there")
}

fn refused(game: &mut Game<'_>, action: Action) -> String {
    let before = game.state.hash();
    let refusal = game.submit(&action).expect_err("this must be refused");
    assert_eq!(before, game.state.hash(), "a refusal changes nothing");
    refusal.rule
}

fn redeploy(table: &Table, game: &Game<'_>, from: &str, to: &str, unit: &str, count: u16, power: &str) -> Action {
    let (from, power) = (table.space(from), table.power(power));
    let side = game.state.side_of(power).expect("side");
    Action::Redeploy {
        from,
        army: army_at(game, side, from),
        power,
        unit: table.unit(unit),
        count,
        to: table.space(to),
        into: None,
    }
}

#[test]
fn refused_redeployments_name_their_rule() {
    let table = Table::new();
    let mut game = table.at("axis", moving);
    let far = redeploy(&table, &game, "1240", "1144", "infantry", 1, "germany");
    assert_eq!(refused(&mut game, far), "hgw:movement.2.a");
    let crowded = redeploy(&table, &game, "1340", "1240", "infantry", 1, "germany");
    assert_eq!(refused(&mut game, crowded), "hgw:stacking.1");
    let mut cut_off = game.clone();
    cut_off.state.cut_off = vec![table.space("1340")];
    let stuck = redeploy(&table, &cut_off, "1340", "1237", "infantry", 1, "germany");
    assert_eq!(refused(&mut cut_off, stuck), "hgw:unsupplied.4.a");
    let mut soviet = table.at("soviet", moving);
    let frozen = redeploy(&table, &soviet, "siberia", "1144", "infantry", 1, "ussr");
    assert_eq!(refused(&mut soviet, frozen), "hgw:barb-special.3");
}

#[test]
fn points_move_any_distance_through_friendly_land_and_join_armies() {
    let table = Table::new();
    let mut game = table.at("axis", moving);
    let (side, berlin) = (table.side("axis"), table.space("1237"));
    let action = redeploy(&table, &game, "1642", "1237", "infantry", 2, "germany");
    game.submit(&action).expect("Rumania and Berlin are joined");
    let moved: u16 = game.state.stacks_in(berlin).iter().map(|stack| stack.count).sum();
    assert_eq!(moved, 2);
    assert!(game.state.stacks_in(berlin).iter().all(|stack| stack.army != 0), "loose points belong to a new army");
    let again = redeploy(&table, &game, "1642", "1237", "infantry", 4, "germany");
    game.submit(&again).expect("the rest follows");
    assert_eq!(
        game.state.armies(side).iter().filter(|(_, space)| *space == berlin).count(),
        1,
        "they join the army there"
    );
    assert!(game.state.stacks_in(table.space("1642")).is_empty(), "an army without points is gone");
}

#[test]
fn a_side_has_twelve_armies_at_most() {
    let table = Table::new();
    let mut game = table.at("axis", moving);
    let side = table.side("axis");
    let mut rules = Vec::new();
    for to in ["1237", "1236", "1336", "1337", "1338", "1437", "1238", "1239", "1339", "1438"] {
        let action = redeploy(&table, &game, "1642", to, "infantry", 1, "germany");
        if game.state.stacks_in(table.space("1642")).iter().map(|stack| stack.count).sum::<u16>() == 1 {
            break;
        }
        if let Err(refusal) = game.submit(&action) {
            rules.push(refusal.rule);
        }
    }
    assert!(game.state.armies(side).len() <= 12);
    let mut crowded = game.clone();
    // Whatever is left splits into new armies until the side has twelve.
    while let Some(action) = {
        let stack = crowded
            .state
            .stacks
            .iter()
            .find(|stack| stack.count > 1 && stack.army != 0 && crowded.state.side_of(stack.power) == Some(side))
            .copied();
        stack.map(|Stack { space, army, power, unit, .. }| Action::Redeploy {
            from: space,
            army,
            power,
            unit,
            count: 1,
            to: space,
            into: Some(0),
        })
    } {
        if let Err(refusal) = crowded.submit(&action) {
            assert_eq!(refusal.rule, "hgw:record.1.a");
            break;
        }
    }
    assert_eq!(crowded.state.armies(side).len(), 12);
}

#[test]
fn refused_attacks_name_their_rule() {
    let table = Table::new();
    let mut game = table.at("axis", fighting);
    let side = table.side("axis");
    let center = army_at(&game, side, table.space("1441"));
    assert_eq!(refused(&mut game, Action::Announce { army: center, target: table.space("1144") }), "hgw:attack.5");
    assert_eq!(refused(&mut game, Action::Advance { army: center }), "hgw:initial.5");
    game.submit(&Action::Announce { army: center, target: table.space("1442") }).expect("the border");
    assert_eq!(refused(&mut game, Action::Announce { army: center, target: table.space("1442") }), "hgw:attack.5");
    let north = army_at(&game, side, table.space("1240"));
    game.submit(&Action::Done).expect("announcements end");
    while game.state.combat.step != CombatStep::Advance {
        let action = game.legal()[0];
        game.submit(&action).expect("legal");
    }
    assert_eq!(refused(&mut game, Action::Advance { army: north }), "hgw:initial.1");
    game.submit(&Action::Done).expect("advances end");
    if game.state.combat.step == CombatStep::Exploit {
        assert_eq!(refused(&mut game, Action::Exploit { army: north, target: table.space("1241") }), "hgw:exploit.1");
    }
}

#[test]
fn neutral_hexes_are_never_attacked() {
    let table = Table::new();
    let (game, _) = Game::start(&table.rules, table.start.clone());
    let side = table.side("axis");
    for space in
        (0..table.rules.board.spaces.len()).map(SpaceIx::new).filter(|space| game.state.is_friendly(*space, side))
    {
        for target in chartroom_engine::procedures::firepower::targets(&table.rules, &game.state, side, space) {
            let holder = game.state.holding_side(target);
            assert!(holder == Some(side) || holder == Some(table.side("soviet")), "{}", table.rules.space_name(target));
        }
    }
}

/// Ten mechanized points against what a hex holds, until an advance succeeds.
#[test]
fn an_advance_captures_devastates_and_displaces() {
    let table = Table::new();
    let (axis, soviet) = (table.side("axis"), table.side("soviet"));
    let (from, to) = (table.space("1441"), table.space("1442"));
    let mut seen = (false, false);
    for seed in 0..40 {
        let mut game = table.at("axis", fighting);
        game.state.rng = seed;
        let production = table.rules.find_feature("production").expect("feature");
        let before = game.state.working(&table.rules, to, production);
        let army = army_at(&game, axis, from);
        let defenders: i64 = game.state.stacks_in(to).iter().map(|stack| i64::from(stack.count)).sum();
        game.submit(&Action::Announce { army, target: to }).expect("adjacent");
        game.submit(&Action::Done).expect("announced");
        let mut events = Vec::new();
        while game.state.combat.step != CombatStep::Exploit && game.state.combat.step != CombatStep::None {
            let legal = game.legal();
            // Every other time the assault is left out, so that more defenders are left and some advances fail.
            let skip = |action: &&Action| match action {
                Action::Done | Action::HoldFire { .. } => false,
                Action::Assault { .. } => seed % 2 == 0,
                _ => true,
            };
            let action = legal.iter().find(skip).unwrap_or(&legal[0]);
            events.extend(game.submit(action).expect("legal").events);
        }
        let tried = events.iter().find_map(|event| match event {
            Event::AdvanceTried { success, .. } => Some(*success),
            _ => None,
        });
        match tried {
            Some(true) => {
                seen.0 = true;
                assert_eq!(game.state.holding_side(to), Some(axis), "the hex is friendly at once");
                assert_eq!(game.state.working(&table.rules, to, production), 0, "all production is devastated");
                assert_eq!(game.state.damage(to), before);
                assert!(
                    game.state.stacks_in(to).iter().all(|stack| game.state.side_of(stack.power) == Some(axis)),
                    "defenders are gone"
                );
                assert!(game.state.garrisons_gone.contains(&to) && game.state.markers.contains(&to));
                let lost: i64 = events
                    .iter()
                    .map(|event| match event {
                        Event::Removed { stack, .. } if game.state.side_of(stack.power) == Some(soviet) => {
                            i64::from(stack.count)
                        }
                        _ => 0,
                    })
                    .sum();
                let fled: i64 = events
                    .iter()
                    .map(|event| match event {
                        Event::Moved { stack, .. } if game.state.side_of(stack.power) == Some(soviet) => {
                            i64::from(stack.count)
                        }
                        _ => 0,
                    })
                    .sum();
                for event in &events {
                    if let Event::Moved { stack, to: refuge, .. } = event
                        && game.state.side_of(stack.power) == Some(soviet)
                    {
                        assert!(table.rules.board.link(to, *refuge).is_some(), "retreats are one hex long");
                        assert!(game.state.is_friendly(*refuge, soviet), "and end in friendly land");
                    }
                }
                assert_eq!(lost + fled, defenders, "each defender was lost or retreated");
            }
            Some(false) => {
                seen.1 = true;
                assert_eq!(game.state.army_space(axis, army), Some(from), "a failed advance stays where it is");
            }
            None => {}
        }
    }
    assert!(seen.0 && seen.1, "forty seeds hold both outcomes");
}

#[test]
fn garrisons_hold_empty_hexes_until_an_assault_kills_them() {
    let table = Table::new();
    let mut game = table.at("axis", fighting);
    let settings = table.combat();
    let axis = table.side("axis");
    let empty = (0..table.rules.board.spaces.len()).map(SpaceIx::new).find(|space| {
        game.state.is_friendly(*space, table.side("soviet"))
            && game.state.stacks_in(*space).is_empty()
            && table.rules.board.has_land(*space)
    });
    let empty = empty.expect("an empty Soviet hex");
    assert_eq!(advance::defence(&table.rules, &game.state, &settings, axis, empty), Against::Defence(1));
    game.state.garrisons_gone = vec![empty];
    assert_eq!(advance::defence(&table.rules, &game.state, &settings, axis, empty), Against::Defence(0));
    assert_eq!(advance::defence(&table.rules, &game.state, &settings, axis, table.space("1237")), Against::Friendly);
    for points in 0..=1 {
        assert!(
            !(1..=6).any(|die| advance::succeeds(&table.rules, &settings, points, Against::Defence(1), die)),
            "no mech, no advance"
        );
    }
    assert!(
        !(1..=6).any(|die| advance::succeeds(&table.rules, &settings, 10, Against::Defence(14), die)),
        "ten points hold"
    );
}

#[test]
fn terrain_and_winter_change_the_advance_die() {
    let table = Table::new();
    let game = table.at("axis", fighting);
    let settings = table.combat();
    let axis = table.side("axis");
    let from = table.space("1441");
    let army = army_at(&game, axis, from);
    let on = |terrain: &str| {
        let at = table.rules.board.terrains.iter().position(|info| info.id == terrain).expect("terrain");
        (0..table.rules.board.spaces.len())
            .map(SpaceIx::new)
            .find(|space| table.rules.board.space(*space).terrain.index() == at && table.rules.board.has_land(*space))
            .expect("such a hex")
    };
    let added = |state: &State, from: SpaceIx, to: SpaceIx| {
        advance::die_modifier(&table.rules, state, &settings, axis, army, from, to)
    };
    for (terrain, wanted) in [("clear", 0), ("mountain", 2), ("swamp", 1), ("desert", -1)] {
        assert_eq!(added(&game.state, from, on(terrain)), wanted, "{terrain}");
    }
    let event = table.rules.find_event("axis-enters-soviet-land").expect("event");
    let (in_russia, clear) = (table.space("1144"), on("clear"));
    // Summer 1941 is turn 1; winters are turns 2, 5 and 8.
    for (turn, wanted) in [(1, 0), (2, 4), (3, 0), (5, 2), (8, 1)] {
        let mut state = game.state.clone();
        state.turn = turn;
        state.happened = vec![(event, 1, 1)];
        assert_eq!(added(&state, in_russia, clear), wanted, "turn {turn}");
        assert_eq!(added(&state, table.space("1237"), clear), 0, "outside the Soviet Union nobody freezes");
    }
    let out_of_swamp = advance::mechanised(&table.rules, &game.state, axis, army, on("swamp"), clear);
    assert_eq!((advance::mechanised(&table.rules, &game.state, axis, army, from, clear), out_of_swamp), (8, 0));
}

#[test]
fn production_builds_at_home_within_the_budget_and_repairs_for_next_turn() {
    let table = Table::new();
    let mut game = table.at("axis", building);
    let axis = table.side("axis");
    assert_eq!(game.state.money(Actor::Side(axis)), 17, "34 points less the 17 of the other fronts");
    let (infantry, mech) = (table.unit("infantry"), table.unit("mechanized"));
    let abroad = Action::Build { unit: infantry, space: table.space("1434"), count: 1 };
    assert_eq!(refused(&mut game, abroad), "hgw:build.3.a");
    let berlin = table.space("1237");
    assert_eq!(refused(&mut game, Action::Build { unit: mech, space: berlin, count: 4 }), "hgw:build.6");
    game.submit(&Action::Build { unit: mech, space: berlin, count: 2 }).expect("ten points");
    assert_eq!(game.state.money(Actor::Side(axis)), 7);
    let broken = table.space("1638");
    game.submit(&Action::Repair { space: broken, points: 1 }).expect("three points");
    assert_eq!(
        (game.state.money(Actor::Side(axis)), game.state.damage(broken)),
        (4, 1),
        "it works again only next turn"
    );
    game.submit(&Action::Done).expect("done");
    assert_eq!(game.state.money(Actor::Side(axis)), 0, "nothing is saved");
    while game.state.turn == 1 {
        game.submit(&Action::Done).expect("done");
    }
    assert_eq!(game.state.damage(broken), 0);
    let siberia = table.rules.find_feature("production").expect("feature");
    assert_eq!(
        game.state.feature(&table.rules, table.space("siberia"), siberia),
        8,
        "Siberia produces from Winter 1941"
    );
}

#[test]
fn the_axis_wins_at_once_with_three_cities_and_the_soviets_with_berlin() {
    let table = Table::new();
    for (power, cities, winner) in
        [("germany", &["0942", "1144", "1446"][..], "axis"), ("ussr", &["1237"][..], "soviet")]
    {
        let mut game = table.at("axis", moving);
        for city in cities {
            game.state.holders[table.space(city).index()] = table.power(power).0 + 1;
        }
        game.submit(&Action::Done).expect("the phase ends");
        let outcome = game.outcome().expect("the game is over");
        assert_eq!(outcome.winner, Some(Actor::Side(table.side(winner))));
    }
}
