//! THE table of codes that loading can report: groups syntax (X), schema (M) and reference (R).

crate::codes! {
    SYNTAX = "X101", "syntax-error", "syntax", Error,
        what: "The text cannot be read as RON: a bracket, comma, quote or colon is missing or too many.",
        why: "Nothing behind the fault can be trusted, so the file's content is not used.",
        remedy: "Mend the marked place; the message says what was expected there.",
        bad: "Options(schema: 2, options: {\"a\": (title: \"A\" on: true)})",
        good: "Options(schema: 2, options: {\"a\": (title: \"A\", on: true)})";
    TOO_DEEP = "X102", "nesting-too-deep", "syntax", Error,
        what: "Brackets nest deeper than the limit.",
        why: "No content needs it, and programs that read such files run out of memory.",
        remedy: "Split the value into several entries.",
        bad: "", good: "Options(schema: 2, options: {})";
    TOO_LARGE = "X103", "file-too-large", "syntax", Error,
        what: "The file is larger than the limit for one file.",
        why: "Content is split in small files that people can read and merge.",
        remedy: "Split the file: spaces, rules and examples may be spread over as many files as you like.",
        bad: "", good: "Options(schema: 2, options: {})";
    NOT_UTF8 = "X104", "not-utf8", "syntax", Error,
        what: "The file is not UTF-8 text.",
        why: "Names with accents would be read differently on every machine.",
        remedy: "Save the file as UTF-8, or remove it from the pack if it is not content.",
        bad: "", good: "Options(schema: 2, options: {})";
    UNREADABLE = "X105", "unreadable-file", "syntax", Error,
        what: "The file cannot be opened or read.",
        why: "A pack is only checked when all of it can be read.",
        remedy: "Check that the file exists and that you may read it.",
        bad: "", good: "Options(schema: 2, options: {})";
    OUTSIDE = "X106", "link-out-of-pack", "syntax", Error,
        what: "A symbolic link leads out of the pack.",
        why: "A pack must stand alone when it is copied or published.",
        remedy: "Copy the file into the pack.",
        bad: "", good: "Options(schema: 2, options: {})";
    UNKNOWN_KIND = "X107", "unknown-kind", "syntax", Error,
        what: "The name at the top of the file is no kind of content, or is missing.",
        why: "The kind decides how the file is read; its place in the folder does not.",
        remedy: "Start the file with one of the kinds, such as `Table(` or `Scenario(`.",
        bad: "Tabel(schema: 2)",
        good: "Options(schema: 2, options: {})";
    DUPLICATE_FIELD = "X108", "duplicate-field", "syntax", Error,
        what: "A field or key appears twice in the same place.",
        why: "Only one of them could count, and nobody can tell which.",
        remedy: "Remove one of them.",
        bad: "Options(schema: 2, options: {\"a\": (title: \"A\"), \"a\": (title: \"B\")})",
        good: "Options(schema: 2, options: {\"a\": (title: \"A\"), \"b\": (title: \"B\")})";
    BYTE_ORDER_MARK = "X109", "byte-order-mark", "syntax", Warning,
        what: "The file begins with a byte order mark, which some editors write and nobody sees.",
        why: "It is read all the same, but other tools stumble over it and every comparison shows the first line as changed.",
        remedy: "Save the file as UTF-8 without the mark; `--fix` removes it.",
        bad: "\u{feff}Options(schema: 2, options: {})",
        good: "Options(schema: 2, options: {})";
    NO_VERSION = "M101", "missing-schema-version", "schema", Error,
        what: "The file does not say which schema version it is written for.",
        why: "Without the version no program can know how to read or upgrade it.",
        remedy: "Add `schema: N` as the first field; `chartroom schema` prints the current version.",
        bad: "Options(options: {})",
        good: "Options(schema: 2, options: {})";
    NEWER_VERSION = "M102", "newer-schema-version", "schema", Error,
        what: "The file is written for a newer schema version than this program knows.",
        why: "Reading it would drop what the newer version added.",
        remedy: "Update Chartroom.",
        bad: "Options(schema: 999, options: {})",
        good: "Options(schema: 2, options: {})";
    OLD_VERSION = "M103", "old-schema-version", "schema", Warning,
        what: "The file is written for an older schema version.",
        why: "It is read by upgrading it in memory each time; editing needs the current form.",
        remedy: "Run `chartroom migrate` to see the upgrade, and `chartroom migrate --write` to do it.",
        bad: "", good: "Options(schema: 2, options: {})";
    UNKNOWN_CAPABILITY = "M104", "unknown-capability", "schema", Error,
        what: "The file requires something that neither this program nor the pack's map offers.",
        why: "Using it anyway would play other rules than its author wrote.",
        remedy: "Update Chartroom, or correct the name of the capability.",
        bad: "Options(schema: 2, requires: [\"time-travel\"], options: {})",
        good: "Options(schema: 2, requires: [\"hex-map\"], options: {})";
    UNKNOWN_FIELD = "M110", "unknown-field", "schema", Error,
        what: "A field has a name that this kind of entry does not have.",
        why: "A misspelt field would silently change nothing.",
        remedy: "Use the suggested name, or remove the field.",
        bad: "Options(schema: 2, options: {\"a\": (title: \"A\", titel: \"A\")})",
        good: "Options(schema: 2, options: {\"a\": (title: \"A\")})";
    MISSING_FIELD = "M111", "missing-field", "schema", Error,
        what: "A required field is missing.",
        why: "The entry means nothing without it.",
        remedy: "Add the field.",
        bad: "Options(schema: 2, options: {\"a\": (on: true)})",
        good: "Options(schema: 2, options: {\"a\": (title: \"A\")})";
    WRONG_TYPE = "M112", "wrong-type", "schema", Error,
        what: "A value is of the wrong kind: text for a number, a list for one value.",
        why: "The engine cannot use it.",
        remedy: "Write the kind of value the message names.",
        bad: "Options(schema: 2, options: {\"a\": (title: 5)})",
        good: "Options(schema: 2, options: {\"a\": (title: \"5\")})";
    UNKNOWN_VARIANT = "M113", "unknown-word", "schema", Error,
        what: "A word is not one of those allowed here.",
        why: "The engine knows a fixed set of conditions, effects, procedures and kinds.",
        remedy: "Use one of the listed words; the nearest is suggested.",
        bad: "Terrain(schema: 2, links: {\"a\": (title: \"A\", passes: [Lnad])})",
        good: "Terrain(schema: 2, links: {\"a\": (title: \"A\", passes: [Land])})";
    BAD_NAME = "M114", "malformed-name", "schema", Error,
        what: "A name is not written the way names of its kind are.",
        why: "Ids are lower case words joined by hyphens, so that people and scripts can rely on them.",
        remedy: "Rename it: \"long-range-bomber\", not \"Long Range Bomber\".",
        bad: "Options(schema: 2, options: {\"Big Option\": (title: \"A\")})",
        good: "Options(schema: 2, options: {\"big-option\": (title: \"A\")})";
    BAD_VALUE = "M115", "unusable-value", "schema", Error,
        what: "A value has the right kind but cannot be used: out of range, or of the wrong length.",
        why: "The engine cannot use it.",
        remedy: "Write a value the message allows.",
        bad: "Options(schema: -1, options: {})",
        good: "Options(schema: 2, options: {})";
    NO_PACK = "R101", "missing-pack-file", "reference", Error,
        what: "The folder has no pack.ron, or it cannot be used.",
        why: "pack.ron says who the pack is and what it builds on.",
        remedy: "Add pack.ron, or run `chartroom new` to start a pack.",
        bad: "", good: "Options(schema: 2, options: {})";
    WRONG_FOLDER = "R102", "pack-id-differs-from-folder", "reference", Error,
        what: "The id in pack.ron is not the name of the pack's folder.",
        why: "Other packs and commands find a pack by its folder.",
        remedy: "Rename the folder or change the id.",
        bad: "", good: "Options(schema: 2, options: {})";
    MISSING_BASE = "R103", "missing-base-pack", "reference", Error,
        what: "The pack extends another that cannot be found beside it.",
        why: "Everything it takes over is missing.",
        remedy: "Put the base pack beside this one, or correct its name.",
        bad: "", good: "Options(schema: 2, options: {})";
    CYCLE = "R104", "packs-extend-each-other", "reference", Error,
        what: "Packs extend each other in a circle.",
        why: "There is no first pack to start from.",
        remedy: "Remove one `extends`.",
        bad: "", good: "Options(schema: 2, options: {})";
    DUPLICATE_ID = "R105", "duplicate-id", "reference", Error,
        what: "Two entries of the same kind in one pack have the same id.",
        why: "Only one of them could count.",
        remedy: "Rename or remove one of them.",
        bad: "", good: "Options(schema: 2, options: {})";
    REMOVES_NOTHING = "R106", "removes-nothing", "reference", Warning,
        what: "An overlay removes an entry that its base does not have.",
        why: "Either the name is misspelt or the base has changed.",
        remedy: "Correct the name, written as \"kind:id\", or drop the line.",
        bad: "", good: "Options(schema: 2, options: {})";
    DANGLING = "R107", "unknown-reference", "reference", Error,
        what: "A name points at nothing of its kind in this pack or its base.",
        why: "The engine cannot follow it.",
        remedy: "Correct the name; the nearest existing one is suggested.",
        bad: "", good: "Options(schema: 2, options: {})";
    DOUBLE_SINGLETON = "R108", "second-file-of-a-kind", "reference", Error,
        what: "A kind that a pack has only once (pack, map, sequence, recipe) appears in two files.",
        why: "Only one of them could count.",
        remedy: "Merge the two files.",
        bad: "", good: "Options(schema: 2, options: {})";
    CHANGES_NOTHING = "R109", "overlay-meets-nothing", "reference", Error,
        what: "An overlay changes an entry, cell, field or stack that the pack below does not have.",
        why: "Either the name is misspelt or the pack below has changed; the change would be lost in silence.",
        remedy: "Correct the name; the nearest existing one is suggested.",
        bad: "", good: "Options(schema: 2, options: {})";
    UNFIT_CHANGE = "R110", "overlay-does-not-fit", "reference", Error,
        what: "An overlay gives a field a value of the wrong kind.",
        why: "The entry could not be read with it, so the value below stays.",
        remedy: "Write the value as the field holds it in a file of its kind.",
        bad: "", good: "Options(schema: 2, options: {})";
    CHANGED_TWICE = "R111", "changed-twice", "reference", Error,
        what: "Two overlays change the same cell, field or stack.",
        why: "Only one of them can count, and the order of files decides which.",
        remedy: "Keep one of them. Where an overlay of another pack lies below, this is a note: the upper one counts.",
        bad: "", good: "Options(schema: 2, options: {})";
    SAME_AS_BEFORE = "R112", "change-without-difference", "reference", Warning,
        what: "An overlay gives a value that is there already.",
        why: "It hides the next change of the pack below, and says nothing.",
        remedy: "Remove the line.",
        bad: "", good: "Options(schema: 2, options: {})";
    NO_INDEX = "R113", "missing-rule-index", "reference", Error,
        what: "The index of rules that pack.ron names is not there, or cannot be read.",
        why: "Without it no reference to a rule is checked and no coverage is counted, in silence.",
        remedy: "Write where the index lies inside the pack, or leave `rulebook` out.",
        bad: "", good: "Options(schema: 2, options: {})";
}
