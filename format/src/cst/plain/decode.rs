//! serde's view of plain RON. Each method takes what `ron` would take for the same type, less what the JSON Schema refuses.

use std::collections::BTreeSet;

use serde::de::value::BorrowedStrDeserializer;
use serde::de::{DeserializeSeed, Deserializer, EnumAccess, MapAccess, SeqAccess, VariantAccess, Visitor};

use super::{Doubt, Read, Reader, Text};
use crate::schema::ids::Shape;

macro_rules! numbers {
    ($($method:ident, $visit:ident;)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
            visitor.$visit(self.number()?.parse().map_err(|_| Doubt)?)
        }
    )*};
}

macro_rules! doubtful {
    ($($method:ident($($kind:ty),*);)*) => {$(
        fn $method<V: Visitor<'de>>(self, $(_: $kind,)* _: V) -> Read<V::Value> {
            Err(Doubt)
        }
    )*};
}

impl<'de> Deserializer<'de> for &mut Reader<'de> {
    type Error = Doubt;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
        match self.peek() {
            Some(b'"') => self.deserialize_str(visitor),
            Some(b'-' | b'0'..=b'9') => {
                let number = self.number()?;
                if number.contains('.') {
                    return visitor.visit_f64(number.parse().map_err(|_| Doubt)?);
                }
                visitor.visit_i64(number.parse().map_err(|_| Doubt)?)
            }
            Some(b'[') => self.deserialize_seq(visitor),
            Some(b'{') => self.deserialize_map(visitor),
            Some(b't' | b'f') => self.deserialize_bool(visitor),
            Some(b'(') => {
                self.at += 1;
                self.expect(b')')?;
                visitor.visit_unit()
            }
            Some(b'A'..=b'Z') => visitor.visit_enum(self),
            _ => Err(Doubt),
        }
    }

    /// Words are known where they stand, so that nothing need be buffered: what may be a number or a word asks for this.
    fn is_human_readable(&self) -> bool {
        false
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
        match self.name()? {
            "true" => visitor.visit_bool(true),
            "false" => visitor.visit_bool(false),
            _ => Err(Doubt),
        }
    }

    numbers! {
        deserialize_i8, visit_i8; deserialize_i16, visit_i16; deserialize_i32, visit_i32; deserialize_i64, visit_i64;
        deserialize_u8, visit_u8; deserialize_u16, visit_u16; deserialize_u32, visit_u32;
        deserialize_f32, visit_f32; deserialize_f64, visit_f64;
    }

    /// Beyond the numbers of JSON's whole ones it takes a closer look.
    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
        let whole: i64 = self.number()?.parse().map_err(|_| Doubt)?;
        visitor.visit_u64(u64::try_from(whole).map_err(|_| Doubt)?)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
        let shape = self.shape.take();
        match self.string()? {
            Text::Slice(text) if shape.is_none_or(|shape| shape.fits(text)) => visitor.visit_borrowed_str(text),
            Text::Resolved(text) if shape.is_none() => visitor.visit_string(text),
            _ => Err(Doubt),
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
        self.deserialize_str(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
        if !matches!(self.peek(), Some(b'N' | b'S')) {
            return visitor.visit_some(self);
        }
        let start = self.at;
        match self.name()? {
            "None" => visitor.visit_none(),
            "Some" => {
                self.skip()?;
                self.open(b'(')?;
                self.skip()?;
                let value = visitor.visit_some(&mut *self)?;
                self.close(b')')?;
                Ok(value)
            }
            _ => {
                self.at = start;
                visitor.visit_some(self)
            }
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Read<V::Value> {
        self.shape = Shape::of(name);
        let value = visitor.visit_newtype_struct(&mut *self)?;
        // A name that was no string has not been looked at.
        if self.shape.is_some() { Err(Doubt) } else { Ok(value) }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
        self.open(b'[')?;
        let value = visitor.visit_seq(Items { reader: self, close: b']', comma: true })?;
        self.close(b']')?;
        Ok(value)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Read<V::Value> {
        self.open(b'(')?;
        let value = visitor.visit_seq(Items { reader: self, close: b')', comma: true })?;
        self.close(b')')?;
        Ok(value)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(self, _: &'static str, len: usize, visitor: V) -> Read<V::Value> {
        self.deserialize_tuple(len, visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
        self.open(b'{')?;
        let value = visitor.visit_map(Entries { reader: self, comma: true, seen: Seen::default() })?;
        self.close(b'}')?;
        Ok(value)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Read<V::Value> {
        self.open(b'(')?;
        let value = visitor.visit_map(Fields { reader: self, comma: true })?;
        self.close(b')')?;
        Ok(value)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Read<V::Value> {
        visitor.visit_enum(self)
    }

    // Nothing of the kind stands in content; unknown fields are ignored by no file that is plain.
    doubtful! {
        deserialize_char(); deserialize_bytes(); deserialize_byte_buf(); deserialize_unit();
        deserialize_unit_struct(&'static str); deserialize_identifier(); deserialize_ignored_any();
    }
}

/// Values in brackets.
struct Items<'r, 'de> {
    reader: &'r mut Reader<'de>,
    close: u8,
    comma: bool,
}

/// Whether another element follows in brackets; elements are set apart by commas.
fn has_next(reader: &mut Reader<'_>, close: u8, comma: bool) -> Read<bool> {
    reader.skip()?;
    let ends = reader.peek() == Some(close);
    if ends || comma { Ok(!ends) } else { Err(Doubt) }
}

impl<'de> SeqAccess<'de> for Items<'_, 'de> {
    type Error = Doubt;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Read<Option<T::Value>> {
        if !has_next(self.reader, self.close, self.comma)? {
            return Ok(None);
        }
        let item = seed.deserialize(&mut *self.reader)?;
        self.comma = self.reader.comma()?;
        Ok(Some(item))
    }
}

/// Named fields in round brackets.
struct Fields<'r, 'de> {
    reader: &'r mut Reader<'de>,
    comma: bool,
}

impl<'de> MapAccess<'de> for Fields<'_, 'de> {
    type Error = Doubt;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Read<Option<K::Value>> {
        if has_next(self.reader, b')', self.comma)? {
            return seed.deserialize(BorrowedStrDeserializer::new(self.reader.name()?)).map(Some);
        }
        Ok(None)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Read<V::Value> {
        let value = value_after_colon(self.reader, seed)?;
        self.comma = self.reader.comma()?;
        Ok(value)
    }
}

fn value_after_colon<'de, V: DeserializeSeed<'de>>(reader: &mut Reader<'de>, seed: V) -> Read<V::Value> {
    reader.skip()?;
    reader.expect(b':')?;
    reader.skip()?;
    seed.deserialize(reader)
}

/// Entries in curly brackets; the same key twice is doubtful, because serde would keep one of them.
struct Entries<'r, 'de> {
    reader: &'r mut Reader<'de>,
    comma: bool,
    seen: Seen<'de>,
}

impl<'de> MapAccess<'de> for Entries<'_, 'de> {
    type Error = Doubt;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Read<Option<K::Value>> {
        if !has_next(self.reader, b'}', self.comma)? {
            return Ok(None);
        }
        let start = self.reader.at;
        let key = seed.deserialize(&mut *self.reader)?;
        let written = self.reader.text.get(start..self.reader.at).ok_or(Doubt)?;
        // What an escape stands for may be another key's text.
        if written.contains('\\') || !self.seen.insert(written.trim_matches('"')) {
            return Err(Doubt);
        }
        Ok(Some(key))
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Read<V::Value> {
        let value = value_after_colon(self.reader, seed)?;
        self.comma = self.reader.comma()?;
        Ok(value)
    }
}

/// The keys of a map so far: most maps are small.
#[derive(Default)]
struct Seen<'de> {
    few: Vec<&'de str>,
    many: BTreeSet<&'de str>,
}

impl<'de> Seen<'de> {
    const FEW: usize = 12;

    fn insert(&mut self, key: &'de str) -> bool {
        if !self.many.is_empty() {
            return self.many.insert(key);
        }
        if self.few.contains(&key) {
            return false;
        }
        self.few.push(key);
        if self.few.len() > Self::FEW {
            self.many.extend(self.few.drain(..));
        }
        true
    }
}

impl<'de> EnumAccess<'de> for &mut Reader<'de> {
    type Error = Doubt;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Read<(V::Value, Self)> {
        let name = self.name()?;
        // Words that mean something else in the JSON form of a document.
        if matches!(name, "None" | "Some" | "true" | "false" | "inf" | "NaN") {
            return Err(Doubt);
        }
        Ok((seed.deserialize(BorrowedStrDeserializer::new(name))?, self))
    }
}

impl<'de> VariantAccess<'de> for &mut Reader<'de> {
    type Error = Doubt;

    fn unit_variant(self) -> Read<()> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Read<T::Value> {
        self.skip()?;
        self.open(b'(')?;
        self.skip()?;
        let value = seed.deserialize(&mut *self)?;
        self.comma()?;
        self.close(b')')?;
        Ok(value)
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Read<V::Value> {
        self.skip()?;
        self.deserialize_tuple(len, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], visitor: V) -> Read<V::Value> {
        self.skip()?;
        self.open(b'(')?;
        let value = visitor.visit_map(Fields { reader: self, comma: true })?;
        self.close(b')')?;
        Ok(value)
    }
}
