//! Victory at the end of turns: cities held, then the tests of the scenario in their order.

use chartroom_format::schema::example::Example;
use chartroom_format::schema::scenario::VictoryCheck;
use chartroom_format::schema::value::Data;

use super::super::compare;
use super::position::{Position, numbers};
use crate::event::Event;
use crate::ids::{Actor, SpaceIx};
use crate::playable::Playable;
use crate::procedures::victory;
use crate::run::Run;

/// Who has won when some turns have ended, one after the other, in a position that does not change.
pub(super) fn at_turn_ends(content: &Playable<'_>, example: &Example) -> Option<Result<(), String>> {
    let turns = numbers(example.given.get("turn-ends"));
    (!turns.is_empty() || example.given.contains_key("feature")).then(|| {
        let position = Position::new(content, example)?;
        let mut run = Run::new(&position.rules, position.state.clone());
        for turn in turns {
            run.emit(Event::TurnBegan { turn: turn.clamp(0, 1000) as i16 });
            if run.state.outcome.is_none() {
                victory::check(&mut run, VictoryCheck::TurnEnd);
            }
            if run.state.outcome.is_none() && turn >= position.rules.last_turn {
                victory::decide(&mut run);
            }
        }
        let winner = run.state.outcome.as_ref().and_then(|outcome| outcome.winner);
        let winner = winner.map_or("none", |winner| position.rules.actor_name(winner));
        compare(
            example,
            &[
                ("winner", Data::Text(winner.to_owned())),
                ("total", Data::Whole(count(&position, example, |_| true))),
                ("homes", homes(&position, example)),
                ("held", held(&position, example)),
            ],
        )
    })
}

/// Places with the feature that the example asks about.
fn count(position: &Position, example: &Example, wanted: impl Fn(SpaceIx) -> bool) -> i64 {
    let id = example.given.get("feature").and_then(Data::as_text).unwrap_or("victory-city");
    let Some(feature) = position.rules.find_feature(id) else { return 0 };
    let spaces = (0..position.rules.board.spaces.len()).map(SpaceIx::new);
    let marked = spaces.filter(|space| position.state.feature(&position.rules, *space, feature) > 0);
    marked.filter(|space| wanted(*space)).count() as i64
}

fn by_side(
    position: &Position,
    example: &Example,
    key: &str,
    of: impl Fn(SpaceIx) -> Option<crate::ids::SideIx>,
) -> Data {
    let Some(Data::Map(sides)) = example.expect.get(key) else { return Data::Nothing };
    let told = sides.keys().map(|id| {
        let side = position.rules.find_side(id);
        (id.clone(), Data::Whole(count(position, example, |space| side.is_some() && of(space) == side)))
    });
    Data::Map(told.collect())
}

/// By side: places whose owner from the start belongs or leans to it.
fn homes(position: &Position, example: &Example) -> Data {
    by_side(position, example, "homes", |space| {
        let owner = position.rules.board.space(space).owner?;
        position.state.side_of(owner).or(position.rules.power(owner).leans)
    })
}

/// By side: places its powers hold.
fn held(position: &Position, example: &Example) -> Data {
    by_side(position, example, "held", |space| {
        let sides = [0_u8, 1, 2, 3].map(crate::ids::SideIx);
        sides.into_iter().find(|side| position.state.is_held_by(space, Actor::Side(*side)))
    })
}
