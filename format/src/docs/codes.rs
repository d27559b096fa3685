//! The page of all codes.

use std::fmt::Write;

use crate::diag::Code;

const CODES_HEAD: &str = "# All checks

Generated from the code; do not edit. `chartroom explain CODE` prints the same.

A code is a letter for its group and a number; it never changes its meaning, and a retired one is never given to something else.

| severity | who should see it | what `chartroom check` does |
|---|---|---|
| error | players too: what they would play is broken | ends with 1 |
| warning | authors: most often a mistake | ends with 1 under `--deny warnings` |
| note | authors: worth knowing, nothing need change | told, never fails |
| hint | authors who ask with `--hints` or by the code | silent else |

A pack may set severities of its own, and accept single findings with a reason; see [ci.md](ci.md).

| letter | group |
|---|---|
";

/// The page of all codes: what each means, why it matters, what to do, a wrong and a right snippet.
pub fn codes_reference(codes: &[Code]) -> String {
    let mut out = String::from(CODES_HEAD);
    let mut letters: Vec<(&str, &str)> = codes.iter().map(|code| (&code.as_str()[..1], code.info().group)).collect();
    letters.dedup();
    for (letter, group) in letters {
        let _ = writeln!(out, "| {letter} | {group} |");
    }
    out.push_str("\n| code | name | group | severity |\n|---|---|---|---|\n");
    for code in codes {
        let info = code.info();
        let _ = writeln!(
            out,
            "| [{0}](#{1}) | {2} | {3} | {4} |",
            info.code,
            info.code.to_lowercase(),
            info.name,
            info.group,
            info.severity.name()
        );
    }
    for code in codes {
        let info = code.info();
        let _ = writeln!(
            out,
            "\n## {}\n\n**{}** ({}, {})\n\n{}\n\n*Why:* {}\n\n*What to do:* {}",
            info.code,
            info.name,
            info.group,
            info.severity.name(),
            info.what,
            info.why,
            info.remedy
        );
        for (title, snippet) in [("Wrong", info.bad), ("Right", info.good)] {
            if !snippet.is_empty() {
                let _ = writeln!(out, "\n{title}:\n\n```ron\n{}\n```", snippet.trim_matches('\n'));
            }
        }
    }
    out
}
