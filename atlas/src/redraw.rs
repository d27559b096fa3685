//! A pack's map drawn anew from its recipe: the texts of the files that belong to the drawing. What the other files of the map
//! list is made by hand and left out of the drawing, so that it survives every redrawing. Reads and writes no files.

use std::collections::{BTreeMap, BTreeSet};

use chartroom_format::content::Content;
use chartroom_format::document;
use chartroom_format::grid::{Board, Numbering};
use chartroom_format::load::Loaded;
use chartroom_format::schema::ids::RegionId;
use chartroom_format::schema::map::{Grid, HexGrid, Map, Space, Surface};
use chartroom_format::schema::map_shapes::Shapes;
use chartroom_format::schema::recipe::{
    Drawing, HexDrawing, MeasuredSides, PictureColour, Recipe, SeedOf, ZoneDrawing,
};
use chartroom_format::schema::{Document, Kind};

use crate::geo::{Outlines, Residual};
use crate::hexes::ways::{Way, Ways};
use crate::hexes::write::{Plot, SidePlot, sides_text, spaces_text};
use crate::hexes::{self, Belongs, DrawnHex, DrawnHexes};
use crate::picture::draw as from_picture;
use crate::recipe_fault::RecipeFault;
use crate::source::Sources;
use crate::{recipe_check, zones};

/// Spaces that a drawing lists.
pub const DRAWN_SPACES: &str = "map/drawn.ron";
/// Hexsides that a drawing measures.
pub const DRAWN_SIDES: &str = "map/drawn-sides.ron";
/// Outlines of zones.
pub const DRAWN_SHAPES: &str = "map/shapes.ron";

