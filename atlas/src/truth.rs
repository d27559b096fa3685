//! A map of hexes held against the geography of its recipe: links that armies or ships have over what they cannot cross, links
//! they lack, ports that no ship reaches. What `links.ron` states with a reason is let stand.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

use chartroom_format::content::Content;
use chartroom_format::grid::Board;
use chartroom_format::schema::ids::{RegionId, SpaceId};
use chartroom_format::schema::map::{Grid, HexGrid, Surface};
use chartroom_format::schema::recipe::{Drawing, HexDrawing, Recipe};
use chartroom_format::schema::terrain::FeatureRole;
use chartroom_format::schema::units::Domain;

use crate::geo::Outlines;
use crate::hexes::ways::{Holding, Way, Ways, measure};
use crate::hexes::{HexProblem, place};
use crate::recipe_fault::RecipeFault;
use crate::source::Sources;

/// What is untrue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Untruth {
    /// Armies walk where no strip of land leads.
    FalseLand,
    /// Armies cannot walk where a strip of land leads.
    MissingLand,
    /// Ships sail where no strip of water leads.
    DrySea,
    /// A port with no side that ships can pass.
    DryPort,
    /// Land or coast where the geography has no land.
    NoLand,
    /// Sea or coast where the geography has no water.
    NoWater,
    /// A reason stated for a hexside that needs none.
    IdleReason,
}

/// One untruth and the hexes it lies between; one hex twice where it is of that hex alone.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    pub what: Untruth,
    pub hexes: (String, String),
}

impl Finding {
    /// What is wrong, in words.
    #[must_use]
    pub fn message(&self) -> String {
        let (a, b) = &self.hexes;
        match self.what {
            Untruth::FalseLand => {
                format!("armies walk from `{a}` to `{b}`, but no strip of land leads from the one to the other")
            }
            Untruth::MissingLand => {
                format!("no army can walk from `{a}` to `{b}`, though a strip of land leads from the one to the other")
            }
            Untruth::DrySea => {
                format!("ships sail from `{a}` to `{b}`, but no strip of water leads from the one to the other")
            }
            Untruth::DryPort => format!("no ship can reach the port of `{a}`"),
            Untruth::NoLand => format!("`{a}` holds land on this map, but there is none in the geography"),
            Untruth::NoWater => format!("`{a}` holds sea on this map, but there is none in the geography"),
            Untruth::IdleReason => format!("`{a}/{b}` is as the coast has it and needs no reason"),
        }
    }
}

/// Everything untrue on the map of a pack; `None` where it is not drawn as hexes from geography, or the geography is not at hand.
pub fn of_pack(content: &Content, sources: &Sources<'_>) -> Result<Option<Vec<Finding>>, Vec<RecipeFault>> {
    let (Some(recipe), Some(Grid::Hexes(grid))) = (&content.recipe, content.map.as_ref().map(|map| &map.grid)) else {
        return Ok(None);
    };
    let Drawing::Hexes(drawing) = &recipe.draw else { return Ok(None) };
    let Some(outlines) = sources.outlines(recipe) else { return Ok(None) };
    let outlines = outlines.map_err(|fault| vec![fault])?;
    findings(content, grid, (recipe, drawing), outlines)
        .map(Some)
        .map_err(|problems| problems.iter().map(RecipeFault::of_hexes).collect())
}

/// What the last measurement was of, and what it gave: checks come again and again while nothing of it changes.
static LAST: Mutex<Option<(Measured, Arc<Ways>)>> = Mutex::new(None);

/// All that decides how a map measures.
struct Measured {
    recipe: Recipe,
    grid: HexGrid,
    outlines: Arc<Outlines>,
    countries: BTreeMap<SpaceId, RegionId>,
}

impl Measured {
    fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.outlines, &other.outlines)
            && self.recipe == other.recipe
            && self.grid == other.grid
            && self.countries == other.countries
    }
}

