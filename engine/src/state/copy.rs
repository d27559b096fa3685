//! Copies that go into memory that is there already: a game is copied before every action, so that a refused one changes nothing,
//! and taking fresh memory for each list would cost more than the copying.

/// Implements `Clone` field by field, with a `clone_from` that reuses the lists of the copy. A field that is left out does not
/// compile.
macro_rules! copied_in_place {
    ($name:ident { $($field:ident),* $(,)? }) => {
        impl Clone for $name {
            fn clone(&self) -> Self {
                Self { $($field: self.$field.clone()),* }
            }

            fn clone_from(&mut self, other: &Self) {
                $(self.$field.clone_from(&other.$field);)*
            }
        }
    };
}

pub(super) use copied_in_place;
