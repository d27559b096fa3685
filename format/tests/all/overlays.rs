//! The merge order of overlays, as a table of cases.

use std::path::{Path, PathBuf};

use chartroom_format::fs::MemoryFs;
use chartroom_format::load::{self, Loaded};
use chartroom_format::schema::Kind;
use chartroom_format::schema::ids::ExampleId;

/// Name, files of the overlay, further fields of its pack.ron, and what must come out.
type Case<'a> = (&'a str, &'a [(&'a str, &'a str)], &'a str, &'a str);

const BASE: &[(&str, &str)] = &[
    ("pack.ron", r#"Pack(schema: 2, id: "base", title: "Base", version: "1")"#),
    ("options.ron", r#"Options(schema: 2, options: {"a": (title: "base a"), "b": (title: "base b")})"#),
    (
        "t.ron",
        r#"Table(schema: 2, id: "t", title: "base t", axes: [Die(sides: 2)], cells: Number, rows: {1: 1, 2: 2})"#,
    ),
    ("map.ron", r#"Map(schema: 2, title: "base map", grid: Zones((width: 9, height: 9)))"#),
    ("spaces.ron", r#"Spaces(schema: 2, spaces: {"x": (surface: Land), "y": (surface: Sea)})"#),
    ("sequence.ron", r#"Sequence(schema: 2, each_turn: [Phase(id: "one"), Phase(id: "two")])"#),
];

fn files_of_overlay(files: &[(&str, &str)], pack_fields: &str) -> (MemoryFs, PathBuf) {
    let mut fs = MemoryFs::default();
    for (name, text) in BASE {
        fs = fs.with(format!("packs/base/{name}"), *text);
    }
    fs = fs.with(
        "packs/over/pack.ron",
        format!(r#"Pack(schema: 2, id: "over", title: "Over", version: "1", extends: "base"{pack_fields})"#),
    );
    for (name, text) in files {
        fs = fs.with(format!("packs/over/{name}"), *text);
    }
    (fs, PathBuf::from("packs/over"))
}

fn overlay(files: &[(&str, &str)], pack_fields: &str) -> Loaded {
    let (fs, root) = files_of_overlay(files, pack_fields);
    load::load(&fs, &root).expect("the pack loads")
}

fn summary(loaded: &Loaded) -> String {
    let content = &loaded.content;
    let options: Vec<String> = content.options.iter().map(|(id, option)| format!("{id}={}", option.title)).collect();
    let tables: Vec<String> = content.tables.iter().map(|(id, table)| format!("{id}={}", table.title)).collect();
    let spaces: Vec<String> = content.spaces.keys().map(ToString::to_string).collect();
    format!(
        "options {} | tables {} | spaces {} | steps {}",
        options.join(","),
        tables.join(","),
        spaces.join(","),
        content.sequence.len()
    )
}

#[test]
fn the_merge_order_is_the_documented_one() {
    let cases: &[Case<'_>] = &[
        ("nothing differs", &[], "", "options a=base a,b=base b | tables t=base t | spaces x,y | steps 2"),
        (
            "the same id replaces, a new one adds",
            &[("o.ron", r#"Options(schema: 2, options: {"b": (title: "over b"), "c": (title: "over c")})"#)],
            "",
            "options a=base a,b=over b,c=over c | tables t=base t | spaces x,y | steps 2",
        ),
        (
            "removes drops",
            &[],
            r#", removes: ["option:a", "table:t"]"#,
            "options b=base b | tables  | spaces x,y | steps 2",
        ),
        (
            "removed and given again",
            &[("o.ron", r#"Options(schema: 2, options: {"a": (title: "over a")})"#)],
            r#", removes: ["option:a"]"#,
            "options b=base b,a=over a | tables t=base t | spaces x,y | steps 2",
        ),
        (
            "a map of its own replaces the whole map",
            &[
                ("m.ron", r#"Map(schema: 2, title: "over map", grid: Zones((width: 5, height: 5)))"#),
                ("s.ron", r#"Spaces(schema: 2, spaces: {"z": (surface: Land)})"#),
            ],
            "",
            "options a=base a,b=base b | tables t=base t | spaces z | steps 2",
        ),
        (
            "spaces without a map are added to the base's",
            &[("s.ron", r#"Spaces(schema: 2, spaces: {"x": (surface: Coast), "z": (surface: Land)})"#)],
            "",
            "options a=base a,b=base b | tables t=base t | spaces x,y,z | steps 2",
        ),
        (
            "a sequence replaces the whole turn",
            &[("q.ron", r#"Sequence(schema: 2, each_turn: [Phase(id: "three")])"#)],
            "",
            "options a=base a,b=base b | tables t=base t | spaces x,y | steps 1",
        ),
        (
            "a table replaces the table",
            &[(
                "t.ron",
                r#"Table(schema: 2, id: "t", title: "over t", axes: [Die(sides: 2)], cells: Number, rows: {1: 5, 2: 6})"#,
            )],
            "",
            "options a=base a,b=base b | tables t=over t | spaces x,y | steps 2",
        ),
    ];
    for (name, files, fields, wanted) in cases {
        let loaded = overlay(files, fields);
        assert_eq!(summary(&loaded), *wanted, "{name}");
        assert!(loaded.findings.is_empty(), "{name}: {:#?}", loaded.findings);
    }
}

#[test]
fn worked_examples_go_with_what_they_are_about() {
    let example = |runs: &str, given: &str| {
        format!(r#"(source: ["x:1"], origin: Own, runs: {runs}, given: {{{given}}}, expect: {{"value": 1}})"#)
    };
    let examples = format!(
        r#"Examples(schema: 2, examples: {{"set-in-s": {}, "set-nowhere": {}, "looks-up-t": {}, "stands-in-x": {}}})"#,
        example(r#"Procedure("play")"#, r#""scenario": "s""#),
        example(r#"Procedure("advance")"#, r#""die": 1"#),
        example(r#"Table("t")"#, r#""die": 1"#),
        example("Space", r#""space": "x""#),
    );
    let own = format!(
        r#"Examples(schema: 2, examples: {{"own": {}}})"#,
        example(r#"Procedure("play")"#, r#""scenario": "s""#)
    );
    let scenario = r#"Scenario(schema: 2, id: "s", title: "S", turns: (first: 1, last: 2))"#;
    let map = r#"Map(schema: 2, title: "over map", grid: Zones((width: 5, height: 5)))"#;
    let cases: &[Case<'_>] = &[
        ("nothing goes", &[], "", "set-in-s,set-nowhere,looks-up-t,stands-in-x"),
        ("the scenario goes", &[], r#", removes: ["scenario:s"]"#, "set-nowhere,looks-up-t,stands-in-x"),
        ("the table goes", &[], r#", removes: ["table:t"]"#, "set-in-s,set-nowhere,stands-in-x"),
        ("the space goes", &[], r#", removes: ["space:x"]"#, "set-in-s,set-nowhere,looks-up-t"),
        ("the map goes", &[("m.ron", map)], "", "set-in-s,set-nowhere,looks-up-t"),
        (
            "the overlay's own stay, whatever its base lost",
            &[("s.ron", scenario), ("e.ron", own.as_str())],
            r#", removes: ["scenario:s"]"#,
            "set-nowhere,looks-up-t,stands-in-x,own",
        ),
    ];
    for (name, files, fields, wanted) in cases {
        let (fs, root) = files_of_overlay(files, fields);
        let fs = fs.with("packs/base/s.ron", scenario).with("packs/base/examples.ron", examples.as_str());
        let loaded = load::load(&fs, &root).expect("the pack loads");
        let left: Vec<&str> = loaded.content.examples.keys().map(ExampleId::as_str).collect();
        assert_eq!(left.join(","), *wanted, "{name}");
        let known: Vec<&str> = loaded.content.ids(chartroom_format::entries::EntryKind::Example).collect();
        assert_eq!(known.len(), left.len(), "{name}: {known:?}");
    }
}

#[test]
fn origins_name_the_pack_an_entry_came_from() {
    use chartroom_format::entries::EntryKind;
    let loaded = overlay(&[("o.ron", r#"Options(schema: 2, options: {"b": (title: "over b")})"#)], "");
    for (id, pack, file) in [("a", "base", "packs/base/options.ron"), ("b", "over", "packs/over/o.ron")] {
        let origin = loaded.content.origin(EntryKind::Option, id).expect("an origin");
        assert_eq!((origin.pack.as_str(), origin.file.as_str()), (pack, file));
    }
}

#[test]
fn faults_between_packs_are_told_where_they_stand() {
    let cases: &[Case<'_>] = &[
        ("removes nothing", &[], r#", removes: ["option:aa"]"#, "R106"),
        ("removes without a kind", &[], r#", removes: ["a"]"#, "R106"),
        (
            "a name that points at nothing",
            &[("o.ron", r#"Options(schema: 2, options: {"c": (title: "C", needs: ["aaa"])})"#)],
            "",
            "R107",
        ),
        (
            "an id given twice",
            &[
                ("o.ron", r#"Options(schema: 2, options: {"c": (title: "C")})"#),
                ("p.ron", r#"Options(schema: 2, options: {"c": (title: "C")})"#),
            ],
            "",
            "R105",
        ),
        (
            "two sequences",
            &[("q.ron", r"Sequence(schema: 2, each_turn: [])"), ("r.ron", r"Sequence(schema: 2, each_turn: [])")],
            "",
            "R108",
        ),
        (
            "an unknown capability",
            &[("o.ron", r#"Options(schema: 2, requires: ["time-travel"], options: {})"#)],
            "",
            "M104",
        ),
    ];
    for (name, files, fields, code) in cases {
        let loaded = overlay(files, fields);
        let codes: Vec<&str> = loaded.findings.iter().map(|finding| finding.code.as_str()).collect();
        assert_eq!(codes, [*code], "{name}: {:#?}", loaded.findings);
        assert!(loaded.findings[0].place.is_some(), "{name}");
    }
}

#[test]
fn packs_that_extend_each_other_or_nothing_are_told_so() {
    let pack =
        |id: &str, base: &str| format!(r#"Pack(schema: 2, id: "{id}", title: "T", version: "1", extends: "{base}")"#);
    for (base_of_b, code) in [("a", "R104"), ("b", "R104"), ("nowhere", "R103")] {
        let fs = MemoryFs::default().with("p/a/pack.ron", pack("a", "b")).with("p/b/pack.ron", pack("b", base_of_b));
        let loaded = load::load(&fs, Path::new("p/a")).expect("loads");
        assert!(
            loaded.findings.iter().any(|finding| finding.code.as_str() == code),
            "{base_of_b}: {:#?}",
            loaded.findings
        );
    }
    assert!(load::load(&MemoryFs::default(), Path::new("p/missing")).is_err());
}

#[test]
fn a_part_of_a_pack_is_the_same_as_in_the_whole() {
    let fields = r#", removes: ["option:a", "table:t", "space:x", "table:no-such"]"#;
    let files = [
        ("o.ron", r#"Options(schema: 2, options: {"c": (title: "over c")})"#),
        (
            "u.ron",
            r#"Units(schema: 2, classes: {}, units: {"inf": (title: "Infantry", domain: Land, classes: ["foot"])})"#,
        ),
        ("broken.ron", "Options(schema: 2, options: {"),
    ];
    let (fs, root) = files_of_overlay(&files, fields);
    let whole = load::load(&fs, &root).expect("loads");
    for kinds in
        [&[Kind::Options][..], &[Kind::Table], &[Kind::Units], &[Kind::Map, Kind::Spaces], &[Kind::Units, Kind::Table]]
    {
        let part = load::load_kinds(&fs, &root, kinds).expect("loads");
        if kinds.contains(&Kind::Options) {
            assert_eq!(part.content.options, whole.content.options);
        }
        if kinds.contains(&Kind::Table) {
            assert_eq!(part.content.tables, whole.content.tables);
        }
        if kinds.contains(&Kind::Units) {
            assert_eq!(part.content.units, whole.content.units);
        }
        if kinds.contains(&Kind::Spaces) {
            assert_eq!(part.content.spaces, whole.content.spaces);
        }
        // The findings of the files that were read, and no others.
        let read: Vec<&str> = part.files.iter().map(|file| file.path.as_str()).collect();
        assert!(part.findings.iter().all(|finding| whole.findings.iter().any(|other| other == finding)), "{kinds:?}");
        for finding in &whole.findings {
            let about_read_file = finding
                .place
                .as_ref()
                .is_some_and(|place| read.contains(&place.file.as_str()) && !place.file.ends_with("pack.ron"));
            assert!(!about_read_file || part.findings.contains(finding), "{kinds:?}: {finding:?}");
        }
    }
    let part = load::load_kinds(&fs, &root, &[Kind::Options]).expect("loads");
    assert!(part.has_errors(), "the broken file is one of them");
    assert!(!load::load_kinds(&fs, &root, &[Kind::Map]).expect("loads").has_errors(), "it is left out");
}
