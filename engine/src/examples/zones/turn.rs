//! A player turn from its orders through rounds of combat, with dice that fall as the example says.
//!
//! `given`: a position, `orders`, and `rounds`, each with its `dice` in the order they are thrown, and what `attacker` and
//! `defender` order before them. `expect`, besides what orders alone can: `sequence` (who decides and where dice fall, one after
//! the other), `thrown` (dice of each round, by battle), `lost` (units by power), `may-leave` (from where -> unit -> to where),
//! `battles` (those that go on), `leaders` (power -> where its leader is, or `dead`), and `legal-later`: whether orders that `later`
//! lists could be given then, each for itself.

use std::collections::{BTreeMap, VecDeque};

use chartroom_format::schema::example::Example;
use chartroom_format::schema::value::Data;

use super::super::{compare, list};
use super::moves;
use super::position::{Position, truths};
use crate::action::Action;
use crate::event::{Event, Operation};
use crate::game::Game;
use crate::order::Order;
use crate::playable::Playable;
use crate::procedures::Procedure;
use crate::query::memory::Memory;
use crate::state::operations::BattleStep;

/// Decisions within the rounds of an example.
const MOST_STEPS: usize = 200;

/// Plays the turn of an example.
pub(super) fn turn(content: &Playable<'_>, example: &Example) -> Option<Result<(), String>> {
    example.given.contains_key("orders").then(|| {
        let mut position = Position::new(content, example)?;
        moves::begin(&mut position, example)?;
        let mut ordered = moves::give(&position, list(example, "orders"))?;
        let told = fight(&position, &mut ordered.game, list(example, "rounds"))?;
        let mut said = ordered.said(&position, example)?;
        let game = &ordered.game;
        said.extend([
            ("sequence", told.sequence(&position)),
            ("thrown", told.thrown(&position)),
            ("lost", told.lost(&position)),
            ("may-leave", may_leave(&position, game, example)),
            ("battles", battles(&position, game)),
            ("leaders", leaders(&position, game, example)),
            ("legal-later", later(&position, game, list(example, "later"))?),
        ]);
        compare(example, &said)
    })
}

/// What happened, step by step.
#[derive(Default)]
struct Told {
    events: Vec<Event>,
}

/// Fights the rounds of an example and stops where the next decision waits.
fn fight(position: &Position, game: &mut Game<'_>, rounds: &[Data]) -> Result<Told, String> {
    let mut told = Told::default();
    let entries = |round: &Data, key: &str| match round.get(key) {
        Some(Data::List(items)) => items.clone(),
        _ => Vec::new(),
    };
    let dice = rounds.iter().flat_map(|round| entries(round, "dice"));
    let mut dice: VecDeque<i64> = dice.filter_map(|face| face.as_whole()).collect();
    let given = dice.len();
    for _ in 0..MOST_STEPS {
        let (round, step) = (usize::from(game.state.operations.round), game.state.operations.step);
        let who = match step {
            BattleStep::AttackerDecides => "attacker",
            BattleStep::DefenderDecides(_) => "defender",
            BattleStep::None => "",
        };
        let is_over = round > rounds.len() || (!told.events.is_empty() && !is_combat(game));
        if is_over || rounds.is_empty() {
            break;
        }
        if let Some(now) = round.checked_sub(1).and_then(|at| rounds.get(at)) {
            for words in entries(now, who) {
                let action = moves::read(position, game, &words)?;
                let step = game.submit(&action).map_err(|refusal| format!("round {round}: refused: {refusal}"))?;
                told.events.extend(step.events);
            }
        }
        let step = game.submit_loaded(&mut Memory::default(), &mut dice, &Action::Done);
        told.events.extend(step.map_err(|refusal| refusal.to_string())?.events);
    }
    let thrown = told.events.iter().filter(|event| matches!(event, Event::Rolled { .. })).count();
    if thrown == given {
        return Ok(told);
    }
    Err(format!("{given} dice are given but {thrown} are thrown: {:?}", told.thrown(position)))
}

fn is_combat(game: &Game<'_>) -> bool {
    let phase = game.rules.phases.get(usize::from(game.state.phase));
    let run = phase.and_then(|phase| phase.run);
    run.is_some_and(|run| matches!(game.rules.procedures[run.index()].run, Procedure::HitRolls(_)))
}

