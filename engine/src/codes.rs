//! The codes that compiling and running content can report: group engine (E).

chartroom_format::codes! {
    UNRESOLVED = "E101", "name-the-engine-cannot-resolve", "engine", Error,
        what: "A name that the scenario needs leads to nothing in the compiled game.",
        why: "The engine cannot play what it cannot find.",
        remedy: "Correct the name, or add the entry it speaks of.",
        bad: "", good: "Options(schema: 1, options: {})";
    SET_UP = "E102", "set-up-the-rules-forbid", "engine", Error,
        what: "Units of a set-up cannot stand where it puts them: stacking, terrain, or no place of that kind.",
        why: "A game that starts from an illegal position proves nothing.",
        remedy: "Move the units to a legal place, or correct the map.",
        bad: "", good: "Options(schema: 1, options: {})";
    TABLE_GAP = "E103", "table-lacks-a-needed-row", "engine", Error,
        what: "A table that a procedure reads has no usable cell where the procedure can look.",
        why: "The game would stop in the middle of a battle.",
        remedy: "Fill the cell, or say what happens beyond the edge of the axis.",
        bad: "", good: "Options(schema: 1, options: {})";
    RULE_LOOP = "E104", "rule-triggers-itself-for-ever", "engine", Error,
        what: "Rules go on triggering each other without end.",
        why: "The game would hang; the engine stops them after a fixed number of steps.",
        remedy: "Give one of them `once: true`, or a condition that its effects make false.",
        bad: "", good: "Options(schema: 1, options: {})";
    NOT_CARRIED_OUT = "E108", "procedure-this-program-cannot-carry-out", "engine", Error,
        what: "A phase of the scenario runs a procedure, or a setting of one, that this program has no code for.",
        why: "Play would pass over the phase as if the rulebook did not have it.",
        remedy: "Use a procedure that works with the others of the pack, or write `do: NotPlayed(\"why\")`: the phase is then named by `play` and `check`.",
        bad: "", good: "Options(schema: 1, options: {})";
    UNKNOWN_CODE = "E109", "code-without-a-meaning", "engine", Error,
        what: "A cell of a combat results table holds a code that the battle's `results` do not have.",
        why: "When the dice find the cell nobody knows what happens.",
        remedy: "Correct the code in the table, or say in `results` what it means.",
        bad: "", good: "Options(schema: 1, options: {})";
    NOBODY_SUFFERS = "E110", "result-that-cannot-happen", "engine", Error,
        what: "A result of a battle asks for something that no unit of the pack can suffer or do: no steps, a retreat of units that never leave, an advance of units without that ability.",
        why: "The code would read as if something happened, and nothing would.",
        remedy: "Correct the number, or give the units the ability that the result needs.",
        bad: "", good: "Options(schema: 1, options: {})";
    NO_PLAYER = "E111", "phase-without-a-player", "engine", Error,
        what: "A phase in which somebody must act has no player: it names none, and no stage around it does.",
        why: "Nobody could do anything, and the phase would pass in silence.",
        remedy: "Write `by:` in the phase, or `each:` in the stage around it.",
        bad: "", good: "Options(schema: 1, options: {})";
    DIVIDES_BY_ZERO = "E112", "value-that-may-divide-by-zero", "engine", Error,
        what: "A value divides by something that may be 0.",
        why: "There is no such number: whatever rests on it could not be decided when it happens.",
        remedy: "Say in `if_zero` what the quotient is then, or divide by something that is never 0, such as `Max([1, ..])`.",
        bad: "", good: "Options(schema: 1, options: {})";
    TOO_LARGE = "E113", "value-that-may-grow-too-large", "engine", Error,
        what: "A value may grow beyond what can be reckoned exactly: figures go up to 1,000,000,000.",
        why: "The game would have to stop, or go on with a wrong number.",
        remedy: "Bound what is multiplied with `Min` and `Max`, or write a smaller number.",
        bad: "", good: "Options(schema: 1, options: {})";
    VALUE_CIRCLE = "E114", "value-without-end", "engine", Error,
        what: "A value is computed from itself, or takes far too many steps to compute.",
        why: "It would never come to a number, or the game would stand still.",
        remedy: "Take one value out of the circle; look at fewer things one by one.",
        bad: "", good: "Options(schema: 1, options: {})";
    FRACTION = "E115", "fraction-where-a-whole-number-is-wanted", "engine", Error,
        what: "A value that may come to a fraction stands where the game counts in whole numbers.",
        why: "Whether the rest is dropped or added is for the author to say.",
        remedy: "Put `Round(.., Down)`, `Round(.., Up)` or `Round(.., Nearest)` around it.",
        bad: "", good: "Options(schema: 1, options: {})";
    NOT_AT_HAND = "E116", "nothing-of-the-kind-at-hand", "engine", Error,
        what: "A condition or value speaks of the unit, place or battle at hand where there is none.",
        why: "It could never be decided, so that it would never hold.",
        remedy: "Name the place, or put it into `Count`, `Total`, `Exists` or `Every`, which have one at hand after the other.",
        bad: "", good: "Options(schema: 1, options: {})";
    NO_BOARD = "E105", "no-board", "engine", Error,
        what: "The pack has no map, or its map has no spaces.",
        why: "There is nowhere to play.",
        remedy: "Add map/map.ron and the spaces.",
        bad: "", good: "Options(schema: 1, options: {})";
    NO_SCENARIO = "E106", "no-such-scenario", "engine", Error,
        what: "The pack has no scenario of that name.",
        why: "A game needs a start.",
        remedy: "Use one of the scenarios that `chartroom list` shows.",
        bad: "", good: "Options(schema: 1, options: {})";
    TOO_MANY = "E107", "too-many-entries", "engine", Error,
        what: "The pack has more entries of a kind than the engine can number.",
        why: "Ids are kept small so that games run fast.",
        remedy: "Merge or split content: at most 250 powers, units, terrains, features and tracks, 32 hexside types, 4,000,000 spaces.",
        bad: "", good: "Options(schema: 1, options: {})";
}
