//! The content panel: everything in the pack that has an id, with a form for whatever is chosen, where it is used, another
//! id everywhere, and removal.

use chartroom_atlas::counter::Counter;
use chartroom_format::entries::EntryKind;
use egui::{Id, RichText, ScrollArea, TextEdit, Ui, vec2};

use super::form::Form;
use crate::command::Command;
use crate::document::ops::entry::{self, Mention};
use crate::document::{Document, FileChange};
use crate::map::{counter_sheets, stacks};
use crate::session::Session;
use crate::theme::Tokens;
use crate::view_model::form::names;
use crate::view_model::parsed::{book, locate, schema_at};

/// Kinds that have panels of their own, or are too many to list.
const ELSEWHERE: [EntryKind; 3] = [EntryKind::Space, EntryKind::Covered, EntryKind::Example];

/// The state of the panel.
#[derive(Default)]
pub struct ContentState {
    pub chosen: Option<(EntryKind, String)>,
    pub find: String,
    /// The id being typed.
    pub rename: String,
    /// Where the chosen entry is named, and for which state of the pack that was found out.
    pub used: Option<(u64, Vec<Mention>)>,
    /// Removal was asked for: what would break is shown first.
    pub removing: bool,
}

impl ContentState {
    pub fn choose(&mut self, kind: EntryKind, id: &str) {
        self.chosen = Some((kind, id.to_owned()));
        id.clone_into(&mut self.rename);
        self.used = None;
        self.removing = false;
    }
}

pub fn content_ui(ui: &mut Ui, session: &mut Session, tokens: Tokens, queue: &mut Vec<Command>) {
    ui.horizontal_top(|ui| {
        ui.allocate_ui(vec2(230.0, ui.available_height()), |ui| {
            ui.vertical(|ui| list(ui, &session.document, &mut session.content, tokens));
        });
        ui.separator();
        ui.vertical(|ui| {
            ScrollArea::both().id_salt("entry").auto_shrink([false, false]).show(ui, |ui| {
                match session.content.chosen.clone() {
                    Some((kind, id)) => chosen(ui, session, kind, &id, tokens, queue),
                    None => drop(ui.label(RichText::new("Choose something on the left.").color(tokens.text_weak))),
                }
            });
        });
    });
}

fn list(ui: &mut Ui, document: &Document, state: &mut ContentState, tokens: Tokens) {
    ui.add(TextEdit::singleline(&mut state.find).hint_text("Find by id or title").desired_width(210.0));
    let wanted = state.find.to_lowercase();
    let own = document.content().pack().map(|pack| pack.id.clone());
    ScrollArea::vertical().id_salt("entries").auto_shrink([false, false]).show(ui, |ui| {
        for kind in EntryKind::ALL.iter().filter(|kind| !ELSEWHERE.contains(kind)) {
            let mut entries = names(document.content(), &[*kind]);
            entries.retain(|(id, title)| id.to_lowercase().contains(&wanted) || title.to_lowercase().contains(&wanted));
            if entries.is_empty() {
                continue;
            }
            let header = egui::CollapsingHeader::new(format!("{} ({})", kind.name(), entries.len()));
            header.id_salt(kind.name()).open((!wanted.is_empty()).then_some(true)).show(ui, |ui| {
                for (id, title) in &entries {
                    let origin = document.content().origin(*kind, id);
                    let inherited = origin.is_some_and(|origin| Some(&origin.pack) != own.as_ref());
                    let shown = if title.is_empty() { id } else { title };
                    let text = RichText::new(shown).color(if inherited { tokens.text_weak } else { tokens.text });
                    let here = state.chosen.as_ref().is_some_and(|(known, name)| known == kind && name == id);
                    if ui.selectable_label(here, text).on_hover_text(id).clicked() {
                        state.choose(*kind, id);
                    }
                }
            });
        }
    });
}

fn chosen(ui: &mut Ui, session: &mut Session, kind: EntryKind, id: &str, tokens: Tokens, queue: &mut Vec<Command>) {
    let title = RichText::new(format!("{} {id}", kind.name())).strong().size(15.0).color(tokens.text_strong);
    let title = ui.label(title).id;
    let Some(located) = locate(&session.document, kind, id) else {
        if !inherited(ui, session, kind, id, tokens, queue) {
            let text = "It is not in the pack any more, or is being checked.";
            ui.label(RichText::new(text).color(tokens.text_weak).italics());
        }
        return;
    };
    manage(ui, session, kind, id, tokens, queue);
    if kind == EntryKind::Unit {
        faces(ui, session, id);
    }
    ui.separator();
    let Some(tree) = session.parsed.tree(&session.document, &located.file) else {
        ui.label(
            RichText::new(format!("{} has faults in its syntax; mend them first.", located.file)).color(tokens.error),
        );
        return;
    };
    let Some(text) = session.document.files().get(&located.file).map(|file| file.text.clone()) else { return };
    let (Some(book), Some(found)) = (book(located.kind), tree.find(&located.path, &text)) else { return };
    let Some(schema) = schema_at(book, &located.path) else { return };
    let mut form =
        Form { book, content: session.document.content(), text: &text, tokens, label: Some(title), edit: None };
    form.value(ui, schema, found.node, "", Id::unique(("entry", kind.name(), id)));
    let edit = form.edit;
    if let Some(edit) = edit {
        let change = FileChange { file: located.file, edits: vec![edit] };
        if let Err(message) = session.document.change(&format!("Change {} {id}", kind.name()), &[change]) {
            queue.push(Command::Message(message));
        }
    }
}

