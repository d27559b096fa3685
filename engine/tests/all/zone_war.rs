//! The game of 1942 played on its map: it ends, it replays, nothing appears or vanishes, nobody stands where he may not; and
//! battles of the map come out as the exact odds say.

use std::path::Path;

use chartroom_engine::bots::{self, Bot, Greedy, Random};
use chartroom_engine::ids::{FeatureIx, PowerIx, SpaceIx, UnitIx};
use chartroom_engine::matchup::{Question, Row, answer};
use chartroom_engine::odds::Budget;
use chartroom_engine::procedures::Procedure;
use chartroom_engine::procedures::range::RangeRules;
use chartroom_engine::query::zones;
use chartroom_engine::state::{Stack, rng};
use chartroom_engine::{Action, Event, Game, Options, Order, Ruleset, State, compile, replay};
use chartroom_format::content::Content;
use chartroom_format::fs::DiskFs;
use chartroom_format::load;
use chartroom_format::schema::units::Domain;

fn content() -> Content {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content/war-game-ww2");
    load::load(&DiskFs, &folder).expect("the pack loads").content
}

fn start(content: &Content, seed: u64) -> (Ruleset, State) {
    compile(content, "1942", Options { seed, ..Options::default() }).expect("1942 compiles")
}

fn bot(name: &str, seed: u64) -> Box<dyn Bot> {
    if name == "greedy" { Box::new(Greedy::default()) } else { Box::new(Random::new(seed)) }
}

fn count(state: &State) -> i64 {
    state.stacks.iter().map(|stack| i64::from(stack.count)).sum()
}

fn change(event: &Event) -> i64 {
    match event {
        Event::Placed { stack, .. } => i64::from(stack.count),
        Event::Removed { stack, .. } => -i64::from(stack.count),
        _ => 0,
    }
}

/// Everybody stands in his element, aboard only what has room, and on land only beside those who share it.
fn position_holds(rules: &Ruleset, state: &State) {
    for stack in &state.stacks {
        let (place, unit) = (rules.space_name(stack.space), &rules.unit(stack.unit).id);
        let at_sea = zones::is_sea(rules, stack.space);
        match rules.unit(stack.unit).domain {
            Domain::Sea | Domain::Submarine => assert!(at_sea, "{unit} stands on land in {place}"),
            Domain::Land if at_sea => {
                let room = zones::room_aboard(rules, state, stack.power, stack.space, stack.unit, None);
                assert!(room >= 0, "{unit} swims in {place}");
            }
            _ => {}
        }
        let hits = rules.profiles[stack.unit.index()].kind.stats.hits.unwrap_or(1);
        assert!(i64::from(stack.damaged) < hits, "a dead {unit} is left in {place}");
        assert!(stack.count > 0, "an empty stack of {unit} in {place}");
    }
    for money in &state.money {
        assert!(*money >= 0, "somebody has {money} to spend");
    }
    for (power, bound) in state.operations.bound.iter().enumerate() {
        let all = state.money[power];
        assert!(*bound <= all.max(0), "more bound money than money: {bound} of {all}");
    }
}

/// Between player turns enemies share no land, and aircraft have a place.
fn turn_holds(rules: &Ruleset, state: &State) {
    for one in &state.stacks {
        for other in state.stacks_in(one.space).iter().filter(|_| !zones::is_sea(rules, one.space)) {
            let place = rules.space_name(one.space);
            assert!(zones::shares(rules, state, one.power, other.power), "two who share no land stand in {place}");
        }
    }
}

fn check(rules: &Ruleset, start: &State, name: &str, seed: u64) -> (Game<'static>, u64, replay::Replay) {
    let mut state = start.clone();
    state.rng = seed;
    let mut units = count(&state);
    let (game, played) = bots::play(rules, &state, bot(name, seed).as_mut(), None, |game, events| {
        for event in events {
            units += change(event);
        }
        assert_eq!(units, count(&game.state), "units appeared or vanished on turn {}", game.state.turn);
        position_holds(rules, &game.state);
        if events.iter().any(|event| matches!(event, Event::TurnBegan { .. })) {
            turn_holds(rules, &game.state);
        }
    });
    let outcome = game.outcome().expect("the game ends");
    assert!(outcome.winner.is_some() && !outcome.reason.is_empty(), "{outcome:?}");
    let hash = game.state.hash();
    let leaked: &'static Ruleset = Box::leak(Box::new(rules.clone()));
    (Game { rules: leaked, state: game.state }, hash, played)
}

#[test]
fn the_game_of_1942_ends_and_replays_to_the_same_hashes() {
    let content = content();
    let (rules, state) = start(&content, 1);
    for (name, seed) in [("greedy", 1), ("random", 1), ("random", 2)] {
        let (_, hash, played) = check(&rules, &state, name, seed);
        let mut begin = state.clone();
        begin.rng = seed;
        let hashes = replay::hashes(&rules, &begin, &played).expect("every action is legal again");
        assert_eq!(hashes.last(), Some(&hash));
        let half = replay::Replay { seed, actions: played.actions[..played.actions.len() / 2].to_vec() };
        let undone = replay::hashes(&rules, &begin, &half).expect("legal");
        assert_eq!(undone[..], hashes[..undone.len()], "undo is replay of a shorter game");
    }
}

