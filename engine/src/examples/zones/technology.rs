//! Tries for technologies, with dice that fall as the example says.
//!
//! `given`: a position, the `power`, what it tries for (`try`), the `rolls` of tries that are allowed, and whether all its wars are over
//! (`peace`). `expect`: `legal` for each try, `refused-by`, the `cost` of all, and what it `gained`.

use std::collections::VecDeque;

use chartroom_format::schema::condition::RelationKind;
use chartroom_format::schema::example::Example;
use chartroom_format::schema::value::Data;

use super::super::compare;
use super::position::{Position, numbers, texts, truths};
use crate::action::Action;
use crate::event::Event;
use crate::ids::{Actor, TrackIx};
use crate::playable::Playable;
use crate::procedures::Procedure;
use crate::query::memory::Memory;

pub(super) fn tries(content: &Playable<'_>, example: &Example) -> Option<Result<(), String>> {
    let wanted = texts(example.given.get("try"));
    (!wanted.is_empty()).then(|| {
        let mut position = Position::new(content, example)?;
        let power = position.power(example.given.get("power").and_then(Data::as_text).unwrap_or_default())?;
        if example.given.get("peace") == Some(&Data::Truth(true)) {
            for other in position.state.powers().filter(|other| *other != power).collect::<Vec<_>>() {
                position.happen(&Event::RelationSet { one: power, other, kind: RelationKind::Neutral });
            }
        }
        position.begin(power, |run| matches!(run, Procedure::Breakthroughs(_)))?;
        let tracks: Result<Vec<TrackIx>, String> = wanted
            .iter()
            .map(|id| {
                let found = position.rules.tracks.iter().position(|track| track.id == *id);
                found.map(TrackIx::new).ok_or_else(|| format!("there is no track `{id}`"))
            })
            .collect();
        let who = Actor::Power(power);
        let before = position.state.money(who);
        let mut dice: VecDeque<i64> = numbers(example.given.get("rolls")).into();
        let mut game = position.game();
        let (mut legal, mut refused) = (Vec::new(), Vec::new());
        let mut gained = Vec::new();
        for item in tracks? {
            let tried = game.submit_loaded(&mut Memory::default(), &mut dice, &Action::Try { power, item });
            legal.push(tried.is_ok());
            refused.extend(tried.err().map(|refusal| Data::Text(refusal.rule)));
            let track = &game.rules.track(item).id;
            if game.state.track(item, Some(who)) > 0 && !gained.contains(track) {
                gained.push(track.clone());
            }
        }
        let said = [
            ("legal", truths(legal)),
            ("refused-by", Data::List(refused)),
            ("cost", Data::Whole(before - game.state.money(who))),
            ("gained", Data::List(gained.into_iter().map(Data::Text).collect())),
        ];
        compare(example, &said)
    })
}
