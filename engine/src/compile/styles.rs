//! Styles of bots, and whose style is whose.

use super::Compiler;
use crate::bots::Style;
use crate::codes;
use crate::ids::PowerIx;
use crate::ruleset::Ruleset;

impl Compiler<'_> {
    pub(super) fn styles(&mut self, rules: &mut Ruleset) {
        rules.styles = self
            .content
            .styles
            .iter()
            .map(|(name, style)| {
                let style = Style {
                    aggression: style.aggression,
                    naval: style.naval,
                    air: style.air,
                    economy: style.economy,
                    risk: style.risk,
                };
                (name.clone(), style)
            })
            .collect();
        for (power, name) in &self.content.style_of {
            // Powers that are not there are told with their own code.
            let Some(at) = self.content.powers.get_index_of(power) else { continue };
            match Style::find(name, &rules.styles) {
                Ok(style) => rules.style_of.push((PowerIx::new(at), style)),
                Err(why) => {
                    self.entry = None;
                    self.fault(codes::UNRESOLVED, format!("the style of the bot of `{power}`: {why}"));
                }
            }
        }
    }
}
