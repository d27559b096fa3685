//! Checks a pack and prints what is wrong: `cargo run -p chartroom --example check -- content/war-game-ww2`.
#![expect(clippy::print_stdout, reason = "it prints its answer")]

use chartroom::{Pack, Severity};

fn main() -> Result<(), chartroom::Error> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| "content/hundred-days".to_owned());
    let pack = Pack::open(&folder)?;
    let findings = pack.check();
    for finding in &findings {
        println!("{finding}");
        if !finding.help.is_empty() {
            println!("  {}", finding.help);
        }
    }
    let errors = findings.iter().filter(|finding| finding.severity == Severity::Error).count();
    println!("{}: {} findings, {errors} of them errors", pack.title(), findings.len());
    std::process::exit(i32::from(errors > 0));
}
