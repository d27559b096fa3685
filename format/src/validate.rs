//! Checks the JSON form of a document against the JSON Schema of the version it declares, and turns the
//! schema's complaints into findings at the author's own text.

use std::sync::OnceLock;

use jsonschema::error::{TypeKind, ValidationErrorKind};
use jsonschema::{ValidationError, Validator};
use serde_json::Value;

use crate::codes;
use crate::cst::{Found, Node, NodeKind, PathStep};
use crate::diag::{Diagnostic, Safety};
use crate::edit::Edit;
use crate::names::nearest;
use crate::schema::Kind;
use crate::schemas;

mod rewrite;

/// Each validator is built when a file first needs it.
static VALIDATORS: [OnceLock<Option<Validator>>; schemas::COUNT] = [const { OnceLock::new() }; schemas::COUNT];

fn validator(kind: Kind, version: u32) -> Option<&'static Validator> {
    let built = VALIDATORS[schemas::place(version, kind)?]
        .get_or_init(|| jsonschema::validator_for(schemas::get(version, kind)?).ok());
    built.as_ref()
}

/// Whether a document fits the schema of its version.
pub fn is_valid(kind: Kind, version: u32, value: &Value) -> bool {
    validator(kind, version).is_none_or(|validator| validator.is_valid(value))
}

/// All complaints of the schema about a document, at their places.
pub fn check(kind: Kind, version: u32, value: &Value, root: &Node, text: &str, file: &str) -> Vec<Diagnostic> {
    let Some(validator) = validator(kind, version) else { return Vec::new() };
    if validator.is_valid(value) {
        return Vec::new();
    }
    let Some(schema) = schemas::get(version, kind) else { return Vec::new() };
    let reporter = Reporter { validator, schema, root, text, file, faults: validator.iter_errors(value).count() };
    let mut findings: Vec<Diagnostic> =
        validator.iter_errors(value).flat_map(|error| reporter.report(&error)).collect();
    crate::diag::sort(&mut findings);
    findings
}

struct Reporter<'a> {
    validator: &'a Validator,
    schema: &'a Value,
    root: &'a Node,
    text: &'a str,
    file: &'a str,
    /// How many complaints there are altogether.
    faults: usize,
}

