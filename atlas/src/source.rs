//! Where a drawing gets geography and pictures from: the caller, who may read files.

use std::sync::{Arc, Mutex, PoisonError};

use chartroom_format::schema::recipe::Recipe;

use crate::geo::{GeographyError, Outlines};
use crate::picture::{Limits, Picture};
use crate::recipe_fault::{FaultKind, RecipeFault};

/// The last geography that was read. Packs that stand beside each other are drawn from the same one, and it is large.
static LAST: Mutex<Option<(String, Arc<Outlines>)>> = Mutex::new(None);

/// Reads a geography, or remembers it.
fn read_once(text: String) -> Result<Arc<Outlines>, GeographyError> {
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, outlines)) = last.as_ref().filter(|(known, _)| *known == text) {
        return Ok(Arc::clone(outlines));
    }
    let outlines = Arc::new(Outlines::read(&text)?);
    *last = Some((text, Arc::clone(&outlines)));
    Ok(outlines)
}

/// What the caller reads for a drawing.
#[derive(Clone, Copy)]
pub struct Sources<'a> {
    /// The text of a geography by its name in the recipe.
    pub geography: &'a dyn Fn(&str) -> Option<String>,
    /// The bytes of a picture by its name in the recipe, or why there are none.
    pub picture: &'a dyn Fn(&str) -> Result<Vec<u8>, String>,
}

impl Sources<'_> {
    /// The outlines a recipe draws from; `None` where the caller has none of that name.
    pub(crate) fn outlines(&self, recipe: &Recipe) -> Option<Result<Arc<Outlines>, RecipeFault>> {
        let name = &recipe.geography;
        let fault = |error| RecipeFault::plain(&["geography".into()], format!("geography `{name}`: {error}"));
        (self.geography)(name).map(|text| read_once(text).map_err(fault))
    }

    /// The outlines a recipe draws from, which must be at hand.
    pub(crate) fn needed_outlines(&self, recipe: &Recipe) -> Result<Arc<Outlines>, Vec<RecipeFault>> {
        let name = &recipe.geography;
        let missing = || {
            Err(RecipeFault::plain(
                &["geography".into()],
                format!("the geography `{name}` is not in geo/ beside the pack"),
            ))
        };
        self.outlines(recipe).unwrap_or_else(missing).map_err(|fault| vec![fault])
    }

    /// Opens the picture of a drawing; `variant` is its name in the recipe.
    pub(crate) fn picture(&self, variant: &str, file: &str) -> Result<Picture, RecipeFault> {
        let path = ["draw".into(), variant.into(), "file".into()];
        let fault = |message: String| RecipeFault::new(FaultKind::Picture, &path, format!("`{file}`: {message}"));
        let bytes = (self.picture)(file).map_err(&fault)?;
        Picture::open(&bytes, Limits::default()).map_err(|error| fault(error.to_string()))
    }
}
