//! Placements of a set-up, flattened: which units stand where, with the way to each in the file.

use chartroom_format::cst::PathStep;
use chartroom_format::schema::scenario::{Force, Placement};

/// One placement with a force, outside of `From` and `Reconstructed`.
#[derive(Clone, Debug)]
pub struct Placed<'a> {
    pub placement: &'a Placement,
    pub force: &'a Force,
    /// From the list the placements stand in.
    pub path: Vec<PathStep>,
    /// From the placement to its force.
    pub force_index: usize,
}

impl<'a> Placed<'a> {
    /// The one space the units stand in, if the placement names one.
    pub fn space(&self) -> Option<&'a str> {
        match self.placement {
            Placement::At(space, _)
            | Placement::Damaged(space, _)
            | Placement::Aboard(space, ..)
            | Placement::Formation(_, space, _) => Some(space.as_str()),
            _ => None,
        }
    }

    pub fn tag(&self) -> &'static str {
        tag(self.placement)
    }

    /// The way to the name of the space, from the list of placements.
    pub fn space_path(&self) -> Vec<PathStep> {
        let index = usize::from(matches!(self.placement, Placement::Formation(..)));
        [self.path.as_slice(), &[self.tag().into(), index.into()]].concat()
    }

    /// The way to a unit of the force, from the list of placements.
    pub fn unit_path(&self, unit: &str) -> Vec<PathStep> {
        let inner: &[PathStep] = if matches!(self.placement, Placement::Anywhere(_)) {
            &[self.tag().into()]
        } else {
            &[self.tag().into(), self.force_index.into()]
        };
        [self.path.as_slice(), inner, &[unit.into()]].concat()
    }
}

/// All placements of a list, whatever they are wrapped in.
pub fn flatten(placements: &[Placement]) -> Vec<Placed<'_>> {
    let mut found = Vec::new();
    walk(placements, &[], &mut found);
    found
}

fn walk<'a>(placements: &'a [Placement], path: &[PathStep], found: &mut Vec<Placed<'a>>) {
    for (index, placement) in placements.iter().enumerate() {
        let here = [path, &[index.into()]].concat();
        let (force, force_index) = match placement {
            Placement::Reconstructed(_, inner) | Placement::From(_, inner) => {
                let deeper = [here.as_slice(), &[tag(placement).into(), 1.into()]].concat();
                walk(inner, &deeper, found);
                continue;
            }
            Placement::Anywhere(force) => (force, 0),
            Placement::At(_, force)
            | Placement::Damaged(_, force)
            | Placement::Within(_, force)
            | Placement::AtAny(_, force) => (force, 1),
            Placement::Aboard(_, _, force) | Placement::Formation(_, _, force) | Placement::OnBorder(_, _, force) => {
                (force, 2)
            }
        };
        found.push(Placed { placement, force, path: here, force_index });
    }
}

const fn tag(placement: &Placement) -> &'static str {
    match placement {
        Placement::At(..) => "At",
        Placement::Damaged(..) => "Damaged",
        Placement::Aboard(..) => "Aboard",
        Placement::Formation(..) => "Formation",
        Placement::Within(..) => "Within",
        Placement::OnBorder(..) => "OnBorder",
        Placement::AtAny(..) => "AtAny",
        Placement::Anywhere(..) => "Anywhere",
        Placement::Reconstructed(..) => "Reconstructed",
        Placement::From(..) => "From",
    }
}
