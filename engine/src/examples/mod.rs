//! Worked examples about procedures: given -> expect, run by the same code that plays.

use chartroom_format::content::Content;
use chartroom_format::schema::example::Example;

/// Runs an example of a procedure the engine serves; `None` for others.
pub fn run(_content: &Content, _example: &Example) -> Option<Result<(), String>> {
    None
}
