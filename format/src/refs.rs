//! References: every name in typed content that points at something, found by walking the content with a serde
//! serializer that watches for the name types of `schema::ids`. No check needs a list of fields.

use serde::Serialize;
use serde::ser::{self, Impossible};

use crate::cst::PathStep;
use crate::entries::EntryKind;
use crate::schema::Document;
use crate::schema::ids;

/// Which entries a kind of name may point at; empty for names that are not checked against entries.
pub fn targets(name_type: &str) -> &'static [EntryKind] {
    match name_type {
        ids::SpaceId::KIND => &[EntryKind::Space],
        ids::RegionId::KIND => &[EntryKind::Region],
        ids::PlaceId::KIND => &[EntryKind::Space, EntryKind::Region],
        ids::TerrainId::KIND => &[EntryKind::Terrain],
        ids::SideTypeId::KIND => &[EntryKind::Side],
        ids::FeatureId::KIND => &[EntryKind::Feature],
        ids::LinkClassId::KIND => &[EntryKind::Link],
        ids::PowerId::KIND => &[EntryKind::Power],
        ids::SideId::KIND => &[EntryKind::Alliance],
        ids::ActorId::KIND => &[EntryKind::Power, EntryKind::Alliance],
        ids::UnitId::KIND => &[EntryKind::Unit],
        ids::ClassId::KIND => &[EntryKind::Class, EntryKind::Formation],
        ids::TableId::KIND => &[EntryKind::Table],
        ids::PhaseId::KIND => &[EntryKind::Phase, EntryKind::Sequence],
        ids::ProcedureId::KIND => &[EntryKind::Procedure],
        ids::EventId::KIND => {
            &[EntryKind::Rule, EntryKind::Modifier, EntryKind::Objective, EntryKind::Fact, EntryKind::Passage]
        }
        ids::TechId::KIND => &[EntryKind::Track],
        ids::ValueId::KIND => &[EntryKind::Value],
        ids::SeasonId::KIND => &[EntryKind::Season],
        ids::OptionId::KIND => &[EntryKind::Option],
        ids::ScenarioId::KIND => &[EntryKind::Scenario],
        ids::ExampleId::KIND => &[EntryKind::Example],
        _ => &[],
    }
}

/// The way to a name. Few are ever asked for, so it is put into words only then.
#[derive(Debug, Default)]
pub struct Trail(Vec<Step>);

#[derive(Debug)]
enum Step {
    Name(&'static str),
    Key(String),
    Index(usize),
}

impl Trail {
    /// The way as steps through the JSON form of the document.
    pub fn steps(&self) -> Vec<PathStep> {
        let step = |step: &Step| match step {
            Step::Name(name) => PathStep::from(*name),
            Step::Key(key) => PathStep::Key(key.clone()),
            Step::Index(index) => PathStep::Index(*index),
        };
        self.0.iter().map(step).collect()
    }
}

/// Takes the type of a name, the name and the way to it.
pub type Found<'a> = &'a mut dyn FnMut(&'static str, &str, &Trail);

/// Calls `found(name type, name, path)` for each name in a document, keys of maps included.
pub fn visit(document: &Document, found: Found<'_>) {
    walk(document, found);
}

/// The same for any piece of content.
pub fn walk(value: &impl Serialize, found: Found<'_>) {
    let mut path = Trail::default();
    // The walker itself never fails; its error type exists for serde's sake.
    let _ = value.serialize(Walker { path: &mut path, name_type: None, found });
}

/// A serializer that writes nothing and only looks.
struct Walker<'a> {
    path: &'a mut Trail,
    /// Inside a name: its type.
    name_type: Option<&'static str>,
    found: &'a mut dyn FnMut(&'static str, &str, &Trail),
}

#[derive(Debug)]
struct Never;

impl std::fmt::Display for Never {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("content cannot be walked")
    }
}

impl std::error::Error for Never {}

