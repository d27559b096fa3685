//! Draws the form of a value and collects the one edit that a frame may bring. What may be chosen comes from the schema.

use chartroom_format::content::Content;
use chartroom_format::cst::{Node, NodeKind};
use chartroom_format::edit::Edit;
use chartroom_format::entries::EntryKind;
use chartroom_format::schema::value::Amount;
use egui::{ComboBox, DragValue, Id, Response, RichText, TextEdit, Ui};
use serde_json::Value;

use crate::document::ops::text::{append, items, quoted, remove, set_field};
use crate::theme::Tokens;
use crate::view_model::form::{Book, Carried, FieldOf, Shape, Variant, key_kinds, names, title_of, variant_of};

/// How wide the words beside fields are, unless they need more.
const LABEL: f32 = 64.0;
/// How many names a list shows before it asks for a few letters.
const MOST_NAMES: usize = 400;

/// A form on the text of one file.
pub struct Form<'a> {
    pub book: Book<'a>,
    pub content: &'a Content,
    pub text: &'a str,
    pub tokens: Tokens,
    /// The words beside the value that is being drawn: what a screen reader calls it.
    pub label: Option<Id>,
    /// What the user changed.
    pub edit: Option<Edit>,
}

impl<'a> Form<'a> {
    /// The form of a value. `field` is the field or variant it stands in.
    pub fn value(&mut self, ui: &mut Ui, schema: &'a Value, node: &Node, field: &str, id: Id) {
        // The form does not show that a value is optional: its field is there or not.
        let node = match &node.kind {
            NodeKind::Tuple(Some(name), inner) if name.text == "Some" && inner.len() == 1 => &inner[0],
            _ => node,
        };
        match self.book.shape(schema) {
            Shape::Truth => {
                let mut truth = matches!(node.kind, NodeKind::Bool(true));
                let response = ui.checkbox(&mut truth, "");
                if self.named(response).changed() {
                    self.put(node, truth.to_string());
                }
            }
            Shape::Whole => {
                let before: i64 = node.span.of(self.text).parse().unwrap_or_default();
                let mut number = before;
                let range = -9999..=99_999;
                let response = ui.add(DragValue::new(&mut number).range(range).update_while_editing(false));
                self.named(response);
                if number != before {
                    self.put(node, number.to_string());
                }
            }
            Shape::Text => self.words(ui, node, id, |text| Ok(quoted(text))),
            Shape::Amount => self.words(ui, node, id, |text| match (text.parse::<i64>(), Amount::parse(text)) {
                (Ok(number), _) => Ok(number.to_string()),
                (_, Some(_)) => Ok(quoted(text)),
                _ => Err(()),
            }),
            Shape::Name(kinds) => self.name(ui, node, kinds, id),
            Shape::Variants(variants) => self.variants(ui, &variants, node, id),
            Shape::List(item) => self.list(ui, item, node, field, id),
            Shape::Tuple(parts) => match &node.kind {
                NodeKind::Tuple(_, nodes) | NodeKind::List(nodes) => self.parts(ui, &parts, nodes, field, id),
                _ => self.plain(ui, node),
            },
            Shape::Map(values) => self.map(ui, values, node, field, id),
            Shape::Struct(fields) => self.fields(ui, &fields, node, id),
            Shape::Other => self.plain(ui, node),
        }
    }

    fn named(&self, response: Response) -> Response {
        match self.label {
            Some(label) => response.labelled_by(label),
            None => response,
        }
    }

    fn put(&mut self, node: &Node, text: String) {
        self.edit.get_or_insert(Edit::replace(node.span, text));
    }

    /// What no form can change is shown as it is written.
    fn plain(&self, ui: &mut Ui, node: &Node) {
        ui.label(RichText::new(node.span.of(self.text)).monospace().color(self.tokens.text_weak));
    }

    fn words(&mut self, ui: &mut Ui, node: &Node, id: Id, literal: impl Fn(&str) -> Result<String, ()>) {
        let shown = node.key_text(self.text);
        let mut typed = ui.data(|data| data.get_temp::<String>(id)).unwrap_or_else(|| shown.clone());
        let fits = literal(typed.trim());
        let field = TextEdit::singleline(&mut typed).id(id.with("field")).desired_width(170.0);
        let field = if fits.is_err() { field.text_color(self.tokens.error) } else { field };
        let response = ui.add(field);
        let response = self.named(response);
        if response.changed() {
            ui.data_mut(|data| data.insert_temp(id, typed.clone()));
        }
        if response.lost_focus() {
            ui.data_mut(|data| data.remove::<String>(id));
            if let (Ok(text), true) = (literal(typed.trim()), typed.trim() != shown) {
                self.put(node, text);
            }
        }
    }

