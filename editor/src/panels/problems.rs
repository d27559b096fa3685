//! The problems list, the most serious first: click to go there, one click to fix.

use chartroom_format::diag::Severity;
use egui::{Align, Color32, Layout, RichText, ScrollArea, Ui};

use crate::command::{Action, Command};
use crate::session::Session;
use crate::theme::Tokens;
use crate::view_model::problems::{Problem, counted, counts};

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
        let kinds =
            [(errors, "error", tokens.error), (warnings, "warning", tokens.warning), (notes, "note", tokens.note)];
        for (at, (count, what, color)) in kinds.into_iter().enumerate() {
            let text = RichText::new(counted(count, what)).color(color);
            let button = ui.selectable_label(!session.hidden_problems[at], text);
            if button.on_hover_text(format!("Show or hide {what}s")).clicked() {
                session.hidden_problems[at] = !session.hidden_problems[at];
            }
        }
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
            let button = ui.button("Check with played games");
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
    let shown: Vec<usize> = (0..session.problems.len())
        .filter(|at| !session.hidden_problems[rank(session.problems[*at].severity)])
        .collect();
    ScrollArea::vertical().auto_shrink([false, false]).show_rows(ui, height, shown.len(), |ui, range| {
        for &at in shown.get(range).unwrap_or_default() {
            line(ui, at, &session.problems[at], tokens, queue);
        }
    });
}

/// Which of the three groups a severity belongs to.
const fn rank(severity: Severity) -> usize {
    match severity {
        Severity::Error => 0,
        Severity::Warning => 1,
        Severity::Note | Severity::Hint => 2,
    }
}

fn line(ui: &mut Ui, at: usize, problem: &Problem, tokens: Tokens, queue: &mut Vec<Command>) {
    ui.horizontal(|ui| {
        ui.label(RichText::new("●").color(colour(tokens, problem.severity))).on_hover_text(problem.severity.name());
        ui.label(RichText::new(&problem.code).monospace().color(tokens.text_weak));
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
            ui.label(RichText::new(&place).color(tokens.text_weak).small());
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
