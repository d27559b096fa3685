//! The tables panel: a list of sheets, the grid, and what the numbers mean in play.

use chartroom_engine::odds::tuning::Change;
use chartroom_format::entries::EntryKind;
use egui::{Align2, Event, FontId, Key, Rect, RichText, ScrollArea, Sense, Stroke, StrokeKind, Ui, pos2, vec2};

use super::balance::balance_ui;
use super::battle::battle_ui;
use crate::command::Command;
use crate::session::Session;
use crate::theme::Tokens;
use crate::view_model::battle::{Ground, ground};
use crate::view_model::grid::{Cursor, Grid, GridInput};
use crate::view_model::odds::OddsPanel;
use crate::view_model::rulebook::Rulebook;
use crate::view_model::tables::{Sheet, TableState, sheets};

const ROW: f32 = 23.0;
/// The odds need this much to be read without scrolling.
const LEAST_ODDS: f32 = 390.0;
/// From this width on, what units are worth and the battle stand side by side; from this height on, one below the other.
const BOTH: f32 = 820.0;
const BOTH_HIGH: f32 = 640.0;

pub fn tables_ui(ui: &mut Ui, session: &mut Session, tokens: Tokens, queue: &mut Vec<Command>) {
    let flagged: Vec<String> = session.problems.iter().filter_map(|problem| problem.table.clone()).collect();
    session.table.refresh(&session.document, &session.problems);
    let take_focus = std::mem::take(&mut session.table.take_focus);
    let measures = Measures::of(ui, &session.table.grid, tokens);
    let has_odds = !session.table.odds.lines.is_empty();
    let ground = session.table.sheet.as_ref().and_then(|sheet| ground(&session.document, sheet));
    let beside_it = has_odds || ground.is_some();
    ui.horizontal_top(|ui| {
        ui.allocate_ui(vec2(190.0, ui.available_height()), |ui| list(ui, session, &flagged, tokens));
        ui.separator();
        // The grid takes what it needs, the odds what is left; a wide grid scrolls rather than squeeze the odds.
        let room = ui.available_width();
        let width =
            if beside_it { (measures.width() + 24.0).clamp(160.0, (room - LEAST_ODDS).max(240.0)) } else { room };
        let (inputs, focused) = ui
            .allocate_ui(vec2(width, ui.available_height()), |ui| {
                ui.set_width(width);
                let copy = |ui: &mut Ui| {
                    if let Some(Sheet::Table(id)) = &session.table.sheet {
                        super::content::inherited(ui, session, EntryKind::Table, id, tokens, queue);
                    }
                    grid_ui(ui, &session.table, &session.rulebook, &measures, take_focus, tokens)
                };
                ui.vertical(copy).inner
            })
            .inner;
        if beside_it {
            ui.separator();
            ui.vertical(|ui| beside(ui, session, ground, tokens, queue));
        }
        session.table.focused = focused;
        for input in inputs {
            run(session, input, ui, queue);
        }
    });
}

fn run(session: &mut Session, input: GridInput, ui: &Ui, queue: &mut Vec<Command>) {
    let table = &mut session.table;
    let changes = table.cursor.handle(input, &table.grid);
    if changes.is_empty() {
        return;
    }
    let label = match (&table.sheet, changes.len()) {
        (_, 1) => {
            let (row, column, text) = &changes[0];
            let key = |keys: &[String], at: usize| keys.get(at).cloned().unwrap_or_default();
            format!("{}, {}: {text}", key(&table.grid.rows, *row), key(&table.grid.columns, *column))
        }
        (_, count) => format!("Change {count} cells"),
    };
    let done = table
        .plan(&session.document, &changes)
        .and_then(|edits| if edits.is_empty() { Ok(()) } else { session.document.change(&label, &edits) });
    if let Err(message) = done {
        queue.push(Command::Message(message));
    }
    session.table.stale = true;
    ui.ctx().request_repaint();
}

