//! What is wrong with a recipe, and at which of its entries.

use chartroom_format::cst::PathStep;

use crate::geo::FitError;
use crate::hexes::HexProblem;
use crate::zones::ZoneProblem;

/// A fault of a recipe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecipeFault {
    pub kind: FaultKind,
    /// The way to the faulty entry inside the recipe.
    pub path: Vec<PathStep>,
    pub message: String,
}

/// What sort of fault it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// Calibrated places that cannot all be right.
    Contradiction,
    /// An outline that crosses itself or has no corners.
    Outline,
    /// A seed where its zone cannot grow.
    Seed,
    /// Two things of one name.
    Duplicate,
    /// A picture that cannot be used.
    Picture,
    /// Anything else.
    Other,
}

impl RecipeFault {
    pub(crate) fn new(kind: FaultKind, path: &[PathStep], message: impl Into<String>) -> Self {
        Self { kind, path: path.to_vec(), message: message.into() }
    }

    pub(crate) fn plain(path: &[PathStep], message: impl Into<String>) -> Self {
        Self::new(FaultKind::Other, path, message)
    }

    pub(crate) fn of_hexes(problem: &HexProblem) -> Self {
        let in_drawing = |steps: &[PathStep]| [&["draw".into(), "Hexes".into()], steps].concat();
        let (kind, path) = match problem {
            HexProblem::Fit(error) => of_fit(error),
            HexProblem::Number { number, .. } => (FaultKind::Other, vec!["calibrate".into(), number.as_str().into()]),
            HexProblem::BadShares { .. } => (FaultKind::Other, in_drawing(&["land_from".into()])),
            HexProblem::NoCountry { country, .. } => {
                (FaultKind::Other, in_drawing(&["countries".into(), country.as_str().into()]))
            }
            HexProblem::IslandOffMap { name, .. } => {
                (FaultKind::Other, in_drawing(&["islands".into(), name.as_str().into()]))
            }
            HexProblem::NoOutline { area, .. } | HexProblem::OutlineCrosses { area, .. } => {
                (FaultKind::Outline, in_drawing(&["areas".into(), (*area).into(), "outline".into()]))
            }
        };
        Self::new(kind, &path, problem.to_string())
    }

    pub(crate) fn of_zones(problem: &ZoneProblem) -> Self {
        let in_drawing = |steps: &[PathStep]| [&["draw".into(), "Zones".into()], steps].concat();
        let of_zone = |zone: usize, field: &str| in_drawing(&["zones".into(), zone.into(), field.into()]);
        let seed = |zone: usize, seed: usize| in_drawing(&["zones".into(), zone.into(), "at".into(), seed.into()]);
        let (kind, path) = match problem {
            ZoneProblem::BadExtent { .. } => (FaultKind::Other, in_drawing(&["extent".into()])),
            ZoneProblem::BadSize { .. } => (FaultKind::Other, in_drawing(&["width".into()])),
            ZoneProblem::BadProjection => (FaultKind::Other, vec!["projection".into()]),
            ZoneProblem::TooMany(_) => (FaultKind::Other, in_drawing(&["zones".into()])),
            ZoneProblem::Duplicate { zone, .. } => (FaultKind::Duplicate, of_zone(*zone, "id")),
            ZoneProblem::NoCountry { zone, .. } => (FaultKind::Other, of_zone(*zone, "of")),
            ZoneProblem::NoSeed { zone, .. } | ZoneProblem::Covered { zone, .. } => {
                (FaultKind::Seed, of_zone(*zone, "id"))
            }
            ZoneProblem::OutlineCrosses { zone, .. } => (FaultKind::Outline, of_zone(*zone, "outline")),
            ZoneProblem::SeedOffMap { zone, number, .. }
            | ZoneProblem::SeedInSea { zone, number, .. }
            | ZoneProblem::SeedOnLand { zone, number, .. }
            | ZoneProblem::SeedAbroad { zone, number, .. }
            | ZoneProblem::SeedsMeet { zone, number, .. } => (FaultKind::Seed, seed(*zone, *number)),
        };
        Self::new(kind, &path, problem.to_string())
    }
}

fn of_fit(error: &FitError) -> (FaultKind, Vec<PathStep>) {
    match error {
        FitError::Contradiction { label, .. } | FitError::NoSuchPlace { label, .. } => {
            (FaultKind::Contradiction, vec!["calibrate".into(), label.as_str().into()])
        }
        FitError::TooFew { .. } | FitError::Reversed { .. } | FitError::Fold { .. } => {
            (FaultKind::Contradiction, vec!["calibrate".into()])
        }
        FitError::BadAnchors { .. } => (FaultKind::Other, vec!["projection".into()]),
        FitError::BadPull(_) => (FaultKind::Other, vec!["pull".into()]),
    }
}
