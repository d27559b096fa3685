//! Content together with its scenarios, each compiled at most once, when it is first asked for. Whoever looks at many
//! scenarios or examples of a pack shares one of these instead of compiling for each.

use std::collections::BTreeMap;
use std::ops::Deref;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use chartroom_format::content::Content;
use chartroom_format::diag::Diagnostic;
use chartroom_format::schema::scenario::Scenario;

use crate::compile::ground::Ground;
use crate::compile::{Options, compile_on};
use crate::event::Event;
use crate::ruleset::Ruleset;
use crate::state::State;

/// A compiled scenario, or why there is none.
pub type Compiled = Result<(Arc<Ruleset>, State), Vec<Diagnostic>>;

/// A game played from its start without any order: examples begin somewhere along it.
#[derive(Default)]
pub(crate) struct Line {
    /// Every position, with the number of events before it.
    pub(crate) positions: Vec<(State, usize)>,
    pub(crate) events: Vec<Event>,
    /// Why it goes no further.
    pub(crate) end: Option<String>,
}

type Texts<'a> = dyn Fn(&str) -> Option<Arc<str>> + Send + Sync + 'a;

/// Content that can be played.
pub struct Playable<'a> {
    content: &'a Content,
    texts: Option<Box<Texts<'a>>>,
    ground: OnceLock<Ground>,
    /// In the order of the scenarios.
    games: Vec<OnceLock<Compiled>>,
    /// What examples played from the start of each scenario, by its id.
    lines: Mutex<BTreeMap<String, Arc<Mutex<Line>>>>,
}

impl<'a> Playable<'a> {
    pub fn new(content: &'a Content) -> Self {
        let games = content.scenarios.iter().map(|_| OnceLock::new()).collect();
        Self { content, texts: None, ground: OnceLock::new(), games, lines: Mutex::default() }
    }

    /// With the text of files, so that findings point at lines.
    #[must_use]
    pub fn with_texts(mut self, texts: impl Fn(&str) -> Option<Arc<str>> + Send + Sync + 'a) -> Self {
        self.texts = Some(Box::new(texts));
        self
    }

    /// A scenario with its own options and the dice at their first position; none if the pack has no such scenario.
    pub fn scenario(&self, id: &str) -> Option<&Compiled> {
        let (at, _, scenario) = self.content.scenarios.get_full(id)?;
        Some(self.games.get(at)?.get_or_init(|| self.compiled(scenario, &[])))
    }

    /// A scenario with some of its options switched; compiled each time it is asked for.
    pub fn switched(&self, id: &str, switches: &[(&str, bool)]) -> Option<Compiled> {
        self.content.scenarios.get(id).map(|scenario| self.compiled(scenario, switches))
    }

    /// The line of play from the start of a scenario; empty before the first example asks for it.
    pub(crate) fn line(&self, scenario: &str) -> Arc<Mutex<Line>> {
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(lines.entry(scenario.to_owned()).or_default())
    }

    fn compiled(&self, scenario: &Scenario, switches: &[(&str, bool)]) -> Compiled {
        let texts = self.texts.as_deref().map(|texts| texts as crate::compile::Texts<'_>);
        let options = Options { switches, texts, ..Options::default() };
        let ground = self.ground.get_or_init(|| Ground::new(self.content, scenario, texts));
        compile_on(ground, self.content, scenario, options).map(|(rules, state)| (Arc::new(rules), state))
    }
}

impl Deref for Playable<'_> {
    type Target = Content;

    fn deref(&self) -> &Content {
        self.content
    }
}
