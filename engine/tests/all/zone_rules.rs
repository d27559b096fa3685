//! Rules of The War Game that take a whole turn to show: landings, retreats, conquest, flights home, building, repair. Each on a
//! small position of the game of 1942, for many seeds where dice matter.

mod carriers;

use std::path::Path;

use chartroom_engine::ids::{Actor, PowerIx, SpaceIx};
use chartroom_engine::procedures::Procedure;
use chartroom_engine::procedures::range::RangeRules;
use chartroom_engine::state::Stack;
use chartroom_engine::state::operations::{BattleStep, Role};
use chartroom_engine::{Action, Event, Game, LossReason, Operation, Options, Order, Ruleset, State, compile};
use chartroom_format::fs::DiskFs;
use chartroom_format::load;

struct Table {
    rules: Ruleset,
    start: State,
}

type Wanted = fn(&Procedure) -> bool;

const ATTACK: Wanted = |run| matches!(run, Procedure::MoveByRange(RangeRules { attack: true, .. }));
const QUIET: Wanted = |run| matches!(run, Procedure::MoveByRange(RangeRules { attack: false, .. }));
const BUILD: Wanted = |run| matches!(run, Procedure::Recruit(_));

impl Table {
    fn new() -> Self {
        Self::with(&[])
    }

    /// With some special additions switched.
    fn with(switches: &[(&str, bool)]) -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content/war-game-ww2");
        let content = load::load(&DiskFs, &folder).expect("the pack loads").content;
        let (rules, start) =
            compile(&content, "1942", Options { switches, ..Options::default() }).expect("1942 compiles");
        Self { rules, start }
    }

    fn space(&self, id: &str) -> SpaceIx {
        self.rules.board.find(id).expect("space")
    }

    fn power(&self, id: &str) -> PowerIx {
        self.rules.find_power(id).expect("power")
    }

    fn stack(&self, power: &str, unit: &str, space: &str, count: u16) -> Stack {
        let unit = self.rules.find_unit(unit).expect("unit");
        Stack { space: self.space(space), army: 0, power: self.power(power), unit, damaged: 0, count }
    }

    /// A game in a phase of a power, with these units and nobody else in their places.
    fn game(&self, seed: u64, power: &str, wanted: Wanted, units: &[(&str, &str, &str, u16)]) -> Game<'_> {
        let mut state = self.start.clone();
        state.rng = seed;
        for (_, _, space, _) in units {
            let space = self.space(space);
            state.stacks.retain(|stack| stack.space != space);
        }
        for (power, unit, space, count) in units.iter().filter(|(.., count)| *count > 0) {
            state.stacks.push(self.stack(power, unit, space, *count));
        }
        state.stacks.sort_unstable();
        let mut game = Game { rules: &self.rules, state };
        self.go_to(&mut game, power, wanted);
        game
    }

    fn go_to(&self, game: &mut Game<'_>, power: &str, wanted: Wanted) {
        let power = self.power(power);
        let found = (0..self.rules.phases.len()).find(|at| {
            game.state.phase = *at as u16;
            let run = self.rules.phases[*at].run;
            run.is_some_and(|run| wanted(&self.rules.procedures[run.index()].run))
                && chartroom_engine::query::zones::powers_of(&self.rules, &game.state).contains(&power)
        });
        game.state.phase = found.expect("such a phase") as u16;
        game.state.begun = true;
    }

    fn hold(&self, game: &mut Game<'_>, space: &str, power: &str) {
        game.state.holders[self.space(space).index()] = self.power(power).0 + 1;
    }

    fn holder(&self, game: &Game<'_>, space: &str) -> String {
        game.state.holder(self.space(space)).map_or(String::new(), |power| self.rules.power(power).id.clone())
    }

    fn count(&self, game: &Game<'_>, power: &str, unit: &str, space: &str) -> u16 {
        let wanted = self.stack(power, unit, space, 0);
        let here = game.state.stacks_in(wanted.space).iter();
        here.filter(|stack| stack.power == wanted.power && stack.unit == wanted.unit).map(|stack| stack.count).sum()
    }

    fn go(&self, game: &mut Game<'_>, power: &str, unit: &str, count: u16, from: &str, to: &str) {
        let order = Order::Move { stack: self.stack(power, unit, from, count), via: None, to: self.space(to) };
        game.submit(&Action::Order(order)).expect("the move is legal");
    }
}

