//! What changed since another version, as plain data: whoever compares packs hands it over, and a page shows it.

/// Everything that differs from another version of a pack.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// The other version, in words: "1.1.0", "main".
    pub since: String,
    /// What differs, by what it is about.
    pub topics: Vec<Topic>,
}

/// Changes of one kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Topic {
    /// "Prices", "Set-ups".
    pub title: String,
    /// The entries that differ.
    pub entries: Vec<Entry>,
}

/// One entry that differs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// As "kind:id".
    pub name: String,
    /// The title people read; empty if there is none.
    pub title: String,
    /// "added", "removed", "changed", "renamed from ...".
    pub what: String,
    /// What differs inside it.
    pub details: Vec<Detail>,
}

/// One difference.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Detail {
    /// What differs: "attack".
    pub what: String,
    /// The earlier value; none if there was none.
    pub before: Option<String>,
    /// The later value; none if there is none.
    pub after: Option<String>,
}
