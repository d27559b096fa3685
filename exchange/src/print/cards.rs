//! Set-up cards: for each power its money and where its units stand.

use std::collections::BTreeMap;

use chartroom_engine::ids::{Actor, PowerIx, SpaceIx};

use super::font::{self, Face};
use super::{MARGIN, Print, PrintError};

const SIZE: f64 = 9.0;
const LINE: f64 = 4.8;

impl Print<'_> {
    pub(super) fn cards(&mut self) -> Result<(), PrintError> {
        for number in 0..self.rules.powers.len() {
            let power = PowerIx::new(number);
            let lines = self.card(power);
            if lines.is_empty() {
                continue;
            }
            let (short, long) = self.sheets.paper.sides();
            let room = short - 2.0 * MARGIN;
            let per_page = (((long - 2.0 * MARGIN - 10.0) / LINE).floor() as usize).max(1);
            let wrapped: Vec<String> = lines.iter().flat_map(|line| font::wrapped(line, SIZE, room)).collect();
            let title = format!("{}: {}", self.rules.power(power).title, self.scenario.title);
            for part in wrapped.chunks(per_page) {
                let mut page = self.upright(&title);
                for (place, line) in part.iter().enumerate() {
                    page.text(MARGIN, MARGIN + 12.0 + place as f64 * LINE, SIZE, Face::Regular, line);
                }
                self.pdf.page(page)?;
            }
        }
        self.report.exact("a set-up card for each power", None);
        Ok(())
    }

    fn card(&self, power: PowerIx) -> Vec<String> {
        let mut lines = Vec::new();
        for (place, space) in self.rules.board.spaces.iter().enumerate() {
            let mut force: BTreeMap<&str, u32> = BTreeMap::new();
            for stack in self.state.stacks_in(SpaceIx::new(place)).iter().filter(|stack| stack.power == power) {
                *force.entry(self.rules.unit(stack.unit).title.as_str()).or_default() += u32::from(stack.count);
            }
            if !force.is_empty() {
                let units: Vec<String> = force.iter().map(|(unit, count)| format!("{count} {unit}")).collect();
                lines.push(format!("{}: {}", space.name(), units.join(", ")));
            }
        }
        lines.sort();
        let money = self.state.money(Actor::Power(power));
        if money != 0 {
            lines.insert(0, format!("Money: {money}"));
        }
        lines
    }
}
