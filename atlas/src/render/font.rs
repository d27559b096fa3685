//! The bundled typefaces: measuring text and turning letters into outlines. Works without any system font.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use ttf_parser::gsub::{SingleSubstitution, SubstitutionSubtable};
use ttf_parser::{Face, GlyphId, OutlineBuilder, Tag};

use super::path::{Outline, Step};

/// One of the bundled typefaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Typeface {
    /// Names and numbers.
    Plain,
    /// Titles, capitals, counts.
    Bold,
    /// Water.
    Italic,
}

const FILES: [(Typeface, &[u8]); 3] = [
    (Typeface::Plain, include_bytes!("../../fonts/AlegreyaSans_500Medium.ttf")),
    (Typeface::Bold, include_bytes!("../../fonts/AlegreyaSans_700Bold.ttf")),
    (Typeface::Italic, include_bytes!("../../fonts/Alegreya_500Medium_Italic.ttf")),
];

struct Font {
    face: Face<'static>,
    /// Figures of even height, as maps want them; the fonts' own default is old-style figures.
    lining: BTreeMap<GlyphId, GlyphId>,
    /// The glyph and the width of each character of ASCII, which is most of what a map says.
    ascii: Vec<(GlyphId, f32)>,
}

impl Font {
    /// The glyph of a character, and its width for size 1.
    fn look_up(&self, character: char) -> (GlyphId, f32) {
        let glyph = self.face.glyph_index(character).unwrap_or(GlyphId(0));
        let glyph = self.lining.get(&glyph).copied().unwrap_or(glyph);
        let unit = f32::from(self.face.units_per_em());
        (glyph, f32::from(self.face.glyph_hor_advance(glyph).unwrap_or(0)) / unit)
    }
}

fn font(typeface: Typeface) -> Option<&'static Font> {
    static FONTS: OnceLock<Vec<(Typeface, Option<Font>)>> = OnceLock::new();
    let fonts = FONTS.get_or_init(|| FILES.iter().map(|(typeface, bytes)| (*typeface, open(bytes))).collect());
    fonts.iter().find(|(name, _)| *name == typeface).and_then(|(_, font)| font.as_ref())
}

fn open(bytes: &'static [u8]) -> Option<Font> {
    let face = Face::parse(bytes, 0).ok()?;
    let mut lining = BTreeMap::new();
    for digit in '0'..='9' {
        let glyph = face.glyph_index(digit)?;
        if let Some(other) = substitute(&face, *b"lnum", glyph) {
            lining.insert(glyph, other);
        }
    }
    let mut font = Font { face, lining, ascii: Vec::new() };
    font.ascii = (0..128_u8).map(|byte| font.look_up(char::from(byte))).collect();
    Some(font)
}

/// What a feature of the font puts in place of one glyph.
fn substitute(face: &Face<'_>, feature: [u8; 4], glyph: GlyphId) -> Option<GlyphId> {
    let gsub = face.tables().gsub?;
    let feature = gsub.features.into_iter().find(|found| found.tag == Tag::from_bytes(&feature))?;
    let lookups = feature.lookup_indices.into_iter().filter_map(|index| gsub.lookups.get(index));
    lookups.flat_map(|lookup| lookup.subtables.into_iter::<SubstitutionSubtable<'_>>()).find_map(|table| match table {
        SubstitutionSubtable::Single(SingleSubstitution::Format1 { coverage, delta }) => {
            coverage.get(glyph).map(|_| GlyphId(glyph.0.wrapping_add_signed(delta)))
        }
        SubstitutionSubtable::Single(SingleSubstitution::Format2 { coverage, substitutes }) => {
            coverage.get(glyph).and_then(|index| substitutes.get(index))
        }
        _ => None,
    })
}

/// A letter to draw: which glyph, and how far from the start of its text, in units of the size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Letter {
    pub(crate) glyph: u16,
    pub(crate) x: f32,
}

/// The letters of a text and its width, both for size 1. `spacing` is added after every letter.
pub(crate) fn set(typeface: Typeface, text: &str, spacing: f32) -> (Vec<Letter>, f32) {
    let Some(font) = font(typeface) else { return (Vec::new(), 0.0) };
    let mut x = 0.0;
    let mut letters = Vec::with_capacity(text.len());
    for character in text.chars() {
        let known = font.ascii.get(character as usize);
        let (glyph, wide) = known.copied().unwrap_or_else(|| font.look_up(character));
        letters.push(Letter { glyph: glyph.0, x });
        x += wide + spacing;
    }
    (letters, (x - spacing).max(0.0))
}

/// Width of a text for size 1.
pub(crate) fn width(typeface: Typeface, text: &str, spacing: f32) -> f32 {
    set(typeface, text, spacing).1
}

/// Height of capitals for size 1.
pub(crate) fn capital_height(typeface: Typeface) -> f32 {
    let Some(font) = font(typeface) else { return 0.65 };
    font.face.capital_height().map_or(0.65, |height| f32::from(height) / f32::from(font.face.units_per_em()))
}

/// The outline of a glyph for size 1, the baseline at y = 0 and y growing downward.
pub(crate) fn outline(typeface: Typeface, glyph: u16) -> Outline {
    let Some(font) = font(typeface) else { return Outline::new() };
    let mut pen = Pen { outline: Outline::new(), scale: 1.0 / f32::from(font.face.units_per_em()) };
    font.face.outline_glyph(GlyphId(glyph), &mut pen);
    pen.outline
}

struct Pen {
    outline: Outline,
    scale: f32,
}

impl Pen {
    fn at(&self, x: f32, y: f32) -> (f32, f32) {
        (x * self.scale, -y * self.scale)
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.outline.steps.push(Step::Move(self.at(x, y)));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.outline.steps.push(Step::Line(self.at(x, y)));
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.outline.steps.push(Step::Quad(self.at(x1, y1), self.at(x, y)));
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.outline.steps.push(Step::Cubic(self.at(x1, y1), self.at(x2, y2), self.at(x, y)));
    }

    fn close(&mut self) {
        self.outline.steps.push(Step::Close);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_typeface_opens_and_sets_text() {
        for typeface in [Typeface::Plain, Typeface::Bold, Typeface::Italic] {
            let (letters, wide) = set(typeface, "Königsberg 1939", 0.0);
            assert_eq!(letters.len(), 15);
            assert!(letters.iter().all(|letter| letter.glyph != 0), "{typeface:?} lacks a letter");
            assert!((3.0..12.0).contains(&wide), "{typeface:?}: {wide}");
            assert!(!outline(typeface, letters[0].glyph).is_empty());
            assert!(set(typeface, "AB", 0.5).1 > set(typeface, "AB", 0.0).1);
            assert!((0.5..0.8).contains(&capital_height(typeface)));
        }
    }

    #[test]
    fn figures_stand_on_one_line() {
        let tall = |digit: &str| {
            let glyph = set(Typeface::Plain, digit, 0.0).0[0].glyph;
            let points = outline(Typeface::Plain, glyph).steps.into_iter().filter_map(|step| match step {
                Step::Move(a) | Step::Line(a) | Step::Quad(_, a) | Step::Cubic(_, _, a) => Some(a.1),
                Step::Close => None,
            });
            points.fold((0.0_f32, 0.0_f32), |(top, bottom), y| (top.min(y), bottom.max(y)))
        };
        let (one, nine) = (tall("1"), tall("9"));
        assert!((one.0 - nine.0).abs() < 0.03 && (one.1 - nine.1).abs() < 0.03, "{one:?} {nine:?}");
    }
}
