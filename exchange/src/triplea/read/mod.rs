//! A game's XML and the text files of its map, read into plain data; nothing is judged here but whether it can be read.

mod attachments;
mod drawing;
mod game;
pub(crate) mod guard;
mod xml;

pub use attachments::{Attachment, Setting};
pub use drawing::{Drawing, Point, Polygon, drawing};
pub use game::{
    Delegate, Frontier, Game, Link, Named, Owner, Placement, Player, Price, ProductionRule, Property, Relation, Step,
    Territory,
};
pub use xml::game;
