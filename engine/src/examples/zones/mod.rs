//! Worked examples of games whose units move by range and fight in rounds. A position is laid out as the example gives it, then
//! the procedures that play games answer.

mod battle;
mod duel;
mod economy;
mod events;
mod levels;
mod money;
mod moves;
mod options;
mod passage;
mod position;
mod repair;
mod retreat;
mod technology;
mod turn;
mod winning;

use chartroom_format::schema::example::Example;

use crate::playable::Playable;

type Runner = fn(&Playable<'_>, &Example) -> Option<Result<(), String>>;

/// The runner of a procedure's examples, if this family has one.
pub(super) fn runner(name: &str) -> Option<Runner> {
    Some(match name {
        "hit" => battle::dice,
        "hit-roll-combat" => battle::combat,
        "cross-hostile-border" => options::cross,
        "train" => options::train,
        "pass-through" | "landing" => turn::turn,
        "repair" => repair::repair,
        "research" => technology::tries,
        "retreat" => retreat::retreat,
        "orders" => moves::orders,
        "carry" => moves::carry,
        "passage" => passage::passage,
        "recruit" => economy::recruit,
        "produce" => economy::produce,
        "upgrade" => economy::upgrade,
        "capture" => {
            |content, example| events::politics(content, example).or_else(|| economy::capture(content, example))
        }
        "politics" => events::politics,
        "take-neutral" => economy::take_neutral,
        "collect-income" => money::collect_income,
        "objectives" => levels::objectives,
        "production-level" => levels::grown,
        "lend-lease" => money::lend_lease,
        "liberate" => money::liberate,
        "victory" => {
            |content, example| winning::at_turn_ends(content, example).or_else(|| money::victory(content, example))
        }
        "land-totals" => money::land_totals,
        "order-of-play" => money::order_of_play,
        "set-up-total" => money::set_up_total,
        _ => return None,
    })
}
