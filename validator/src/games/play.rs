//! One game by a bot, watched: how it ended, what was used, and whether its record gives the same game again.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

use chartroom_engine::bots::{Bot, Greedy, Random};
use chartroom_engine::codes::RULE_LOOP;
use chartroom_engine::ids::{EventIx, UnitIx};
use chartroom_engine::{Action, Event, Game, Refusal, Ruleset, State, Step};

use super::Limits;

/// How a game came to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// By the rules.
    Over,
    /// It was still going on when the limits were reached, or nobody could do anything any more.
    Unfinished,
    /// Rules triggered each other until the engine stopped them.
    Looped,
    /// The engine itself failed.
    Fault(String),
    /// The recorded actions led to another position the second time.
    ReplayDiffers,
}

/// What one game showed.
#[derive(Clone, Debug)]
pub struct Played {
    pub greedy: bool,
    pub end: End,
    /// Nobody for a draw.
    pub winner: Option<String>,
    pub turn: i64,
    pub actions: usize,
    pub rules: BTreeSet<String>,
    pub units: BTreeSet<String>,
    /// Phases that the engine passed over, with its reason.
    pub passed_over: BTreeSet<(String, String)>,
}

/// Plays the game with a number; the first of a scenario is also replayed.
pub(super) fn one(rules: &Ruleset, start: &State, number: usize, limits: Limits) -> Played {
    let greedy = number < limits.greedy;
    let mut state = start.clone();
    state.rng = seed(number);
    let mut bot: Box<dyn Bot> = if greedy { Box::new(Greedy::default()) } else { Box::new(Random::new(state.rng)) };
    let mut record = Record::new(rules, &state);
    let game = catch_unwind(AssertUnwindSafe(|| {
        let game = run(rules, &state, bot.as_mut(), i64::MAX, limits.actions, &mut record);
        let same = number > 0 || replay(rules, &state, &record.actions) == game.state.hash();
        (game, same)
    }));
    record.sum_up(rules, greedy, game)
}

/// Plays the first turns of a game: whether that works.
pub(super) fn begin(rules: &Ruleset, start: &State, turns: i64, actions: usize) -> End {
    let mut record = Record::new(rules, start);
    let game = catch_unwind(AssertUnwindSafe(|| {
        let game = run(rules, start, &mut Greedy::default(), turns, actions, &mut record);
        (game, true)
    }));
    let stopped = |turn: i64| turn >= rules.first_turn + turns;
    match record.sum_up(rules, true, game) {
        Played { end: End::Unfinished, turn, .. } if stopped(turn) => End::Over,
        played => played.end,
    }
}

/// A seed that depends on nothing but the number of the game.
const fn seed(number: usize) -> u64 {
    (number as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// What is written down while a game is played.
struct Record {
    actions: Vec<Action>,
    looped: bool,
    happened: BTreeSet<EventIx>,
    stood: BTreeSet<UnitIx>,
    passed_over: BTreeSet<(u16, String)>,
}

impl Record {
    fn new(_: &Ruleset, start: &State) -> Self {
        Self {
            actions: Vec::new(),
            looped: false,
            happened: BTreeSet::new(),
            stood: start.stacks.iter().map(|stack| stack.unit).collect(),
            passed_over: BTreeSet::new(),
        }
    }

    fn note(&mut self, step: &Step) {
        self.looped |= step.looping.is_some();
        for event in &step.events {
            match event {
                Event::RuleHappened { event } => {
                    self.happened.insert(*event);
                }
                Event::Placed { stack, .. } => {
                    self.stood.insert(stack.unit);
                }
                Event::Arrived { arrival, .. } => {
                    self.stood.insert(arrival.unit);
                }
                Event::Converted { into, .. } => {
                    self.stood.insert(*into);
                }
                Event::PhasePassedOver { phase, why } => {
                    self.passed_over.insert((*phase, why.clone()));
                }
                _ => {}
            }
        }
    }

    fn sum_up(self, rules: &Ruleset, greedy: bool, game: std::thread::Result<(Game<'_>, bool)>) -> Played {
        let mut played = Played {
            greedy,
            end: End::Over,
            winner: None,
            turn: 0,
            actions: self.actions.len(),
            rules: self.happened.iter().map(|event| rules.events[event.index()].clone()).collect(),
            units: self.stood.iter().map(|unit| rules.unit(*unit).id.clone()).collect(),
            passed_over: self
                .passed_over
                .into_iter()
                .filter_map(|(phase, why)| {
                    rules.phases.get(usize::from(phase)).map(|phase| (rules.phase_name(phase.name).to_owned(), why))
                })
                .collect(),
        };
        match game {
            Err(fault) => played.end = End::Fault(message(fault.as_ref())),
            Ok((game, same)) => {
                played.turn = i64::from(game.state.turn);
                let outcome = game.outcome();
                played.winner = outcome.and_then(|it| it.winner).map(|who| rules.actor_name(who).to_owned());
                // Without a victory a game ends by the rules on its last turn only, or when nobody is left to fight.
                let decided = outcome.is_some_and(|it| {
                    it.winner.is_some() || it.victory != usize::MAX || played.turn >= rules.last_turn
                });
                let at_peace =
                    outcome.is_some_and(|_| game.state.powers().any(|power| game.state.has_surrendered(power)));
                played.end = match (self.looped, decided || at_peace, same) {
                    (true, ..) => End::Looped,
                    (false, false, _) => End::Unfinished,
                    (false, true, false) => End::ReplayDiffers,
                    (false, true, true) => End::Over,
                };
            }
        }
        played
    }
}

fn message(fault: &(dyn std::any::Any + Send)) -> String {
    let text = fault.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| fault.downcast_ref::<String>().cloned()).unwrap_or_else(|| "unknown".to_owned())
}

fn run<'r>(
    rules: &'r Ruleset,
    start: &State,
    bot: &mut dyn Bot,
    turns: i64,
    actions: usize,
    record: &mut Record,
) -> Game<'r> {
    let (mut game, step) = Game::start(rules, start.clone());
    record.note(&step);
    let last = rules.first_turn.saturating_add(turns);
    let goes_on = |game: &Game<'_>| game.outcome().is_none() && i64::from(game.state.turn) < last;
    while goes_on(&game) && !record.looped && record.actions.len() < actions {
        let wanted = bot.choose(&game);
        // A bot that errs ends its step instead; if even that is refused nothing can go on.
        let done = game.submit(&wanted).map(|step| (wanted, step)).or_else(|refusal| {
            record.looped |= is_loop(&refusal);
            game.submit(&Action::Done).map(|step| (Action::Done, step))
        });
        let (action, step) = match done {
            Ok(done) => done,
            Err(refusal) => {
                record.looped |= is_loop(&refusal);
                break;
            }
        };
        record.actions.push(action);
        record.note(&step);
    }
    game
}

/// Whether an action was refused because rules would trigger each other for ever.
fn is_loop(refusal: &Refusal) -> bool {
    refusal.reason.starts_with(RULE_LOOP.as_str())
}

/// Does recorded actions again; the hash of where they lead.
fn replay(rules: &Ruleset, start: &State, actions: &[Action]) -> u64 {
    let (mut game, _) = Game::start(rules, start.clone());
    for action in actions {
        if game.submit(action).is_err() {
            break;
        }
    }
    game.state.hash()
}
