//! `chartroom draw PACK`: draws the map of a recipe anew and writes the files that belong to the drawing.

mod adopt;
mod truth;

use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;

use chartroom_atlas::geo::Residual;
use chartroom_atlas::recipe_fault::RecipeFault;
use chartroom_atlas::redraw::{Redrawn, redraw};
use chartroom_atlas::source::Sources;
use chartroom_format::diag::render;
use chartroom_format::edit;
use chartroom_format::fs::{open_inside, read_pack_file};
use chartroom_format::load::Loaded;
use chartroom_validator::checks::map::recipe;

use crate::{find, output};

pub(crate) fn run(pack: &str, check: bool, adopt: bool, residuals: bool, truth: bool) -> Result<ExitCode, String> {
    let mut loaded = find::load_pack(pack)?;
    if truth {
        return truth::run(&loaded);
    }
    let mut out = String::new();
    if adopt {
        let Some(drawn) = draw(&loaded)? else { return Ok(ExitCode::FAILURE) };
        let moved = adopt::adopt(&loaded, &drawn)?;
        let _ = writeln!(out, "{moved} spaces moved to {}", loaded.root.join(adopt::CORRECTIONS).display());
        loaded = find::load_pack(pack)?;
    }
    let Some(drawn) = draw(&loaded)? else { return Ok(ExitCode::FAILURE) };
    for note in &drawn.notes {
        eprintln!("note: {note}");
    }
    write_fit(&mut out, &drawn.residuals, residuals);
    let mut same = true;
    for (relative, text) in &drawn.files {
        let path = loaded.root.join(relative);
        let before = read_pack_file(&path).unwrap_or_default();
        same &= before == *text;
        let state = if before == *text {
            "is what the recipe draws"
        } else if check {
            "is not what the recipe draws"
        } else {
            edit::write_with_backup(&path, text)
                .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
            "drawn"
        };
        let _ = writeln!(out, "{}: {state}{}", path.display(), changes(&before, text));
    }
    output::print(&out)?;
    Ok(ExitCode::from(u8::from(check && !same)))
}

/// Draws; faults of the recipe are printed with their place.
fn draw(loaded: &Loaded) -> Result<Option<Redrawn>, String> {
    let geography = |name: &str| find::geography(&loaded.root, name);
    let picture = |file: &str| read_picture(&loaded.root, file);
    match redraw(loaded, &Sources { geography: &geography, picture: &picture }) {
        Ok(drawn) => Ok(Some(drawn)),
        Err(faults) => {
            tell(loaded, &faults)?;
            Ok(None)
        }
    }
}

/// Prints the faults of a recipe.
fn tell(loaded: &Loaded, faults: &[RecipeFault]) -> Result<(), String> {
    for fault in faults {
        let finding = recipe::finding(loaded, fault);
        eprintln!("{}", render::human(&finding, loaded, false));
    }
    output::print(&format!("the map cannot be drawn: {} to mend in its recipe\n", faults.len()))
}

/// Pictures lie beside the recipe.
fn read_picture(root: &Path, file: &str) -> Result<Vec<u8>, String> {
    open_inside(&root.join("map"), file).map_err(|failure| failure.to_string())
}

fn write_fit(out: &mut String, residuals: &[Residual], all: bool) {
    let mut worst: Vec<(f64, &str)> =
        residuals.iter().map(|residual| (residual.distance(), residual.label.as_str())).collect();
    worst.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    let Some(&(most, label)) = worst.first() else { return };
    let mean = worst.iter().map(|(distance, _)| distance).sum::<f64>() / worst.len() as f64;
    let _ = writeln!(
        out,
        "the projection puts {} calibrated hexes {mean:.2} hexes from their place on average, {label} farthest with {most:.2}",
        worst.len()
    );
    for (distance, label) in worst.iter().filter(|_| all) {
        let _ = writeln!(out, "  {label:>6}  {distance:.2}");
    }
}

/// How many lines come and go.
fn changes(before: &str, after: &str) -> String {
    use std::collections::BTreeSet;
    let lines = |text: &'_ str| text.lines().map(str::to_owned).collect::<BTreeSet<String>>();
    let (old, new) = (lines(before), lines(after));
    let (gone, come) = (old.difference(&new).count(), new.difference(&old).count());
    if gone + come == 0 { String::new() } else { format!(" ({come} lines new, {gone} gone)") }
}
