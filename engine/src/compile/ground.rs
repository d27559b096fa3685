//! What all scenarios of a pack stand on: the names of everything the map, the units and the tables hold, and the board
//! without its canals, whose conditions may speak of a scenario's own rules. Made once, shared by every scenario.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use chartroom_format::content::Content;
use chartroom_format::diag::Diagnostic;
use chartroom_format::schema::scenario::Scenario;

use super::names::Names;
use super::{Compiler, Texts};
use crate::board::Board;
use crate::procedures::differential::pipeline::Sea;

/// What scenarios share.
pub(crate) struct Ground {
    pub(super) names: Names,
    /// Nothing if there is no board to play on; the findings say why.
    pub(super) board: Option<Arc<Board>>,
    pub(super) findings: Vec<Diagnostic>,
    pub(super) sea: SharedSea,
}

/// Distances over the sea, with the radius they were counted to; nothing before a scenario asks. Canals change no distance, so
/// scenarios on one board share them.
pub(super) type SharedSea = OnceLock<(u8, Arc<Sea>)>;

impl Ground {
    /// The ground of a pack, the same for each of its scenarios.
    pub(crate) fn new(content: &Content, any: &Scenario, texts: Option<Texts<'_>>) -> Self {
        let mut compiler = Compiler {
            content,
            scenario: any,
            names: Names::new(content),
            findings: Vec::new(),
            entry: None,
            texts,
            choices: Vec::new(),
            trees: BTreeMap::new(),
            sea: None,
            hand: super::hand::Hand::ALL,
            nesting: super::values::Nesting::default(),
        };
        let board = if compiler.names.fit() { compiler.board().map(Arc::new) } else { None };
        Self { names: compiler.names, board, findings: compiler.findings, sea: OnceLock::new() }
    }
}
