//! Exact odds: `cargo run -p chartroom --example odds -- content/war-game-ww2 "10 infantry, 5 armor" "10 infantry, 3 fighter"`.
#![expect(clippy::print_stdout, reason = "it prints its answer")]

use chartroom::Pack;

fn main() -> Result<(), chartroom::Error> {
    let mut words = std::env::args().skip(1);
    let folder = words.next().unwrap_or_else(|| "content/war-game-ww2".to_owned());
    let attack = words.next().unwrap_or_else(|| "10 infantry, 5 armor".to_owned());
    let defend = words.next().unwrap_or_else(|| "10 infantry, 3 fighter".to_owned());
    let pack = Pack::open(folder)?;
    let odds = pack.odds(&attack, &defend)?;
    println!("{attack} against {defend}");
    println!(
        "attacker {:.2} %, nobody {:.2} %, defender {:.2} %",
        odds.win * 100.0,
        odds.draw * 100.0,
        odds.lose * 100.0
    );
    println!(
        "{:.2} rounds; {:.1} of value lost to the attacker, {:.1} to the defender",
        odds.expected_rounds(),
        odds.expected_losses.attacker.value,
        odds.expected_losses.defender.value
    );
    Ok(())
}
