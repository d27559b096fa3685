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