impl Reporter<'_> {
    fn report(&self, error: &ValidationError<'_>) -> Vec<Diagnostic> {
        let path = steps(error);
        match error.kind() {
            ValidationErrorKind::OneOfNotValid { context } | ValidationErrorKind::AnyOf { context } => {
                self.report_choice(error, &path, context)
            }
            ValidationErrorKind::AdditionalProperties { unexpected } => {
                let names_are_keys = self.schema_beside(error, "patternProperties").is_some();
                let inside = |name: &str| [path.as_slice(), &[PathStep::from(name)]].concat();
                unexpected
                    .iter()
                    .map(|name| {
                        if names_are_keys {
                            self.bad_name(&inside(name), name, true)
                        } else {
                            self.unknown_field(error, &inside(name), name)
                        }
                    })
                    .collect()
            }
            ValidationErrorKind::PropertyNames { error: inner } => {
                let name = inner.instance().as_str().unwrap_or_default().to_owned();
                let mut inside = path.clone();
                inside.push(PathStep::Key(name.clone()));
                vec![self.bad_name(&inside, &name, true)]
            }
            _ => vec![self.report_plain(error, &path)],
        }
    }

    /// A value that fits none of several forms: either a known form with a fault inside, or an unknown word.
    fn report_choice(
        &self,
        error: &ValidationError<'_>,
        path: &[PathStep],
        context: &[Vec<ValidationError<'static>>],
    ) -> Vec<Diagnostic> {
        // A branch is the one meant when its faults lie below the value itself, or when it is a choice of its own.
        let meant = context
            .iter()
            .filter(|branch| !branch.iter().any(is_tag_complaint))
            .map(|branch| (branch.iter().map(depth).max().unwrap_or(0), branch))
            .filter(|(depth, branch)| *depth > path.len() * 2 || fits_but_for_its_value(branch))
            .max_by_key(|(depth, _)| *depth)
            .map(|(_, branch)| branch);
        // Of a value that may be left out, what is there is meant.
        let is_absence = |branch: &&Vec<ValidationError<'static>>| {
            let wants_nothing = |error: &ValidationError<'static>| wanted_type(error).is_none() && is_type(error);
            !branch.is_empty() && branch.iter().all(wants_nothing)
        };
        let meant = meant.or_else(|| match context {
            [one, none] if is_absence(&none) && !one.iter().any(is_type) => Some(one),
            _ => None,
        });
        if let Some(branch) = meant {
            return branch.iter().flat_map(|inner| self.report(inner)).collect();
        }
        let words: Vec<String> = context.iter().flatten().flat_map(|inner| self.allowed_words(inner)).collect();
        let instance = error.instance();
        let written = instance.as_str().map(str::to_owned).or_else(|| {
            instance.as_object().filter(|object| object.len() == 1).and_then(|object| object.keys().next().cloned())
        });
        match written {
            Some(written) if !words.is_empty() => vec![self.unknown_word(path, &written, &words)],
            _ => {
                let mut wanted: Vec<String> = context.iter().flatten().filter_map(wanted_type).collect();
                if !words.is_empty() {
                    wanted.push(format!("one of {}", words.join(", ")));
                }
                wanted.sort();
                wanted.dedup();
                let finding = self.wrong_type(path, instance, &wanted.join(" or "));
                let written = self.root.find_nearest(path, self.text).node.span.of(self.text);
                vec![match crate::retired::find(written, words.iter().map(String::as_str)) {
                    Some(retired) => finding.help(retired.help()),
                    None => finding,
                }]
            }
        }
    }

    fn report_plain(&self, error: &ValidationError<'_>, path: &[PathStep]) -> Diagnostic {
        let instance = error.instance();
        match error.kind() {
            ValidationErrorKind::Required { property } => {
                let name = property.as_str().unwrap_or_default();
                self.at(path, Diagnostic::new(codes::MISSING_FIELD, format!("the field `{name}` is missing")))
                    .label(format!("`{name}` belongs in here"))
                    .help(format!("add `{name}: ...`"))
            }
            ValidationErrorKind::Type { kind } => self.wrong_type(path, instance, &type_words(kind)),
            ValidationErrorKind::Enum { options } => {
                let words = strings(options);
                match instance.as_str() {
                    Some(written) => self.unknown_word(path, written, &words),
                    None => self.wrong_type(path, instance, &format!("one of {}", words.join(", "))),
                }
            }
            ValidationErrorKind::Constant { expected_value } => match (instance.as_str(), expected_value.as_str()) {
                (Some(written), Some(word)) => self.unknown_word(path, written, &[word.to_owned()]),
                _ => self.wrong_type(path, instance, &expected_value.to_string()),
            },
            ValidationErrorKind::Pattern { pattern } if pattern.starts_with("^-?[0-9]") => self
                .at(path, Diagnostic::new(codes::BAD_VALUE, format!("{instance} is not a number or a fraction")))
                .help("write a whole number, or a fraction such as \"1/3\""),
            ValidationErrorKind::Pattern { .. } => {
                let name = instance.as_str().unwrap_or_default().to_owned();
                self.bad_name(path, &name, false)
            }
            _ => self.at(path, Diagnostic::new(codes::BAD_VALUE, format!("this value cannot be used: {error}"))),
        }
    }

    fn unknown_field(&self, error: &ValidationError<'_>, inside: &[PathStep], name: &str) -> Diagnostic {
        let known = self.known_fields(error);
        let found = self.root.find_nearest(inside, self.text);
        let span = found.name.unwrap_or(found.node.span);
        let finding = Diagnostic::new(codes::UNKNOWN_FIELD, format!("there is no field `{name}` here"))
            .at(self.file, span)
            .label("unknown field");
        match nearest(name, known.iter().map(String::as_str)) {
            Some(close) => finding.help(format!("did you mean `{close}`?")).fix(
                format!("rename the field to `{close}`"),
                Safety::Safe,
                vec![Edit::replace(span, close)],
            ),
            None if known.is_empty() => finding,
            None => finding.help(format!("fields here are {}", known.join(", "))),
        }
    }

    /// Another keyword of the schema that an error comes from.
    fn schema_beside(&self, error: &ValidationError<'_>, keyword: &str) -> Option<&Value> {
        self.schema.pointer(&format!("{}/{keyword}", parent_pointer(error.schema_path().as_str())))
    }

    /// The field names the schema knows at the place of an error about an unknown one.
    fn known_fields(&self, error: &ValidationError<'_>) -> Vec<String> {
        let properties = self.schema_beside(error, "properties").and_then(Value::as_object);
        properties.map(|fields| fields.keys().cloned().collect()).unwrap_or_default()
    }

    /// The tag of the branch of a choice that an error about the value's type belongs to.
    fn tag_of_branch(&self, error: &ValidationError<'_>) -> Option<String> {
        let branch = self.schema.pointer(parent_pointer(error.schema_path().as_str()))?;
        Some(branch.get("required")?.get(0)?.as_str()?.to_owned())
    }

    fn allowed_words(&self, error: &ValidationError<'_>) -> Vec<String> {
        match error.kind() {
            ValidationErrorKind::Enum { options } => strings(options),
            ValidationErrorKind::Constant { expected_value } => {
                expected_value.as_str().map(str::to_owned).into_iter().collect()
            }
            ValidationErrorKind::Required { property } => property.as_str().map(str::to_owned).into_iter().collect(),
            ValidationErrorKind::Type { .. } => self.tag_of_branch(error).into_iter().collect(),
            _ => Vec::new(),
        }
    }

    fn unknown_word(&self, path: &[PathStep], written: &str, words: &[String]) -> Diagnostic {
        let found = self.root.find_nearest(path, self.text);
        let span = found.node.name().map_or(found.node.span, |name| name.span);
        let finding =
            Diagnostic::new(codes::UNKNOWN_VARIANT, format!("`{written}` is not one of the words allowed here"))
                .at(self.file, span)
                .label("unknown word");
        if let Some(retired) = crate::retired::find(written, words.iter().map(String::as_str)) {
            let fix = vec![Edit::replace(span, retired.instead)];
            return finding.help(retired.help()).fix(format!("write `{}`", retired.instead), Safety::Safe, fix);
        }
        match nearest(written, words.iter().map(String::as_str)) {
            Some(close) => {
                let same = close.eq_ignore_ascii_case(written);
                let safety = if same { Safety::Safe } else { Safety::Unsafe };
                finding.help(format!("did you mean `{close}`?")).note(format!("allowed: {}", words.join(", "))).fix(
                    format!("write `{close}`"),
                    safety,
                    vec![Edit::replace(span, close)],
                )
            }
            None => finding.help(format!("allowed: {}", words.join(", "))),
        }
    }

    fn wrong_type(&self, path: &[PathStep], instance: &Value, wanted: &str) -> Diagnostic {
        // Of some choices nothing can be said but that none of them is this.
        let wanted = if wanted.is_empty() { "something else" } else { wanted };
        let finding = Diagnostic::new(codes::WRONG_TYPE, format!("expected {wanted}, found {}", describe(instance)));
        let finding = self.at(path, finding).label(format!("expected {wanted}"));
        let node = self.root.find_nearest(path, self.text).node;
        if matches!(node.kind, NodeKind::Unit) && wanted.contains("fields") {
            return finding.help("name the fields inside of the brackets, or leave the whole field out");
        }
        match rewrite::that(node, self.text, |edit| self.mends(edit)) {
            Some((help, edit)) => {
                let title = format!("write `{}`", edit.text);
                finding.help(help).fix(title, Safety::Safe, vec![edit])
            }
            None => finding,
        }
    }

    /// Whether fewer complaints are left after an edit. Not asked where there are so many that the answer takes long.
    fn mends(&self, edit: &Edit) -> bool {
        if self.faults > 20 || self.text.len() > 500_000 {
            return false;
        }
        let Ok(mended) = crate::edit::apply(self.text, std::slice::from_ref(edit)) else { return false };
        let (Some(root), errors) = crate::cst::parse(&mended) else { return false };
        let left = || self.validator.iter_errors(&crate::json::document_value(&root, &mended)).count();
        errors.is_empty() && left() < self.faults
    }

    fn bad_name(&self, path: &[PathStep], name: &str, is_key: bool) -> Diagnostic {
        let found = self.root.find_nearest(path, self.text);
        let span = if is_key { found.name.unwrap_or(found.node.span) } else { found.node.span };
        let suggestion = crate::names::to_id(name);
        let finding = Diagnostic::new(codes::BAD_NAME, format!("`{name}` is not a well-formed name here"))
            .at(self.file, span)
            .label("malformed name");
        if suggestion.is_empty() || suggestion == name {
            finding.help("names are words of letters and digits joined by hyphens")
        } else {
            finding.help(format!("write `{suggestion}`"))
        }
    }

    fn at(&self, path: &[PathStep], finding: Diagnostic) -> Diagnostic {
        let Found { node, .. } = self.root.find_nearest(path, self.text);
        // A whole entry of many lines is marked at its first line only: the caret belongs at its start.
        let span = if node.span.of(self.text).contains('\n') {
            node.name().map_or(crate::source::Span::new(node.span.start, node.span.start + 1), |name| name.span)
        } else {
            node.span
        };
        finding.at(self.file, span)
    }
}

