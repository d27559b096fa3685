//! Print and play: one PDF with the map in pages that overlap, counters for both sides of a sheet, tables, and a card for each
//! power's set-up.

mod cards;
mod counters;
mod font;
mod map;
mod pdf;
mod tables;

use chartroom_atlas::chart::ChartError;
use chartroom_atlas::render::RenderError;
use chartroom_engine::{Options, Ruleset, State, compile};
use chartroom_format::content::Content;
use chartroom_format::schema::scenario::Scenario;
use thiserror::Error;

use crate::report::Report;
use font::Face;
use pdf::{Page, Pdf};

/// Free at every edge of the paper, in millimetres: what printers do not reach.
const MARGIN: f64 = 10.0;

/// The paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paper {
    A4,
    A3,
    Letter,
}

impl Paper {
    /// Short and long side in millimetres.
    const fn sides(self) -> (f64, f64) {
        match self {
            Self::A4 => (210.0, 297.0),
            Self::A3 => (297.0, 420.0),
            Self::Letter => (215.9, 279.4),
        }
    }
}

/// What the sheets are to be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sheets<'a> {
    pub paper: Paper,
    /// Pages side by side for the map.
    pub columns: u32,
    /// How much of the map neighbouring pages share, in millimetres.
    pub overlap: f64,
    /// The side of a counter in millimetres.
    pub counter: f64,
    /// Pixels to an inch of the map's picture.
    pub dpi: u32,
    /// The text of the geography that the map was drawn from, for true coasts.
    pub geography: Option<&'a str>,
}

/// Why nothing can be printed.
#[derive(Debug, Error)]
pub enum PrintError {
    #[error("the pack has no scenario `{0}`")]
    NoScenario(String),
    #[error("the pack is not sound: {first} ({count} such findings; `chartroom check` lists them)")]
    Unsound { first: String, count: usize },
    #[error("{0}")]
    Sheets(String),
    #[error(transparent)]
    Chart(#[from] ChartError),
    #[error(transparent)]
    Render(#[from] RenderError),
    #[error("a page could not be packed: {0}")]
    Packing(#[from] std::io::Error),
    #[error("the picture of the map could not be read: {0}")]
    Picture(String),
}

/// A file to print.
#[derive(Clone, Debug)]
pub struct Printed {
    pub pdf: Vec<u8>,
    pub pages: usize,
    /// Pages of the map, of counters (both sides), of tables, of cards.
    pub parts: [usize; 4],
    pub report: Report,
}

/// What the parts of a file share.
struct Print<'a> {
    content: &'a Content,
    scenario: &'a Scenario,
    rules: &'a Ruleset,
    state: &'a State,
    sheets: Sheets<'a>,
    pdf: Pdf,
    report: Report,
}

/// Prints one scenario of a pack.
pub fn print(content: &Content, scenario: &str, sheets: Sheets<'_>) -> Result<Printed, PrintError> {
    let Some(chosen) = content.scenarios.get(scenario) else { return Err(PrintError::NoScenario(scenario.to_owned())) };
    let (short, _) = sheets.paper.sides();
    let room = short - 2.0 * MARGIN;
    if !(1..=12).contains(&sheets.columns) || !(0.0..=room / 2.0).contains(&sheets.overlap) {
        return Err(PrintError::Sheets(
            "a map is 1 to 12 pages wide, and pages share less than half of what they show".to_owned(),
        ));
    }
    if !(5.0..=room).contains(&sheets.counter) || !(30..=600).contains(&sheets.dpi) {
        return Err(PrintError::Sheets(format!(
            "counters are 5 to {room} mm wide, and pictures have 30 to 600 pixels to an inch"
        )));
    }
    let (rules, state) = compile(content, scenario, Options::default()).map_err(|findings| PrintError::Unsound {
        first: findings.first().map(|finding| finding.message.clone()).unwrap_or_default(),
        count: findings.len(),
    })?;
    let mut print = Print {
        content,
        scenario: chosen,
        rules: &rules,
        state: &state,
        sheets,
        pdf: Pdf::new(),
        report: Report::default(),
    };
    let mut ends = [0; 4];
    print.map()?;
    ends[0] = print.pdf.count();
    print.counters()?;
    ends[1] = print.pdf.count();
    print.tables()?;
    ends[2] = print.pdf.count();
    print.cards()?;
    ends[3] = print.pdf.count();
    let title = content.pack().map_or_else(|| chosen.title.clone(), |pack| format!("{}: {}", pack.title, chosen.title));
    let parts = [ends[0], ends[1] - ends[0], ends[2] - ends[1], ends[3] - ends[2]];
    Ok(Printed { pages: ends[3], parts, pdf: print.pdf.finish(&title), report: print.report })
}

impl Print<'_> {
    /// An upright page with its title.
    fn upright(&self, title: &str) -> Page {
        let (short, long) = self.sheets.paper.sides();
        let mut page = Page::new(short, long);
        let title = font::cut(title, 13.0, short - 2.0 * MARGIN, Face::Bold);
        page.text(MARGIN, MARGIN + 5.0, 13.0, Face::Bold, &title);
        page
    }
}