fn list(ui: &mut Ui, session: &mut Session, flagged: &[String], tokens: Tokens) {
    ui.vertical(|ui| {
        ui.add(egui::TextEdit::singleline(&mut session.table.find).hint_text("Find").desired_width(176.0));
        ScrollArea::vertical().id_salt("sheets").auto_shrink([false, false]).show(ui, |ui| {
            let wanted = session.table.find.to_lowercase();
            for (sheet, title) in sheets(session.document.content()) {
                let holds = title.to_lowercase().contains(&wanted)
                    || session
                        .table
                        .grid
                        .rows
                        .iter()
                        .any(|row| row.contains(&wanted) && session.table.sheet.as_ref() == Some(&sheet));
                if !wanted.is_empty() && !holds {
                    continue;
                }
                let bad = matches!(&sheet, Sheet::Table(id) if flagged.contains(id));
                let text = RichText::new(&title).color(if bad { tokens.error } else { tokens.text });
                if ui.selectable_label(session.table.sheet.as_ref() == Some(&sheet), text).clicked() {
                    session.table.show(sheet);
                }
            }
        });
    });
}

/// Draws the grid and collects what keys and clicks ask for.
fn grid_ui(
    ui: &mut Ui,
    table: &TableState,
    rulebook: &Rulebook,
    measures: &Measures,
    take_focus: bool,
    tokens: Tokens,
) -> (Vec<GridInput>, bool) {
    let (grid, cursor, find) = (&table.grid, &table.cursor, table.find.as_str());
    let mut inputs = Vec::new();
    let mut focused = false;
    let (rows, columns) = grid.size();
    ui.horizontal(|ui| {
        ui.label(RichText::new(&grid.title).strong().size(15.0).color(tokens.text_strong));
        if let Some(source) = &grid.source {
            ui.label(RichText::new(source).color(tokens.marked)).on_hover_text(rulebook.quote(source));
        }
    });
    status(ui, grid, cursor, rulebook, tokens);
    if rows == 0 || columns == 0 {
        ui.label(RichText::new("This table has no cells.").color(tokens.text_weak));
        return (inputs, false);
    }
    let Measures { head, widths } = measures;
    let head = *head;
    ScrollArea::both().id_salt("grid").auto_shrink([false, false]).show(ui, |ui| {
        let size = vec2(head + widths.iter().sum::<f32>(), ROW * (rows as f32 + 1.0));
        let (rect, response) = ui.allocate_exact_size(size, Sense::click_and_drag());
        response.widget_info(|| {
            // A screen reader hears the cell under the cursor.
            let here = grid.cell(cursor.row, cursor.column).map(|cell| {
                let key = |keys: &[String], at: usize| keys.get(at).cloned().unwrap_or_default();
                format!("{}, {}: {}", key(&grid.rows, cursor.row), key(&grid.columns, cursor.column), cell.text)
            });
            let mut info = egui::WidgetInfo::labeled(egui::Role::Grid, true, format!("Grid {}", grid.title));
            info.current_text_value = here;
            info
        });
        let starts: Vec<f32> = widths
            .iter()
            .scan(rect.left() + head, |at, width| {
                let start = *at;
                *at += width;
                Some(start)
            })
            .collect();
        let place = |row: usize, column: usize| {
            Rect::from_min_size(pos2(starts[column], rect.top() + ROW * (row as f32 + 1.0)), vec2(widths[column], ROW))
        };
        paint(ui, grid, cursor, find, tokens, rect, head, &place);
        if take_focus {
            response.request_focus();
        }
        if let Some(pointer) = response.interact_pointer_pos() {
            let row = ((pointer.y - rect.top()) / ROW - 1.0).max(0.0) as usize;
            let column = starts.iter().rposition(|start| *start <= pointer.x).unwrap_or(0);
            let pressed = ui.input(|input| input.pointer.primary_pressed());
            if pressed || response.dragged() || response.clicked() {
                let grow = ui.input(|input| input.modifiers.shift) || (response.dragged() && !pressed);
                if (row, column) != (cursor.row, cursor.column) || pressed {
                    inputs.push(GridInput::Go(row, column, grow));
                }
            }
            response.request_focus();
        }
        if response.double_clicked() {
            inputs.push(GridInput::Edit);
        }
        focused = response.has_focus();
        if focused {
            ui.memory_mut(|memory| {
                memory.set_focus_lock_filter(
                    response.id,
                    egui::EventFilter { tab: true, horizontal_arrows: true, vertical_arrows: true, escape: true },
                );
            });
            keys(ui, grid, cursor, &mut inputs);
            ui.scroll_to_rect(place(cursor.row.min(rows - 1), cursor.column.min(columns - 1)), None);
        }
    });
    (inputs, focused)
}

