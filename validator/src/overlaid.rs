//! Findings about values that an overlay has changed belong to the overlay's line, not to the value below that nobody sees.

use std::collections::BTreeMap;

use chartroom_format::content::{Changed, Origin};
use chartroom_format::diag::{Diagnostic, Place, Related};
use chartroom_format::load::Loaded;
use chartroom_format::source::Span;
use chartroom_format::tree::Tree;

/// Moves findings from what was overlaid to the overlay.
pub(crate) fn redirect(loaded: &Loaded, findings: &mut [Diagnostic]) {
    if loaded.content.changed.is_empty() {
        return;
    }
    let mut trees: BTreeMap<&str, Tree> = BTreeMap::new();
    let mut span = |origin: &Origin| -> Option<Span> {
        let file = loaded.file(&origin.file)?;
        let tree = trees.entry(file.path.as_str()).or_insert_with(|| Tree::of(&file.text));
        Some(tree.value(&origin.path)).filter(|span| !span.is_empty())
    };
    // The upper of two changes counts, so it comes last and wins.
    let mut moved: BTreeMap<Place, (Place, &Changed)> = BTreeMap::new();
    for changed in &loaded.content.changed {
        let Some(base) = &changed.base else { continue };
        if let (Some(below), Some(above)) = (span(base), span(&changed.overlay)) {
            let below = Place { file: base.file.clone(), span: below };
            moved.insert(below, (Place { file: changed.overlay.file.clone(), span: above }, changed));
        }
    }
    for finding in findings {
        let Some(place) = &finding.place else { continue };
        let inside = |below: &Place| {
            below.file == place.file && below.span.start <= place.span.start && place.span.end <= below.span.end
        };
        let Some((below, (above, changed))) = moved.iter().find(|(below, _)| inside(below)) else { continue };
        let message = format!("the pack below has {} here", changed.before);
        finding.related.push(Related { place: below.clone(), message });
        finding.place = Some(above.clone());
        // What would mend the value below would not mend this one.
        finding.fixes.retain(|fix| fix.file != below.file);
    }
}
