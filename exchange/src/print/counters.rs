//! Counter sheets: fronts, and on the next page the backs in mirrored order, so that they meet when the paper is turned.

use std::collections::BTreeMap;

use chartroom_atlas::counter::{Counter, Drawing};
use chartroom_format::schema::ids::PowerId;

use super::font::Face;
use super::pdf::{Page, Picture};
use super::{MARGIN, Print, PrintError};

/// No unit of a power is printed more often; larger numbers are stacked under a note.
const MOST: u64 = 60;
/// Of what may be built there is at least so much.
const SPARE: u64 = 4;
/// Pixels to a millimetre of a counter.
const FINE: f64 = 10.0;

impl Print<'_> {
    pub(super) fn counters(&mut self) -> Result<(), PrintError> {
        let size = self.sheets.counter;
        let (short, long) = self.sheets.paper.sides();
        let columns = ((short - 2.0 * MARGIN) / size).floor().max(1.0) as usize;
        let rows = ((long - 2.0 * MARGIN - 6.0) / size).floor().max(1.0) as usize;
        let powers: Vec<PowerId> = self.content.powers.keys().cloned().collect();
        for power in powers {
            let pieces = self.pieces(&power)?;
            let title = self.content.powers[&power].title.clone();
            for (sheet, part) in pieces.chunks(columns * rows).enumerate() {
                for back in [false, true] {
                    let side = if back { "back" } else { "front" };
                    let mut page = self.upright(&format!("{title}: counters {}, {side}", sheet + 1));
                    for (place, (front, reverse)) in part.iter().enumerate() {
                        let column = if back { columns - 1 - place % columns } else { place % columns };
                        let left = (short - columns as f64 * size) / 2.0;
                        let (x, y) = (left + column as f64 * size, MARGIN + 8.0 + (place / columns) as f64 * size);
                        page.picture(if back { *reverse } else { *front }, x, y, size, size);
                    }
                    cuts(&mut page, size, columns, part.len().div_ceil(columns));
                    self.pdf.page(page)?;
                }
            }
        }
        self.report.exact("counters of the set-up, of what waits and arrives, and spares of what may be built", None);
        Ok(())
    }

    /// Front and back of every counter of a power, as often as it is needed.
    fn pieces(&mut self, power: &PowerId) -> Result<Vec<(Picture, Picture)>, PrintError> {
        let (content, rules, state) = (self.content, self.rules, self.state);
        let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
        for stack in &state.stacks {
            if rules.power(stack.power).id == power.as_str() {
                *counts.entry(rules.unit(stack.unit).id.as_str()).or_default() += u64::from(stack.count);
            }
        }
        let scenario = self.scenario;
        let waiting = scenario.pools.get(power).into_iter().chain(
            scenario.reinforcements.iter().filter(|arrival| arrival.power == *power).map(|arrival| &arrival.units),
        );
        for (unit, count) in waiting.flatten() {
            *counts.entry(unit.as_str()).or_default() += u64::try_from(*count).unwrap_or(0);
        }
        let mut pieces = Vec::new();
        for (id, unit) in &content.units {
            let builds = unit
                .build
                .as_ref()
                .is_none_or(|build| !build.never && (build.by.is_empty() || build.by.contains(power)));
            let least = if builds { SPARE } else { 0 };
            let wanted = counts.get(id.as_str()).copied().unwrap_or(0).max(least);
            if wanted == 0 {
                continue;
            }
            if wanted > MOST {
                let note = format!("{wanted} {} of {power}: {MOST} are printed", unit.title);
                self.report.near("more counters than a sheet should hold", &note, None);
            }
            let whole = Counter::of(content, id, Some(power));
            let takes_more = !unit.damaged.is_empty() || unit.stats.hits.is_some_and(|hits| hits > 1);
            let other = if takes_more {
                whole.clone().damaged(content, id, 1)
            } else {
                // The back of a unit that one hit kills says only whose it is.
                Counter { label: String::new(), numbers: String::new(), ..whole.clone() }
            };
            let pair = (self.face(&whole)?, self.face(&other)?);
            pieces.extend(std::iter::repeat_n(pair, wanted.min(MOST) as usize));
        }
        Ok(pieces)
    }

    /// The face of a counter without its margin, on white.
    fn face(&mut self, counter: &Counter) -> Result<Picture, PrintError> {
        let side = (self.sheets.counter * FINE).round().max(16.0) as u32;
        let drawn = counter.drawing(side as f32).pixels(side)?;
        let margin = ((side as f32 * Drawing::MARGIN).ceil() as u32).min((drawn.side - side) / 2);
        let mut rgb = Vec::with_capacity((side * side * 3) as usize);
        for y in margin..margin + side {
            for x in margin..margin + side {
                let at = ((y * drawn.side + x) * 4) as usize;
                let white = 255 - drawn.rgba[at + 3];
                rgb.extend(drawn.rgba[at..at + 3].iter().map(|part| part.saturating_add(white)));
            }
        }
        Ok(self.pdf.picture(side, side, &rgb)?)
    }
}

/// Short lines around the block where to cut.
fn cuts(page: &mut Page, size: f64, columns: usize, rows: usize) {
    let (left, top) = ((page.width - columns as f64 * size) / 2.0, MARGIN + 8.0);
    let bottom = top + rows as f64 * size;
    let right = left + columns as f64 * size;
    for column in 0..=columns {
        let x = left + column as f64 * size;
        page.line((x, top - 2.5), (x, top - 0.5), 0.1);
        page.line((x, bottom + 0.5), (x, bottom + 2.5), 0.1);
    }
    for row in 0..=rows {
        let y = top + row as f64 * size;
        page.line((left - 2.5, y), (left - 0.5, y), 0.1);
        page.line((right + 0.5, y), (right + 2.5, y), 0.1);
    }
    page.text(
        MARGIN,
        page.height - 4.0,
        7.0,
        Face::Regular,
        "Print both sides, turned over the long edge; cut along the marks.",
    );
}
