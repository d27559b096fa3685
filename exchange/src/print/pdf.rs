//! A small writer of PDF 1.4: pages of text in Helvetica, lines, filled boxes and pictures. Knows no games.
//!
//! Lengths are millimetres from the upper left corner of the page. The same calls give the same bytes.

use std::fmt::Write as _;
use std::io::Write as _;

use flate2::Compression;
use flate2::write::ZlibEncoder;

use super::font::{self, Face};

/// Points in a millimetre.
const POINTS: f64 = 72.0 / 25.4;

/// A picture that pages may show as often as they like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Picture(usize);

/// A colour, red, green, blue.
pub(super) type Colour = (u8, u8, u8);

/// A file that is being put together.
#[derive(Debug, Default)]
pub(super) struct Pdf {
    /// Bodies of objects; the first is number 1.
    objects: Vec<Vec<u8>>,
    pages: Vec<usize>,
}

/// The objects that every file begins with: catalogue, pages, two typefaces.
const CATALOGUE: usize = 1;
const PAGES: usize = 2;
const REGULAR: usize = 3;
const BOLD: usize = 4;

impl Pdf {
    pub(super) fn new() -> Self {
        let font = |name: &str| {
            format!("<< /Type /Font /Subtype /Type1 /BaseFont /{name} /Encoding /WinAnsiEncoding >>").into_bytes()
        };
        let objects = vec![Vec::new(), Vec::new(), font("Helvetica"), font("Helvetica-Bold")];
        Self { objects, pages: Vec::new() }
    }

    fn add(&mut self, body: Vec<u8>) -> usize {
        self.objects.push(body);
        self.objects.len()
    }

    /// A picture of plain colours, three bytes to a pixel.
    pub(super) fn picture(&mut self, wide: u32, high: u32, rgb: &[u8]) -> std::io::Result<Picture> {
        let head = format!(
            "/Type /XObject /Subtype /Image /Width {wide} /Height {high} /ColorSpace /DeviceRGB /BitsPerComponent 8"
        );
        let body = stream(&head, rgb)?;
        Ok(Picture(self.add(body)))
    }

    /// Puts a page at the end.
    pub(super) fn page(&mut self, page: Page) -> std::io::Result<()> {
        let content = stream("", page.marks.as_bytes())?;
        let content = self.add(content);
        let mut pictures = page.pictures;
        pictures.sort_unstable();
        pictures.dedup();
        let named = pictures.iter().fold(String::new(), |mut out, Picture(number)| {
            let _ = write!(out, "/I{number} {number} 0 R ");
            out
        });
        let body = format!(
            "<< /Type /Page /Parent {PAGES} 0 R /MediaBox [0 0 {} {}] /Contents {content} 0 R /Resources << /Font << /F1 {REGULAR} 0 R /F2 {BOLD} 0 R >> /XObject << {named}>> >> >>",
            number(page.width * POINTS),
            number(page.height * POINTS)
        );
        let page = self.add(body.into_bytes());
        self.pages.push(page);
        Ok(())
    }

    pub(super) const fn count(&self) -> usize {
        self.pages.len()
    }

    /// The bytes of the file.
    pub(super) fn finish(mut self, title: &str) -> Vec<u8> {
        let kids: Vec<String> = self.pages.iter().map(|page| format!("{page} 0 R")).collect();
        self.objects[PAGES - 1] =
            format!("<< /Type /Pages /Count {} /Kids [{}] >>", self.pages.len(), kids.join(" ")).into_bytes();
        self.objects[CATALOGUE - 1] = format!("<< /Type /Catalog /Pages {PAGES} 0 R >>").into_bytes();
        let mut info = b"<< /Title ".to_vec();
        info.extend(literal(title));
        info.extend(b" /Producer (Chartroom) >>");
        let info = self.add(info);
        let mut out = b"%PDF-1.4\n%\xE2\xE3\xCF\xD3\n".to_vec();
        let mut places = Vec::with_capacity(self.objects.len());
        for (index, body) in self.objects.iter().enumerate() {
            places.push(out.len());
            out.extend(format!("{} 0 obj\n", index + 1).bytes());
            out.extend(body);
            out.extend(b"\nendobj\n");
        }
        let table = out.len();
        out.extend(format!("xref\n0 {}\n0000000000 65535 f \n", places.len() + 1).bytes());
        for place in &places {
            out.extend(format!("{place:010} 00000 n \n").bytes());
        }
        let trailer = format!(
            "trailer\n<< /Size {} /Root {CATALOGUE} 0 R /Info {info} 0 R >>\nstartxref\n{table}\n%%EOF\n",
            places.len() + 1
        );
        out.extend(trailer.bytes());
        out
    }
}

fn stream(head: &str, bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut packer = ZlibEncoder::new(Vec::new(), Compression::new(6));
    packer.write_all(bytes)?;
    let packed = packer.finish()?;
    let mut body = format!("<< {head} /Filter /FlateDecode /Length {} >>\nstream\n", packed.len()).into_bytes();
    body.extend(packed);
    body.extend(b"\nendstream");
    Ok(body)
}

/// What stands on a page.
#[derive(Debug)]
pub(super) struct Page {
    pub(super) width: f64,
    pub(super) height: f64,
    marks: String,
    pictures: Vec<Picture>,
}

impl Page {
    pub(super) const fn new(width: f64, height: f64) -> Self {
        Self { width, height, marks: String::new(), pictures: Vec::new() }
    }

    /// Text with its left end and baseline here; the size is in points.
    pub(super) fn text(&mut self, x: f64, y: f64, size: f64, face: Face, words: &str) {
        let font = match face {
            Face::Regular => "F1",
            Face::Bold => "F2",
        };
        let words: String = font::encoded(words).iter().map(|byte| format!("{byte:02X}")).collect();
        let _ = writeln!(self.marks, "BT /{font} {} Tf {} Td <{words}> Tj ET", number(size), self.at(x, y));
    }

    pub(super) fn line(&mut self, from: (f64, f64), to: (f64, f64), width: f64) {
        let _ = writeln!(
            self.marks,
            "{} w {} m {} l S",
            number(width * POINTS),
            self.at(from.0, from.1),
            self.at(to.0, to.1)
        );
    }

    pub(super) fn fill(&mut self, x: f64, y: f64, wide: f64, high: f64, (red, green, blue): Colour) {
        let part = |value: u8| number(f64::from(value) / 255.0);
        let _ = writeln!(
            self.marks,
            "{} {} {} rg {} {} {} re f 0 0 0 rg",
            part(red),
            part(green),
            part(blue),
            self.at(x, y + high),
            number(wide * POINTS),
            number(high * POINTS)
        );
    }

    pub(super) fn picture(&mut self, picture: Picture, x: f64, y: f64, wide: f64, high: f64) {
        self.pictures.push(picture);
        let _ = writeln!(
            self.marks,
            "q {} 0 0 {} {} cm /I{} Do Q",
            number(wide * POINTS),
            number(high * POINTS),
            self.at(x, y + high),
            picture.0
        );
    }

    fn at(&self, x: f64, y: f64) -> String {
        format!("{} {}", number(x * POINTS), number((self.height - y) * POINTS))
    }
}

/// A number as PDF writes it: no more digits than printers see.
fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A text between brackets.
fn literal(words: &str) -> Vec<u8> {
    let mut out = vec![b'('];
    for byte in font::encoded(words) {
        if [b'(', b')', b'\\'].contains(&byte) {
            out.push(b'\\');
        }
        out.push(byte);
    }
    out.push(b')');
    out
}
