//! Colours, and the few the renderer chooses itself.

/// Red, green, blue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    /// Reads `#rrggbb`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6 && digits.is_ascii())?;
        let channel = |from: usize| u8::from_str_radix(&digits[from..from + 2], 16).ok();
        Some(Self(channel(0)?, channel(2)?, channel(4)?))
    }

    /// `share` of `other` (0 to 1) mixed in.
    #[must_use]
    pub fn mix(self, other: Self, share: f32) -> Self {
        let channel = |a: u8, b: u8| (f32::from(a) + (f32::from(b) - f32::from(a)) * share).round() as u8;
        Self(channel(self.0, other.0), channel(self.1, other.1), channel(self.2, other.2))
    }

    /// How bright it looks, from 0 to 1.
    #[must_use]
    pub fn brightness(self) -> f32 {
        (0.299 * f32::from(self.0) + 0.587 * f32::from(self.1) + 0.114 * f32::from(self.2)) / 255.0
    }

    /// How well one is read on the other: 1 for the same colour, 21 for black on white, by the usual formula.
    #[must_use]
    pub fn contrast(self, other: Self) -> f32 {
        let (one, other) = (self.luminance() + 0.05, other.luminance() + 0.05);
        one.max(other) / one.min(other)
    }

    fn luminance(self) -> f32 {
        let channel = |value: u8| {
            let share = f32::from(value) / 255.0;
            if share <= 0.040_45 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * channel(self.0) + 0.7152 * channel(self.1) + 0.0722 * channel(self.2)
    }

    #[must_use]
    pub fn hex(self) -> String {
        format!("#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

/// A colour with opacity from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ink {
    pub(super) colour: Rgb,
    pub(super) opacity: f32,
}

impl From<Rgb> for Ink {
    fn from(colour: Rgb) -> Self {
        Self { colour, opacity: 1.0 }
    }
}

pub(super) const fn ink(colour: Rgb, opacity: f32) -> Ink {
    Ink { colour, opacity }
}

/// The page around the map.
pub(crate) const PAPER: Rgb = Rgb(0xF8, 0xF4, 0xEA);
/// Text and fine lines.
pub(crate) const TEXT: Rgb = Rgb(0x2C, 0x29, 0x25);
pub(super) const FAINT: Rgb = Rgb(0x8A, 0x82, 0x74);
/// Open water, and the lightest water along a coast.
pub(super) const DEEP: Rgb = Rgb(0xA9, 0xC3, 0xCE);
pub(super) const SHALLOW: Rgb = Rgb(0xCF, 0xE0, 0xE2);
pub(super) const LAKE: Rgb = Rgb(0xB9, 0xD2, 0xDA);
/// Land whose terrain has no colour of its own.
pub(super) const LAND: Rgb = Rgb(0xEF, 0xE7, 0xD0);
/// Land no piece may enter.
pub(super) const BARREN: Rgb = Rgb(0xD9, 0xD5, 0xCC);
pub(super) const COAST: Rgb = Rgb(0x44, 0x64, 0x75);
pub(super) const SEA_TEXT: Rgb = Rgb(0x2F, 0x5D, 0x7A);
pub(super) const BORDER: Rgb = Rgb(0x5A, 0x36, 0x2E);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_read_and_mixed() {
        assert_eq!(Rgb::parse("#a9C3ce"), Some(DEEP));
        for wrong in ["a9c3ce", "#a9c3c", "#a9c3cg", "#ääää", ""] {
            assert_eq!(Rgb::parse(wrong), None, "{wrong}");
        }
        assert_eq!(Rgb(0, 0, 0).mix(Rgb(200, 100, 50), 0.5), Rgb(100, 50, 25));
        assert_eq!(Rgb(1, 2, 255).hex(), "#0102ff");
        let black_on_white = Rgb(0, 0, 0).contrast(Rgb(255, 255, 255));
        assert!((black_on_white - 21.0).abs() < 0.01 && (DEEP.contrast(DEEP) - 1.0).abs() < 1e-6);
    }
}
