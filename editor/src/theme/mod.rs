//! Every colour and measure of the editor. Nothing else in this crate names a colour; content brings its own as "#rrggbb".

pub mod tokens;
pub mod visuals;

pub use tokens::{Theme, Tokens};

use egui::Color32;

/// A colour that content gives as "#rrggbb".
pub fn content_colour(text: &str) -> Option<Color32> {
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6 && digits.is_ascii())?;
    let channel = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).ok();
    Some(Color32::from_rgb(channel(0)?, channel(2)?, channel(4)?))
}

/// A colour between two others.
pub fn mix(a: Color32, b: Color32, share: f32) -> Color32 {
    let channel = |a: u8, b: u8| (f32::from(a) + (f32::from(b) - f32::from(a)) * share).round().clamp(0.0, 255.0) as u8;
    Color32::from_rgb(channel(a.r(), b.r()), channel(a.g(), b.g()), channel(a.b(), b.b()))
}

/// The same colour, more transparent.
pub fn fade(colour: Color32, opacity: f32) -> Color32 {
    colour.gamma_multiply(opacity.clamp(0.0, 1.0))
}

/// Black or white, whichever reads better on a colour.
pub fn ink_on(colour: Color32) -> Color32 {
    let light = 0.299 * f32::from(colour.r()) + 0.587 * f32::from(colour.g()) + 0.114 * f32::from(colour.b());
    if light > 140.0 { tokens::INK } else { tokens::PAPER }
}

/// How much two colours stand out from each other: 1 for the same, 21 for black on white. The formula of the Web Content Accessibility
/// Guidelines.
pub fn contrast(a: Color32, b: Color32) -> f32 {
    let linear = |channel: u8| {
        let share = f32::from(channel) / 255.0;
        if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
    };
    let light = |colour: Color32| {
        0.2126 * linear(colour.r()) + 0.7152 * linear(colour.g()) + 0.0722 * linear(colour.b()) + 0.05
    };
    let (a, b) = (light(a), light(b));
    a.max(b) / a.min(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every pair of ink and ground that the window shows must reach the ratio that small text needs.
    #[test]
    fn everything_that_is_written_can_be_read() {
        let mut faint = Vec::new();
        for theme in [Theme::Light, Theme::Dark] {
            let t = Tokens::of(theme);
            let grounds = [("window", t.window), ("panel", t.panel), ("raised", t.raised), ("field", t.field)];
            let inks = [
                ("text", t.text),
                ("text_weak", t.text_weak),
                ("text_strong", t.text_strong),
                ("accent", t.accent),
                ("error", t.error),
                ("warning", t.warning),
                ("note", t.note),
                ("good", t.good),
                ("changed", t.changed),
                ("marked", t.marked),
            ];
            let mut pairs: Vec<(String, Color32, Color32)> = Vec::new();
            for (ground, under) in grounds {
                pairs.extend(inks.map(|(ink, over)| (format!("{ink} on {ground}"), over, under)));
            }
            let pressed = mix(t.accent_soft, t.accent, 0.2);
            pairs.extend([
                ("on_accent on accent".to_owned(), t.on_accent, t.accent),
                ("text on accent_soft".to_owned(), t.text, t.accent_soft),
                ("text_strong on accent_soft".to_owned(), t.text_strong, t.accent_soft),
                ("text_strong on what is pressed".to_owned(), t.text_strong, pressed),
                ("text_strong on changed_soft".to_owned(), t.text_strong, t.changed_soft),
                ("changed on changed_soft".to_owned(), t.changed, t.changed_soft),
                ("map_text on map_halo".to_owned(), t.map_text, t.map_halo),
            ]);
            for (pair, over, under) in pairs {
                let ratio = contrast(over, under);
                if ratio < 4.5 {
                    faint.push(format!("{theme:?}: {pair} is only {ratio:.2}"));
                }
            }
        }
        assert!(faint.is_empty(), "{}", faint.join("\n"));
    }

    #[test]
    fn the_formula_agrees_with_its_two_ends() {
        assert!((contrast(Color32::BLACK, Color32::WHITE) - 21.0).abs() < 0.01);
        assert!((contrast(Color32::WHITE, Color32::WHITE) - 1.0).abs() < 0.01);
    }
}
