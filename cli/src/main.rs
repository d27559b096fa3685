//! The `chartroom` command.

fn main() {}
