//! A `Game` and a `Drawing` to the files of TripleA 1.9. What `read` reads of them again is the same but for the lines.

mod drawing;
mod xml;

pub use drawing::drawing;
pub use xml::game;
