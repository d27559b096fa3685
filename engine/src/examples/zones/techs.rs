//! Rolls for technologies, one after the other: which are legal, what they cost, what they bring.

use std::collections::VecDeque;

use chartroom_format::schema::example::Example;
use chartroom_format::schema::value::Data;

use super::super::compare;
use super::position::{Position, numbers, texts, truths};
use crate::action::Action;
use crate::ids::{Actor, TrackIx};
use crate::order::Order;
use crate::playable::Playable;
use crate::procedures::Procedure;
use crate::query::memory::Memory;

pub(super) fn research(content: &Playable<'_>, example: &Example) -> Option<Result<(), String>> {
    let power = example.given.get("power").and_then(Data::as_text)?;
    let techs = texts(example.given.get("techs"));
    (!techs.is_empty()).then(|| {
        let mut position = Position::new(content, example)?;
        let power = position.power(power)?;
        position.begin(power, |run| matches!(run, Procedure::TechRolls(_)))?;
        let mut game = position.game();
        let who = Actor::Power(power);
        let before = game.state.money(who);
        let mut dice = VecDeque::from(numbers(example.given.get("dice")));
        let (mut legal, mut known) = (Vec::new(), Vec::new());
        for tech in techs {
            let track = position.rules.tracks.iter().position(|track| track.id == tech).map(TrackIx::new);
            let track = track.ok_or_else(|| format!("there is no technology `{tech}`"))?;
            let order = Action::Order(Order::Research { power, track });
            legal.push(game.submit_loaded(&mut Memory::default(), &mut dice, &order).is_ok());
            if game.state.track(track, Some(who)) > 0 && !known.contains(&tech) {
                known.push(tech);
            }
        }
        let known = known.into_iter().map(|tech| Data::Text(tech.to_owned())).collect();
        let cost = before - game.state.money(who);
        compare(example, &[("legal", truths(legal)), ("cost", Data::Whole(cost)), ("has", Data::List(known))])
    })
}
