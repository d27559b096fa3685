//! Where panels are docked: left, right or below the map. Remembered between runs.

use egui::{Align, Frame, Layout, Margin, RichText, Sense, Stroke, Ui};
use serde::{Deserialize, Serialize};

use crate::session::Session;
use crate::theme::Tokens;
use crate::view_model::problems::counts;

/// A panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Tab {
    Tools,
    Layers,
    Inspector,
    Scenario,
    Problems,
    Tables,
    Content,
    History,
    Games,
}

impl Tab {
    pub const ALL: [Self; 9] = [
        Self::Tools,
        Self::Layers,
        Self::Inspector,
        Self::Scenario,
        Self::Problems,
        Self::Tables,
        Self::Content,
        Self::History,
        Self::Games,
    ];

    pub const fn title(self) -> &'static str {
        match self {
            Self::Tools => "Tools",
            Self::Layers => "Layers",
            Self::Inspector => "Inspector",
            Self::Scenario => "Scenario",
            Self::Problems => "Problems",
            Self::Tables => "Tables",
            Self::Content => "Content",
            Self::History => "History",
            Self::Games => "Games",
        }
    }
}

/// A side of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Place {
    Left,
    Right,
    Bottom,
}

/// The panels of one side, and which of them is in front.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stack {
    pub tabs: Vec<Tab>,
    pub front: usize,
}

/// All panels by side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dock {
    left: Stack,
    right: Stack,
    bottom: Stack,
    /// The panels below have the whole window: tables are long and wide.
    #[serde(default)]
    pub expanded: bool,
    /// How often the panels were put back to where they are at first: egui remembers widths under a name with this in it.
    #[serde(default)]
    pub made: u32,
}

impl Default for Dock {
    fn default() -> Self {
        Self {
            left: Stack { tabs: vec![Tab::Tools, Tab::Layers], front: 0 },
            right: Stack { tabs: vec![Tab::Inspector, Tab::Scenario, Tab::History], front: 0 },
            bottom: Stack { tabs: vec![Tab::Problems, Tab::Tables, Tab::Content, Tab::Games], front: 0 },
            expanded: false,
            made: 0,
        }
    }
}

impl Dock {
    /// Puts every panel back to where it is at first, as wide as it is at first.
    pub fn reset(&mut self) {
        let made = self.made.wrapping_add(1);
        *self = Self { made, ..Self::default() };
    }

    /// Whether the panels below hide the map and the other panels.
    pub fn hides_map(&self) -> bool {
        self.expanded && self.has(Place::Bottom)
    }

    fn stack(&self, place: Place) -> &Stack {
        match place {
            Place::Left => &self.left,
            Place::Right => &self.right,
            Place::Bottom => &self.bottom,
        }
    }

    fn stack_mut(&mut self, place: Place) -> &mut Stack {
        match place {
            Place::Left => &mut self.left,
            Place::Right => &mut self.right,
            Place::Bottom => &mut self.bottom,
        }
    }

    pub fn has(&self, place: Place) -> bool {
        !self.stack(place).tabs.is_empty()
    }

    pub fn active(&self, place: Place) -> Option<Tab> {
        let stack = self.stack(place);
        stack.tabs.get(stack.front.min(stack.tabs.len().saturating_sub(1))).copied()
    }

    fn place_of(&self, tab: Tab) -> Option<Place> {
        [Place::Left, Place::Right, Place::Bottom].into_iter().find(|place| self.stack(*place).tabs.contains(&tab))
    }

    /// Brings a panel to the front; one that is nowhere comes back below the map.
    pub fn show(&mut self, tab: Tab) {
        match self.place_of(tab) {
            Some(place) => {
                self.expanded &= place == Place::Bottom;
                let stack = self.stack_mut(place);
                stack.front = stack.tabs.iter().position(|known| *known == tab).unwrap_or(0);
            }
            None => self.shift(tab, Some(Place::Bottom)),
        }
    }