/// The counters of a unit: for each power that may build it, and what is left of it when it is hit.
fn faces(ui: &mut Ui, session: &Session, id: &str) {
    const WIDE: f32 = 64.0;
    let content = session.document.content();
    let Some(unit) = content.units.get(id) else { return };
    let builders = unit.build.as_ref().map(|build| build.by.clone()).filter(|by| !by.is_empty());
    let powers = builders.unwrap_or_else(|| content.powers.keys().cloned().collect());
    let mut shown: Vec<(String, Counter)> = powers
        .iter()
        .take(4)
        .map(|power| {
            let title = content.powers.get(power).map_or(power.as_str(), |power| power.title.as_str());
            (title.to_owned(), stacks::counter(content, power.as_str(), id))
        })
        .collect();
    if let Some((_, whole)) = shown.first().cloned() {
        for hits in 1..=unit.damaged.len().min(3) as u32 {
            shown.push((format!("after {hits} hits"), whole.clone().damaged(content, &id.into(), hits)));
        }
    }
    ui.horizontal_wrapped(|ui| {
        for (title, face) in &shown {
            let (rect, response) = ui.allocate_exact_size(vec2(WIDE * 1.3, WIDE * 1.3), egui::Sense::hover());
            counter_sheets::paint_one(&mut session.counters.borrow_mut(), ui.painter(), face, rect.center(), WIDE);
            response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, format!("Counter, {title}")));
            response.on_hover_text(title);
        }
    });
}

/// Says where an entry comes from, and offers to make it this pack's own. True if it is inherited.
pub(super) fn inherited(
    ui: &mut Ui,
    session: &Session,
    kind: EntryKind,
    id: &str,
    tokens: Tokens,
    queue: &mut Vec<Command>,
) -> bool {
    let content = session.document.content();
    let own = content.pack().map(|pack| &pack.id);
    let Some(pack) = content.origin(kind, id).map(|origin| &origin.pack).filter(|pack| Some(*pack) != own) else {
        return false;
    };
    ui.label(RichText::new(format!("Inherited from {pack}.")).color(tokens.text_weak).italics());
    let button = ui.button("Copy into this pack");
    if button.on_hover_text("It becomes this pack's own and can be changed; the pack below stays as it is").clicked() {
        queue.push(Command::CopyDown(kind, id.to_owned()));
    }
    true
}

/// Another id everywhere, where it is used, and removal, which first shows what would break.
fn manage(ui: &mut Ui, session: &mut Session, kind: EntryKind, id: &str, tokens: Tokens, queue: &mut Vec<Command>) {
    let mut done = None;
    ui.horizontal(|ui| {
        let named = ui.label("Id").id;
        ui.add(TextEdit::singleline(&mut session.content.rename).desired_width(170.0)).labelled_by(named);
        let new = session.content.rename.trim().to_owned();
        if new != id && ui.button("Rename everywhere").clicked() {
            let planned = entry::rename(&session.document, kind, id, &new);
            done = Some((format!("Rename {id} to {new}"), planned, Some(new)));
        }
        let asks = ui.button("Used by").clicked();
        let removes = ui.button("Delete…").on_hover_text("Shows first what names it").clicked();
        if asks || removes {
            let used = entry::mentions(&session.document, kind, id);
            session.content.used = Some((session.document.revision(), used));
            session.content.removing = removes;
        }
    });
    let revision = session.document.revision();
    if let Some((at, used)) = session.content.used.clone().filter(|(at, _)| *at == revision) {
        let others: Vec<&Mention> = used.iter().filter(|mention| !mention.defines).collect();
        ui.label(RichText::new(format!("Named in {} other places", others.len())).color(tokens.text_weak));
        for mention in others.iter().take(40) {
            ui.horizontal(|ui| {
                if ui.link(format!("{}:{}", mention.file, mention.line)).clicked() {
                    queue.push(Command::ShowSource(mention.file.clone(), mention.line));
                }
                let text = session.document.text(&mention.file).unwrap_or_default();
                let line = text.lines().nth(mention.line.saturating_sub(1)).unwrap_or_default().trim();
                ui.add(egui::Label::new(RichText::new(line).small().color(tokens.text_weak)).truncate());
            });
        }
        let label = if others.is_empty() { "Delete it" } else { "Delete it anyway" };
        if session.content.removing && at == revision && ui.button(RichText::new(label).color(tokens.error)).clicked() {
            done = Some((format!("Delete {id}"), entry::delete(&session.document, kind, id), None));
        }
    }
    let Some((label, planned, renamed)) = done else { return };
    match planned.and_then(|changes| session.document.change(&label, &changes)) {
        Ok(()) => match renamed {
            Some(new) => session.content.choose(kind, &new),
            None => session.content.chosen = None,
        },
        Err(message) => queue.push(Command::Message(message)),
    }
}
