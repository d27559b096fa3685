//! `chartroom draw PACK`: draws the map of a recipe from geography. Zones are written to `map/shapes.ron`; of hexes it tells
//! how well the projection fits and where hands have changed what geography alone would give.

use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;

use chartroom_atlas::geo::Outlines;
use chartroom_atlas::{hexes, zones};
use chartroom_format::content::Content;
use chartroom_format::edit;
use chartroom_format::schema::map::{Grid, HexGrid, Surface};
use chartroom_format::schema::recipe::{Drawing, HexDrawing, Recipe, ZoneDrawing};

use crate::{find, output};

pub(crate) fn run(pack: &str, check: bool) -> Result<ExitCode, String> {
    let loaded = find::load_pack(pack)?;
    let content = &loaded.content;
    let recipe = content.recipe.as_ref().ok_or("the pack has no map/recipe.ron to draw from")?;
    let text = find::geography(&loaded.root, &recipe.geography)
        .ok_or_else(|| format!("the geography `{}` is not in geo/ beside the pack", recipe.geography))?;
    let outlines = Outlines::read(&text).map_err(|error| format!("geography `{}`: {error}", recipe.geography))?;
    match (&recipe.draw, content.map.as_ref().map(|map| &map.grid)) {
        (Drawing::Zones(drawing), _) => draw_zones(&loaded.root, recipe, drawing, &outlines, check),
        (Drawing::Hexes(drawing), Some(Grid::Hexes(grid))) => survey_hexes(content, recipe, drawing, grid, &outlines),
        (Drawing::Hexes(_), _) => Err("the recipe draws hexes but map.ron has none".to_owned()),
    }
}

fn draw_zones(
    root: &Path,
    recipe: &Recipe,
    drawing: &ZoneDrawing,
    outlines: &Outlines,
    check: bool,
) -> Result<ExitCode, String> {
    let drawn = zones::draw(drawing, &recipe.projection, outlines).map_err(|problems| listed(&problems))?;
    for note in &drawn.notes {
        eprintln!("note: {note:?}");
    }
    let (path, text) = (root.join("map/shapes.ron"), zones::shapes_text(&drawn.shapes));
    if check {
        let same = std::fs::read_to_string(&path).is_ok_and(|committed| committed == text);
        output::print(&format!("{} {} what the recipe draws\n", path.display(), if same { "is" } else { "is not" }))?;
        return Ok(ExitCode::from(u8::from(!same)));
    }
    edit::write_with_backup(&path, &text).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    output::print(&format!(
        "drew {} zones with {} borders to {}\n",
        drawn.zones.len(),
        drawn.shapes.borders.len(),
        path.display()
    ))?;
    Ok(ExitCode::SUCCESS)
}

fn survey_hexes(
    content: &Content,
    recipe: &Recipe,
    drawing: &HexDrawing,
    grid: &HexGrid,
    outlines: &Outlines,
) -> Result<ExitCode, String> {
    let board = grid.board().map_err(|error| error.to_string())?;
    let drawn =
        hexes::draw(recipe, drawing, &board, &grid.numbering, outlines).map_err(|problems| listed(&problems))?;
    let mut out = String::from("how far the fitted projection puts each calibrated hex from its place, in hexes\n");
    let mut residuals: Vec<_> =
        drawn.residuals.iter().map(|residual| (residual.distance(), residual.label.as_str())).collect();
    residuals.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    for (distance, label) in &residuals {
        let _ = writeln!(out, "  {label:>6}  {distance:.2}");
    }
    let unlisted = content.map.as_ref().and_then(|map| map.unlisted).unwrap_or(Surface::Sea);
    let changed: Vec<String> = drawn
        .hexes
        .iter()
        .filter_map(|hex| {
            let held = content.spaces.get(hex.number.as_str()).map_or(unlisted, |space| space.surface);
            (held != hex.surface).then(|| format!("{} {:?} -> {held:?}", hex.number, hex.surface))
        })
        .collect();
    let _ = writeln!(
        out,
        "{} of {} hexes differ from what geography alone gives (corrected by hand):",
        changed.len(),
        drawn.hexes.len()
    );
    for chunk in changed.chunks(6) {
        let _ = writeln!(out, "  {}", chunk.join(", "));
    }
    output::print(&out)?;
    Ok(ExitCode::SUCCESS)
}

fn listed(problems: &[impl ToString]) -> String {
    problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}