    fn name(&mut self, ui: &mut Ui, node: &Node, kinds: &[EntryKind], id: Id) {
        let shown = node.key_text(self.text);
        if let Some(chosen) = self.choose(ui, &shown, kinds, id, &[]) {
            self.put(node, quoted(&chosen));
        }
    }

    /// A list of names, narrowed by a few letters.
    fn choose(&self, ui: &mut Ui, shown: &str, kinds: &[EntryKind], id: Id, without: &[String]) -> Option<String> {
        let mut chosen = None;
        let title = title_of(self.content, kinds, shown).map(|title| words(shown, &title));
        let combo = ComboBox::from_id_salt(id)
            .selected_text(title.unwrap_or_else(|| shown.to_owned()))
            .width(170.0)
            .show_ui(ui, |ui| {
                let known = names(self.content, kinds);
                let find = id.with("find");
                let mut typed = ui.data(|data| data.get_temp::<String>(find)).unwrap_or_default();
                if known.len() > 12 {
                    ui.add(TextEdit::singleline(&mut typed).hint_text("Find").desired_width(150.0));
                    ui.data_mut(|data| data.insert_temp(find, typed.clone()));
                }
                let wanted = typed.to_lowercase();
                let fits = |(id, title): &&(String, String)| {
                    !without.contains(id)
                        && (id.to_lowercase().contains(&wanted) || title.to_lowercase().contains(&wanted))
                };
                for (id, title) in known.iter().filter(fits).take(MOST_NAMES) {
                    if ui.selectable_label(id == shown, words(id, title)).clicked() {
                        chosen = Some(id.clone());
                    }
                }
            });
        self.named(combo.response);
        chosen
    }