/// Ends phases and rounds until the wanted phase comes; returns all events.
fn until(game: &mut Game<'_>, wanted: Wanted) -> Vec<Event> {
    let mut events = Vec::new();
    for _ in 0..400 {
        let run = game.rules.phases.get(usize::from(game.state.phase)).and_then(|phase| phase.run);
        if run.is_some_and(|run| wanted(&game.rules.procedures[run.index()].run)) {
            return events;
        }
        events.extend(game.submit(&Action::Done).expect("it can go on").events);
    }
    panic!("the phase never comes");
}

/// The next phase, whatever is decided in it.
fn done(game: &mut Game<'_>) -> Vec<Event> {
    game.submit(&Action::Done).expect("it can go on").events
}

/// A transport off France with two infantry; the zone is held by some destroyers that others attack.
fn landing(table: &Table, seed: u64, guards: u16, hunters: u16) -> Game<'_> {
    let game = landing_beside(table, seed, guards, (1, 0));
    hunt(table, game, hunters)
}

/// The same against so many infantry in France, with so many British in Belgium.
fn landing_beside(table: &Table, seed: u64, guards: u16, (holders, by_land): (u16, u16)) -> Game<'_> {
    let units = [
        ("uk", "transport", "eire-sea", 1),
        ("uk", "infantry", "great-britain", 2),
        ("uk", "infantry", "belgium", by_land),
        ("germany", "destroyer", "french-coast", guards),
        ("germany", "infantry", "france", holders),
    ];
    let mut game = table.game(seed, "uk", ATTACK, &units);
    let load = Order::Load {
        stack: table.stack("uk", "infantry", "great-britain", 2),
        zone: table.space("eire-sea"),
        army: 0,
    };
    game.submit(&Action::Order(load)).expect("it fits");
    let army = game.state.operations.groups.len() as u8;
    game.submit(&Action::Order(Order::Sail { army, to: table.space("french-coast") })).expect("near enough");
    let cargo = Stack { army, ..table.stack("uk", "infantry", "french-coast", 2) };
    game.submit(&Action::Order(Order::Land { stack: cargo, to: table.space("france") })).expect("a shore");
    game
}

/// Destroyers come along.
fn hunt<'t>(table: &Table, mut game: Game<'t>, hunters: u16) -> Game<'t> {
    if hunters > 0 {
        game.state.stacks.push(table.stack("uk", "destroyer", "eire-sea", hunters));
        game.state.stacks.sort_unstable();
        table.go(&mut game, "uk", "destroyer", hunters, "eire-sea", "french-coast");
    }
    game
}

#[test]
fn landing_units_keep_their_attack_only_when_the_zone_is_clear_in_round_one() {
    let table = Table::new();
    let (zone, land) = (table.space("french-coast"), table.space("france"));
    let (mut early, mut late) = (0, 0);
    for seed in 0..120 {
        let mut game = landing(&table, seed, 2, 3);
        let mut events = done(&mut game);
        events.extend(until(&mut game, QUIET));
        let rounds = |at: SpaceIx| {
            let is_round = |event: &&Event| matches!(event, Event::Operation(Operation::RoundFought { space, .. }) if *space == at);
            events.iter().filter(is_round).count()
        };
        let landed = events.iter().find_map(|event| match event {
            Event::Operation(Operation::GroupFormed { group }) if group.role == Role::Landed => Some(group.silent_in),
            _ => None,
        });
        match landed {
            Some(0) => {
                early += 1;
                assert_eq!(rounds(zone), 1, "seed {seed}: the zone was cleared at once");
            }
            Some(round) => {
                late += 1;
                assert!(rounds(zone) > 1 && usize::from(round) == rounds(zone), "seed {seed}: landed in round {round}");
                assert!(rounds(land) > 0, "seed {seed}: the defenders fire in that round");
            }
            None => assert_eq!(table.count(&game, "uk", "infantry", "france"), 0, "seed {seed}: nobody landed"),
        }
    }
    assert!(early > 5 && late > 5, "{early} landings at once, {late} later");
}

