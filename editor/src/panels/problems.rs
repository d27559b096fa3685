//! The problems list, the most serious first: click to go there, one click to fix.

use chartroom_format::diag::Severity;
use egui::{Align, Color32, Layout, RichText, ScrollArea, TextEdit, Ui};

use crate::command::{Action, Command};
use crate::session::Session;
use crate::theme::Tokens;
use crate::view_model::problems::{Problem, ProblemFilter, counted, counts};

/// The colour of a severity.
pub fn colour(tokens: Tokens, severity: Severity) -> Color32 {
    match severity {
        Severity::Error => tokens.error,
        Severity::Warning => tokens.warning,
        Severity::Note | Severity::Hint => tokens.note,
    }
}

pub fn problems_ui(ui: &mut Ui, session: &mut Session, tokens: Tokens, queue: &mut Vec<Command>) {
    let (errors, warnings, notes) = counts(&session.problems);
    ui.horizontal(|ui| {
        let quiet = |count: usize, colour| if count == 0 { tokens.text_weak } else { colour };
        let kinds = [
            (errors, "error", quiet(errors, tokens.error)),
            (warnings, "warning", quiet(warnings, tokens.warning)),
            (notes, "note", quiet(notes, tokens.note)),
        ];
        for (at, (count, what, color)) in kinds.into_iter().enumerate() {
            let text = RichText::new(counted(count, what)).color(color);
            let button = ui.selectable_label(!session.filter.hidden[at], text);
            if button.on_hover_text(format!("Show or hide {what}s")).clicked() {
                session.filter.hidden[at] = !session.filter.hidden[at];
            }
        }
        filter_ui(ui, &mut session.filter);
        if session.problems.iter().any(|problem| problem.fixes.iter().any(|fix| fix.safe))
            && ui.button("Apply all safe fixes").clicked()
        {
            queue.push(Command::Do(Action::FixAll));
        }
        if session.checker.running {
            ui.spinner();
            ui.label(RichText::new("checking…").color(tokens.text_weak));
        } else if session.played {
            ui.label(RichText::new("Bots have played every scenario.").color(tokens.text_weak));
        } else {
            let button = ui.button("Test by bot games");
            if button.on_hover_text("Bots play every scenario: who wins, what never happens (F6)").clicked() {
                queue.push(Command::Do(Action::CheckGames));
            }
        }
    });
    if session.problems.is_empty() && !session.checker.running {
        ui.add_space(8.0);
        ui.label(RichText::new("No problems found.").color(tokens.good));
        return;
    }
    let height = 22.0;
    let name = |space: usize| session.scene.id(space).to_owned();
    let shown = session.filter.lines(&session.problems, &session.known_problems, &session.selection, name);
    if shown.is_empty() && !session.problems.is_empty() {
        ui.label(RichText::new("The filter leaves out all problems.").color(tokens.text_weak));
    }
    let (problems, filter) = (&session.problems, &mut session.filter);
    ScrollArea::vertical().auto_shrink([false, false]).show_rows(ui, height, shown.len(), |ui, range| {
        for &at in shown.get(range).unwrap_or_default() {
            line(ui, at, &problems[at], filter, tokens, queue);
        }
    });
}

fn filter_ui(ui: &mut Ui, filter: &mut ProblemFilter) {
    ui.add(TextEdit::singleline(&mut filter.words).hint_text("Filter").desired_width(110.0))
        .on_hover_text("Words of the message, the code, the file or the space");
    ui.toggle_value(&mut filter.selected, "Selected").on_hover_text("Only what is about the selected spaces");
    ui.toggle_value(&mut filter.new, "New").on_hover_text("Only what was not there when the pack was opened or saved");
}

fn line(
    ui: &mut Ui,
    at: usize,
    problem: &Problem,
    filter: &mut ProblemFilter,
    tokens: Tokens,
    queue: &mut Vec<Command>,
) {
    ui.horizontal(|ui| {
        if problem.follows.is_some() {
            ui.add_space(22.0);
        }
        ui.label(RichText::new("●").color(colour(tokens, problem.severity))).on_hover_text(problem.severity.name());
        let code = ui.label(RichText::new(&problem.code).monospace().color(tokens.text_weak));
        if let Some(about) = problem.about {
            code.on_hover_ui(|ui| {
                ui.set_max_width(420.0);
                ui.label(RichText::new(format!("{} {}", about.code, about.name)).color(tokens.text_strong));
                for text in [about.what, about.why, about.remedy] {
                    ui.label(text);
                }
            });
        }
        if problem.followers > 0 {
            let key = problem.key();
            let is_open = filter.open.contains(&key);
            let text = format!("{} {} follow", if is_open { "▼" } else { "▶" }, problem.followers);
            let button = ui.small_button(text).on_hover_text("Problems that go away when this one is mended");
            if button.clicked() && !filter.open.remove(&key) {
                filter.open.insert(key);
            }
        }
        let place = if problem.line > 0 {
            format!("{}:{}:{}", problem.file, problem.line, problem.column)
        } else {
            problem.file.clone()
        };
        // What mends it and where it is stand at the end of the line; the message has what is left.
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            for (number, fix) in problem.fixes.iter().enumerate().rev() {
                let about = if fix.safe { "Safe: keeps the meaning" } else { "Changes the meaning" };
                if ui.small_button(format!("Fix: {}", fix.title)).on_hover_text(about).clicked() {
                    queue.push(Command::ApplyFix(at, number));
                }
            }
            let source = ui.add(egui::Button::new(RichText::new(&place).color(tokens.text_weak).small()).frame(false));
            if problem.line > 0 {
                source.context_menu(|ui| {
                    if ui.button("Open in my editor").clicked() {
                        queue.push(Command::OpenText(problem.file.clone(), problem.line, problem.column));
                        ui.close();
                    }
                });
                if source.on_hover_text("Show the text; with the right button: open in my editor").clicked() {
                    queue.push(Command::ShowSource(problem.file.clone(), problem.line));
                }
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let text = RichText::new(&problem.message).color(tokens.text);
                let response = ui.add(egui::Button::new(text).frame(false).truncate());
                if response.on_hover_text(format!("{place}\n{}", problem.help)).clicked() {
                    queue.push(Command::JumpTo(at));
                }
            });
        });
    });
}