/// Everything untrue on a map of hexes, in the order of the board.
fn findings(
    content: &Content,
    grid: &HexGrid,
    (recipe, drawing): (&Recipe, &HexDrawing),
    outlines: Arc<Outlines>,
) -> Result<Vec<Finding>, Vec<HexProblem>> {
    // A board that cannot be is a finding of its own.
    let Ok(board) = grid.board() else { return Ok(Vec::new()) };
    let (placing, _) = place(recipe, &board, &grid.numbering)?;
    let countries =
        content.spaces.iter().filter_map(|(id, space)| Some((id.clone(), space.country.clone()?))).collect();
    let wanted = Measured { recipe: recipe.clone(), grid: grid.clone(), outlines, countries };
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    let ways = match last.as_ref().filter(|(known, _)| known.is(&wanted)) {
        Some((_, ways)) => Arc::clone(ways),
        None => {
            let shown = Outlines {
                countries: wanted
                    .outlines
                    .countries
                    .iter()
                    .filter(|country| !drawing.without.contains(&country.name))
                    .cloned()
                    .collect(),
            };
            let country = |number: &str| wanted.countries.get(number).cloned();
            let ways = Arc::new(measure(recipe, drawing, (&board, &grid.numbering), (&shown, &placing), country));
            *last = Some((wanted, Arc::clone(&ways)));
            ways
        }
    };
    drop(last);
    Ok(Judge::new(content, grid, &board).findings(&ways))
}

struct Judge<'a> {
    content: &'a Content,
    numbers: Vec<String>,
    surfaces: Vec<Surface>,
    /// Pairs that a canal or strait, or an added or denied link, joins or parts.
    ruled: BTreeSet<(&'a str, &'a str)>,
    sides: BTreeMap<(&'a str, &'a str), Side>,
    /// Reasons stated, by the side as written.
    stated: BTreeSet<(&'a str, &'a str)>,
}

/// What the kinds of a hexside do.
#[derive(Clone, Copy, Default)]
struct Side {
    bars_land: bool,
    bars_sea: bool,
    crossing: bool,
}

impl<'a> Judge<'a> {
    fn new(content: &'a Content, grid: &HexGrid, board: &Board) -> Self {
        let numbers: Vec<String> = board.cells().map(|cell| grid.numbering.format(board, cell)).collect();
        let unlisted = content.map.as_ref().and_then(|map| map.unlisted).unwrap_or(Surface::Sea);
        let surface = |number: &String| content.spaces.get(number.as_str()).map_or(unlisted, |space| space.surface);
        let surfaces = numbers.iter().map(surface).collect();
        let passages =
            content.passages.values().flat_map(|passage| &passage.between).map(|(a, b)| (a.as_str(), b.as_str()));
        let added = content.added_links.iter().map(|link| (link.from.as_str(), link.to.as_str()));
        let denied = content.denied_links.iter().map(|link| (link.from.as_str(), link.to.as_str()));
        let ruled = passages.chain(added).chain(denied).collect();
        let mut sides: BTreeMap<(&str, &str), Side> = BTreeMap::new();
        for (name, kinds) in &content.hexsides {
            let Some(pair) = name.split_once('/') else { continue };
            let side = sides.entry(pair).or_default();
            for kind in kinds.iter().filter_map(|kind| content.side_types.get(kind)) {
                side.bars_land |= kind.bars.contains(&Domain::Land);
                side.bars_sea |= kind.bars.contains(&Domain::Sea);
                side.crossing |= kind.crossing;
            }
        }
        let stated = content.stated_sides.keys().filter_map(|name| name.split_once('/')).collect();
        Self { content, numbers, surfaces, ruled, sides, stated }
    }

    fn side(&self, a: &str, b: &str) -> Side {
        self.sides.get(&(a, b)).or_else(|| self.sides.get(&(b, a))).copied().unwrap_or_default()
    }

    fn barred(&self, number: &str, domain: Domain) -> bool {
        let terrain = self.content.spaces.get(number).and_then(|space| space.terrain.as_ref());
        terrain.and_then(|terrain| self.content.terrains.get(terrain)).is_some_and(|kind| kind.bars.contains(&domain))
    }

