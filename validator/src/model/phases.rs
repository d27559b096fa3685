//! Walking the turn.

use chartroom_format::content::Content;
use chartroom_format::schema::sequence::Step;

/// Every step of every sequence.
pub fn visit(content: &Content, look: &mut dyn FnMut(&Step)) {
    walk(&content.sequence, look);
    for steps in content.other_sequences.values() {
        walk(steps, look);
    }
}

/// Every step of a list, stages before their steps.
pub fn walk(steps: &[Step], look: &mut dyn FnMut(&Step)) {
    for step in steps {
        look(step);
        if let Step::Stage { steps, .. } = step {
            walk(steps, look);
        }
    }
}