#[test]
fn cargo_is_lost_with_its_transport() {
    let table = Table::new();
    let mut sunk = 0;
    for seed in 0..20 {
        let mut game = landing(&table, seed, 6, 0);
        let mut events = done(&mut game);
        events.extend(until(&mut game, QUIET));
        if table.count(&game, "uk", "transport", "french-coast") == 0 {
            sunk += 1;
            assert!(events.iter().any(|event| matches!(event, Event::Removed { why: LossReason::Sunk, .. })));
            assert_eq!(table.count(&game, "uk", "infantry", "france"), 0, "seed {seed}: nobody lands from a sunk ship");
            assert_eq!(table.holder(&game, "france"), "germany");
        }
    }
    assert!(sunk > 10, "six destroyers sink a lone transport: {sunk} of 20");
}

fn withdrawals(game: &Game<'_>) -> Vec<Order> {
    let orders = game.legal().into_iter().filter_map(|action| match action {
        Action::Order(order @ Order::Withdraw { .. }) => Some(order),
        _ => None,
    });
    orders.collect()
}

#[test]
fn an_attacker_may_leave_from_round_two_and_goes_back_where_he_came_from() {
    let table = Table::new();
    let units = [("germany", "infantry", "libya", 6), ("uk", "infantry", "egypt", 6), ("uk", "armor", "jordan", 1)];
    for seed in 0..10 {
        let mut game = table.game(seed, "germany", ATTACK, &units);
        table.hold(&mut game, "libya", "germany");
        table.go(&mut game, "germany", "infantry", 6, "libya", "egypt");
        done(&mut game);
        assert!(
            matches!(game.state.operations.step, BattleStep::DefenderDecides(_)),
            "the defender decides in round 1"
        );
        assert_eq!(game.state.operations.round, 1);
        assert!(!withdrawals(&game).is_empty(), "he may leave at once");
        done(&mut game);
        if table.count(&game, "germany", "infantry", "egypt") == 0 || table.count(&game, "uk", "infantry", "egypt") == 0
        {
            continue;
        }
        assert_eq!((game.state.operations.step, game.state.operations.round), (BattleStep::AttackerDecides, 2));
        let back = withdrawals(&game);
        assert!(back.iter().all(|order| matches!(order, Order::Withdraw { to, .. } if *to == table.space("libya"))));
        let (before, enemy) =
            (table.count(&game, "germany", "infantry", "egypt"), table.count(&game, "uk", "infantry", "egypt"));
        game.submit(&Action::Order(back[0])).expect("legal");
        until(&mut game, QUIET);
        assert_eq!(table.count(&game, "germany", "infantry", "egypt"), 0, "all have left");
        assert!(table.count(&game, "germany", "infantry", "libya") <= before);
        assert!(table.count(&game, "uk", "infantry", "egypt") >= enemy, "who leaves does not fire");
        assert_eq!(table.holder(&game, "egypt"), "uk");
    }
}

/// Those who came by land beside a landing may leave a beach that is held; those who landed may not.
#[test]
fn landed_units_cannot_leave() {
    let table = Table::new();
    let land = table.space("france");
    let mut seen = 0;
    for seed in 0..30 {
        // Six come over land from a neighbour that is British here, against eight who hold.
        let mut game = landing_beside(&table, seed, 0, (8, 6));
        table.hold(&mut game, "belgium", "uk");
        table.go(&mut game, "uk", "infantry", 6, "belgium", "france");
        done(&mut game);
        for _ in 0..60 {
            let ashore = game
                .state
                .stacks_in(land)
                .iter()
                .any(|stack| game.state.operations.role(stack.army) == Some(Role::Landed));
            if QUIET(phase_of(&table, &game)) {
                break;
            }
            if ashore && game.state.operations.step == BattleStep::AttackerDecides {
                seen += 1;
                let leaving = withdrawals(&game);
                let from_land = |order: &Order| matches!(order, Order::Withdraw { stack, .. } if stack.space == land);
                assert!(leaving.iter().any(from_land), "seed {seed}: those who came by land may leave");
                let landed = |order: &Order| matches!(order, Order::Withdraw { stack, .. } if game.state.operations.role(stack.army) == Some(Role::Landed));
                assert!(!leaving.iter().any(landed), "seed {seed}: those who landed stay");
                let stuck = game
                    .state
                    .stacks_in(land)
                    .iter()
                    .find(|stack| game.state.operations.role(stack.army) == Some(Role::Landed));
                let order = Order::Withdraw { stack: *stuck.expect("they are ashore"), to: table.space("belgium") };
                assert!(game.clone().submit(&Action::Order(order)).is_err(), "seed {seed}: not even when asked");
            }
            done(&mut game);
        }
    }
    assert!(seen > 2, "only {seen} decisions on a held beach");
}