impl Told {
    /// Who decides, and where dice fall.
    fn sequence(&self, position: &Position) -> Data {
        let words = self.events.iter().filter_map(|event| match event {
            Event::Operation(Operation::Stepped { step: BattleStep::AttackerDecides, round }) => {
                Some(format!("round {round}: attacker decides"))
            }
            Event::Operation(Operation::Stepped { step: BattleStep::DefenderDecides(_), round }) => {
                Some(format!("round {round}: defender decides"))
            }
            Event::Operation(Operation::RoundFought { space, round }) => {
                Some(format!("round {round}: {}", position.rules.space_name(*space)))
            }
            _ => None,
        });
        Data::List(words.map(Data::Text).collect())
    }

    /// Dice of each round, by battle.
    fn thrown(&self, position: &Position) -> Data {
        let mut rounds: Vec<BTreeMap<String, Data>> = Vec::new();
        let mut dice = 0;
        for event in &self.events {
            match event {
                Event::Rolled { .. } => dice += 1,
                Event::Operation(Operation::RoundFought { space, round }) => {
                    rounds.resize(rounds.len().max(usize::from(*round)), BTreeMap::new());
                    let name = position.rules.space_name(*space).to_owned();
                    rounds[usize::from(*round) - 1].insert(name, Data::Whole(std::mem::take(&mut dice)));
                }
                _ => {}
            }
        }
        Data::List(rounds.into_iter().map(Data::Map).collect())
    }

    /// Units lost, by power and type.
    fn lost(&self, position: &Position) -> Data {
        let mut powers: BTreeMap<String, Vec<_>> = BTreeMap::new();
        for event in &self.events {
            if let Event::Removed { stack, .. } = event {
                powers.entry(position.rules.power(stack.power).id.clone()).or_default().push(*stack);
            }
        }
        Data::Map(powers.into_iter().map(|(power, stacks)| (power, position.tell(stacks.into_iter()))).collect())
    }
}

/// Where units may go from the battles that the example asks about.
fn may_leave(position: &Position, game: &Game<'_>, example: &Example) -> Data {
    let Some(Data::Map(places)) = example.expect.get("may-leave") else { return Data::Nothing };
    let legal = game.legal().into_iter();
    let ways: Vec<_> = legal
        .filter_map(|action| match action {
            Action::Order(Order::Withdraw { stack, to }) => Some((stack, to)),
            _ => None,
        })
        .collect();
    let from = |place: &String, unit: &String| {
        let (space, unit) = (position.rules.board.find(place), position.rules.find_unit(unit));
        let theirs = ways.iter().filter(|(stack, _)| Some(stack.space) == space && Some(stack.unit) == unit);
        position.names(theirs.map(|(_, to)| *to))
    };
    let told = places.iter().filter_map(|(place, units)| {
        let Data::Map(units) = units else { return None };
        let ways = units.keys().map(|unit| (unit.clone(), from(place, unit)));
        Some((place.clone(), Data::Map(ways.collect())))
    });
    Data::Map(told.collect())
}

fn battles(position: &Position, game: &Game<'_>) -> Data {
    let open = game.state.operations.battles.iter().filter(|battle| !battle.is_over);
    position.names(open.map(|battle| battle.space))
}

/// Whether orders could be given, each for itself.
fn later(position: &Position, game: &Game<'_>, orders: &[Data]) -> Result<Data, String> {
    let legal = |words: &Data| Ok(game.clone().submit(&moves::read(position, game, words)?).is_ok());
    let legal: Result<Vec<bool>, String> = orders.iter().map(legal).collect();
    legal.map(truths)
}

/// Where the leaders are that the example asks about.
fn leaders(position: &Position, game: &Game<'_>, example: &Example) -> Data {
    let Some(Data::Map(powers)) = example.expect.get("leaders") else { return Data::Nothing };
    let told = powers.keys().filter_map(|id| {
        let power = position.rules.find_power(id)?;
        let leader = game.state.operations.leaders.iter().find(|leader| leader.power == power);
        let place = leader.map_or("dead", |leader| position.rules.space_name(leader.space));
        Some((id.clone(), Data::Text(place.to_owned())))
    });
    Data::Map(told.collect())
}