/// How wide the columns are.
struct Measures {
    head: f32,
    widths: Vec<f32>,
}

impl Measures {
    fn of(ui: &Ui, grid: &Grid, tokens: Tokens) -> Self {
        let font = FontId::proportional(13.0);
        let width_of = |text: &str| ui.painter().layout_no_wrap(text.to_owned(), font.clone(), tokens.text).size().x;
        let heads = grid.rows.iter().chain([&grid.corner]);
        let head = heads.map(|row| width_of(row)).fold(60.0_f32, f32::max).min(220.0) + 16.0;
        let widths = (0..grid.columns.len())
            .map(|column| {
                let cells = grid.cells.iter().filter_map(|row| row.get(column)).map(|cell| cell.text.as_str());
                cells.chain([grid.columns[column].as_str()]).map(&width_of).fold(30.0_f32, f32::max).min(220.0) + 14.0
            })
            .collect();
        Self { head, widths }
    }

    fn width(&self) -> f32 {
        self.head + self.widths.iter().sum::<f32>()
    }
}

/// What stands behind the cell under the cursor.
fn status(ui: &mut Ui, grid: &Grid, cursor: &Cursor, rulebook: &Rulebook, tokens: Tokens) {
    let cell = grid.cell(cursor.row, cursor.column);
    let was = cell.and_then(|cell| cell.was.as_ref()).map(|was| format!("was {was}  "));
    let rule = |mark: &String| mark.strip_prefix("Rule ").map(|rule| rulebook.quote(rule));
    let mark = cell.and_then(|cell| cell.mark.as_ref()).map(|mark| rule(mark).unwrap_or_else(|| mark.clone()));
    let text = match (was, mark) {
        (None, None) if !grid.note.is_empty() => grid.note.clone(),
        (None, None) => grid.source.as_ref().map(|rule| rulebook.quote(rule)).unwrap_or_default(),
        (was, mark) => format!("{}{}", was.unwrap_or_default(), mark.unwrap_or_default()),
    };
    ui.add(egui::Label::new(RichText::new(text).color(tokens.text_weak).small()).truncate());
}