    /// Moves a panel to another side, or puts it away.
    pub fn shift(&mut self, tab: Tab, to: Option<Place>) {
        for place in [Place::Left, Place::Right, Place::Bottom] {
            let stack = self.stack_mut(place);
            stack.tabs.retain(|known| *known != tab);
            stack.front = stack.front.min(stack.tabs.len().saturating_sub(1));
        }
        if let Some(to) = to {
            let stack = self.stack_mut(to);
            stack.tabs.push(tab);
            stack.front = stack.tabs.len() - 1;
        }
    }
}

/// The row of tabs at the top of a side.
pub fn bar_ui(
    ui: &mut Ui,
    dock: &mut Dock,
    place: Place,
    tokens: Tokens,
    session: Option<&Session>,
    expand_keys: &str,
) {
    let mut moved = None;
    Frame::new().fill(tokens.window).inner_margin(Margin { left: 6, right: 6, top: 3, bottom: 0 }).show(ui, |ui| {
        // Tabs that do not fit beside each other must not widen the panel.
        ui.horizontal_wrapped(|ui| {
            ui.set_min_width(ui.available_width());
            ui.spacing_mut().item_spacing.x = 14.0;
            for (at, tab) in dock.stack(place).tabs.clone().into_iter().enumerate() {
                let front = dock.active(place) == Some(tab);
                let text =
                    RichText::new(label(tab, session)).color(if front { tokens.text_strong } else { tokens.text_weak });
                let button = egui::Button::new(text).frame(false).sense(Sense::click());
                let response = ui.add(button);
                if front {
                    let rect = response.rect;
                    ui.painter().hline(rect.x_range(), rect.bottom() + 1.0, Stroke::new(2.0, tokens.accent));
                }
                if response.clicked() {
                    dock.stack_mut(place).front = at;
                }
                if front {
                    ui.spacing_mut().item_spacing.x = 4.0;
                    let close = egui::Button::new(RichText::new("×").color(tokens.text_weak)).frame(false);
                    let what = format!("Close {}; View shows it again", tab.title());
                    if ui.add(close).on_hover_text(what).clicked() {
                        moved = Some((tab, None));
                    }
                    ui.spacing_mut().item_spacing.x = 14.0;
                }
                response.context_menu(|ui| {
                    for (title, to) in [
                        ("Dock left", Some(Place::Left)),
                        ("Dock right", Some(Place::Right)),
                        ("Dock below", Some(Place::Bottom)),
                        ("Close", None),
                    ] {
                        if ui.button(title).clicked() {
                            moved = Some((tab, to));
                            ui.close();
                        }
                    }
                });
            }
            if place == Place::Bottom {
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    let (title, what) = if dock.expanded {
                        ("Shrink", "Show the map again")
                    } else {
                        ("Expand", "Use the whole window")
                    };
                    let text = RichText::new(title).small().color(tokens.text_weak);
                    let button = ui.add(egui::Button::new(text).frame(false));
                    if button.on_hover_text(format!("{what} ({expand_keys})")).clicked() {
                        dock.expanded = !dock.expanded;
                    }
                });
            }
        });
    });
    if let Some((tab, to)) = moved {
        dock.shift(tab, to);
    }
}

fn label(tab: Tab, session: Option<&Session>) -> String {
    match (tab, session) {
        (Tab::Problems, Some(session)) if !session.problems.is_empty() => {
            let (errors, warnings, notes) = counts(&session.problems);
            format!("Problems {}", errors + warnings + notes)
        }
        _ => tab.title().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panels_move_close_and_come_back() {
        let mut dock = Dock::default();
        dock.shift(Tab::Problems, Some(Place::Right));
        assert_eq!(dock.active(Place::Right), Some(Tab::Problems));
        dock.shift(Tab::Tables, None);
        dock.shift(Tab::Content, None);
        dock.shift(Tab::Games, None);
        assert!(!dock.has(Place::Bottom));
        dock.show(Tab::Tables);
        assert_eq!(dock.active(Place::Bottom), Some(Tab::Tables));
        dock.expanded = true;
        dock.show(Tab::Tables);
        assert!(dock.hides_map());
        dock.show(Tab::Inspector);
        assert_eq!(dock.active(Place::Right), Some(Tab::Inspector));
        assert!(!dock.hides_map(), "a panel that is asked for can be seen");
    }
}
