//! The links of a map of zones, from the borders they share.

use chartroom_format::grid::zones::neighbours;

use super::Compiler;
use super::board::{Pairs, class_between};
use crate::codes;

pub(super) fn pairs(compiler: &mut Compiler<'_>) -> Pairs {
    let mut pairs = Pairs::new();
    let Some(shapes) = &compiler.content.shapes else {
        compiler.entry = None;
        compiler.fault(codes::NO_BOARD, "the map of zones has no outlines".to_owned());
        return pairs;
    };
    for (one, other) in neighbours(shapes).into_keys() {
        let (Some(a), Some(b)) = (compiler.space(one.as_str()), compiler.space(other.as_str())) else { continue };
        let surfaces = (compiler.content.spaces.get(one.as_str()), compiler.content.spaces.get(other.as_str()));
        if let (Some(first), Some(second)) = surfaces {
            let class = class_between(first.surface, second.surface);
            pairs.push(((a, b), class));
            pairs.push(((b, a), class));
        }
    }
    pairs
}
