//! Carrying out overlay files: single cells, fields and stacks of what lies there. Each change is remembered with both values, for
//! `resolve` and for findings; one that meets nothing, or does not fit, is a finding at its own line.

use serde_json::Value;

use crate::codes;
use crate::content::{Changed, Content, Origin};
use crate::cst::PathStep;
use crate::diag::{Diagnostic, Severity};
use crate::entries::EntryKind;
use crate::load::SourceFile;
use crate::names::nearest;
use crate::reference::{exists, span_of};
use crate::refs;
use crate::schema::overlay::{Change, Overlay};
use crate::schema::scenario::Force;
use crate::schema::table::Table;
use crate::schema::value::{Cell, Key};

/// What an overlay file needs to be carried out.
pub(crate) struct Laying<'a> {
    pub(crate) content: &'a mut Content,
    pub(crate) file: &'a SourceFile,
    /// Kinds of entry of which some may be in files that could not be read.
    pub(crate) doubtful: &'a dyn Fn(EntryKind) -> bool,
    pub(crate) findings: &'a mut Vec<Diagnostic>,
}

/// Carries out one overlay file.
pub(crate) fn lay(overlay: &Overlay, laying: &mut Laying<'_>) {
    for (target, change) in &overlay.changes {
        let at = vec![PathStep::from("changes"), PathStep::from(target.as_str())];
        let entry = target.split_once(':').and_then(|(kind, id)| Some((EntryKind::parse(kind)?, id)));
        let Some((kind, id)) = entry else {
            laying.tell(codes::CHANGES_NOTHING, &at, format!("`{target}` names no entry"), |finding| {
                finding.help("write \"kind:id\", for example \"table:unit-cost\" or \"unit:battleship\"")
            });
            continue;
        };
        if !laying.content.has(kind, id) {
            if !(laying.doubtful)(kind) {
                let close = nearest(id, laying.content.ids(kind)).map(|close| format!("{}:{close}", kind.name()));
                laying.tell(
                    codes::CHANGES_NOTHING,
                    &at,
                    format!("the pack below has no {} `{id}`", kind.name()),
                    |finding| match close {
                        Some(close) => finding.help(format!("did you mean `{close}`?")),
                        None => {
                            finding.help("an overlay changes what is there; a new entry stands in a file of its kind")
                        }
                    },
                );
            }
            continue;
        }
        let names: Vec<(&'static str, String)> = laying.content.names_in(kind, id);
        match change {
            Change::Cells(cells) => cells.iter().for_each(|(cell, value)| laying.cell(kind, id, &at, cell, value)),
            Change::Fields(fields) => fields.iter().for_each(|(field, value)| {
                let value = serde_json::to_value(value).unwrap_or(Value::Null);
                laying.field(kind, id, &at, field, value);
            }),
            Change::SetUp(stacks) => stacks.iter().for_each(|(stack, force)| laying.stack(kind, id, &at, stack, force)),
        }
        // Units of a set-up are names of their own type, which the file itself is checked for.
        if !matches!(change, Change::SetUp(_)) {
            laying.check_names(kind, id, &at, &names);
        }
    }
}

/// The way from an entry to a part of it.
fn inside(at: &[PathStep], tag: &str, key: &str) -> Vec<PathStep> {
    [at, &[PathStep::from(tag), PathStep::from(key)]].concat()
}

impl Laying<'_> {
    fn tell(
        &mut self,
        code: crate::diag::Code,
        path: &[PathStep],
        message: String,
        more: impl FnOnce(Diagnostic) -> Diagnostic,
    ) {
        let finding = Diagnostic::new(code, message).at(self.file.path.clone(), span_of(&self.file.text, path));
        self.findings.push(more(finding));
    }

    fn cell(&mut self, kind: EntryKind, id: &str, at: &[PathStep], cell: &str, value: &Cell) {
        let path = inside(at, "Cells", cell);
        let Some(table) = self.content.tables.get_mut(id).filter(|_| kind == EntryKind::Table) else {
            return self.tell(codes::CHANGES_NOTHING, &path, format!("a {} has no cells", kind.name()), |finding| {
                finding.help("write `Fields({...})` for entries that are no table")
            });
        };
        match place_of(table, cell) {
            Ok((row, column)) => {
                let Some(place) = table.rows.get_mut(&row).and_then(|cells| cells.0.get_mut(column)) else { return };
                let before = serde_json::to_value(&*place).unwrap_or(Value::Null);
                *place = value.clone();
                let after = serde_json::to_value(value).unwrap_or(Value::Null);
                let single = table.rows.get(&row).is_some_and(|cells| cells.0.len() == 1);
                let mut base = vec![PathStep::from("rows"), PathStep::from(row.as_str())];
                base.extend((!single).then_some(PathStep::from(column)));
                self.remember(kind, id, cell, (before, after), &base, &path);
            }
            Err(help) => self.tell(codes::CHANGES_NOTHING, &path, format!("`{id}` has no cell `{cell}`"), |finding| {
                finding.help(help)
            }),
        }
    }

    fn field(&mut self, kind: EntryKind, id: &str, at: &[PathStep], field: &str, new: Value) {
        let path = inside(at, "Fields", field);
        let Some(mut entry) = self.content.value(kind, id) else {
            return self.tell(codes::CHANGES_NOTHING, &path, format!("a {} has no fields", kind.name()), |finding| {
                finding.help("replace the sequence as a whole")
            });
        };
        let steps: Vec<&str> = field.split('.').collect();
        let mut base = Vec::new();
        let before = match reach(&mut entry, &steps, &mut base) {
            Ok(place) => std::mem::replace(place, new.clone()),
            Err(step) => {
                let message = format!("the {} `{id}` has no `{step}` on the way to `{field}`", kind.name());
                return self.tell(codes::CHANGES_NOTHING, &path, message, |finding| {
                    finding.help("write the way to the field with dots between, such as \"stats.attack\"")
                });
            }
        };
        match self.content.replace(kind, id, entry) {
            Ok(()) => self.remember(kind, id, field, (before, new), &base, &path),
            Err(error) => {
                let said = error.to_string();
                let words: Vec<&str> = said.split('`').skip(1).step_by(2).collect();
                let close = words.split_first().and_then(|(wrong, known)| nearest(wrong, known.iter().copied()));
                let unknown = said.starts_with("unknown field").then(|| words.first().copied().unwrap_or_default());
                let message = match unknown {
                    Some(unknown) => format!("a {} has no field `{unknown}`", kind.name()),
                    None => format!("this does not fit the field `{field}` of a {}: {}", kind.name(), plain(&said)),
                };
                let code = if unknown.is_some() { codes::CHANGES_NOTHING } else { codes::UNFIT_CHANGE };
                self.tell(code, &path, message, |finding| match close {
                    Some(close) => finding.help(format!("did you mean `{close}`?")),
                    None => finding.help("write the value as the field holds it in a file of its kind"),
                });
            }
        }
    }

    fn stack(&mut self, kind: EntryKind, id: &str, at: &[PathStep], stack: &str, force: &Force) {
        let path = inside(at, "SetUp", stack);
        let entry = if kind == EntryKind::Scenario { self.content.value(kind, id) } else { None };
        let (Some(mut entry), Some((power, space))) = (entry, stack.split_once(',')) else {
            return self.tell(
                codes::CHANGES_NOTHING,
                &path,
                format!("`{stack}` names no stack of a set-up"),
                |finding| finding.help("write \"power, space\" in the changes of a scenario"),
            );
        };
        let (power, space) = (power.trim(), space.trim());
        let mut stacks = Vec::new();
        if let Some(placements) = entry.get("set_up").and_then(|set_up| set_up.get(power)) {
            find_stacks(placements, &[PathStep::from("set_up"), PathStep::from(power)], &mut stacks);
        }
        let here: Vec<Vec<PathStep>> =
            stacks.iter().filter(|(at, _)| at == space).map(|(_, path)| path.clone()).collect();
        if here.is_empty() {
            let close = nearest(space, stacks.iter().map(|(at, _)| at.as_str()));
            let powers = entry.get("set_up").and_then(Value::as_object).into_iter().flat_map(|powers| powers.keys());
            let other = nearest(power, powers.map(String::as_str)).filter(|_| stacks.is_empty());
            return self.tell(
                codes::CHANGES_NOTHING,
                &path,
                format!("`{power}` has no stack at `{space}` in the set-up of `{id}`"),
                |finding| match close.map(|space| format!("{power}, {space}")).or(other) {
                    Some(close) => finding.help(format!("did you mean `{close}`?")),
                    None => {
                        finding.help("an overlay changes stacks that are there; write the scenario again to add one")
                    }
                },
            );
        }
        for (unit, number) in force {
            let holder =
                here.iter().find(|path| at_path(&entry, path).is_some_and(|force| force.get(unit.as_str()).is_some()));
            let base = holder.unwrap_or(&here[0]).clone();
            let Some(force) = at_path_mut(&mut entry, &base).and_then(Value::as_object_mut) else { continue };
            let before = force.get(unit.as_str()).cloned().unwrap_or_else(|| Value::from(0));
            if *number == 0 {
                force.shift_remove(unit.as_str());
            } else {
                force.insert(unit.as_str().to_owned(), Value::from(*number));
            }
            let base: Vec<PathStep> = [base.as_slice(), &[PathStep::from(unit.as_str())]].concat();
            let path: Vec<PathStep> = [path.as_slice(), &[PathStep::from(unit.as_str())]].concat();
            let (at, after) = (format!("{power}, {space}, {unit}"), Value::from(*number));
            self.remember(kind, id, &at, (before, after), &base, &path);
        }
        // Numbers of units always fit.
        let _ = self.content.replace(kind, id, entry);
    }

    /// Keeps a change; says if it changes nothing, or what another overlay changed before.
    fn remember(
        &mut self,
        kind: EntryKind,
        id: &str,
        at: &str,
        (before, after): (Value, Value),
        base: &[PathStep],
        path: &[PathStep],
    ) {
        let overlay = Origin { pack: self.file.pack.clone(), file: self.file.path.clone(), path: path.to_vec() };
        let origin = self.content.origin(kind, id).map(|origin| {
            let whole = matches!(kind, EntryKind::Table | EntryKind::Scenario);
            let path = if whole { base.to_vec() } else { [origin.path.as_slice(), base].concat() };
            Origin { path, ..origin.clone() }
        });
        let same = |other: &&Changed| {
            other.kind == kind && other.id == id && (other.at == at || within(&other.at, at) || within(at, &other.at))
        };
        let other = self.content.changed.iter().rev().find(same).cloned();
        if let Some(other) = other {
            let own = other.overlay.pack == overlay.pack;
            let (file, place) = (other.overlay.file.clone(), other.overlay.path.clone());
            let message = format!("`{at}` of the {} `{id}` is changed by two overlays", kind.name());
            let related = self.place_in(&file, &place);
            self.tell(codes::CHANGED_TWICE, path, message, |mut finding| {
                // That one pack changes what the pack below has changed already is what packs are for.
                finding.severity = if own { Severity::Error } else { Severity::Note };
                let help = if own { "keep one of them" } else { "this one counts; the one below is overruled" };
                let finding = finding.help(help);
                match related {
                    Some(span) => finding.related(file, span, format!("here it becomes {}", other.after)),
                    None => finding.note(format!("{file} makes it {}", other.after)),
                }
            });
        } else if before == after {
            self.tell(
                codes::SAME_AS_BEFORE,
                path,
                format!("`{at}` of the {} `{id}` is {after} already", kind.name()),
                |finding| finding.help("remove the line: an overlay says only what differs"),
            );
        }
        let id = id.to_owned();
        let at = at.to_owned();
        self.content.changed.push(Changed { kind, id, at, before, after, base: origin, overlay });
    }

    /// The place of a path in this very file; other files are named only.
    fn place_in(&self, file: &str, path: &[PathStep]) -> Option<crate::source::Span> {
        (file == self.file.path).then(|| span_of(&self.file.text, path))
    }

    /// Names that came in with the changes must point at something.
    fn check_names(&mut self, kind: EntryKind, id: &str, at: &[PathStep], before: &[(&'static str, String)]) {
        for (of, name) in self.content.names_in(kind, id) {
            let targets = refs::targets(of);
            let is_new = !before.iter().any(|(old, known)| *old == of && *known == name);
            let unsure = targets.is_empty() || targets.iter().any(|kind| (self.doubtful)(*kind));
            if is_new && !unsure && !exists(self.content, targets, &name) {
                let words: Vec<&str> = targets.iter().map(|kind| kind.name()).collect();
                let close = nearest(&name, targets.iter().flat_map(|kind| self.content.ids(*kind)));
                let path = self.mention(at, &name);
                self.tell(codes::DANGLING, &path, format!("there is no {} `{name}`", words.join(" or ")), |finding| {
                    match close {
                        Some(close) => finding.help(format!("did you mean `{close}`?")),
                        None => finding.help("correct the name"),
                    }
                });
            }
        }
    }

    /// The change below a path that mentions a name.
    fn mention(&self, at: &[PathStep], name: &str) -> Vec<PathStep> {
        let mentions = |changed: &&Changed| {
            changed.overlay.file == self.file.path
                && changed.overlay.path.starts_with(at)
                && (changed.at.contains(name) || changed.after.to_string().contains(name))
        };
        self.content
            .changed
            .iter()
            .rev()
            .find(mentions)
            .map_or_else(|| at.to_vec(), |changed| changed.overlay.path.clone())
    }
}

/// Whether one way leads through another: "stats" and "stats.attack".
fn within(inner: &str, outer: &str) -> bool {
    inner.strip_prefix(outer).is_some_and(|rest| rest.starts_with('.'))
}

/// The row and the number of the column that "row, column" names, or what is there instead.
fn place_of(table: &Table, cell: &str) -> Result<(Key, usize), String> {
    let columns = table.keys(1);
    if let Some((row, cells)) = table.rows.get_key_value(&Key::from(cell))
        && cells.0.len() == 1
    {
        return Ok((row.clone(), 0));
    }
    // Keys may themselves hold commas, so every way to split the name is tried.
    for (at, _) in cell.match_indices(',') {
        let (row, column) = (Key::from(cell[..at].trim()), cell[at + 1..].trim());
        let Some(cells) = table.rows.get(&row) else { continue };
        return match columns.iter().position(|key| key.as_str() == column) {
            Some(place) if place < cells.0.len() => Ok((row, place)),
            _ => Err(match nearest(column, columns.iter().map(Key::as_str)) {
                Some(close) => format!("did you mean `{row}, {close}`?"),
                None => format!("its columns are {}", list(&columns)),
            }),
        };
    }
    let row = cell.split(',').next().unwrap_or(cell).trim();
    Err(match nearest(row, table.rows.keys().map(Key::as_str)) {
        Some(close) if close == row => format!("name the column too: its columns are {}", list(&columns)),
        Some(close) => format!("did you mean `{}`?", cell.replacen(row, &close, 1)),
        None => format!("its rows are {}", list(&table.rows.keys().cloned().collect::<Vec<_>>())),
    })
}

fn list(keys: &[Key]) -> String {
    keys.iter().take(20).map(Key::as_str).collect::<Vec<_>>().join(", ")
}

/// The place that a way leads to; its last step may be new. The error is the step that leads nowhere.
fn reach<'v>(value: &'v mut Value, steps: &[&str], base: &mut Vec<PathStep>) -> Result<&'v mut Value, String> {
    let Some((step, rest)) = steps.split_first() else { return Ok(value) };
    match value {
        Value::Array(items) => {
            let index = step.parse::<usize>().ok().filter(|index| *index < items.len());
            base.extend(index.map(PathStep::from));
            let item = index.and_then(|index| items.get_mut(index)).ok_or_else(|| (*step).to_owned())?;
            reach(item, rest, base)
        }
        Value::Object(fields) if rest.is_empty() || fields.contains_key(*step) => {
            base.push(PathStep::from(*step));
            reach(fields.entry((*step).to_owned()).or_insert(Value::Null), rest, base)
        }
        _ => Err((*step).to_owned()),
    }
}

