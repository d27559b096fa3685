//! Conditions that cannot vary: what holds always, never, or already at the start. `None` means "it depends".

use chartroom_engine::compile::bounds::Bounds;
use chartroom_engine::truth::{self, Comparison, Fault, Knowledge, Truth};
use chartroom_format::content::Content;
use chartroom_format::schema::condition::Condition;
use chartroom_format::schema::expression::Value;
use chartroom_format::schema::value::Amount;

use super::board::Board;
use super::start::Start;

/// What is known when a condition is judged.
pub struct Known<'a> {
    pub content: &'a Content,
    pub board: &'a Board,
    /// First and last turn that any scenario at hand can reach.
    pub turns: Option<(i64, i64)>,
    /// Judge the position at start instead of all of play.
    pub start: Option<&'a Start<'a>>,
}

impl Known<'_> {
    /// Whether a condition holds, if that can be told.
    pub fn judge(&self, condition: &Condition) -> Option<bool> {
        truth::judge(self, condition).known()
    }
}

impl Knowledge<Condition> for Known<'_> {
    type Doubt = ();

    fn fault(&self, _: Fault) {}

    /// Figures change in play: comparisons are judged by their bounds.
    fn figure(&self, _: &Value) -> Result<Amount, ()> {
        Err(())
    }

    fn compared(&self, how: Comparison, one: &Value, other: &Value) -> Option<bool> {
        let (one, other) = (Bounds::of(self.content, one).ok()?, Bounds::of(self.content, other).ok()?);
        one.compared(how, other)
    }

    fn contradicts(&self, list: &[Condition]) -> bool {
        contradicts(list) || Self::turns_never_meet(list)
    }

    fn completes(&self, list: &[Condition]) -> bool {
        contradicts(list)
    }

    fn fact(&self, condition: &Condition) -> Truth<()> {
        Truth::from(self.known(condition))
    }
}

