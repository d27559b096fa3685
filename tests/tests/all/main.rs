//! What crosses crates, one binary. A new file of tests is a module here.

mod coverage_proofs;
mod docs;
mod geography;
mod global_war_1939;
mod map_properties;
mod one_price;
mod packs;
mod places;
mod read_fields;
mod redraw;
mod tidy;
mod totals;
mod transcribed_facts;
mod transcribed_places;
mod transcription;
