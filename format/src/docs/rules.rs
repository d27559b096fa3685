//! Pages about what rules are made of: conditions, effects, triggers, modifiers, procedures. Each kind with what it means, how it is
//! written, and the shortest use of it in the packs that are given.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::Value;

use super::{inside, line, type_of};
use crate::cst::{self, Node, NodeKind};
use crate::schema::{CURRENT, Kind};
use crate::schemas;

/// A file of a pack, to find uses in.
pub struct RuleText {
    pub pack: String,
    pub text: String,
}

/// A page: its name without the ending, and its text.
pub struct Page {
    pub name: &'static str,
    pub text: String,
}

/// A part of rules: its page, its types in the schema, and the fields under which values of such a type stand.
struct Part {
    name: &'static str,
    title: &'static str,
    about: &'static str,
    types: &'static [(&'static str, &'static str)],
}

const PARTS: &[Part] = &[
    Part {
        name: "conditions",
        title: "Conditions",
        about: "What must hold for a rule, a modifier, an objective, a passage or a phase. They stand in `when`, and inside each other.",
        types: &[("Condition", "when")],
    },
    Part {
        name: "values",
        title: "Values",
        about: "Wherever play may change a number a value stands: in comparisons, effects, modifiers, objectives, victory. It is a number \
                as it is (`5`, `\"1/3\"`), or one of these. A value with a name stands under `values` in a file of rules, and \
                `Named(\"its-name\")` speaks of it. Whoever is meant is named, or has a part in what is at hand: `This`, `Holder`, \
                `Enemies`. What divides by something that may be 0, grows without bound or is computed from itself is a finding \
                (E112 to E116).",
        types: &[("Expression", "value"), ("Among", "among")],
    },
    Part {
        name: "effects",
        title: "Effects",
        about: "What a rule does, one after the other. They stand in `then`, also of rolls and of choices.",
        types: &[("Effect", "then")],
    },
    Part {
        name: "triggers",
        title: "Triggers",
        about: "When the engine looks at a rule. They stand in `on`.",
        types: &[("Trigger", "on")],
    },
    Part {
        name: "modifiers",
        title: "Modifiers",
        about: "A modifier changes a `quantity` by a `change`, for the units in `to`, while `when` holds. Of all that apply, additions come \
                first, then factors and fixed values, then limits. A quantity that no procedure looks up is the finding L109.",
        types: &[("Quantity", "quantity"), ("Change", "change")],
    },
    Part {
        name: "procedures",
        title: "Procedures",
        about: "What the engine can do in a phase. A pack gives each a name and its settings under `procedures`, and the sequence calls it \
                by that name.",
        types: &[("Procedure", "do")],
    },
];

/// The uses of each variant, by field and name: the packs that use it, and the shortest use.
#[derive(Default)]
struct Uses {
    found: BTreeMap<(&'static str, String), Use>,
}

#[derive(Default)]
struct Use {
    packs: Vec<String>,
    shortest: Option<(String, String)>,
}

/// All pages; uses are looked for in these texts.
pub fn rule_pages(texts: &[RuleText]) -> Vec<Page> {
    let mut uses = Uses::default();
    for file in texts {
        if let (Some(tree), _) = cst::parse(&file.text) {
            uses.visit(file, &tree, None);
        }
    }
    PARTS.iter().map(|part| Page { name: part.name, text: page(part, &uses) }).collect()
}

impl Uses {
    /// `under` is the field whose values the node belongs to.
    fn visit(&mut self, file: &RuleText, node: &Node, under: Option<&'static str>) {
        if let Some(field) = under {
            self.note(file, node, node, field);
        }
        match &node.kind {
            NodeKind::List(items) | NodeKind::Tuple(_, items) => {
                let name = node.name().map(|name| name.text.as_str()).unwrap_or_default();
                for item in items {
                    self.visit(file, item, inner(name, under));
                }
            }
            NodeKind::Map(entries) => {
                for entry in entries {
                    self.visit(file, &entry.value, None);
                }
            }
            NodeKind::Struct(_, fields) => {
                for field in fields {
                    let mut known = PARTS.iter().flat_map(|part| part.types).map(|(_, field)| *field);
                    let known = known.find(|known| *known == field.name.text);
                    // A quantity says nothing without what changes it.
                    if let Some(known @ ("quantity" | "change")) = known {
                        self.note(file, &field.value, node, known);
                        if let NodeKind::Tuple(_, items) = &field.value.kind {
                            items.iter().for_each(|item| self.visit(file, item, Some("value")));
                        }
                    } else {
                        self.visit(file, &field.value, known);
                    }
                }
            }
            _ => {}
        }
    }

