//! The SVG canvas. Letters are outlines defined once and used many times, so the file looks the same everywhere; long outlines too,
//! because a coast is drawn in several colours. Layers become groups with a class, so that a page can show some and not others.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::canvas::{Canvas, Layer, Text};
use super::colour::{Ink, PAPER};
use super::font::{self, Typeface};
use super::page::Page;
use super::path::{Outline, number, tenth};

pub(super) struct SvgCanvas {
    width: u32,
    height: u32,
    definitions: String,
    letters: BTreeMap<(Typeface, u16), usize>,
    shapes: BTreeMap<String, usize>,
    has_land: bool,
    layer: Option<Layer>,
    /// What everything in the open group looks like.
    style: Option<String>,
    /// Shapes that come again and again, by their steps.
    symbols: BTreeMap<String, usize>,
    /// Words that are drawn twice, once for their glow.
    words: usize,
    /// Beginnings and ends of numbers, which come again and again.
    parts: BTreeMap<(Typeface, String), usize>,
    body: String,
}

/// From this length on an outline is defined once.
const LONG: usize = 600;
/// Shorter ones are written where they stand.
const SHORT: usize = 24;

impl SvgCanvas {
    pub(super) fn new(page: &Page) -> Self {
        let mut canvas = Self {
            width: page.width,
            height: page.height,
            definitions: String::new(),
            letters: BTreeMap::new(),
            shapes: BTreeMap::new(),
            has_land: false,
            layer: None,
            style: None,
            symbols: BTreeMap::new(),
            words: 0,
            parts: BTreeMap::new(),
            body: String::new(),
        };
        canvas.fill(&Outline::rect(0.0, 0.0, page.width as f32, page.height as f32), PAPER.into());
        canvas
    }

    /// Says what `fill_on_land` is clipped to.
    pub(super) fn define_land(&mut self, land: &Outline) {
        self.has_land = true;
        let land = self.shape(land, "");
        let _ = writeln!(self.definitions, "<clipPath id=\"land\">{land}</clipPath>");
    }

    /// The element of an outline, which stands among the definitions if it is long.
    fn shape(&mut self, outline: &Outline, attributes: &str) -> String {
        let path = outline.to_svg();
        if path.len() < LONG {
            return format!("<path d=\"{path}\"{attributes}/>");
        }
        let next = self.shapes.len();
        let known = self.shapes.get(&path).copied();
        let number = known.unwrap_or_else(|| {
            let _ = writeln!(self.definitions, "<path id=\"s{next}\" d=\"{path}\"/>");
            self.shapes.insert(path, next);
            next
        });
        format!("<use href=\"#s{number}\"{attributes}/>")
    }

    /// Something that is ready made: what it uses, and what it is.
    pub(super) fn add(&mut self, definition: &str, element: &str) {
        self.layer(None);
        self.close_style();
        self.definitions.push_str(definition);
        self.body.push_str(element);
    }