#[test]
fn conquest_takes_a_land_unit_and_aircraft_fly_home_from_it() {
    let table = Table::new();
    let units = [
        ("germany", "infantry", "libya", 8),
        ("germany", "artillery", "libya", 1),
        ("germany", "fighter", "libya", 1),
        ("uk", "infantry", "egypt", 1),
    ];
    let mut seen = 0;
    for seed in 0..10 {
        let mut game = table.game(seed, "germany", ATTACK, &units);
        table.hold(&mut game, "libya", "germany");
        table.go(&mut game, "germany", "infantry", 8, "libya", "egypt");
        table.go(&mut game, "germany", "fighter", 1, "libya", "egypt");
        let gun = table.stack("germany", "artillery", "libya", 1);
        game.submit(&Action::Order(Order::Support { stack: gun, target: table.space("egypt") })).expect("a gun");
        done(&mut game);
        until(&mut game, QUIET);
        if table.holder(&game, "egypt") != "germany" || table.count(&game, "germany", "fighter", "egypt") == 0 {
            continue;
        }
        seen += 1;
        // Nobody who took it moves on; the gun may follow, and nowhere else; the fighter must leave.
        let refusal = game.submit(&Action::Done).expect_err("the fighter is still to land");
        assert_eq!(refusal.rule, "twg:noncombat.1");
        let egypt = table.space("egypt");
        for action in game.legal() {
            let Action::Order(Order::Move { stack, to, .. }) = action else { continue };
            let unit = &table.rules.unit(stack.unit).id;
            assert!(!(stack.space == egypt && unit == "infantry"), "the conquerors stay");
            assert!(!(unit == "fighter" && to == egypt), "no landing on land just taken");
            if stack.space == table.space("libya") && unit == "artillery" {
                assert_eq!(to, egypt, "a gun that fired goes nowhere else");
            }
        }
        let guns: Vec<Stack> = game.state.stacks_in(table.space("libya")).to_vec();
        let gun = guns.into_iter().find(|stack| table.rules.unit(stack.unit).id == "artillery").expect("the gun");
        game.submit(&Action::Order(Order::Move { stack: gun, via: None, to: egypt })).expect("it follows");
        let plane = game.state.stacks_in(egypt).iter().find(|stack| table.rules.unit(stack.unit).id == "fighter");
        let plane = *plane.expect("the fighter");
        game.submit(&Action::Order(Order::Move { stack: plane, via: None, to: table.space("libya") })).expect("home");
        done(&mut game);
        assert_eq!(table.holder(&game, "egypt"), "germany", "control stays without anybody there");
    }
    assert!(seen > 5, "eight to one: {seen} of 10 conquests");
}

#[test]
fn land_taken_this_turn_and_new_factories_build_nothing() {
    let table = Table::new();
    let units = [("germany", "infantry", "libya", 3), ("uk", "infantry", "egypt", 0)];
    let mut game = table.game(1, "germany", ATTACK, &units);
    table.hold(&mut game, "libya", "germany");
    table.go(&mut game, "germany", "infantry", 1, "libya", "egypt");
    done(&mut game);
    until(&mut game, QUIET);
    assert_eq!(table.holder(&game, "egypt"), "germany");
    until(&mut game, BUILD);
    let germany = table.power("germany");
    let at = |space: &str| table.space(space);
    let purse = table.rules.powers.iter().position(|power| power.id == "germany").expect("germany");
    game.state.money[purse] = 500;
    let infantry = table.rules.find_unit("infantry").expect("unit");
    let buy = |space: &str| Action::Order(Order::Buy { unit: infantry, count: 1, site: at(space), to: at(space) });
    assert_eq!(game.submit(&buy("egypt")).expect_err("just taken").rule, "twg:build.4");
    assert_eq!(game.submit(&buy("great-britain")).expect_err("not his").rule, "twg:occupation.2");
    assert!(game.submit(&buy("austria")).is_ok());
    let minor = table.rules.find_feature("minor-factory").expect("feature");
    let armor = table.rules.find_unit("armor").expect("unit");
    game.submit(&Action::Order(Order::Found { feature: minor, space: at("austria") })).expect("worth 5");
    let tank = Action::Order(Order::Buy { unit: armor, count: 1, site: at("austria"), to: at("austria") });
    assert!(game.submit(&tank).is_err(), "a new factory builds from the next turn");
    assert_eq!(game.state.money(Actor::Power(germany)), 500 - 5 - 14);
    let raze = Action::Order(Order::Raze { space: at("czechoslovakia") });
    game.submit(&raze).expect("an own factory");
    assert_eq!(game.state.feature(&table.rules, at("czechoslovakia"), minor), 0);
    assert_eq!(game.state.money(Actor::Power(germany)), 500 - 5 - 14, "nothing comes back");
}

