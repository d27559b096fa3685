//! The commander: it knows what places are worth, looks at what the enemy could do, plans operations and buys what they need.
//! One file says which phase is whose (`Greedy::choose`); what each family of phases needs lives in a folder of its own.

mod armies;
mod goals;
mod landings;
mod zones;

use super::{Bot, Greedy0, Style};
use crate::action::Action;
use crate::game::Game;
use crate::procedures::Procedure;
pub(super) use goals::Goals;

/// The greedy player. It plans one phase at a time.
#[derive(Clone, Debug, Default)]
pub struct Greedy {
    mind: Mind,
    /// Actions planned for the phase at hand, the first one last.
    plan: Vec<Action>,
    phase: Option<(i16, u16)>,
    purchase: zones::Purchase,
    expedition: Option<armies::Expedition>,
    staff: landings::Staff,
    before: Greedy0,
}

/// What the commander keeps in mind from phase to phase.
#[derive(Clone, Debug, Default)]
struct Mind {
    style: Option<Style>,
    goals: Option<Goals>,
    reasons: Option<Vec<String>>,
}

impl Mind {
    fn goals(&mut self, game: &Game<'_>) -> &Goals {
        self.goals.get_or_insert_with(|| Goals::new(game.rules, &game.state))
    }

    /// The style of whoever acts: what was asked for, else what the pack gives him.
    fn style(&self, game: &Game<'_>) -> Style {
        let of_pack = || {
            let power = crate::query::zones::powers_of(game.rules, &game.state).first().copied()?;
            game.rules.style_of.iter().find(|(of, _)| *of == power).map(|(_, style)| *style)
        };
        self.style.or_else(of_pack).unwrap_or_default()
    }

    fn say(&mut self, game: &Game<'_>, line: &str) {
        if let Some(reasons) = &mut self.reasons {
            let powers = crate::query::zones::powers_of(game.rules, &game.state);
            let who = powers.first().map_or("", |power| game.rules.power(*power).title.as_str());
            reasons.push(format!("{who} {line}"));
        }
    }
}

impl Greedy {
    /// A player with a style over those of the pack, who keeps his reasons if he is to explain himself.
    pub fn new(style: Option<Style>, explains: bool) -> Self {
        Self { mind: Mind { style, goals: None, reasons: explains.then(Vec::new) }, ..Self::default() }
    }

    /// The same commander with another style, who plans the phase at hand anew.
    pub(super) fn with_style(&self, style: Option<Style>) -> Self {
        Self { mind: Mind { style, ..self.mind.clone() }, plan: Vec::new(), phase: None, ..self.clone() }
    }
}

/// Whether the phase at hand is one for which a plan is made.
pub(super) fn plans(game: &Game<'_>) -> bool {
    let at = game.rules.phases.get(usize::from(game.state.phase)).and_then(|phase| phase.run);
    let procedure = at.map(|at| &game.rules.procedures[at.index()].run);
    matches!(
        procedure,
        Some(
            Procedure::MoveByRange(_) | Procedure::Recruit(_) | Procedure::Redeploy(_) | Procedure::FirepowerAdvance(_)
        )
    )
}

impl Bot for Greedy {
    fn choose(&mut self, game: &Game<'_>) -> Action {
        let phase = Some((game.state.turn, game.state.phase));
        let at = game.rules.phases.get(usize::from(game.state.phase)).and_then(|phase| phase.run);
        let procedure = at.map(|at| &game.rules.procedures[at.index()].run);
        let is_new = phase != self.phase;
        self.phase = phase;
        if !game.state.choices.is_empty() {
            return self.before.choose(game);
        }
        match procedure {
            Some(Procedure::MoveByRange(settings)) => {
                if is_new {
                    // Doors that stand open come first, and the plan counts on them.
                    let mut opened = game.clone();
                    let doors = if settings.attack { Vec::new() } else { super::diplomacy::openings(game) };
                    let doors: Vec<Action> = doors.into_iter().filter(|door| opened.submit(door).is_ok()).collect();
                    self.plan = zones::plan(&opened, &mut self.mind, settings.attack);
                    self.plan.extend(doors.into_iter().rev());
                }
                // What the plan foresaw may have come otherwise: an order that is not legal any more is left out.
                while let Some(action) = self.plan.pop() {
                    if game.clone().submit(&action).is_ok() {
                        return action;
                    }
                }
                // What must still be ordered stands first: aircraft whose carrier sailed look for another field.
                game.legal().first().copied().unwrap_or(Action::Done)
            }
            Some(Procedure::HitRolls(_)) => zones::decide(game),
            Some(Procedure::Recruit(_)) => zones::buy(game, &mut self.mind, &mut self.purchase),
            Some(Procedure::Give(_)) => zones::lend(game),
            Some(Procedure::Redeploy(settings)) => {
                let Some(side) = game.to_act() else { return Action::Done };
                if is_new {
                    let goals = self.mind.goals(game).clone();
                    let (plan, expedition) = armies::plan(game, side, settings, &goals);
                    (self.plan, self.expedition) = (plan, expedition);
                    if let Some(found) = expedition {
                        let name = |space| game.rules.board.space(space).name().to_owned();
                        let line = format!("gathers in {} to land at {}", name(found.port), name(found.target));
                        self.mind.say(game, &line);
                    }
                }
                self.plan.pop().unwrap_or(Action::Done)
            }
            Some(Procedure::Produce(_)) => {
                let landing =
                    game.to_act().zip(self.expedition).and_then(|(side, found)| armies::build(game, side, found));
                landing.unwrap_or_else(|| self.before.choose(game))
            }
            Some(Procedure::Campaign(kind)) => {
                let goals = self.mind.goals(game).clone();
                let own = game.to_act().and_then(|side| self.staff.choose(game, &goals, side, kind));
                own.unwrap_or_else(|| self.before.choose(game))
            }
            _ => self.before.choose(game),
        }
    }

    fn reasons(&mut self) -> Vec<String> {
        self.mind.reasons.as_mut().map(std::mem::take).unwrap_or_default()
    }
}
