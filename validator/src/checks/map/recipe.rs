//! What is wrong with a recipe, shared by the checks over recipes: faults come from the atlas, each with the entry it stands at.

use std::path::Path;

use chartroom_atlas::recipe_check;
use chartroom_atlas::recipe_fault::{FaultKind, RecipeFault};
use chartroom_atlas::source::Sources;
use chartroom_format::diag::{Code, Diagnostic};
use chartroom_format::fs::Fs;
use chartroom_format::load::Loaded;
use chartroom_format::reference;
use chartroom_format::schema::Kind;

use super::{crossing, recipe_names, recipe_other, recipe_picture, recipe_points, recipe_seed};
use crate::context::Context;

/// The faults of a pack's recipe. Where its geography is not at hand, nothing is said about what would need it.
pub(crate) fn faults(fs: &dyn Fs, loaded: &Loaded) -> Vec<RecipeFault> {
    let content = &loaded.content;
    let (Some(recipe), Some(map)) = (&content.recipe, &content.map) else { return Vec::new() };
    let beside = loaded.root.parent().unwrap_or(Path::new("")).join("geo");
    let geography = |name: &str| fs.read(&beside, &format!("{name}.json")).ok();
    let picture =
        |file: &str| fs.bytes(&loaded.root.join("map"), file).map_err(|_| "the file cannot be read".to_owned());
    recipe_check::faults(recipe, map, &Sources { geography: &geography, picture: &picture })
}

/// Reports the faults of one kind.
pub(super) fn report(cx: &Context<'_>, kind: FaultKind, found: &mut Vec<Diagnostic>) {
    for fault in cx.recipe_faults().iter().filter(|fault| fault.kind == kind) {
        let spot = cx.in_kind(Kind::Recipe, &fault.path);
        found.push(cx.finding(code(kind), &spot, fault.message.clone()));
    }
}

/// A fault as a finding at its place in the recipe, for those who draw.
pub fn finding(loaded: &Loaded, fault: &RecipeFault) -> Diagnostic {
    let finding = Diagnostic::new(code(fault.kind), fault.message.clone());
    match loaded.files.iter().rev().find(|file| file.kind == Some(Kind::Recipe)) {
        Some(file) => finding.at(file.path.clone(), reference::span_of(&file.text, &fault.path)),
        None => finding,
    }
}

const fn code(kind: FaultKind) -> Code {
    match kind {
        FaultKind::Contradiction => recipe_points::CODE,
        FaultKind::Outline => crossing::CODE,
        FaultKind::Seed => recipe_seed::CODE,
        FaultKind::Duplicate => recipe_names::CODE,
        FaultKind::Picture => recipe_picture::CODE,
        FaultKind::Other => recipe_other::CODE,
    }
}
