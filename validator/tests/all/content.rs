//! The bundled packs: no check has anything to say about them beyond hints.

use std::path::Path;

use chartroom_format::diag::{Severity, render};
use chartroom_format::fs::DiskFs;
use chartroom_validator::run;

#[test]
fn bundled_packs_have_no_findings() {
    let content = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("workspace").join("content");
    let packs = run::packs_at(&content).expect("packs");
    assert_eq!(packs.len(), 8);
    let report = run::check(&DiskFs, &packs).expect("they can be looked at");
    let told: Vec<String> = report
        .findings()
        .filter(|(_, finding)| finding.severity > Severity::Hint)
        .map(|(pack, finding)| render::concise(finding, &pack.loaded))
        .collect();
    assert!(told.is_empty(), "{} findings\n{}", told.len(), told.join("\n"));
}
