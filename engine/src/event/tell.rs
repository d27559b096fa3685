//! Events in words, for logs.

use super::Event;
use crate::ruleset::Ruleset;
use crate::state::Stack;

impl Event {
    /// What happened, in one line of plain words.
    pub fn tell(&self, rules: &Ruleset) -> String {
        let place = |space: &crate::ids::SpaceIx| rules.space_name(*space).to_owned();
        let units =
            |stack: &Stack| format!("{} {} of {}", stack.count, rules.unit(stack.unit).id, rules.power(stack.power).id);
        let side = |side: &crate::ids::SideIx| rules.sides[side.index()].clone();
        let phase = |at: &u16| {
            rules.phases.get(usize::from(*at)).map_or_else(String::new, |phase| rules.phase_name(phase.name).to_owned())
        };
        match self {
            Self::TurnBegan { turn } => format!("turn {turn} began"),
            Self::PhaseBegan { phase: at } => format!("{} began", phase(at)),
            Self::PhaseEnded { phase: at } => format!("{} ended", phase(at)),
            Self::PhasePassedOver { phase: at, why } => format!("{} was passed over: {why}", phase(at)),
            Self::Rolled { sides, roll, .. } => format!("a d{sides} rolled {roll}"),
            Self::Moved { stack, to, .. } => {
                format!("{} went from {} to {}", units(stack), place(&stack.space), place(to))
            }
            Self::Placed { stack, why } => format!("{} appeared in {} ({why:?})", units(stack), place(&stack.space)),
            Self::Removed { stack, why } => format!("{} were lost in {} ({why:?})", units(stack), place(&stack.space)),
            Self::Captured { space, by, .. } => {
                let by = by.map_or("nobody", |power| rules.power(power).id.as_str());
                format!("{} fell to {by}", place(space))
            }
            Self::Devastated { space, points } => format!("{points} production devastated in {}", place(space)),
            Self::RepairBegan { space, points } => format!("{points} production under repair in {}", place(space)),
            Self::Earned { who, amount } => format!("{} earned {amount}", rules.actor_name(*who)),
            Self::Imported { who, from, points } => {
                format!("{} got {points} production from {}", rules.power(*who).id, place(from))
            }
            Self::MoneySet { who, to } => format!("{} has {to} to spend", rules.actor_name(*who)),
            Self::TrackSet { track, who, to } => {
                let of = who.map_or_else(String::new, |who| format!(" of {}", rules.actor_name(who)));
                format!("{}{of} is {to}", rules.track(*track).id)
            }
            Self::Convoyed { stack } => format!("{} crossed a sea that the enemy watches", units(stack)),
            Self::ConvoyHit { losses } => format!("{losses} shipped points were sunk"),
            Self::ConvoySunk { stack } => format!("{} went down on the way to {}", units(stack), place(&stack.space)),
            Self::ConvoysArrived => "the convoys arrived".to_owned(),
            Self::HoldersNoted => "who holds what was noted".to_owned(),
            Self::HexesCounted { counts } => {
                let each = |(power, lost, gained): &(crate::ids::PowerIx, i64, i64)| {
                    format!("{} lost {lost} and gained {gained}", rules.power(*power).id)
                };
                format!("hexes counted: {}", counts.iter().map(each).collect::<Vec<_>>().join(", "))
            }
            Self::GarrisonPosted { space } => format!("a marker holds {}", place(space)),
            Self::MarkerRemoved { space } => format!("the marker in {} was taken up", place(space)),
            Self::RuleHappened { event } => format!("rule {} happened", rules.events[event.index()]),
            Self::Told { text } => text.clone(),
            Self::ChoiceAsked { side: of, .. } => format!("{} has to decide", side(of)),
            Self::ChoiceMade { choice, option } => {
                let ways = rules.choices.get(usize::from(*choice)).map_or(&[][..], |choice| &choice.options);
                ways.get(usize::from(*option)).map_or_else(String::new, |way| format!("decided: {}", way.title))
            }
            Self::CapitalMoved { power, to } => {
                format!("the capital of {} moved to {}", rules.power(*power).id, place(to))
            }
            Self::Announced { side: of, army, target } => format!("{} army {army} attacks {}", side(of), place(target)),
            Self::Fired { side: of, kind, from, at, strength, die, losses } => format!(
                "{} fired ({kind:?}) from {} at {} with {strength}: die {die}, {losses} lost",
                side(of),
                place(from),
                place(at)
            ),
            Self::AdvanceTried { side: of, army, from, to, defence, die, success } => format!(
                "{} army {army} advanced from {} into {} against {defence}: die {die}, {}",
                side(of),
                place(from),
                place(to),
                if *success { "success" } else { "failure" }
            ),
            Self::GameEnded { outcome } => {
                let winner = outcome.winner.map_or("nobody", |winner| rules.actor_name(winner));
                format!("{winner} won: {}", outcome.reason)
            }
            Self::Fleets(event) => event.tell(rules),
            Self::Campaign(event) => event.tell(rules),
            other => format!("{other:?}"),
        }
    }
}