impl Known<'_> {
    fn known(&self, condition: &Condition) -> Option<bool> {
        match condition {
            Condition::Turn { from, to } => self.turn(*from, *to),
            Condition::Year(from, to) if from > to => Some(false),
            Condition::Season(seasons) if seasons.is_empty() => Some(false),
            Condition::Scenario(scenarios) => self.scenario(scenarios),
            Condition::AtWar(a, b) if a == b => Some(false),
            Condition::ControlsSome { at_least, .. } | Condition::ControlsFeatures { at_least, .. }
                if *at_least <= 0 =>
            {
                Some(true)
            }
            Condition::ControlsSome { at_least, of, .. } if self.spaces(of) < *at_least => Some(false),
            Condition::ControlsFeatures { feature, at_least, within, .. }
                if self.features(feature.as_str(), within) < *at_least =>
            {
                Some(false)
            }
            Condition::Track { track, at_least, at_most, .. } => self.track(track.as_str(), *at_least, *at_most),
            Condition::HeldBy(list) if list.is_empty() => Some(false),
            Condition::TurnsSince { at_least, at_most: Some(most), .. } if at_least > most => Some(false),
            Condition::Round(rounds) if rounds.is_empty() || rounds.iter().all(|round| *round < 1) => Some(false),
            Condition::By(list) if list.is_empty() => Some(false),
            Condition::In(list) if list.is_empty() => Some(false),
            other => self.start.and_then(|start| self.at_start(start, other)),
        }
    }

    fn turn(&self, from: Option<i64>, to: Option<i64>) -> Option<bool> {
        if let (Some(from), Some(to)) = (from, to)
            && from > to
        {
            return Some(false);
        }
        if let Some(start) = self.start {
            let first = start.scenario.turns.first;
            return Some(from.is_none_or(|from| from <= first) && to.is_none_or(|to| first <= to));
        }
        let (first, last) = self.turns?;
        if from.is_some_and(|from| from > last) || to.is_some_and(|to| to < first) {
            return Some(false);
        }
        (from.is_none_or(|from| from <= first) && to.is_none_or(|to| to >= last)).then_some(true)
    }

    /// Turn ranges that are asked for together but share no turn.
    fn turns_never_meet(list: &[Condition]) -> bool {
        let (mut low, mut high) = (i64::MIN, i64::MAX);
        for condition in list {
            if let Condition::Turn { from, to } = condition {
                low = low.max(from.unwrap_or(i64::MIN));
                high = high.min(to.unwrap_or(i64::MAX));
            }
        }
        low > high
    }

    fn scenario(&self, scenarios: &[chartroom_format::schema::ids::ScenarioId]) -> Option<bool> {
        match self.start {
            Some(start) => Some(scenarios.contains(&start.scenario.id)),
            None => (!scenarios.iter().any(|id| self.content.scenarios.contains_key(id))).then_some(false),
        }
    }

    fn track(&self, track: &str, at_least: Option<i64>, at_most: Option<i64>) -> Option<bool> {
        if let (Some(low), Some(high)) = (at_least, at_most)
            && low > high
        {
            return Some(false);
        }
        let track = self.content.tracks.get(track)?;
        let (low, high) = (at_least.unwrap_or(track.from), at_most.unwrap_or(track.to));
        if low > track.to || high < track.from {
            return Some(false);
        }
        (low <= track.from && high >= track.to).then_some(true)
    }

    fn spaces(&self, places: &[chartroom_format::schema::ids::PlaceId]) -> i64 {
        places.iter().map(|place| self.board.spaces_of(place.as_str()).len() as i64).sum()
    }

    /// Spaces that bear a feature, on the map or in a scenario; rules may still build more where factories can be built.
    fn features(&self, feature: &str, within: &[chartroom_format::schema::ids::PlaceId]) -> i64 {
        let inside: Vec<&str> = within.iter().flat_map(|place| self.board.spaces_of(place.as_str())).collect();
        let here = |space: &str| within.is_empty() || inside.contains(&space);
        let bears = |id: &str| {
            let printed = self.content.spaces.get(id).is_some_and(|space| space.features.contains_key(feature));
            let placed = self
                .content
                .scenarios
                .values()
                .any(|scenario| scenario.features.get(id).is_some_and(|list| list.contains_key(feature)));
            printed || placed
        };
        self.content.spaces.keys().filter(|id| here(id.as_str()) && bears(id.as_str())).count() as i64
    }

    fn at_start(&self, start: &Start<'_>, condition: &Condition) -> Option<bool> {
        let holds = |who: &str, space: &str| start.holder.get(space).is_some_and(|by| start.belongs(by, who));
        let spaces = |places: &[chartroom_format::schema::ids::PlaceId]| -> Vec<&str> {
            places.iter().flat_map(|place| self.board.spaces_of(place.as_str())).collect()
        };
        match condition {
            Condition::Controls(who, places) => {
                let spaces = spaces(places);
                Some(!spaces.is_empty() && spaces.iter().all(|space| holds(who.as_str(), space)))
            }
            Condition::ControlsNone(who, places) => {
                Some(!spaces(places).iter().any(|space| holds(who.as_str(), space)))
            }
            Condition::ControlsSome { who, at_least, of } => {
                let held = spaces(of).iter().filter(|space| holds(who.as_str(), space)).count() as i64;
                Some(held >= *at_least)
            }
            Condition::ControlsFeatures { who, feature, at_least, within } => {
                let inside = spaces(within);
                let held = start
                    .held_by(who.as_str())
                    .filter(|space| within.is_empty() || inside.contains(space))
                    .filter(|space| start.feature(self.content, space, feature.as_str()) > 0)
                    .count() as i64;
                Some(held >= *at_least)
            }
            Condition::Surrendered(_) | Condition::Happened(_) | Condition::TurnsSince { .. } => Some(false),
            _ => None,
        }
    }
}

/// Whether a list holds a condition and its opposite.
fn contradicts(list: &[Condition]) -> bool {
    list.iter().any(|condition| match condition {
        Condition::Not(inner) => list.contains(inner),
        _ => false,
    })
}