/// Numbers for arbitrary orders.
struct Draw(u64);

impl Draw {
    fn below(&mut self, most: i64) -> i64 {
        let (roll, next) = rng::roll(self.0, most);
        self.0 = next;
        roll - 1
    }

    fn space(&mut self) -> SpaceIx {
        let widest = if self.below(4) == 0 { 65_000 } else { 260 };
        SpaceIx(self.below(widest) as u32)
    }

    fn stack(&mut self, state: &State) -> Stack {
        if self.below(3) > 0 {
            let stack = state.stacks[self.below(state.stacks.len() as i64) as usize];
            return Stack { count: self.below(i64::from(stack.count) + 2) as u16, ..stack };
        }
        Stack {
            space: self.space(),
            army: self.below(20) as u8,
            power: PowerIx(self.below(12) as u8),
            unit: UnitIx(self.below(30) as u8),
            damaged: self.below(3) as u8,
            count: self.below(9) as u16,
        }
    }

    fn order(&mut self, state: &State) -> Order {
        let (stack, space, to) = (self.stack(state), self.space(), self.space());
        let (power, unit) = (PowerIx(self.below(12) as u8), UnitIx(self.below(30) as u8));
        match self.below(25) {
            0 => Order::Move { stack, via: None, to },
            1 => Order::Move { stack, via: Some(space), to },
            2 => Order::Load { stack, zone: to, army: self.below(5) as u8 },
            3 => Order::Sail { army: self.below(9) as u8, to },
            4 => Order::Land { stack, to },
            5 => Order::Support { stack, target: to },
            6 => Order::Withdraw { stack, to },
            7 => Order::Scorch { space },
            8 => Order::Aim { space, power, unit, other: self.below(2) == 0 },
            9 => Order::Buy { unit, count: self.below(9) as u16, site: space, to },
            10 => Order::Found { feature: FeatureIx(self.below(4) as u8), space },
            11 => Order::Raze { space },
            12 => Order::Refit { stack, site: to },
            13 => Order::PutOff { space },
            14 => Order::Offer { space, power, unit },
            15 => Order::Claim { space, power },
            16 => Order::Board { stack, zone: to },
            17 => Order::Lead { leader: self.below(9) as u8, to, command: self.below(4) as u8 },
            18 => Order::Recall { leader: self.below(9) as u8, to },
            19 => Order::Airlift { carrier: stack, cargo: self.stack(state), to },
            20 => Order::Drop { carrier: stack, cargo: self.stack(state), to },
            21 => Order::Train { stack },
            22 => Order::Keep { carrier: stack, cargo: self.stack(state) },
            23 => Order::Pass { stack, to, fights: self.below(2) == 0 },
            _ => Order::Give { by: power, to: PowerIx(self.below(12) as u8), points: self.below(60) as u16 },
        }
    }
}

#[test]
fn arbitrary_orders_are_done_or_refused_but_never_break_anything() {
    let content = content();
    let (rules, state) = start(&content, 5);
    let (mut game, _) = Game::start(&rules, state);
    let mut draw = Draw(99);
    for step in 0..4000 {
        let action = if step % 40 == 39 {
            Action::Done
        } else if draw.below(3) == 0 {
            let legal = game.legal();
            legal[draw.below(legal.len() as i64) as usize]
        } else {
            Action::Order(draw.order(&game.state))
        };
        let (before, units) = (game.state.hash(), count(&game.state));
        match game.submit(&action) {
            Ok(step) => {
                let changed: i64 = step.events.iter().map(change).sum();
                assert_eq!(count(&game.state), units + changed, "{action:?}");
                position_holds(&rules, &game.state);
            }
            Err(_) => assert_eq!(before, game.state.hash(), "a refused action changed the game"),
        }
        if game.outcome().is_some() {
            break;
        }
    }
}

/// What `legal` lists is done when it is asked for, and refusals name a rule.
#[test]
fn every_listed_order_is_legal_and_refusals_name_their_rule() {
    let content = content();
    let (rules, state) = start(&content, 3);
    let (mut game, _) = Game::start(&rules, state);
    let mut draw = Draw(7);
    for _ in 0..60 {
        let legal = game.legal();
        for _ in 0..12 {
            let action = legal[draw.below(legal.len() as i64) as usize];
            assert!(game.clone().submit(&action).is_ok(), "{action:?} is listed but refused");
            let wrong = Action::Order(draw.order(&game.state));
            if let Err(refusal) = game.clone().submit(&wrong) {
                assert!(refusal.rule.starts_with("twg:"), "{wrong:?}: {refusal}");
            }
        }
        let next = legal[draw.below(legal.len() as i64) as usize];
        game.submit(&next).expect("legal");
        if draw.below(6) == 0 {
            let _ = game.submit(&Action::Done);
        }
    }
}

