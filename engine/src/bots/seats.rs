//! Who plays which side: kinds of players by name, one for each side.

use chartroom_format::names::nearest;

use super::{Bot, Greedy, Greedy0, Random, Strong, Style};
use crate::action::Action;
use crate::game::Game;
use crate::ids::SideIx;
use crate::query::memory::Memory;
use crate::ruleset::Ruleset;

/// A kind of player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// The quick commander.
    #[default]
    Greedy,
    /// The commander of before, kept as a measure.
    Greedy0,
    /// The commander who looks ahead, within a number of positions.
    Strong,
    /// Any legal action.
    Random,
}

const KINDS: [(&str, Kind); 4] =
    [("greedy", Kind::Greedy), ("strong", Kind::Strong), ("random", Kind::Random), ("greedy-0", Kind::Greedy0)];

impl Kind {
    /// The name by which it is asked for.
    pub fn name(self) -> &'static str {
        KINDS.iter().find(|(_, kind)| *kind == self).map_or("", |(name, _)| *name)
    }
}

/// A player as the command line names him: `greedy`, `greedy:maritime`, `strong@2000` for a budget of positions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Player {
    pub kind: Kind,
    /// Over the styles of the pack.
    pub style: Option<Style>,
    /// Positions that a player who looks ahead may look at for one decision.
    pub budget: Option<u32>,
    name: String,
}

impl Player {
    /// Reads `KIND[:STYLE][@POSITIONS]`; `own` are the styles of the pack.
    pub fn parse(text: &str, own: &[(String, Style)]) -> Result<Self, String> {
        let (rest, budget) = match text.split_once('@') {
            Some((rest, number)) => {
                let positions: u32 =
                    number.parse().map_err(|_| format!("`{number}` is no number of positions; write strong@2000"))?;
                if positions == 0 {
                    return Err("a player who may look at no position cannot choose; give at least 1".to_owned());
                }
                (rest, Some(positions))
            }
            None => (text, None),
        };
        let (kind, style) = rest.split_once(':').map_or((rest, None), |(kind, style)| (kind, Some(style)));
        let Some((_, found)) = KINDS.iter().find(|(name, _)| *name == kind) else {
            let names: Vec<&str> = KINDS.iter().map(|(name, _)| *name).collect();
            let way_out = nearest(kind, names.iter().copied())
                .map_or_else(|| format!("there are {}", names.join(", ")), |close| format!("did you mean `{close}`?"));
            return Err(format!("there is no bot `{kind}`; {way_out}"));
        };
        if budget.is_some() && *found != Kind::Strong {
            return Err(format!("`{kind}` does not look ahead: only `strong` has a budget of positions"));
        }
        if style.is_some() && matches!(found, Kind::Random | Kind::Greedy0) {
            return Err(format!("`{kind}` knows no styles: only `greedy` and `strong` do"));
        }
        let style = style.map(|style| Style::find(style, own)).transpose()?;
        Ok(Self { kind: *found, style, budget, name: text.to_owned() })
    }

    /// What he was called.
    pub fn name(&self) -> &str {
        if self.name.is_empty() { self.kind.name() } else { &self.name }
    }

    /// The player himself. Whoever throws dice of his own throws them from this seed.
    pub fn sit(&self, seed: u64, explains: bool) -> Box<dyn Bot> {
        match self.kind {
            Kind::Greedy => Box::new(Greedy::new(self.style, explains)),
            Kind::Greedy0 => Box::new(Greedy0::default()),
            Kind::Strong => Box::new(Strong::new(self.style, self.budget, explains)),
            Kind::Random => Box::new(Random::new(seed)),
        }
    }
}

/// Players around a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seats {
    /// Who plays what nobody else does.
    pub others: Player,
    pub sides: Vec<(SideIx, Player)>,
}

impl Seats {
    /// Reads `KIND` for everybody and `SIDE=KIND` for one side, as often as there are sides; the last word on a side counts.
    pub fn parse(rules: &Ruleset, words: &[String], own: &[(String, Style)]) -> Result<Self, String> {
        let mut seats = Self::default();
        for word in words {
            let Some((side, player)) = word.split_once('=') else {
                seats.others = Player::parse(word, own)?;
                continue;
            };
            let Some(at) = rules.find_side(side) else {
                let known = || rules.sides.iter().map(String::as_str);
                let list: Vec<&str> = known().collect();
                let way_out = nearest(side, known()).map_or_else(
                    || format!("the sides are {}", list.join(", ")),
                    |close| format!("did you mean `{close}`?"),
                );
                return Err(format!("there is no side `{side}`; {way_out}"));
            };
            let player = Player::parse(player, own)?;
            seats.sides.retain(|(other, _)| *other != at);
            seats.sides.push((at, player));
        }
        Ok(seats)
    }

    /// One player for all, or one for each side.
    pub fn sit(&self, rules: &Ruleset, seed: u64, explains: bool) -> Box<dyn Bot> {
        if self.sides.is_empty() {
            return self.others.sit(seed, explains);
        }
        let of = |side: usize| {
            let own = self.sides.iter().find(|(at, _)| at.index() == side).map_or(&self.others, |(_, player)| player);
            own.sit(seed.wrapping_add(side as u64), explains)
        };
        Box::new(Table { seats: (0..rules.sides.len().max(1)).map(of).collect(), memory: Memory::default() })
    }

    /// Who plays what, in words.
    pub fn tell(&self, rules: &Ruleset) -> String {
        let mut words = vec![self.others.name().to_owned()];
        words
            .extend(self.sides.iter().map(|(side, player)| format!("{}={}", rules.sides[side.index()], player.name())));
        words.join(", ")
    }
}

/// Several players, one for each side.
struct Table {
    seats: Vec<Box<dyn Bot>>,
    memory: Memory,
}

impl Bot for Table {
    fn choose(&mut self, game: &Game<'_>) -> Action {
        let at = game.to_act().map_or(0, SideIx::index);
        let last = self.seats.len().saturating_sub(1);
        self.seats.get_mut(at.min(last)).map_or(Action::Done, |bot| bot.choose(game))
    }

    fn memory(&mut self) -> Option<&mut Memory> {
        Some(&mut self.memory)
    }

    fn reasons(&mut self) -> Vec<String> {
        self.seats.iter_mut().flat_map(|bot| bot.reasons()).collect()
    }
}