    fn variants(&mut self, ui: &mut Ui, variants: &[Variant<'a>], node: &Node, id: Id) {
        let now = variant_of(node);
        let name = now.map_or("?", |(name, _)| name);
        let known = variants.iter().find(|variant| variant.name == name);
        ui.vertical(|ui| {
            let combo = ComboBox::from_id_salt(id).selected_text(spaced(name)).width(170.0).show_ui(ui, |ui| {
                for variant in variants {
                    let response = ui.selectable_label(variant.name == name, spaced(variant.name));
                    if response.on_hover_text(variant.about).clicked() && variant.name != name {
                        self.put(node, self.book.new_variant(variant, self.content));
                    }
                }
            });
            let response = self.named(combo.response);
            if let Some(variant) = known {
                response.on_hover_text(variant.about);
            }
            let (Some(inner), Some((_, Some(carried)))) = (known.and_then(|variant| variant.inner), now) else {
                return;
            };
            ui.indent(id.with("inner"), |ui| match (carried, self.book.shape(inner)) {
                (Carried::Own(node), Shape::Struct(fields)) => self.fields(ui, &fields, node, id.with(name)),
                (Carried::Items(nodes), Shape::Tuple(parts)) => self.parts(ui, &parts, nodes, name, id.with(name)),
                (Carried::Items([only]), _) => self.value(ui, inner, only, name, id.with(name)),
                (Carried::Items([]), Shape::Struct(fields)) => self.fields(ui, &fields, node, id.with(name)),
                _ => self.plain(ui, node),
            });
        });
    }

    fn parts(&mut self, ui: &mut Ui, parts: &[&'a Value], nodes: &[Node], field: &str, id: Id) {
        ui.vertical(|ui| {
            for (at, (part, node)) in parts.iter().zip(nodes).enumerate() {
                self.value(ui, part, node, field, id.with(at));
            }
        });
    }

    fn list(&mut self, ui: &mut Ui, item: &'a Value, node: &Node, field: &str, id: Id) {
        let NodeKind::List(nodes) = &node.kind else { return self.plain(ui, node) };
        ui.vertical(|ui| {
            for (at, one) in nodes.iter().enumerate() {
                ui.horizontal_top(|ui| {
                    if ui.small_button("×").on_hover_text("Remove").clicked() {
                        self.edit.get_or_insert(remove(self.text, &items(node), at));
                    }
                    self.value(ui, item, one, field, id.with(at));
                });
            }
            if ui.small_button("+ add").on_hover_text(format!("Add to {}", spaced(field))).clicked() {
                let new = self.book.new_value(item, self.content);
                self.edit.get_or_insert(append(self.text, node, &new));
            }
        });
    }

    fn map(&mut self, ui: &mut Ui, values: &'a Value, node: &Node, field: &str, id: Id) {
        let NodeKind::Map(entries) = &node.kind else { return self.plain(ui, node) };
        let keys: Vec<String> = entries.iter().map(|entry| entry.key.key_text(self.text)).collect();
        ui.vertical(|ui| {
            for (at, entry) in entries.iter().enumerate() {
                ui.horizontal_top(|ui| {
                    if ui.small_button("×").on_hover_text("Remove").clicked() {
                        self.edit.get_or_insert(remove(self.text, &items(node), at));
                    }
                    let outer = self.label.replace(ui.label(&keys[at]).id);
                    self.value(ui, values, &entry.value, field, id.with(&keys[at]));
                    self.label = outer;
                });
            }
            let kinds = key_kinds(field);
            let new =
                if kinds.is_empty() { new_key(ui, id) } else { self.choose(ui, "+ add", kinds, id.with("add"), &keys) };
            if let Some(key) = new.filter(|key| !keys.contains(key)) {
                let value = self.book.new_value(values, self.content);
                self.edit.get_or_insert(append(self.text, node, &format!("{}: {value}", quoted(&key))));
            }
        });
    }

    /// The fields of a struct, and a menu with those that may be added.
    pub fn fields(&mut self, ui: &mut Ui, fields: &[FieldOf<'a>], node: &Node, id: Id) {
        let order: Vec<&str> = fields.iter().map(|field| field.name).collect();
        let of = |name: &str| node.field(name).map(|field| &field.value);
        ui.vertical(|ui| {
            for field in fields.iter().filter(|field| field.name != "schema" && field.name != "requires") {
                let Some(value) = of(field.name) else { continue };
                ui.horizontal_top(|ui| {
                    let words = RichText::new(spaced(field.name)).color(self.tokens.text_weak);
                    let label = beside_field(ui, words);
                    let outer = self.label.replace(label.id);
                    if !field.about.is_empty() {
                        label.on_hover_text(field.about);
                    }
                    self.value(ui, field.schema, value, field.name, id.with(field.name));
                    self.label = outer;
                    if !field.required && ui.small_button("–").on_hover_text("Leave out").clicked() {
                        self.edit = self.edit.take().or_else(|| set_field(self.text, node, field.name, None, &order));
                    }
                });
            }
            let missing: Vec<&FieldOf<'a>> =
                fields.iter().filter(|field| of(field.name).is_none() && field.name != "requires").collect();
            if missing.is_empty() {
                return;
            }
            ui.menu_button("+ more", |ui| {
                for field in missing {
                    if ui.button(spaced(field.name)).on_hover_text(field.about).clicked() {
                        let new = self.book.new_value(field.schema, self.content);
                        self.edit =
                            self.edit.take().or_else(|| set_field(self.text, node, field.name, Some(&new), &order));
                        ui.close();
                    }
                }
            });
        });
    }
}

/// The words beside a field, level with it and as wide as most, so that fields stand below each other.
fn beside_field(ui: &mut Ui, words: RichText) -> Response {
    let size = egui::vec2(LABEL, ui.spacing().interact_size.y);
    let middle = egui::Layout::left_to_right(egui::Align::Center);
    ui.allocate_ui_with_layout(size, middle, |ui| {
        ui.set_min_size(size);
        ui.label(words)
    })
    .inner
}

fn new_key(ui: &mut Ui, id: Id) -> Option<String> {
    let id = id.with("key");
    let mut typed = ui.data(|data| data.get_temp::<String>(id)).unwrap_or_default();
    let mut new = None;
    ui.horizontal(|ui| {
        ui.add(TextEdit::singleline(&mut typed).hint_text("new id").desired_width(110.0));
        let key = chartroom_format::names::to_id(typed.trim());
        if ui.small_button("+ add").clicked() && !key.is_empty() {
            new = Some(key);
            typed.clear();
        }
    });
    ui.data_mut(|data| data.insert_temp(id, typed));
    new
}

fn words(id: &str, title: &str) -> String {
    if title.is_empty() || title == id { id.to_owned() } else { format!("{title} ({id})") }
}

/// "HoldsFor" and "set_up" as words.
pub fn spaced(name: &str) -> String {
    let mut out = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !out.is_empty() {
            out.push(' ');
        }
        out.push(if letter == '_' { ' ' } else { letter.to_ascii_lowercase() });
    }
    out
}