/// A table for two: positions of two neighbouring spaces.
struct Duel<'c> {
    content: &'c Content,
    rules: Ruleset,
    state: State,
    attacker: PowerIx,
    defender: PowerIx,
    from: SpaceIx,
    to: SpaceIx,
}

impl<'c> Duel<'c> {
    fn new(content: &'c Content, from: &str, to: &str) -> Self {
        let (rules, mut state) = start(content, 1);
        let (from, to) = (rules.board.find(from).expect("space"), rules.board.find(to).expect("space"));
        let (attacker, defender) =
            (rules.find_power("germany").expect("power"), rules.find_power("uk").expect("power"));
        state.stacks.retain(|stack| stack.space != from && stack.space != to);
        state.holders[from.index()] = attacker.0 + 1;
        state.holders[to.index()] = defender.0 + 1;
        let phase = rules.phases.iter().position(|phase| {
            let run = phase.run.map(|at| &rules.procedures[at.index()].run);
            matches!(run, Some(Procedure::MoveByRange(RangeRules { attack: true })))
        });
        state.phase = phase.expect("combat orders") as u16;
        state.begun = true;
        Self { content, rules, state, attacker, defender, from, to }
    }

    /// Fights one battle to its end with nobody leaving; true if the attacker is left alone, with land units on land.
    fn fight(&self, attack: &[Row], defend: &[Row], seed: u64) -> bool {
        let mut state = self.state.clone();
        state.rng = seed;
        for (rows, power, space) in [(attack, self.attacker, self.from), (defend, self.defender, self.to)] {
            for row in rows {
                let unit = self.rules.find_unit(&row.unit).expect("unit");
                state.stacks.push(Stack { space, army: 0, power, unit, damaged: 0, count: row.count });
            }
        }
        state.stacks.sort_unstable();
        let mut game = Game { rules: &self.rules, state };
        for row in attack {
            let unit = self.rules.find_unit(&row.unit).expect("unit");
            let stack = Stack { space: self.from, army: 0, power: self.attacker, unit, damaged: 0, count: row.count };
            let order = Order::Move { stack, via: None, to: self.to };
            game.submit(&Action::Order(order)).expect("the attack is legal");
        }
        let phase = game.state.phase;
        while game.state.phase <= phase + 1 {
            game.submit(&Action::Done).expect("battles go on");
        }
        let here = game.state.stacks_in(self.to);
        let ours = here.iter().any(|stack| {
            stack.power == self.attacker
                && (zones::is_sea(&self.rules, self.to) || zones::takes_land(&self.rules, stack.unit))
        });
        ours && here.iter().all(|stack| stack.power != self.defender)
    }

    fn check(&self, attack: &[Row], defend: &[Row], games: u64) {
        let question = Question {
            content: self.content,
            attack: attack.to_vec(),
            defend: defend.to_vec(),
            attacker: Some("germany"),
            defender: Some("uk"),
            at: None,
            position: None,
            losses: Default::default(),
            budget: Budget::default(),
        };
        let exact = answer(&question).expect("odds").odds.win;
        let won = (0..games).filter(|seed| self.fight(attack, defend, seed * 7919 + 3)).count();
        let played = won as f64 / games as f64;
        let spread = (exact * (1.0 - exact) / games as f64).sqrt().max(0.002);
        assert!((played - exact).abs() < 4.5 * spread, "{attack:?} against {defend:?}: {played} played, {exact} exact");
    }
}

fn force(draw: &mut Draw, units: &[&str], most: i64) -> Vec<Row> {
    let mut rows: Vec<Row> = units
        .iter()
        .map(|unit| Row { unit: (*unit).to_owned(), count: draw.below(most) as u16 })
        .filter(|row| row.count > 0)
        .collect();
    if rows.is_empty() {
        rows.push(Row { unit: units[0].to_owned(), count: 2 });
    }
    rows
}

/// The exact odds and the battles of the map share their rules: both give the same chances on random battles.
#[test]
fn battles_of_the_map_come_out_as_the_exact_odds_say() {
    let content = content();
    let mut draw = Draw(20);
    let land = Duel::new(&content, "libya", "egypt");
    for _ in 0..5 {
        let attack = force(&mut draw, &["infantry", "artillery", "armor"], 5);
        let defend = force(&mut draw, &["infantry", "artillery", "armor", "fighter", "bomber"], 4);
        land.check(&attack, &defend, 400);
    }
    let sea = Duel::new(&content, "na-8", "na-5");
    for _ in 0..5 {
        let attack = force(&mut draw, &["destroyer", "battleship", "submarine", "carrier"], 4);
        let defend = force(&mut draw, &["destroyer", "battleship", "submarine", "carrier"], 4);
        sea.check(&attack, &defend, 400);
    }
}
