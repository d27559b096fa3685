//! Exact odds against the engine's own resolution: random battles of firepower and advance, fought out on the map.

use crate::common::{load, start};
use chartroom_engine::bots::Bot;
use chartroom_engine::matchup::{self, Question, Row};
use chartroom_engine::odds::Budget;
use chartroom_engine::state::{Stack, rng};
use chartroom_engine::{Action, Game, Ruleset, State};
use chartroom_format::content::Content;

/// Games for each battle. With so many, chance alone passes five deviations less than once in a million battles.
const GAMES: u64 = 1500;
const ATTACKER_AT: &str = "1142";
const TARGET: &str = "1143";

/// Infantry and mechanized points.
type Army = (u16, u16);

/// Fights with what it has: every fire is fired, infantry is lost before mechanized points, every advance is tried.
struct Straight;

impl Bot for Straight {
    fn choose(&mut self, game: &Game<'_>) -> Action {
        let mechanised = game.rules.find_unit("mechanized");
        let legal = game.legal();
        let best = legal.iter().copied().max_by_key(|action| match action {
            Action::Fire { .. } | Action::Assault { .. } | Action::Advance { .. } => 2,
            Action::Lose { unit, .. } if Some(*unit) != mechanised => 2,
            Action::Lose { .. } | Action::Retreat { .. } => 1,
            _ => 0,
        });
        best.unwrap_or(Action::Done)
    }
}

/// The attack is about to be announced.
fn position(rules: &Ruleset, begin: &State, attacker: Army, defender: Army) -> State {
    let (mut game, _) = Game::start(rules, begin.clone());
    game.submit(&Action::Done).expect("movement ends");
    let mut state = game.state;
    let space = |id: &str| rules.board.find(id).expect("space");
    let power = |id: &str| rules.find_power(id).expect("power");
    state.stacks.clear();
    for (at, of, army) in [(ATTACKER_AT, "germany", attacker), (TARGET, "ussr", defender)] {
        state.holders[space(at).index()] = power(of).0 + 1;
        for (unit, count) in [("infantry", army.0), ("mechanized", army.1)] {
            let unit = rules.find_unit(unit).expect("unit");
            if count > 0 {
                state.stacks.push(Stack { space: space(at), army: 1, power: power(of), unit, damaged: 0, count });
            }
        }
    }
    state.stacks.sort_unstable();
    state
}

/// How often the attacker takes the hex.
fn fought(rules: &Ruleset, begin: &State, attacker: Army, defender: Army) -> f64 {
    let state = position(rules, begin, attacker, defender);
    let target = rules.board.find(TARGET).expect("space");
    let side = rules.find_side("axis").expect("side");
    let mut won = 0_u64;
    for number in 0..GAMES {
        let mut game = Game { rules, state: state.clone() };
        game.state.rng = number.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0xABCD;
        game.submit(&Action::Announce { army: 1, target }).expect("the hex lies next door");
        game.submit(&Action::Done).expect("that is all");
        let phase = game.state.phase;
        while game.state.phase == phase && game.outcome().is_none() && !game.state.is_friendly(target, side) {
            let action = Straight.choose(&game);
            game.submit(&action).expect("a legal action");
        }
        won += u64::from(game.state.is_friendly(target, side));
    }
    won as f64 / GAMES as f64
}

fn exact(content: &Content, attacker: Army, defender: Army) -> f64 {
    let rows = |army: Army| {
        let both = [("infantry", army.0), ("mechanized", army.1)];
        both.into_iter()
            .filter(|(_, count)| *count > 0)
            .map(|(unit, count)| Row { unit: unit.to_owned(), count })
            .collect()
    };
    let question = Question {
        content,
        attack: rows(attacker),
        defend: rows(defender),
        attacker: Some("germany"),
        defender: Some("ussr"),
        at: Some(TARGET),
        position: None,
        losses: Default::default(),
        budget: Budget::default(),
    };
    matchup::answer(&question).expect("the battle can be computed").odds.win
}

#[test]
fn exact_odds_agree_with_battles_fought_on_the_map() {
    let content = load("hitlers-global-war");
    let (rules, state) = start(&content, "barbarossa", 1);
    let mut position = 2026_u64;
    let mut draw = |most: i64| {
        let (roll, next) = rng::roll(position, most);
        position = next;
        roll as u16 - 1
    };
    for _ in 0..8 {
        let (attacker, defender) = ((draw(5), 2 + draw(7)), (draw(6), 1 + draw(2)));
        let (win, share) = (exact(&content, attacker, defender), fought(&rules, &state, attacker, defender));
        let deviation = (win * (1.0 - win) / GAMES as f64).sqrt().max(0.001);
        assert!(
            (win - share).abs() < 5.0 * deviation,
            "{attacker:?} against {defender:?}: exact {win:.4}, fought {share:.4}"
        );
    }
}