impl ser::Error for Never {
    fn custom<T: std::fmt::Display>(_: T) -> Self {
        Self
    }
}

impl Walker<'_> {
    fn inside<T: Serialize + ?Sized>(&mut self, step: Step, value: &T) -> Result<(), Never> {
        self.path.0.push(step);
        let done = value.serialize(Walker { path: self.path, name_type: None, found: self.found });
        self.path.0.pop();
        done
    }
}

macro_rules! ignore {
    ($($method:ident($kind:ty);)*) => {$(
        fn $method(self, _: $kind) -> Result<(), Never> {
            Ok(())
        }
    )*};
}

impl<'a> ser::Serializer for Walker<'a> {
    type Ok = ();
    type Error = Never;
    type SerializeSeq = Items<'a>;
    type SerializeTuple = Items<'a>;
    type SerializeTupleStruct = Items<'a>;
    type SerializeTupleVariant = Items<'a>;
    type SerializeMap = Entries<'a>;
    type SerializeStruct = Fields<'a>;
    type SerializeStructVariant = Fields<'a>;

    ignore! {
        serialize_bool(bool); serialize_i8(i8); serialize_i16(i16); serialize_i32(i32); serialize_i64(i64);
        serialize_u8(u8); serialize_u16(u16); serialize_u32(u32); serialize_u64(u64); serialize_f32(f32);
        serialize_f64(f64); serialize_char(char); serialize_bytes(&[u8]); serialize_unit_struct(&'static str);
    }

    fn serialize_str(self, text: &str) -> Result<(), Never> {
        if let Some(name_type) = self.name_type {
            (self.found)(name_type, text, self.path);
        }
        Ok(())
    }

    fn serialize_none(self) -> Result<(), Never> {
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Never> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Never> {
        Ok(())
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, _: &'static str) -> Result<(), Never> {
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, name: &'static str, value: &T) -> Result<(), Never> {
        value.serialize(Walker { name_type: Some(name), ..self })
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        mut self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Never> {
        self.inside(Step::Name(variant), value)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Items<'a>, Never> {
        Ok(Items { walker: self, next: 0, tagged: false })
    }

    fn serialize_tuple(self, _: usize) -> Result<Items<'a>, Never> {
        Ok(Items { walker: self, next: 0, tagged: false })
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Items<'a>, Never> {
        Ok(Items { walker: self, next: 0, tagged: false })
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Items<'a>, Never> {
        self.path.0.push(Step::Name(variant));
        Ok(Items { walker: self, next: 0, tagged: true })
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Entries<'a>, Never> {
        Ok(Entries { walker: self })
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Fields<'a>, Never> {
        Ok(Fields { walker: self, tagged: false })
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Fields<'a>, Never> {
        self.path.0.push(Step::Name(variant));
        Ok(Fields { walker: self, tagged: true })
    }

    fn collect_str<T: std::fmt::Display + ?Sized>(self, _: &T) -> Result<(), Never> {
        Ok(())
    }
}

struct Items<'a> {
    walker: Walker<'a>,
    next: usize,
    tagged: bool,
}

impl Items<'_> {
    fn item<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Never> {
        self.next += 1;
        self.walker.inside(Step::Index(self.next - 1), value)
    }

    fn finish(self) {
        if self.tagged {
            self.walker.path.0.pop();
        }
    }
}

macro_rules! items {
    ($($kind:ident, $method:ident;)*) => {$(
        impl ser::$kind for Items<'_> {
            type Ok = ();
            type Error = Never;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Never> {
                self.item(value)
            }

            fn end(self) -> Result<(), Never> {
                self.finish();
                Ok(())
            }
        }
    )*};
}

items! {
    SerializeSeq, serialize_element; SerializeTuple, serialize_element;
    SerializeTupleStruct, serialize_field; SerializeTupleVariant, serialize_field;
}

struct Fields<'a> {
    walker: Walker<'a>,
    tagged: bool,
}

