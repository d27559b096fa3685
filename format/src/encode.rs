//! Writing NEW files: typed content as RON in the house layout. Existing files are never written this way; they change
//! through `edit`, which keeps comments and layout.

use serde::Serialize;
use serde::ser;
use thiserror::Error;

use crate::schema::Document;

const WIDTH: usize = 110;

/// Why a value cannot be written.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct EncodeError(String);

impl ser::Error for EncodeError {
    fn custom<T: std::fmt::Display>(message: T) -> Self {
        Self(message.to_string())
    }
}

/// The text of a new file.
pub fn document(document: &Document) -> Result<String, EncodeError> {
    let layout = document.serialize(Writer)?;
    let Layout::Group(mut group) = layout else { return Err(EncodeError("a document has fields".to_owned())) };
    group.open = format!("{}(", document.kind().name());
    let mut out = String::new();
    broken(&group, 0, &mut out);
    out.push('\n');
    Ok(out)
}

/// A value as RON on as few lines as it needs, for insertion at an indentation.
pub fn value(value: &impl Serialize, indent: usize) -> Result<String, EncodeError> {
    let mut out = String::new();
    write(&value.serialize(Writer)?, indent, 0, &mut out);
    Ok(out)
}

/// A string as it is written in RON.
pub fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            other => out.push(other),
        }
    }
    out.push('"');
    out
}

/// What is to be written, before it is decided where lines break.
enum Layout {
    Atom(String),
    Group(Group),
}

struct Group {
    open: String,
    close: char,
    items: Vec<(Option<String>, Layout)>,
}

fn flat_width(layout: &Layout) -> usize {
    match layout {
        Layout::Atom(text) => text.chars().count(),
        Layout::Group(group) => {
            let items: usize = group
                .items
                .iter()
                .map(|(key, value)| key.as_ref().map_or(0, |key| key.chars().count() + 2) + flat_width(value) + 2)
                .sum();
            group.open.chars().count() + 1 + items.saturating_sub(2)
        }
    }
}

fn write(layout: &Layout, indent: usize, used: usize, out: &mut String) {
    match layout {
        Layout::Atom(text) => out.push_str(text),
        Layout::Group(group) if used + flat_width(layout) <= WIDTH => flat(group, out),
        Layout::Group(group) => broken(group, indent, out),
    }
}

fn flat(group: &Group, out: &mut String) {
    out.push_str(&group.open);
    for (index, (key, value)) in group.items.iter().enumerate() {
        if index > 0 {
            out.push_str(", ");
        }
        if let Some(key) = key {
            out.push_str(key);
            out.push_str(": ");
        }
        match value {
            Layout::Atom(text) => out.push_str(text),
            Layout::Group(inner) => flat(inner, out),
        }
    }
    out.push(group.close);
}

fn broken(group: &Group, indent: usize, out: &mut String) {
    out.push_str(&group.open);
    for (key, value) in &group.items {
        out.push('\n');
        out.extend(std::iter::repeat_n(' ', indent + 4));
        let mut used = indent + 4;
        if let Some(key) = key {
            out.push_str(key);
            out.push_str(": ");
            used += key.chars().count() + 2;
        }
        write(value, indent + 4, used, out);
        out.push(',');
    }
    out.push('\n');
    out.extend(std::iter::repeat_n(' ', indent));
    out.push(group.close);
}

struct Writer;

struct Builder {
    group: Group,
    key: Option<String>,
}

impl Builder {
    fn new(open: impl Into<String>, close: char) -> Self {
        Self { group: Group { open: open.into(), close, items: Vec::new() }, key: None }
    }

    fn push<T: Serialize + ?Sized>(&mut self, key: Option<String>, value: &T) -> Result<(), EncodeError> {
        let layout = value.serialize(Writer)?;
        self.group.items.push((key, layout));
        Ok(())
    }

    fn finish(self) -> Layout {
        Layout::Group(self.group)
    }
}

macro_rules! plain {
    ($($method:ident($kind:ty);)*) => {$(
        fn $method(self, value: $kind) -> Result<Layout, EncodeError> {
            Ok(Layout::Atom(value.to_string()))
        }
    )*};
}