    pub(super) fn finish(mut self) -> String {
        self.layer(None);
        self.close_style();
        let (width, height) = (self.width, self.height);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n<defs>\n{}</defs>\n{}</svg>\n",
            self.definitions, self.body
        )
    }

    fn path(&mut self, outline: &Outline, attributes: &str) {
        if outline.is_empty() {
            return;
        }
        let ((x, y), steps) = outline.to_svg_steps();
        if !(SHORT..LONG).contains(&steps.len()) {
            self.close_style();
            let shape = self.shape(outline, &format!(" {attributes}"));
            self.body.push_str(&shape);
            self.body.push('\n');
            return;
        }
        let next = self.symbols.len();
        let number = self.symbols.get(&steps).copied().unwrap_or_else(|| {
            let _ = writeln!(self.definitions, "<path id=\"y{next}\" d=\"M0 0{steps}\"/>");
            self.symbols.insert(steps, next);
            next
        });
        let place = format!("x=\"{}\" y=\"{}\"", tenth(x), tenth(y));
        // Hundreds of symbols of terrain and hexsides look alike one after the other. And what is clipped to the land must not be moved
        // with its clip.
        if matches!(self.layer, Some(Layer::Terrain | Layer::Sides)) || attributes.contains("clip-path") {
            self.open_style(attributes);
            let _ = writeln!(self.body, "<use href=\"#y{number}\" {place}/>");
        } else {
            self.close_style();
            let _ = writeln!(self.body, "<use href=\"#y{number}\" {place} {attributes}/>");
        }
    }

    /// What follows looks like this.
    fn open_style(&mut self, style: &str) {
        if self.style.as_deref() != Some(style) {
            self.close_style();
            let _ = writeln!(self.body, "<g {style}>");
            self.style = Some(style.to_owned());
        }
    }

    fn close_style(&mut self) {
        if self.style.take().is_some() {
            self.body.push_str("</g>\n");
        }
    }

    /// A number of the grid: its beginning and its end are defined once, and what all of them look like is said once.
    fn grid_number(&mut self, text: &Text<'_>) {
        // As it is written: places are reckoned with it.
        let scale = (text.size * 100.0).round() / 10_000.0;
        self.open_style(&format!("{} transform=\"scale({scale:.4})\"", attributes("fill", text.ink)));
        let middle = text.words.char_indices().rev().nth(1).map_or(0, |(at, _)| at);
        let (head, tail) = text.words.split_at(middle);
        let wide = font::width(text.typeface, head, 0.0) * 100.0;
        for (part, x) in [(head, 0.0), (tail, wide)].into_iter().filter(|(part, _)| !part.is_empty()) {
            let number = self.part(text.typeface, part);
            let (x, y) = ((text.x / scale + x).round(), (text.baseline / scale).round());
            let _ = writeln!(self.body, "<use href=\"#t{number}\" x=\"{x}\" y=\"{y}\"/>");
        }
    }

    fn part(&mut self, typeface: Typeface, part: &str) -> usize {
        let next = self.parts.len();
        if let Some(known) = self.parts.get(&(typeface, part.to_owned())) {
            return *known;
        }
        let letters = self.letters(typeface, part, 0.0);
        let _ = writeln!(self.definitions, "<g id=\"t{next}\">{letters}</g>");
        self.parts.insert((typeface, part.to_owned()), next);
        next
    }

    /// Letters side by side, a hundred units high.
    fn letters(&mut self, typeface: Typeface, words: &str, spacing: f32) -> String {
        let (letters, _) = font::set(typeface, words, spacing);
        let mut uses = String::new();
        for letter in letters {
            let id = self.letter(typeface, letter.glyph);
            let x = (letter.x * 100.0).round();
            let place = if x == 0.0 { String::new() } else { format!(" x=\"{x}\"") };
            let _ = write!(uses, "<use href=\"#g{id}\"{place}/>");
        }
        uses
    }

    fn letter(&mut self, typeface: Typeface, glyph: u16) -> usize {
        let next = self.letters.len();
        if let Some(&known) = self.letters.get(&(typeface, glyph)) {
            return known;
        }
        self.letters.insert((typeface, glyph), next);
        // Defined a hundred times as large, because coordinates are written in tenths.
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
    fn layer(&mut self, layer: Option<Layer>) {
        if self.layer == layer {
            return;
        }
        self.close_style();
        if self.layer.is_some() {
            self.body.push_str("</g>\n");
        }
        if let Some(layer) = layer {
            let _ = writeln!(self.body, "<g class=\"{}\">", layer.name());
        }
        self.layer = layer;
    }

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
        if self.layer == Some(Layer::Numbers) && text.halo.is_none() && text.spacing == 0.0 {
            self.grid_number(text);
            return;
        }
        self.close_style();
        let uses = self.letters(text.typeface, text.words, text.spacing);
        let scale = text.size / 100.0;
        let place = format!("transform=\"translate({} {}) scale({scale:.4})\"", number(text.x), number(text.baseline));
        let letters = match text.halo {
            Some((ink, width)) => {
                let (style, number) = (stroke_attributes(ink, width * 2.0 / scale), self.words);
                self.words += 1;
                let _ = writeln!(self.body, "<g {place} fill=\"none\" {style}><g id=\"w{number}\">{uses}</g></g>");
                format!("<use href=\"#w{number}\"/>")
            }
            None => uses,
        };
        let _ = writeln!(
            self.body,
            "<g {place} {}><title>{}</title>{letters}</g>",
            attributes("fill", text.ink),
            escaped(text.words)
        );
    }
}

pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