/// A branch of the right kind whose only fault is the value itself: a malformed name, a number out of range.
fn fits_but_for_its_value(branch: &[ValidationError<'static>]) -> bool {
    let of_kind = |error: &ValidationError<'static>| {
        matches!(
            error.kind(),
            ValidationErrorKind::Type { .. }
                | ValidationErrorKind::Enum { .. }
                | ValidationErrorKind::Constant { .. }
                | ValidationErrorKind::Required { .. }
                | ValidationErrorKind::AdditionalProperties { .. }
        )
    };
    !branch.is_empty() && !branch.iter().any(of_kind)
}

/// How deep a complaint reaches: twice the length of its path, and a little more for a choice at that place.
fn depth(error: &ValidationError<'static>) -> usize {
    let here = steps(error).len() * 2;
    match error.kind() {
        ValidationErrorKind::OneOfNotValid { context } | ValidationErrorKind::AnyOf { context } => {
            context.iter().flatten().map(depth).max().unwrap_or(0).max(here + 1)
        }
        _ => here,
    }
}

/// A branch of a choice complains about its tag when the tag's own name is missing or another one is there.
fn is_tag_complaint(error: &ValidationError<'static>) -> bool {
    let at_root =
        matches!(error.kind(), ValidationErrorKind::Required { .. } | ValidationErrorKind::AdditionalProperties { .. });
    at_root && error.instance().as_object().is_some_and(|object| object.len() == 1) && {
        let schema_path = error.schema_path().as_str();
        // The tag level is the branch itself: `.../oneOf/3/required`.
        schema_path.rsplit('/').nth(1).is_some_and(|segment| segment.parse::<usize>().is_ok())
    }
}

