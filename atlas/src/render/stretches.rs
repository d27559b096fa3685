//! Rows of pixels as stretches of one colour, which is what a map mostly is.

/// Rows of a picture as stretches of equal pixels that end with the row.
pub(super) struct Stretches {
    pub(super) rows: usize,
    pub(super) wide: usize,
    pub(super) runs: Vec<([u8; 3], u32)>,
}

impl Stretches {
    /// Of pixels of four bytes.
    pub(super) fn of(data: &[u8], wide: usize) -> Self {
        let mut runs = Vec::with_capacity(data.len() / 32);
        for row in data.chunks_exact(wide * 4) {
            let mut rest = row;
            while let [red, green, blue, alpha, ..] = *rest {
                let length = stretch(rest, [red, green, blue, alpha]);
                runs.push(([red, green, blue], length as u32));
                rest = &rest[length * 4..];
            }
        }
        Self { rows: data.len() / (wide * 4), wide, runs }
    }
}

/// How many pixels of this colour the row begins with. Four at a time, because most of a map is plain.
fn stretch(row: &[u8], colour: [u8; 4]) -> usize {
    let one = u32::from_le_bytes(colour);
    let four = u128::from(one) * 0x0000_0001_0000_0001_0000_0001_0000_0001;
    let (fours, _) = row.as_chunks::<16>();
    for (place, pixels) in fours.iter().enumerate() {
        let differs = u128::from_le_bytes(*pixels) ^ four;
        if differs != 0 {
            return place * 4 + differs.trailing_zeros() as usize / 32;
        }
    }
    let plain = fours.len() * 4;
    let (rest, _) = row[plain * 4..].as_chunks::<4>();
    plain + rest.iter().take_while(|pixel| **pixel == colour).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stretches_end_with_the_colour_and_with_the_row() {
        let lengths = [1_u32, 2, 3, 4, 5, 9, 31, 1, 1, 40, 3];
        let row: Vec<u8> =
            (0..).zip(lengths).flat_map(|(number, length)| [number, 7, 9, 255].repeat(length as usize)).collect();
        let stretches = Stretches::of(&row.repeat(2), 100);
        assert_eq!((stretches.rows, stretches.wide, stretches.runs.len()), (2, 100, 22));
        for (place, (colour, length)) in stretches.runs.into_iter().enumerate() {
            assert_eq!((colour, length), ([place as u8 % 11, 7, 9], lengths[place % 11]));
        }
    }
}
