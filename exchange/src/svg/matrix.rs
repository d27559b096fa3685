//! The transforms of SVG: lists of matrix, translate, scale, rotate, skewX and skewY.

use kurbo::Affine;

/// The transform an attribute states; none if it cannot be read.
pub(super) fn parse(text: &str) -> Option<Affine> {
    let mut all = Affine::IDENTITY;
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (name, after) = rest.split_once('(')?;
        let (arguments, after) = after.split_once(')')?;
        let numbers: Vec<f64> = arguments
            .split([',', ' ', '\t', '\n', '\r'])
            .filter(|part| !part.is_empty())
            .map(|part| part.parse::<f64>().ok().filter(|number| number.is_finite()))
            .collect::<Option<_>>()?;
        all *= one(name.trim(), &numbers)?;
        rest = after.trim_start_matches([',', ' ', '\t', '\n', '\r']);
    }
    Some(all)
}

fn one(name: &str, numbers: &[f64]) -> Option<Affine> {
    Some(match (name, numbers) {
        ("matrix", &[a, b, c, d, e, f]) => Affine::new([a, b, c, d, e, f]),
        ("translate", &[x]) => Affine::translate((x, 0.0)),
        ("translate", &[x, y]) => Affine::translate((x, y)),
        ("scale", &[by]) => Affine::scale(by),
        ("scale", &[x, y]) => Affine::scale_non_uniform(x, y),
        ("rotate", &[degrees]) => Affine::rotate(degrees.to_radians()),
        ("rotate", &[degrees, x, y]) => {
            Affine::translate((x, y)) * Affine::rotate(degrees.to_radians()) * Affine::translate((-x, -y))
        }
        ("skewX", &[degrees]) => Affine::skew(degrees.to_radians().tan(), 0.0),
        ("skewY", &[degrees]) => Affine::skew(0.0, degrees.to_radians().tan()),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use kurbo::Point;

    use super::parse;

    #[test]
    fn transforms_are_applied_from_the_right() {
        for (text, expected) in [
            ("", Some((1.0, 2.0))),
            ("translate(10)", Some((11.0, 2.0))),
            ("translate(10, 5) scale(2)", Some((12.0, 9.0))),
            ("matrix(1 0 0 1 3 4)", Some((4.0, 6.0))),
            ("rotate(90)", Some((-2.0, 1.0))),
            ("rotate(180, 1, 2)", Some((1.0, 2.0))),
            ("scale(2,3),translate(1 1)", Some((4.0, 9.0))),
            ("turn(4)", None),
            ("scale(", None),
            ("scale(x)", None),
        ] {
            let moved = parse(text).map(|matrix| matrix * Point::new(1.0, 2.0));
            let moved = moved.map(|point| ((point.x * 1e6).round() / 1e6, (point.y * 1e6).round() / 1e6));
            assert_eq!(moved, expected, "{text}");
        }
    }
}