impl ser::Serializer for Writer {
    type Ok = Layout;
    type Error = EncodeError;
    type SerializeSeq = Builder;
    type SerializeTuple = Builder;
    type SerializeTupleStruct = Builder;
    type SerializeTupleVariant = Builder;
    type SerializeMap = Builder;
    type SerializeStruct = Builder;
    type SerializeStructVariant = Builder;

    plain! {
        serialize_bool(bool); serialize_i8(i8); serialize_i16(i16); serialize_i32(i32); serialize_i64(i64);
        serialize_u8(u8); serialize_u16(u16); serialize_u32(u32); serialize_u64(u64);
    }

    fn serialize_f32(self, value: f32) -> Result<Layout, EncodeError> {
        self.serialize_f64(f64::from(value))
    }

    fn serialize_f64(self, value: f64) -> Result<Layout, EncodeError> {
        // `{:?}` keeps the point of a whole number, which RON needs to read a float.
        if value.is_finite() {
            Ok(Layout::Atom(format!("{value:?}")))
        } else {
            Err(EncodeError("only finite numbers can be written".to_owned()))
        }
    }

    fn serialize_char(self, value: char) -> Result<Layout, EncodeError> {
        Ok(Layout::Atom(quoted(&value.to_string())))
    }

    fn serialize_str(self, text: &str) -> Result<Layout, EncodeError> {
        Ok(Layout::Atom(quoted(text)))
    }

    fn serialize_bytes(self, _: &[u8]) -> Result<Layout, EncodeError> {
        Err(EncodeError("content holds no bytes".to_owned()))
    }

    fn serialize_none(self) -> Result<Layout, EncodeError> {
        Ok(Layout::Atom("None".to_owned()))
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Layout, EncodeError> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<Layout, EncodeError> {
        Ok(Layout::Atom("()".to_owned()))
    }

    fn serialize_unit_struct(self, name: &'static str) -> Result<Layout, EncodeError> {
        Ok(Layout::Atom(name.to_owned()))
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<Layout, EncodeError> {
        Ok(Layout::Atom(variant.to_owned()))
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<Layout, EncodeError> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<Layout, EncodeError> {
        let mut builder = Builder::new(format!("{variant}("), ')');
        builder.push(None, value)?;
        Ok(builder.finish())
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Builder, EncodeError> {
        Ok(Builder::new("[", ']'))
    }

    fn serialize_tuple(self, _: usize) -> Result<Builder, EncodeError> {
        Ok(Builder::new("(", ')'))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Builder, EncodeError> {
        Ok(Builder::new("(", ')'))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Builder, EncodeError> {
        Ok(Builder::new(format!("{variant}("), ')'))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Builder, EncodeError> {
        Ok(Builder::new("{", '}'))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Builder, EncodeError> {
        Ok(Builder::new("(", ')'))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Builder, EncodeError> {
        Ok(Builder::new(format!("{variant}("), ')'))
    }
}

macro_rules! items {
    ($($kind:ident, $method:ident;)*) => {$(
        impl ser::$kind for Builder {
            type Ok = Layout;
            type Error = EncodeError;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), EncodeError> {
                self.push(None, value)
            }

            fn end(self) -> Result<Layout, EncodeError> {
                Ok(self.finish())
            }
        }
    )*};
}

items! {
    SerializeSeq, serialize_element; SerializeTuple, serialize_element;
    SerializeTupleStruct, serialize_field; SerializeTupleVariant, serialize_field;
}

macro_rules! fields {
    ($($kind:ident;)*) => {$(
        impl ser::$kind for Builder {
            type Ok = Layout;
            type Error = EncodeError;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), EncodeError> {
                self.push(Some(name.to_owned()), value)
            }

            fn end(self) -> Result<Layout, EncodeError> {
                Ok(self.finish())
            }
        }
    )*};
}

fields! { SerializeStruct; SerializeStructVariant; }

impl ser::SerializeMap for Builder {
    type Ok = Layout;
    type Error = EncodeError;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), EncodeError> {
        let Layout::Atom(key) = key.serialize(Writer)? else { return Err(EncodeError("a key is one word".to_owned())) };
        self.key = Some(key);
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), EncodeError> {
        let key = self.key.take();
        self.push(key, value)
    }

    fn end(self) -> Result<Layout, EncodeError> {
        Ok(self.finish())
    }
}
