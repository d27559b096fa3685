//! Features of places, compiled: what they are to the engine, what damage and capture make of them.

use crate::ids::FeatureIx;

/// One kind of feature.
#[derive(Clone, Debug)]
pub struct FeatureInfo {
    pub id: String,
    pub production: bool,
    /// Production that is lost for good.
    pub lost_production: bool,
    pub capital: bool,
    pub port: bool,
    /// The damage from which it is out of work, and the most it takes.
    pub idle_from: Option<i64>,
    pub most_damage: Option<i64>,
    /// It counts in the sea zones next to its land too.
    pub serves_coast: bool,
    /// What it becomes when its place is captured; nothing if it is lost, itself if it stays.
    pub captured_as: Option<FeatureIx>,
}
