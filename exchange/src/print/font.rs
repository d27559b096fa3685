//! Helvetica, which every reader of PDF has: how wide words are, and how letters are numbered.

/// Upright or bold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Face {
    Regular,
    Bold,
}

/// Widths of the letters from space to tilde, in thousandths of the size.
const WIDTHS: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
    556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
    722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556,
    556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334,
    260, 334, 584,
];
/// Letters that are no part of Latin-1 but of the encoding.
const OTHERS: [(char, u8); 10] = [
    ('€', 0x80),
    ('…', 0x85),
    ('‘', 0x91),
    ('’', 0x92),
    ('“', 0x93),
    ('”', 0x94),
    ('•', 0x95),
    ('–', 0x96),
    ('—', 0x97),
    ('™', 0x99),
];

/// Words as the encoding numbers them; letters that it lacks become question marks.
pub(super) fn encoded(words: &str) -> Vec<u8> {
    words
        .chars()
        .map(|letter| match u32::from(letter) {
            code @ (0x20..=0x7e | 0xa0..=0xff) => code as u8,
            _ => OTHERS.iter().find(|(other, _)| *other == letter).map_or(b'?', |(_, code)| *code),
        })
        .collect()
}

/// The width of words in millimetres at a size in points. Bold is a little wider than the table says.
pub(super) fn width(words: &str, size: f64, face: Face) -> f64 {
    let sum: u32 = encoded(words)
        .iter()
        .map(|byte| u32::from(WIDTHS.get(usize::from(*byte).wrapping_sub(0x20)).copied().unwrap_or(556)))
        .sum();
    let wider = if face == Face::Bold { 1.07 } else { 1.0 };
    f64::from(sum) / 1000.0 * size * 25.4 / 72.0 * wider
}

/// Words in lines no wider than this; a word that is wider stands alone.
pub(super) fn wrapped(words: &str, size: f64, most: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words.split_whitespace() {
        match lines.last_mut() {
            Some(line) if width(&format!("{line} {word}"), size, Face::Regular) <= most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Words cut to a width, with dots where something is missing.
pub(super) fn cut(words: &str, size: f64, most: f64, face: Face) -> String {
    if width(words, size, face) <= most {
        return words.to_owned();
    }
    let mut kept: String = words.to_owned();
    while kept.pop().is_some() {
        if width(&format!("{kept}…"), size, face) <= most {
            break;
        }
    }
    kept + "…"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_as_wide_as_the_typeface_makes_them() {
        assert!((width("Hi", 72.0, Face::Regular) - (722.0 + 222.0) / 1000.0 * 25.4).abs() < 1e-9);
        assert_eq!(wrapped("one two three", 10.0, width("one two", 10.0, Face::Regular)), ["one two", "three"]);
        assert_eq!(encoded("Ä–Ж"), [0xc4, 0x96, b'?']);
        assert!(cut("a long name", 10.0, 12.0, Face::Bold).ends_with('…'));
    }
}
