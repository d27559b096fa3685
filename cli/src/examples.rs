//! What stands below the help of each command: lines that can be typed as they are. `tests` hold them against the parser.

use clap::Command;

/// Commands with examples of how they are used.
const EXAMPLES: &[(&str, &[&str])] = &[
    (
        "check",
        &[
            "chartroom check                                   every pack of content/, games included",
            "chartroom check --quick my-pack --watch           again whenever a file changes",
            "chartroom check --changed-since origin/main --deny warnings --format github",
            "chartroom check --fix my-pack",
        ],
    ),
    ("explain", &["chartroom explain R107"]),
    ("list", &["chartroom list", "chartroom list --json"]),
    (
        "table",
        &[
            "chartroom table war-game-ww2 unit-cost",
            "chartroom table war-game-ww2 unit-cost armor germany",
            "chartroom table war-game-ww2 unit-cost --csv",
        ],
    ),
    ("unit", &["chartroom unit war-game-ww2 battleship", "chartroom unit war-game-ww2 armor --power germany --json"]),
    ("resolve", &["chartroom resolve hitlers-war-cg3", "chartroom resolve my-overlay --json"]),
    ("schema", &["chartroom schema", "chartroom schema Table", "chartroom schema Scenario --version 1"]),
    (
        "new",
        &[
            "chartroom new west-front",
            "chartroom new islands --grid zones",
            "chartroom new europe --world --extent 71,34,-11,45 --columns 80",
        ],
    ),
    ("fmt", &["chartroom fmt my-pack", "chartroom fmt --check content"]),
    ("migrate", &["chartroom migrate my-pack", "chartroom migrate my-pack --write"]),
    ("convert", &["chartroom convert my-pack/units.ron", "chartroom convert my-pack -o json"]),
    ("draw", &["chartroom draw my-pack", "chartroom draw my-pack --check", "chartroom draw my-pack --adopt"]),
    (
        "render",
        &[
            "chartroom render war-game-ww2 --scenario 1942 -o map.png",
            "chartroom render war-game-ww2 -o map.svg --width 4000",
        ],
    ),
    (
        "play",
        &[
            "chartroom play war-game-ww2 1942 --seed 7",
            "chartroom play war-game-ww2 1942 --bot axis=random --turns 2 --record game.replay",
        ],
    ),
    ("replay", &["chartroom replay game.replay --tell"]),
    (
        "simulate",
        &[
            "chartroom simulate war-game-ww2 1942 --games 100",
            "chartroom simulate war-game-ww2 1942 --games 100 --set tables.unit-cost.infantry.germany=4",
        ],
    ),
    ("duel", &["chartroom duel war-game-ww2 1942 --bots greedy,random"]),
    ("compare", &["chartroom compare war-game-ww2 1942 --set tables.unit-cost.infantry=4"]),
    ("sweep", &["chartroom sweep war-game-ww2 1942 --over tables.unit-cost.infantry.germany=3..8"]),
    ("worth", &["chartroom worth war-game-ww2 1942 --power germany --unit armor"]),
    ("tune", &["chartroom tune war-game-ww2 1942 --goal \"axis 45..55\" --free tables.unit-cost.infantry.germany"]),
    ("merge-shards", &["chartroom merge-shards part-1.jsonl part-2.jsonl"]),
    (
        "odds",
        &[
            "chartroom odds war-game-ww2 --attack \"10 infantry, 5 armor\" --defend \"8 infantry\"",
            "chartroom odds war-game-ww2 --attack \"3 infantry\" --defend \"2 infantry\" --at france --json",
        ],
    ),
    ("space", &["chartroom space war-game-ww2 france --scenario 1942"]),
    ("examples", &["chartroom examples war-game-ww2"]),
    ("coverage", &["chartroom coverage hitlers-global-war"]),
    ("edit", &["chartroom edit my-pack", "chartroom edit my-pack --at unit-cost"]),
    ("completions", &["chartroom completions bash"]),
];

/// The command with examples below the help of each of its commands that has none of its own.
pub(crate) fn added(mut command: Command) -> Command {
    for (name, lines) in EXAMPLES {
        if command.find_subcommand(name).is_some_and(|inner| inner.get_after_help().is_none()) {
            let text = format!("Examples:\n  {}", lines.join("\n  "));
            command = command.mut_subcommand(name, |inner| inner.after_help(text));
        }
    }
    described(command)
}

/// Says what `--json` and `--csv` do where a command leaves it out: they do the same everywhere.
fn described(mut command: Command) -> Command {
    let names: Vec<String> = command.get_subcommands().map(|inner| inner.get_name().to_owned()).collect();
    for name in names {
        command = command.mut_subcommand(name, described);
    }
    command.mut_args(|arg| match arg.get_id().as_str() {
        "json" if arg.get_help().is_none() => arg.help("Print one JSON document instead of text"),
        "csv" if arg.get_help().is_none() => arg.help("Print comma-separated values, for a spreadsheet"),
        "markdown" if arg.get_help().is_none() => arg.help("Print Markdown instead of text"),
        _ => arg,
    })
}

#[cfg(test)]
mod tests {
    use clap::error::ErrorKind;
    use clap::{CommandFactory, Parser};

    use super::*;
    use crate::args::Args;

    #[test]
    fn every_command_has_examples_that_can_be_typed() {
        let has_example =
            |command: &Command| command.get_after_help().is_some_and(|help| help.to_string().contains("Example"));
        let command = added(Args::command());
        for command in command.get_subcommands() {
            let told = has_example(command) || command.has_subcommands() && command.get_subcommands().all(has_example);
            assert!(told, "`{}` has no example", command.get_name());
        }
        let known = |name: &str| command.find_subcommand(name).is_some();
        for (name, lines) in EXAMPLES.iter().filter(|(name, _)| known(name)) {
            for line in *lines {
                let typed = line.split("   ").next().unwrap_or(line);
                let words = typed.split('"').enumerate().flat_map(|(at, part)| match at % 2 {
                    0 => part.split_whitespace().map(str::to_owned).collect(),
                    _ => vec![part.to_owned()],
                });
                let parsed = Args::try_parse_from(words);
                let right = parsed.as_ref().err().is_none_or(|error| error.kind() == ErrorKind::DisplayHelp);
                assert!(right, "`{name}`: {line}: {:?}", parsed.err().map(|error| error.to_string()));
            }
        }
    }
}