    /// `whole` is what a reader is shown of the use.
    fn note(&mut self, file: &RuleText, node: &Node, whole: &Node, field: &'static str) {
        let name = match &node.kind {
            NodeKind::Name(name) => name,
            NodeKind::Tuple(Some(name), _) | NodeKind::Struct(Some(name), _) => &name.text,
            _ => return,
        };
        let known = self.found.entry((field, name.clone())).or_default();
        if !known.packs.contains(&file.pack) {
            known.packs.push(file.pack.clone());
        }
        let written = file.text.get(whole.span.start..whole.span.end).unwrap_or_default();
        if known.shortest.as_ref().is_none_or(|(_, shortest)| written.len() < shortest.len()) {
            known.shortest = Some((file.pack.clone(), outdented(written)));
        }
    }
}

/// What stands between the brackets of a condition, an effect or a value, if that is something else.
fn inner(name: &str, under: Option<&'static str>) -> Option<&'static str> {
    match (name, under) {
        ("AtLeast" | "AtMost" | "MoreThan" | "LessThan" | "Equal", Some("when"))
        | ("Money" | "Transfer" | "Income" | "SetFeature" | "ChangeFeature" | "Devastate" | "Points", Some("then")) => {
            Some("value")
        }
        ("Count" | "Exists" | "Every", _) => Some("among"),
        _ => under,
    }
}

/// A text of several lines as if it stood at the start of a line.
fn outdented(text: &str) -> String {
    let last = text.lines().last().unwrap_or_default();
    let margin = if text.contains('\n') { last.len() - last.trim_start().len() } else { 0 };
    let lines =
        text.lines().enumerate().map(|(at, line)| if at == 0 { line } else { line.get(margin..).unwrap_or("") });
    lines.collect::<Vec<_>>().join("\n")
}

fn page(part: &Part, uses: &Uses) -> String {
    let mut out = format!(
        "# {}\n\nGenerated from the types and the bundled packs; do not edit. Types that are only named here stand in \
         [format.md](../format.md).\n\n{}\n",
        part.title, part.about
    );
    for (name, field) in part.types {
        let Some(schema) = definition(name) else { continue };
        let is_one_of_several = part.types.len() > 1;
        if is_one_of_several {
            let about = schema.get("description").and_then(Value::as_str).map(line).unwrap_or_default();
            let _ = writeln!(out, "\n## {name}\n\n{about}");
        }
        for variant in variants(schema) {
            let _ = writeln!(out, "\n{} {}\n", if is_one_of_several { "###" } else { "##" }, variant.name);
            section(&mut out, &variant, uses.found.get(&(*field, variant.name.to_owned())));
        }
    }
    out
}

fn definition(name: &str) -> Option<&'static Value> {
    schemas::get(CURRENT, Kind::Rules)?.get("$defs")?.get(name)
}

/// One way to write a value.
struct Variant<'s> {
    name: &'s str,
    about: &'s str,
    /// What stands between its brackets.
    inner: Option<&'s Value>,
}

fn variants(schema: &Value) -> Vec<Variant<'_>> {
    let mut found = Vec::new();
    for variant in schema.get("oneOf").and_then(Value::as_array).into_iter().flatten() {
        let about = variant.get("description").and_then(Value::as_str).unwrap_or_default();
        let words = variant.get("enum").and_then(Value::as_array).into_iter().flatten().chain(variant.get("const"));
        found.extend(words.filter_map(Value::as_str).map(|name| Variant { name, about, inner: None }));
        let tagged = variant.get("properties").and_then(Value::as_object).into_iter().flatten();
        found.extend(tagged.map(|(name, inner)| Variant { name, about, inner: Some(inner) }));
    }
    found
}

fn section(out: &mut String, variant: &Variant<'_>, used: Option<&Use>) {
    if !variant.about.is_empty() {
        let _ = writeln!(out, "{}\n", line(variant.about));
    }
    let fields = variant.inner.and_then(|inner| inner.get("properties")).and_then(Value::as_object);
    match (fields, variant.inner) {
        (Some(fields), _) => {
            let needed: Vec<&str> = variant
                .inner
                .and_then(|inner| inner.get("required"))
                .and_then(Value::as_array)
                .into_iter()
                .flatten()
                .filter_map(Value::as_str)
                .collect();
            out.push_str("| field | value | |\n|---|---|---|\n");
            for (name, field) in fields {
                let need = if needed.contains(&name.as_str()) { " (required)" } else { "" };
                let about = field.get("description").and_then(Value::as_str).map(line).unwrap_or_default();
                let _ = writeln!(out, "| `{name}`{need} | {} | {about} |", type_of(field));
            }
            out.push('\n');
        }
        (None, Some(inner)) => _ = writeln!(out, "Written `{}({})`.\n", variant.name, inside(inner)),
        (None, None) => _ = writeln!(out, "Written `{}`.\n", variant.name),
    }
    let Some(used) = used else {
        out.push_str("No bundled pack uses it.\n");
        return;
    };
    if let Some((pack, written)) = &used.shortest {
        let _ = writeln!(out, "In {pack}:\n\n```ron\n{written}\n```\n");
    }
    if used.packs.len() > 1 {
        let _ = writeln!(out, "Used by {}.", used.packs.join(", "));
    }
}