#[expect(clippy::too_many_arguments, reason = "the parts of one picture")]
fn paint(
    ui: &Ui,
    grid: &Grid,
    cursor: &Cursor,
    find: &str,
    tokens: Tokens,
    rect: Rect,
    head: f32,
    place: &dyn Fn(usize, usize) -> Rect,
) {
    let painter = ui.painter();
    let clip = ui.clip_rect();
    let font = FontId::proportional(13.0);
    let line = Stroke::new(1.0, tokens.line);
    let has_focus = ui.memory(|memory| memory.focused().is_some());
    let text_in = |cell: Rect, text: &str, color, right: bool| {
        let (at, align) = if right {
            (cell.right_center() - vec2(6.0, 0.0), Align2::RIGHT_CENTER)
        } else {
            (cell.left_center() + vec2(6.0, 0.0), Align2::LEFT_CENTER)
        };
        painter.with_clip_rect(cell.intersect(clip)).text(at, align, text, font.clone(), color);
    };
    let top = Rect::from_min_size(rect.min, vec2(rect.width(), ROW));
    painter.rect_filled(top, 0.0, tokens.window);
    text_in(Rect::from_min_size(rect.min, vec2(head, ROW)), &grid.corner, tokens.text_weak, false);
    for (column, title) in grid.columns.iter().enumerate() {
        let cell = place(0, column).translate(vec2(0.0, -ROW));
        text_in(cell, title, if column == cursor.column { tokens.accent } else { tokens.text_weak }, true);
    }
    for (row, title) in grid.rows.iter().enumerate() {
        let y = rect.top() + ROW * (row as f32 + 1.0);
        if y + ROW < clip.top() || y > clip.bottom() {
            continue;
        }
        let header = Rect::from_min_size(pos2(rect.left(), y), vec2(head, ROW));
        painter.rect_filled(header, 0.0, tokens.window);
        let found = !find.is_empty() && title.to_lowercase().contains(&find.to_lowercase());
        text_in(header, title, if found || row == cursor.row { tokens.accent } else { tokens.text }, false);
        for column in 0..grid.columns.len() {
            let cell_rect = place(row, column);
            let Some(cell) = grid.cell(row, column) else { continue };
            let fill = if cell.was.is_some() { tokens.changed_soft } else { tokens.field };
            painter.rect(cell_rect, 0.0, fill, line, StrokeKind::Middle);
            if cursor.selects(row, column) && cursor.anchor.is_some() {
                painter.rect_filled(cell_rect.shrink(1.0), 0.0, crate::theme::fade(tokens.accent, 0.18));
            }
            let here = (row, column) == (cursor.row, cursor.column);
            let number = cell.text.parse::<f64>().is_ok();
            let color = if cell.problem {
                tokens.error
            } else if cell.was.is_some() {
                tokens.changed
            } else {
                tokens.text
            };
            match &cursor.typing {
                Some(typed) if here => {
                    painter.rect_filled(cell_rect.shrink(1.0), 0.0, tokens.field);
                    text_in(cell_rect, &format!("{typed}▏"), tokens.text_strong, false);
                }
                _ => text_in(cell_rect, &cell.text, color, number),
            }
            if cell.mark.is_some() {
                let corner = cell_rect.right_top();
                let points = vec![corner + vec2(-7.0, 1.0), corner + vec2(-1.0, 1.0), corner + vec2(-1.0, 7.0)];
                painter.add(egui::Shape::convex_polygon(points, tokens.marked, Stroke::NONE));
            }
            if here {
                let width = if has_focus { 2.0 } else { 1.0 };
                painter.rect_stroke(cell_rect, 1.0, Stroke::new(width, tokens.accent), StrokeKind::Inside);
            }
        }
    }
}

fn keys(ui: &Ui, grid: &Grid, cursor: &Cursor, inputs: &mut Vec<GridInput>) {
    let events = ui.input(|input| input.events.clone());
    for event in events {
        match event {
            Event::Text(text) => inputs.push(GridInput::Type(text)),
            Event::Paste(text) => inputs.push(GridInput::Paste(text)),
            Event::Copy => ui.ctx().copy_text(cursor.copy(grid)),
            Event::Cut => {
                ui.ctx().copy_text(cursor.copy(grid));
                inputs.push(GridInput::Clear);
            }
            Event::Key { key, pressed: true, modifiers, .. } => {
                let shift = modifiers.shift;
                let input = match key {
                    Key::ArrowUp => GridInput::Move(-1, 0, shift),
                    Key::ArrowDown => GridInput::Move(1, 0, shift),
                    Key::ArrowLeft => GridInput::Move(0, -1, shift),
                    Key::ArrowRight => GridInput::Move(0, 1, shift),
                    Key::Home => GridInput::Go(cursor.row, 0, shift),
                    Key::End => GridInput::Go(cursor.row, usize::MAX, shift),
                    Key::PageUp => GridInput::Move(-10, 0, shift),
                    Key::PageDown => GridInput::Move(10, 0, shift),
                    Key::Tab => GridInput::Accept(0, if shift { -1 } else { 1 }),
                    Key::Enter => GridInput::Accept(if shift { -1 } else { 1 }, 0),
                    Key::F2 => GridInput::Edit,
                    Key::Backspace => GridInput::Backspace,
                    Key::Delete => GridInput::Clear,
                    Key::Escape => GridInput::Cancel,
                    Key::D if modifiers.command => GridInput::Fill,
                    Key::A if modifiers.command => GridInput::All,
                    _ => continue,
                };
                inputs.push(input);
            }
            _ => {}
        }
    }
}

