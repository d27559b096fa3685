//! The codes of loading: syntax, schema and reference. Checks of the validator register theirs beside these.
//! Codes are stable: a retired code is never given to something else.

use std::fmt::Write;

use super::Severity;

/// A stable code such as `X101`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code(pub &'static CodeInfo);

/// What a code means.
#[derive(Debug)]
pub struct CodeInfo {
    pub code: &'static str,
    /// Describes the problem; reads well after "allow".
    pub name: &'static str,
    pub group: &'static str,
    pub severity: Severity,
    /// What it is.
    pub what: &'static str,
    /// Why it matters.
    pub why: &'static str,
    /// What to do.
    pub remedy: &'static str,
    /// A file that has the problem, and one that has not.
    pub bad: &'static str,
    pub good: &'static str,
}

impl PartialEq for CodeInfo {
    fn eq(&self, other: &Self) -> bool {
        self.code == other.code
    }
}

impl Eq for CodeInfo {}

impl PartialOrd for CodeInfo {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for CodeInfo {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.code.cmp(other.code)
    }
}

impl std::hash::Hash for CodeInfo {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.code.hash(state);
    }
}

impl Code {
    pub const fn info(self) -> &'static CodeInfo {
        self.0
    }

    pub const fn as_str(self) -> &'static str {
        self.0.code
    }

    /// The page that `chartroom explain` prints.
    pub fn explain(self) -> String {
        let info = self.info();
        let mut page = format!(
            "{}: {} ({}, {})\n\n{}\n\nWhy it matters\n  {}\n\nWhat to do\n  {}\n",
            info.code,
            info.name,
            info.group,
            info.severity.name(),
            info.what,
            info.why,
            info.remedy
        );
        for (title, text) in [("Wrong", info.bad), ("Right", info.good)] {
            if !text.is_empty() {
                let _ = writeln!(page, "\n{title}");
                for line in text.trim_matches('\n').lines() {
                    let _ = writeln!(page, "  {line}");
                }
            }
        }
        page
    }
}

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0.code)
    }
}

/// Declares codes with their documentation, and the list of all of them.
#[macro_export]
macro_rules! codes {
    ($(
        $konst:ident = $code:literal, $name:literal, $group:literal, $severity:ident,
        what: $what:literal, why: $why:literal, remedy: $remedy:literal,
        bad: $bad:literal, good: $good:literal;
    )*) => {
        $(
            pub const $konst: $crate::diag::Code = $crate::diag::Code(&$crate::diag::CodeInfo {
                code: $code, name: $name, group: $group, severity: $crate::diag::Severity::$severity,
                what: $what, why: $why, remedy: $remedy, bad: $bad, good: $good,
            });
        )*
        /// All codes declared here, in order.
        pub const ALL: &[$crate::diag::Code] = &[$($konst,)*];
    };
}
