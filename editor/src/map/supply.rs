//! Supply at the start of a scenario, side by side: computed by the engine in the background.

use chartroom_engine::ids::{SideIx, SpaceIx};
use chartroom_engine::procedures::Procedure;
use chartroom_engine::query::supply::trace;
use chartroom_format::content::Content;
use chartroom_format::schema::condition::SupplyState;
use egui::Color32;

use crate::theme::content_colour;

/// One side's supply.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SideSupply {
    pub title: String,
    pub colour: Option<Color32>,
    pub supplied: Vec<String>,
    /// Land it holds that no supply reaches.
    pub cut_off: Vec<String>,
}

/// All sides.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SupplyView {
    pub sides: Vec<SideSupply>,
}

impl SupplyView {
    /// What the engine says; nothing for a scenario that does not compile or a pack without rules of supply.
    pub fn of(content: &Content, scenario: &str) -> Self {
        let compiled = chartroom_engine::compile(content, scenario, chartroom_engine::Options::default());
        let Ok((rules, state)) = compiled else { return Self::default() };
        let settings = rules.procedures.iter().find_map(|procedure| match &procedure.run {
            Procedure::TraceSupply(settings) => Some(settings),
            _ => None,
        });
        let Some(settings) = settings else { return Self::default() };
        let side = |(at, id): (usize, &String)| {
            let side = SideIx::new(at);
            let map = trace(&rules, &state, side, settings, None);
            let mut out = SideSupply {
                title: content.sides.get(id.as_str()).map_or_else(|| id.clone(), |side| side.title.clone()),
                colour: content.sides.get(id.as_str()).and_then(|side| content_colour(&side.colour)),
                ..SideSupply::default()
            };
            for (index, info) in rules.board.spaces.iter().enumerate() {
                let space = SpaceIx::new(index);
                let reached = map.of(space) != SupplyState::Unsupplied;
                if reached {
                    out.supplied.push(info.id.clone());
                } else if state.is_friendly(space, side) && rules.board.has_land(space) {
                    out.cut_off.push(info.id.clone());
                }
            }
            out
        };
        Self { sides: rules.sides.iter().enumerate().map(side).collect() }
    }
}