/// What stands beside the grid: what the numbers are worth, and a battle; side by side where there is room.
fn beside(ui: &mut Ui, session: &mut Session, ground: Option<Ground>, tokens: Tokens, queue: &mut Vec<Command>) {
    let odds = !session.table.odds.lines.is_empty();
    ui.horizontal(|ui| {
        ui.selectable_value(&mut session.table.shows_games, false, "Odds");
        let games = ui.selectable_value(&mut session.table.shows_games, true, "Whole games");
        games.on_hover_text("Bots play the scenario as saved and with your changes");
    });
    if session.table.shows_games {
        return balance_ui(ui, session, tokens, queue);
    }
    let Some(ground) = ground else { return odds_ui(ui, &session.table.odds, tokens) };
    if !odds {
        return battle_ui(ui, session, ground, tokens);
    }
    if ui.available_width() < BOTH {
        let room = ui.available_size();
        if room.y >= BOTH_HIGH {
            ui.allocate_ui(vec2(room.x, room.y / 2.0), |ui| battle_ui(ui, session, ground, tokens));
            ui.separator();
            return odds_ui(ui, &session.table.odds, tokens);
        }
        ui.horizontal(|ui| {
            ui.selectable_value(&mut session.table.hides_battle, false, "Battle");
            ui.selectable_value(&mut session.table.hides_battle, true, "Worth");
        });
        return if session.table.hides_battle {
            odds_ui(ui, &session.table.odds, tokens);
        } else {
            battle_ui(ui, session, ground, tokens);
        };
    }
    let half = ui.available_width() / 2.0 - 8.0;
    ui.horizontal_top(|ui| {
        ui.allocate_ui(vec2(half, ui.available_height()), |ui| {
            ui.vertical(|ui| odds_ui(ui, &session.table.odds, tokens));
        });
        ui.separator();
        ui.vertical(|ui| battle_ui(ui, session, ground, tokens));
    });
}

/// The numbers beside the grid, with what the change did to them.
fn odds_ui(ui: &mut Ui, odds: &OddsPanel, tokens: Tokens) {
    ui.label(RichText::new(&odds.title).strong().color(tokens.text_strong));
    ui.add(egui::Label::new(RichText::new(&odds.about).small().color(tokens.text_weak)).wrap());
    ScrollArea::both().id_salt("odds").auto_shrink([false, false]).show(ui, |ui| {
        egui::Grid::new("odds").striped(true).spacing([12.0, 3.0]).show(ui, |ui| {
            ui.label("");
            for header in &odds.headers {
                ui.label(RichText::new(header).color(tokens.text_weak));
            }
            ui.end_row();
            for line in &odds.lines {
                ui.label(&line.name);
                for (at, value) in line.values.iter().enumerate() {
                    match value {
                        None => drop(ui.label(RichText::new("–").color(tokens.text_weak))),
                        Some(change) => {
                            change_label(ui, *change, odds.percent.get(at).copied().unwrap_or(false), tokens);
                        }
                    }
                }
                ui.end_row();
            }
        });
    });
}

/// A number, or what it was and what it is.
pub(super) fn change_label(ui: &mut Ui, change: Change, percent: bool, tokens: Tokens) {
    let show = |value: f64| if percent { format!("{:.1}%", value * 100.0) } else { format!("{value:.2}") };
    let (before, after) = (show(change.before), show(change.after));
    if before == after {
        ui.label(after);
    } else {
        ui.label(RichText::new(format!("{before} → {after}")).color(tokens.changed).strong());
    }
}