macro_rules! fields {
    ($($kind:ident;)*) => {$(
        impl ser::$kind for Fields<'_> {
            type Ok = ();
            type Error = Never;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), Never> {
                self.walker.inside(Step::Name(name), value)
            }

            fn end(self) -> Result<(), Never> {
                if self.tagged {
                    self.walker.path.0.pop();
                }
                Ok(())
            }
        }
    )*};
}

fields! { SerializeStruct; SerializeStructVariant; }

struct Entries<'a> {
    walker: Walker<'a>,
}

impl ser::SerializeMap for Entries<'_> {
    type Ok = ();
    type Error = Never;

    /// The key stays the last step of the way until its value has been walked.
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Never> {
        let (text, name_type) = key.serialize(KeyText { name_type: None })?;
        let path = &mut *self.walker.path;
        path.0.push(Step::Key(text));
        if let (Some(name_type), Some(Step::Key(text))) = (name_type, path.0.last()) {
            (self.walker.found)(name_type, text, path);
        }
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Never> {
        let walker = &mut self.walker;
        let done = value.serialize(Walker { path: walker.path, name_type: None, found: walker.found });
        walker.path.0.pop();
        done
    }

    fn end(self) -> Result<(), Never> {
        Ok(())
    }
}

/// Reads the text of a map key and, if it is a name, its type.
struct KeyText {
    name_type: Option<&'static str>,
}

macro_rules! keys {
    ($($method:ident($kind:ty);)*) => {$(
        fn $method(self, value: $kind) -> Result<Self::Ok, Never> {
            Ok((value.to_string(), self.name_type))
        }
    )*};
}

macro_rules! no_keys {
    ($($method:ident($($kind:ty),*) -> $out:ty;)*) => {$(
        fn $method(self, $(_: $kind),*) -> Result<$out, Never> {
            Err(Never)
        }
    )*};
}

impl ser::Serializer for KeyText {
    type Ok = (String, Option<&'static str>);
    type Error = Never;
    type SerializeSeq = Impossible<Self::Ok, Never>;
    type SerializeTuple = Impossible<Self::Ok, Never>;
    type SerializeTupleStruct = Impossible<Self::Ok, Never>;
    type SerializeTupleVariant = Impossible<Self::Ok, Never>;
    type SerializeMap = Impossible<Self::Ok, Never>;
    type SerializeStruct = Impossible<Self::Ok, Never>;
    type SerializeStructVariant = Impossible<Self::Ok, Never>;

    keys! {
        serialize_bool(bool); serialize_i8(i8); serialize_i16(i16); serialize_i32(i32); serialize_i64(i64);
        serialize_u8(u8); serialize_u16(u16); serialize_u32(u32); serialize_u64(u64); serialize_char(char);
        serialize_str(&str); serialize_f32(f32); serialize_f64(f64);
    }

    no_keys! {
        serialize_bytes(&[u8]) -> Self::Ok;
        serialize_none() -> Self::Ok;
        serialize_unit() -> Self::Ok;
        serialize_unit_struct(&'static str) -> Self::Ok;
        serialize_seq(Option<usize>) -> Self::SerializeSeq;
        serialize_tuple(usize) -> Self::SerializeTuple;
        serialize_tuple_struct(&'static str, usize) -> Self::SerializeTupleStruct;
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> Self::SerializeTupleVariant;
        serialize_map(Option<usize>) -> Self::SerializeMap;
        serialize_struct(&'static str, usize) -> Self::SerializeStruct;
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> Self::SerializeStructVariant;
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Self::Ok, Never> {
        value.serialize(self)
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<Self::Ok, Never> {
        Ok((variant.to_owned(), None))
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, name: &'static str, value: &T) -> Result<Self::Ok, Never> {
        value.serialize(Self { name_type: Some(name) })
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<Self::Ok, Never> {
        Err(Never)
    }
}
