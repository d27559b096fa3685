//! The SVG canvas. Letters are outlines defined once and used many times, so the file looks the same everywhere.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::canvas::{Canvas, Text};
use super::colour::{Ink, PAPER};
use super::font::{self, Typeface};
use super::page::Page;
use super::path::{Outline, number};

pub(super) struct SvgCanvas {
    width: u32,
    height: u32,
    definitions: String,
    letters: BTreeMap<(Typeface, u16), usize>,
    has_land: bool,
    body: String,
}

impl SvgCanvas {
    pub(super) fn new(page: &Page) -> Self {
        let mut canvas = Self {
            width: page.width,
            height: page.height,
            definitions: String::new(),
            letters: BTreeMap::new(),
            has_land: false,
            body: String::new(),
        };
        canvas.fill(&Outline::rect(0.0, 0.0, page.width as f32, page.height as f32), PAPER.into());
        canvas
    }

    /// Says what `fill_on_land` is clipped to.
    pub(super) fn define_land(&mut self, land: &Outline) {
        self.has_land = true;
        let _ = writeln!(self.definitions, "<clipPath id=\"land\"><path d=\"{}\"/></clipPath>", land.to_svg());
    }

    pub(super) fn finish(self) -> String {
        let (width, height) = (self.width, self.height);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n<defs>\n{}</defs>\n{}</svg>\n",
            self.definitions, self.body
        )
    }

    fn path(&mut self, outline: &Outline, attributes: &str) {
        if !outline.is_empty() {
            let _ = writeln!(self.body, "<path d=\"{}\" {attributes}/>", outline.to_svg());
        }
    }

    fn letter(&mut self, typeface: Typeface, glyph: u16) -> usize {
        let next = self.letters.len();
        if let Some(&known) = self.letters.get(&(typeface, glyph)) {
            return known;
        }
        self.letters.insert((typeface, glyph), next);
        // Defined a hundred times as large, because coordinates are written in hundredths.
        let outline = font::outline(typeface, glyph).placed(100.0, 0.0, 0.0);
        let _ = writeln!(self.definitions, "<path id=\"g{next}\" d=\"{}\"/>", outline.to_svg());
        next
    }
}

fn attributes(property: &str, ink: Ink) -> String {
    let opacity =
        if ink.opacity < 1.0 { format!(" {property}-opacity=\"{}\"", number(ink.opacity)) } else { String::new() };
    format!("{property}=\"{}\"{opacity}", ink.colour.hex())
}

fn stroke_attributes(ink: Ink, width: f32) -> String {
    format!(
        "{} stroke-width=\"{}\" stroke-linejoin=\"round\" stroke-linecap=\"round\"",
        attributes("stroke", ink),
        number(width)
    )
}

impl Canvas for SvgCanvas {
    fn fill(&mut self, outline: &Outline, ink: Ink) {
        self.path(outline, &attributes("fill", ink));
    }

    fn fill_on_land(&mut self, outline: &Outline, ink: Ink) {
        let clip = if self.has_land { " clip-path=\"url(#land)\"" } else { "" };
        self.path(outline, &format!("{}{clip}", attributes("fill", ink)));
    }

    fn stroke(&mut self, outline: &Outline, ink: Ink, width: f32, dash: Option<[f32; 2]>) {
        let dash =
            dash.map_or(String::new(), |[on, off]| format!(" stroke-dasharray=\"{} {}\"", number(on), number(off)));
        self.path(outline, &format!("fill=\"none\" {}{dash}", stroke_attributes(ink, width)));
    }

    fn stroke_on_land(&mut self, outline: &Outline, ink: Ink, width: f32) {
        let clip = if self.has_land { " clip-path=\"url(#land)\"" } else { "" };
        self.path(outline, &format!("fill=\"none\" {}{clip}", stroke_attributes(ink, width)));
    }

    fn text(&mut self, text: &Text<'_>) {
        let (letters, _) = font::set(text.typeface, text.words, text.spacing);
        let scale = text.size / 100.0;
        let mut uses = String::new();
        for letter in letters {
            let id = self.letter(text.typeface, letter.glyph);
            let x = number(letter.x * 100.0);
            let _ = write!(uses, "<use href=\"#g{id}\" x=\"{x}\"/>");
        }
        let place = format!("transform=\"translate({} {}) scale({scale:.4})\"", number(text.x), number(text.baseline));
        if let Some((ink, width)) = text.halo {
            let style = stroke_attributes(ink, width * 2.0 / scale);
            let _ = writeln!(self.body, "<g {place} fill=\"none\" {style}>{uses}</g>");
        }
        let _ = writeln!(
            self.body,
            "<g {place} {}><title>{}</title>{uses}</g>",
            attributes("fill", text.ink),
            escaped(text.words)
        );
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
