//! What the editor can do: the handbook's own page, so that the two cannot differ.

use egui::{Grid, RichText, ScrollArea, Ui};

use super::Dialog;
use crate::app::Editor;

const PAGE: &str = include_str!("../../../docs/editor.md");

/// The lines of the page's table: what, and how.
fn rows(page: &str) -> Vec<(String, String)> {
    let plain = |text: &str| text.trim().replace('`', "");
    let row = |line: &str| {
        let (what, how) = line.strip_prefix('|')?.strip_suffix('|')?.split_once('|')?;
        Some((plain(what), plain(how)))
    };
    page.lines()
        .filter_map(row)
        .filter(|(what, _)| !what.is_empty() && !what.starts_with("---") && what != "what")
        .collect()
}

pub(super) fn ui(ui: &mut Ui, editor: &mut Editor, dialog: &mut Dialog) {
    let tokens = editor.tokens();
    let wide = (ui.ctx().content_rect().width() - 120.0).clamp(320.0, 720.0);
    ui.set_width(wide);
    ui.heading("What the editor can do");
    ScrollArea::vertical().max_height(440.0).auto_shrink([false, true]).show(ui, |ui| {
        Grid::new("handbook").num_columns(2).striped(true).spacing([14.0, 8.0]).show(ui, |ui| {
            for (what, how) in rows(PAGE) {
                ui.label(RichText::new(what).strong().color(tokens.text_strong));
                ui.scope(|ui| {
                    ui.set_max_width(wide - 190.0);
                    ui.add(egui::Label::new(how).wrap());
                });
                ui.end_row();
            }
        });
    });
    if ui.button("Close").clicked() {
        *dialog = Dialog::None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_rows_without_marks() {
        let rows = rows(PAGE);
        assert!(rows.len() > 12, "{}", rows.len());
        assert!(rows.iter().all(|(what, how)| !what.contains('`') && !how.is_empty()), "{rows:?}");
    }
}