fn at_path<'v>(value: &'v Value, path: &[PathStep]) -> Option<&'v Value> {
    path.iter().try_fold(value, |value, step| match step {
        PathStep::Key(key) => value.get(key.as_str()),
        PathStep::Index(index) => value.get(*index),
    })
}

fn at_path_mut<'v>(value: &'v mut Value, path: &[PathStep]) -> Option<&'v mut Value> {
    path.iter().try_fold(value, |value, step| match step {
        PathStep::Key(key) => value.get_mut(key.as_str()),
        PathStep::Index(index) => value.get_mut(*index),
    })
}

/// The stacks that stand in one named space, with the way to their units.
fn find_stacks(placements: &Value, path: &[PathStep], found: &mut Vec<(String, Vec<PathStep>)>) {
    for (index, placement) in placements.as_array().into_iter().flatten().enumerate() {
        let Some((tag, value)) = placement.as_object().and_then(|object| object.iter().next()) else { continue };
        let here = [path, &[PathStep::from(index), PathStep::from(tag.as_str())]].concat();
        match (tag.as_str(), value.get(0).and_then(Value::as_str)) {
            ("At", Some(space)) => found.push((space.to_owned(), [here.as_slice(), &[PathStep::from(1)]].concat())),
            ("From" | "Reconstructed", _) => {
                if let Some(inner) = value.get(1) {
                    find_stacks(inner, &[here.as_slice(), &[PathStep::from(1)]].concat(), found);
                }
            }
            _ => {}
        }
    }
}

/// What the decoder says, without the place in a text that nobody sees.
fn plain(said: &str) -> String {
    let said = said.split(" at line ").next().unwrap_or(said);
    said.replace("invalid type: ", "")
        .replace("invalid value: ", "")
        .replace("i64", "a whole number")
        .replace("u32", "a number")
}
