//! Elements of an XML file as text. Names are ours; values are anybody's, so they are escaped.

use std::fmt::Write as _;

/// An element with its attributes and children.
#[derive(Clone, Debug, Default)]
pub(super) struct Element {
    name: &'static str,
    attributes: Vec<(&'static str, String)>,
    children: Vec<Element>,
}

impl Element {
    pub(super) const fn new(name: &'static str) -> Self {
        Self { name, attributes: Vec::new(), children: Vec::new() }
    }

    pub(super) fn with(mut self, name: &'static str, value: impl ToString) -> Self {
        self.attributes.push((name, value.to_string()));
        self
    }

    /// The attribute only where there is a value.
    pub(super) fn maybe(self, name: &'static str, value: Option<impl ToString>) -> Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    pub(super) fn holding(mut self, children: impl IntoIterator<Item = Element>) -> Self {
        self.children.extend(children);
        self
    }

    pub(super) fn add(&mut self, child: Element) {
        self.children.push(child);
    }

    /// Adds a list only if it has anything in it: the format knows no empty lists.
    pub(super) fn add_list(&mut self, name: &'static str, children: impl IntoIterator<Item = Element>) {
        let list = Self::new(name).holding(children);
        if !list.is_empty() {
            self.add(list);
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.children.is_empty()
    }

    pub(super) fn write(&self, out: &mut String, depth: usize) {
        let _ = write!(out, "{:indent$}<{}", "", self.name, indent = depth * 2);
        for (name, value) in &self.attributes {
            let _ = write!(out, " {name}=\"{}\"", escaped(value));
        }
        if self.children.is_empty() {
            out.push_str("/>\n");
            return;
        }
        out.push_str(">\n");
        for child in &self.children {
            child.write(out, depth + 1);
        }
        let _ = writeln!(out, "{:indent$}</{}>", "", self.name, indent = depth * 2);
    }
}

/// A value between quotes. Characters that XML cannot hold become spaces.
fn escaped(value: &str) -> String {
    let mut out = String::with_capacity(value.len());
    for letter in value.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            control if control.is_control() => out.push(' '),
            '\u{fffe}' | '\u{ffff}' => out.push(' '),
            other => out.push(other),
        }
    }
    out
}