fn parent_pointer(pointer: &str) -> &str {
    pointer.rsplit_once('/').map_or("", |(parent, _)| parent)
}

fn strings(values: &Value) -> Vec<String> {
    values.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}

fn is_type(error: &ValidationError<'static>) -> bool {
    matches!(error.kind(), ValidationErrorKind::Type { .. })
}

fn wanted_type(error: &ValidationError<'static>) -> Option<String> {
    match error.kind() {
        ValidationErrorKind::Type { kind } => Some(type_words(kind)).filter(|words| words != "nothing"),
        _ => None,
    }
}

fn type_words(kind: &TypeKind) -> String {
    let word = |name: &str| match name {
        "integer" => "a whole number",
        "number" => "a number",
        "string" => "text in quotes",
        "boolean" => "true or false",
        "array" => "a list",
        "object" => "fields in brackets",
        _ => "nothing",
    };
    let names: Vec<String> = match kind {
        TypeKind::Single(single) => vec![single.to_string()],
        TypeKind::Multiple(many) => many.iter().map(|single| single.to_string()).collect(),
    };
    let words: Vec<&str> =
        names.iter().map(|name| word(name)).filter(|word| *word != "nothing" || names.len() == 1).collect();
    words.join(" or ")
}

fn describe(value: &Value) -> &'static str {
    match value {
        Value::Null => "nothing",
        Value::Bool(_) => "true or false",
        Value::Number(number) if number.is_f64() => "a number with a fraction",
        Value::Number(_) => "a whole number",
        Value::String(_) => "text or a word",
        Value::Array(_) => "a list",
        Value::Object(_) => "fields in brackets",
    }
}

fn steps(error: &ValidationError<'_>) -> Vec<PathStep> {
    error
        .instance_path()
        .iter()
        .map(|segment| match segment {
            jsonschema::paths::LocationSegment::Property(name) => PathStep::Key(name.to_string()),
            jsonschema::paths::LocationSegment::Index(index) => PathStep::Index(index),
        })
        .collect()
}