    fn findings(&self, ways: &Ways) -> Vec<Finding> {
        let mut found = Vec::new();
        let mut afloat: BTreeSet<usize> = BTreeSet::new();
        for way in &ways.sides {
            self.of_side(way, &mut found);
            if self.ships_pass(way.hexes) {
                afloat.extend([way.hexes.0, way.hexes.1]);
            }
        }
        for (index, holding) in ways.holdings.iter().enumerate() {
            self.of_hex(index, holding, afloat.contains(&index), &mut found);
        }
        found
    }

    fn ships_pass(&self, (a, b): (usize, usize)) -> bool {
        let wet = |index: usize| matches!(self.surfaces[index], Surface::Sea | Surface::Coast | Surface::Island);
        wet(a) && wet(b) && !self.side(&self.numbers[a], &self.numbers[b]).bars_sea
    }

    fn of_side(&self, way: &Way, found: &mut Vec<Finding>) {
        let (a, b) = way.hexes;
        let (first, second) = (self.numbers[a].as_str(), self.numbers[b].as_str());
        let side = self.side(first, second);
        let barred = |domain| self.barred(first, domain) || self.barred(second, domain);
        let solid = |index: usize| matches!(self.surfaces[index], Surface::Land | Surface::Coast);
        let dry = |index: usize| solid(index) || self.surfaces[index] == Surface::Island;
        let armies_pass = solid(a) && solid(b) && !side.bars_land || side.crossing;
        let mut wrong = Vec::new();
        if armies_pass && !way.on_foot && !side.crossing && !barred(Domain::Land) {
            wrong.push(Untruth::FalseLand);
        }
        if way.on_foot && dry(a) && dry(b) && !armies_pass && !barred(Domain::Land) {
            wrong.push(Untruth::MissingLand);
        }
        if self.ships_pass(way.hexes) && !way.afloat && !barred(Domain::Sea) {
            wrong.push(Untruth::DrySea);
        }
        let ruled = self.ruled.contains(&(first, second)) || self.ruled.contains(&(second, first));
        let stated = [(first, second), (second, first)].into_iter().find(|pair| self.stated.contains(pair));
        let hexes = |pair: (&str, &str)| (pair.0.to_owned(), pair.1.to_owned());
        match stated {
            Some(_) if !wrong.is_empty() => {}
            // Ships that could pass and may not: a stated reason may close what the coast leaves open, too.
            Some(_) if way.afloat && side.bars_sea => {}
            Some(pair) => found.push(Finding { what: Untruth::IdleReason, hexes: hexes(pair) }),
            None if ruled => {}
            None => found.extend(wrong.into_iter().map(|what| Finding { what, hexes: hexes((first, second)) })),
        }
    }

    fn of_hex(&self, index: usize, holding: &Holding, afloat: bool, found: &mut Vec<Finding>) {
        let number = &self.numbers[index];
        let surface = self.surfaces[index];
        let mut say = |what| found.push(Finding { what, hexes: (number.clone(), number.clone()) });
        let space = self.content.spaces.get(number.as_str());
        let has_reason = space.is_some_and(|space| space.source.is_some() || !space.note.is_empty());
        if holding.land == 0 && !has_reason && matches!(surface, Surface::Land | Surface::Coast) {
            say(Untruth::NoLand);
        }
        if holding.water == 0 && !has_reason && matches!(surface, Surface::Sea | Surface::Coast | Surface::Island) {
            say(Untruth::NoWater);
        }
        let is_port = |role: FeatureRole| matches!(role, FeatureRole::Port | FeatureRole::NavalBase);
        let features = space.into_iter().flat_map(|space| space.features.keys());
        let has_port = features.filter_map(|id| self.content.features.get(id)).any(|feature| is_port(feature.role));
        if has_port && !afloat {
            say(Untruth::DryPort);
        }
    }
}