#[test]
fn a_paid_ship_is_whole_when_its_owners_next_turn_begins() {
    let table = Table::new();
    let mut game = table.game(4, "italy", BUILD, &[]);
    let purse = table.rules.powers.iter().position(|power| power.id == "italy").expect("italy");
    game.state.money[purse] = 50;
    let damaged = Stack { damaged: 1, ..table.stack("italy", "battleship", "adriatic-sea", 1) };
    let refit = Action::Order(Order::Refit { stack: damaged, site: table.space("italy") });
    assert!(game.submit(&refit).is_err(), "the price comes first");
    game.submit(&Action::Order(Order::Survey { stack: damaged })).expect("a die");
    let price = game.state.operations.docks[0].price;
    assert!((1..=12).contains(&price));
    assert!(game.submit(&Action::Order(Order::Survey { stack: damaged })).is_err(), "the price is fixed");
    game.submit(&refit).expect("Italy has a factory and is worth 14");
    assert_eq!(game.state.money[purse], 50 - i32::from(price));
    let whole = |game: &Game<'_>| {
        let here = game.state.stacks_in(table.space("adriatic-sea")).iter();
        let ships = here.filter(|stack| table.rules.unit(stack.unit).id == "battleship");
        ships.filter(|stack| stack.damaged == 0).map(|stack| stack.count).sum::<u16>()
    };
    assert_eq!(whole(&game), 1, "it is still damaged");
    let mut lost = game.clone();
    lost.state.holders[table.space("italy").index()] = table.power("uk").0 + 1;
    // Or else the Allies have won by the end of the turn.
    lost.state.holders[table.space("brazil").index()] = table.power("germany").0 + 1;
    for (mut game, ships) in [(game, 2), (lost, 1)] {
        game.submit(&Action::Done).expect("the turn goes on");
        for _ in 0..200 {
            if game.state.turn > 6 && ATTACK(phase_of(&table, &game)) {
                break;
            }
            game.submit(&Action::Done).expect("quiet turns");
        }
        assert_eq!(whole(&game), ships, "whole again only if the site is still friendly");
    }
}

fn phase_of<'t>(table: &'t Table, game: &Game<'_>) -> &'t Procedure {
    let run = table.rules.phases[usize::from(game.state.phase)].run.expect("a procedure");
    &table.rules.procedures[run.index()].run
}

#[test]
fn a_defender_may_burn_his_factory_if_he_lives_through_the_round() {
    let table = Table::new();
    let units = [("germany", "infantry", "belorussia", 9), ("ussr", "infantry", "central-russia", 9)];
    let major = table.rules.find_feature("major-factory").expect("feature");
    let minor = table.rules.find_feature("minor-factory").expect("feature");
    let moscow = table.space("central-russia");
    let mut game = table.game(2, "germany", ATTACK, &units);
    table.go(&mut game, "germany", "infantry", 9, "belorussia", "central-russia");
    done(&mut game);
    let factory = |game: &Game<'_>| {
        (game.state.feature(&table.rules, moscow, major), game.state.feature(&table.rules, moscow, minor))
    };
    for left in [(0, 1), (0, 0)] {
        while !matches!(game.state.operations.step, BattleStep::DefenderDecides(_)) {
            done(&mut game);
        }
        let scorch = Action::Order(Order::Scorch { space: moscow });
        game.submit(&scorch).expect("there is a factory");
        assert!(game.submit(&scorch).is_err(), "one step in a round");
        done(&mut game);
        assert!(table.count(&game, "ussr", "infantry", "central-russia") > 0, "nine infantry live through a round");
        assert_eq!(factory(&game), left);
    }
}