/// A map drawn anew.
#[derive(Clone, Debug, Default)]
pub struct Redrawn {
    /// Path inside the pack, and its text.
    pub files: Vec<(&'static str, String)>,
    /// How far the fit puts each calibrated hex from its place.
    pub residuals: Vec<Residual>,
    /// What the drawing had to decide by itself.
    pub notes: Vec<String>,
}

/// What the files beside the drawing list.
#[derive(Clone, Debug, Default)]
pub struct ByHand {
    pub spaces: BTreeMap<String, Space>,
    /// Pairs of hexes, in both orders.
    pub sides: BTreeSet<(String, String)>,
    /// Pairs that a canal or strait joins, in both orders.
    pub passages: BTreeSet<(String, String)>,
}

impl ByHand {
    /// Everything in the pack's own map files that no drawing writes.
    #[must_use]
    pub fn of(loaded: &Loaded) -> Self {
        let mut by_hand = Self::default();
        let own = loaded.content.pack().map(|pack| &pack.id);
        let drawn = [DRAWN_SPACES, DRAWN_SIDES];
        let files =
            loaded.files.iter().filter(|file| Some(&file.pack) == own && !drawn.contains(&file.relative.as_str()));
        for file in files.filter(|file| matches!(file.kind, Some(Kind::Spaces | Kind::Links))) {
            match document::read(&file.text, &file.path).document {
                Some(Document::Spaces(spaces)) => {
                    by_hand.spaces.extend(spaces.spaces.into_iter().map(|(id, space)| (id.0, space)));
                }
                Some(Document::Links(links)) => {
                    for (a, b) in links.sides.keys().filter_map(|pair| pair.split_once('/')) {
                        by_hand.sides.insert((a.to_owned(), b.to_owned()));
                        by_hand.sides.insert((b.to_owned(), a.to_owned()));
                    }
                    for (a, b) in links.passages.values().flat_map(|passage| &passage.between) {
                        by_hand.passages.insert((a.0.clone(), b.0.clone()));
                        by_hand.passages.insert((b.0.clone(), a.0.clone()));
                    }
                }
                _ => {}
            }
        }
        by_hand
    }
}

/// Draws the map of a pack. All faults come at once.
pub fn redraw(loaded: &Loaded, sources: &Sources<'_>) -> Result<Redrawn, Vec<RecipeFault>> {
    let Content { recipe: Some(recipe), map: Some(map), .. } = &loaded.content else {
        return Err(vec![RecipeFault::plain(&[], "the pack has no map and recipe to draw from")]);
    };
    let by_hand = ByHand::of(loaded);
    match (&recipe.draw, &map.grid) {
        (Drawing::Hexes(drawing), Grid::Hexes(grid)) => redraw_hexes(recipe, drawing, map, grid, &by_hand, sources),
        (Drawing::HexPicture(drawing), Grid::Hexes(grid)) => {
            let plots = from_picture::hexes(drawing, grid, sources)?;
            let plots = worth_listing(plots, map, &by_hand);
            Ok(Redrawn { files: vec![(DRAWN_SPACES, spaces_text(&plots))], ..Redrawn::default() })
        }
        (Drawing::Zones(drawing), Grid::Zones(_)) => redraw_zones(recipe, drawing, &by_hand, sources),
        (Drawing::ZonePicture(drawing), Grid::Zones(_)) => {
            let (shapes, zones) = from_picture::zones(drawing, sources)?;
            Ok(zone_files(&shapes, zones, &by_hand))
        }
        _ => Err(recipe_check::faults(recipe, map, sources)),
    }
}

fn redraw_hexes(
    recipe: &Recipe,
    drawing: &HexDrawing,
    map: &Map,
    grid: &HexGrid,
    by_hand: &ByHand,
    sources: &Sources<'_>,
) -> Result<Redrawn, Vec<RecipeFault>> {
    let board = grid.board().map_err(|error| vec![RecipeFault::plain(&[], error.to_string())])?;
    let outlines = sources.needed_outlines(recipe)?;
    let mut drawn = hexes::draw(recipe, drawing, &board, &grid.numbering, &outlines)
        .map_err(|problems| problems.iter().map(RecipeFault::of_hexes).collect::<Vec<_>>())?;
    let ways =
        drawing.sides.as_ref().map(|_| ways((recipe, drawing), &drawn, by_hand, (&board, &grid.numbering), &outlines));
    if let Some(ways) = &ways {
        part_islands(&mut drawn, ways, by_hand);
    }
    let heading = |index: usize| format!("row {}", grid.numbering.row_name(&board, drawn.hexes[index].cell.row));
    let plots = drawn.hexes.iter().enumerate().map(|(index, hex)| Plot {
        heading: heading(index),
        id: hex.number.clone(),
        surface: hex.surface,
        belongs: hex.belongs.clone(),
    });
    let plots = worth_listing(plots.collect(), map, by_hand);
    let mut files = vec![(DRAWN_SPACES, spaces_text(&plots))];
    if let (Some(kinds), Some(ways)) = (&drawing.sides, &ways) {
        files.push((DRAWN_SIDES, sides_text(&measured(kinds, &drawn, ways, by_hand, heading))));
    }
    let unclaimed: BTreeSet<&str> = drawn
        .hexes
        .iter()
        .filter(|hex| {
            hex.surface != Surface::Sea && hex.belongs.country.is_none() && !by_hand.spaces.contains_key(&hex.number)
        })
        .filter_map(|hex| hex.countries.first())
        .map(|(name, _)| name.as_str())
        .collect();
    let notes = unclaimed.iter().map(|name| format!("land of {name} belongs to no country of the pack")).collect();
    Ok(Redrawn { files, residuals: drawn.residuals, notes })
}

/// Leaves out what hands have listed, and what is as unlisted hexes are anyway.
fn worth_listing(mut plots: Vec<Plot>, map: &Map, by_hand: &ByHand) -> Vec<Plot> {
    let unlisted = map.unlisted.unwrap_or(Surface::Sea);
    plots.retain(|plot| {
        let says_something = plot.surface != unlisted || plot.belongs != Belongs::default();
        says_something && !by_hand.spaces.contains_key(&plot.id)
    });
    plots
}

/// Where one walks and sails between the hexes of a drawing, as they are after hand corrections.
fn ways(
    (recipe, drawing): (&Recipe, &HexDrawing),
    drawn: &DrawnHexes,
    by_hand: &ByHand,
    grid: (&Board, &Numbering),
    outlines: &Outlines,
) -> Ways {
    let drawn_country: BTreeMap<&str, &RegionId> =
        drawn.hexes.iter().filter_map(|hex| Some((hex.number.as_str(), hex.belongs.country.as_ref()?))).collect();
    hexes::ways::measure(recipe, drawing, grid, (outlines, &drawn.placing), |number| match by_hand.spaces.get(number) {
        Some(space) => space.country.clone(),
        None => drawn_country.get(number).map(|country| (*country).clone()),
    })
}

/// A coast without a way over land is an island, and an island with one is a coast.
fn part_islands(drawn: &mut DrawnHexes, ways: &Ways, by_hand: &ByHand) {
    let surface = |hex: &DrawnHex| by_hand.spaces.get(&hex.number).map_or(hex.surface, |space| space.surface);
    let holds_land =
        |index: usize| matches!(surface(&drawn.hexes[index]), Surface::Land | Surface::Coast | Surface::Island);
    let mut joined = vec![false; drawn.hexes.len()];
    for &Way { hexes: (a, b), on_foot, .. } in &ways.sides {
        if on_foot && holds_land(a) && holds_land(b) {
            (joined[a], joined[b]) = (true, true);
        }
    }
    for (hex, joined) in drawn.hexes.iter_mut().zip(joined) {
        if matches!(hex.surface, Surface::Coast | Surface::Island) {
            hex.surface = if joined { Surface::Coast } else { Surface::Island };
        }
    }
}

/// The sides that no strip of land, or of water, leads over, between hexes as they are after hand corrections.
fn measured(
    kinds: &MeasuredSides,
    drawn: &DrawnHexes,
    ways: &Ways,
    by_hand: &ByHand,
    heading: impl Fn(usize) -> String,
) -> Vec<SidePlot> {
    let surface = |index: usize| {
        let hex = &drawn.hexes[index];
        by_hand.spaces.get(&hex.number).map_or(hex.surface, |space| space.surface)
    };
    let plots = ways.sides.iter().map(|way| {
        let (a, b) = way.hexes;
        let between = (drawn.hexes[a].number.clone(), drawn.hexes[b].number.clone());
        let both = |held: fn(Surface) -> bool| held(surface(a)) && held(surface(b));
        let no_land =
            !way.on_foot && both(|surface| matches!(surface, Surface::Land | Surface::Coast | Surface::Island));
        let no_water = !way.afloat
            && both(|surface| matches!(surface, Surface::Sea | Surface::Coast | Surface::Island))
            && !by_hand.passages.contains(&between);
        let closes = [(no_land, &kinds.all_sea), (no_water, &kinds.all_land)];
        let kinds = closes.into_iter().filter(|(closed, _)| *closed).filter_map(|(_, kind)| kind.clone()).collect();
        SidePlot { heading: heading(a), between, kinds }
    });
    plots.filter(|plot| !plot.kinds.is_empty() && !by_hand.sides.contains(&plot.between)).collect()
}

fn redraw_zones(
    recipe: &Recipe,
    drawing: &ZoneDrawing,
    by_hand: &ByHand,
    sources: &Sources<'_>,
) -> Result<Redrawn, Vec<RecipeFault>> {
    let outlines = sources.needed_outlines(recipe)?;
    let drawn = zones::draw(drawing, &recipe.projection, &outlines)
        .map_err(|problems| problems.iter().map(RecipeFault::of_zones).collect::<Vec<_>>())?;
    let zones = drawing.zones.iter().map(|seed| {
        let surface = match seed.of {
            SeedOf::Sea => Surface::Sea,
            SeedOf::Island(_) => Surface::Island,
            SeedOf::Land(_) => Surface::Land,
        };
        (seed.id.0.clone(), surface, Belongs::default())
    });
    let notes = drawn.notes.iter().map(ToString::to_string).collect();
    Ok(Redrawn { notes, ..zone_files(&drawn.shapes, zones.collect(), by_hand) })
}

/// The outlines, and the zones that no hand has listed yet.
fn zone_files(shapes: &Shapes, zones: Vec<(String, Surface, Belongs)>, by_hand: &ByHand) -> Redrawn {
    let new = zones.into_iter().filter(|zone| !by_hand.spaces.contains_key(&zone.0));
    let plots: Vec<Plot> =
        new.map(|(id, surface, belongs)| Plot { heading: "zones".to_owned(), id, surface, belongs }).collect();
    let mut files = vec![(DRAWN_SHAPES, zones::shapes_text(shapes))];
    if !plots.is_empty() {
        files.push((DRAWN_SPACES, spaces_text(&plots)));
    }
    Redrawn { files, ..Redrawn::default() }
}

/// What a colour of a picture stands for.
impl From<&PictureColour> for Belongs {
    fn from(colour: &PictureColour) -> Self {
        Self { country: colour.country.clone(), terrain: colour.terrain.clone(), regions: Vec::new() }
    }
}
