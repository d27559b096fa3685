//! Elements of an XML file as text. Names are ours; values are anybody's, so they are escaped.

use std::fmt::Write as _;

/// An element with its attributes and children.
#[derive(Clone, Debug, Default)]
pub(crate) struct Element {
    name: &'static str,
    attributes: Vec<(&'static str, String)>,
    children: Vec<Element>,
    /// Text instead of children.
    text: String,
}

impl Element {
    pub(crate) const fn new(name: &'static str) -> Self {
        Self { name, attributes: Vec::new(), children: Vec::new(), text: String::new() }
    }

    pub(crate) fn with(mut self, name: &'static str, value: impl ToString) -> Self {
        self.attributes.push((name, value.to_string()));
        self
    }

    /// The attribute only where there is a value.
    pub(crate) fn maybe(self, name: &'static str, value: Option<impl ToString>) -> Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    pub(crate) fn holding(mut self, children: impl IntoIterator<Item = Element>) -> Self {
        self.children.extend(children);
        self
    }

    pub(crate) fn saying(mut self, text: impl Into<String>) -> Self {
        self.text = text.into();
        self
    }

    pub(crate) fn add(&mut self, child: Element) {
        self.children.push(child);
    }

    /// Adds a list only if it has anything in it: the format knows no empty lists.
    pub(crate) fn add_list(&mut self, name: &'static str, children: impl IntoIterator<Item = Element>) {
        let list = Self::new(name).holding(children);
        if !list.is_empty() {
            self.add(list);
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.children.is_empty()
    }

    pub(crate) fn write(&self, out: &mut String, depth: usize) {
        let _ = write!(out, "{:indent$}<{}", "", self.name, indent = depth * 2);
        for (name, value) in &self.attributes {
            let _ = write!(out, " {name}=\"{}\"", escaped(value));
        }
        if !self.text.is_empty() {
            let _ = writeln!(out, ">{}</{}>", escaped(&self.text), self.name);
            return;
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
            // Between tags a tab is itself, and between quotes it would become a space by itself.
            '\t' => out.push('\t'),
            control if control.is_control() => out.push(' '),
            '\u{fffe}' | '\u{ffff}' => out.push(' '),
            other => out.push(other),
        }
    }
    out
}
