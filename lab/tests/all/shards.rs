//! Shards: put together they are the whole run; those that do not belong together are refused; a stopped one goes on.

use chartroom_format::starter::Starter;
use chartroom_lab::job::{Job, Question};
use chartroom_lab::play::{Arena, Record};
use chartroom_lab::shard::{self, Shard};

use crate::games::{all, job, starter_pack};

fn written(job: &Job, blocks: &[Vec<Record>], number: usize, of: usize) -> (String, String) {
    let own = Shard { number, of };
    let mut text = shard::header(job, own).expect("a header");
    for at in own.blocks(job) {
        text += &shard::block(at, blocks[at].clone()).expect("a block");
    }
    let end = shard::end(&text).expect("an end");
    (format!("part-{number}"), text + &end)
}

fn small() -> (tempfile::TempDir, Job, Vec<Arena>, Vec<Vec<Record>>) {
    let (folder, loaded) = starter_pack(Starter::Hexes);
    let (job, arenas) = job(&loaded, &[vec![], vec!["units.infantry.movement=9".into()]], 72, Question::Simulate);
    let blocks = all(&job, &arenas);
    (folder, job, arenas, blocks)
}

#[test]
fn any_number_of_shards_in_any_order_is_the_whole_run() {
    let (_folder, job, _, blocks) = small();
    for of in [1, 2, 3, 5, 8] {
        let mut files: Vec<_> = (1..=of).map(|number| written(&job, &blocks, number, of)).collect();
        files.reverse();
        let (merged, together) = shard::merge(&files).expect("they belong together");
        assert_eq!(merged, job);
        assert_eq!(together, blocks, "{of} shards");
    }
}

#[test]
fn shards_that_do_not_belong_together_are_refused() {
    let (_folder, job, _, blocks) = small();
    let other = |change: &dyn Fn(&mut Job)| {
        let mut other = job.clone();
        change(&mut other);
        written(&other, &blocks, 2, 2)
    };
    let (one, two) = (written(&job, &blocks, 1, 2), written(&job, &blocks, 2, 2));
    let mut cut = two.clone();
    cut.1.truncate(cut.1.len() / 2);
    let mut unended = two.clone();
    unended.1.truncate(unended.1.trim_end().rfind('\n').map_or(0, |end| end + 1));
    let mut forged = two.clone();
    forged.1 = forged.1.replacen("\"turn\":", "\"turn\":1", 1);
    let mut longer = two.clone();
    longer.1 += "{}\n";
    for (files, word) in [
        (vec![one.clone()], "missing: 2/2"),
        (vec![one.clone(), one.clone(), two.clone()], "both shard 1/2"),
        (vec![one.clone(), written(&job, &blocks, 2, 3)], "one of 2"),
        (vec![one.clone(), other(&|job| job.arms[0].hash = "0".into())], "with the pack"),
        (vec![one.clone(), other(&|job| job.program = "9".into())], "by version"),
        (vec![one.clone(), other(&|job| job.seed = 8)], "seed and games"),
        (vec![one.clone(), other(&|job| job.scenario = "second".into())], "scenario"),
        (vec![one.clone(), other(&|job| job.options.push("mud".into()))], "bots, options or goals"),
        (vec![one.clone(), cut], "is not whole"),
        (vec![one.clone(), unended], "is not whole"),
        (vec![one.clone(), forged], "check sum"),
        (vec![one.clone(), longer], "after its end"),
        (vec![one.clone(), ("x".into(), "{}".into())], "is no shard file"),
        (vec![one.clone(), ("x".into(), String::new())], "is no shard file"),
        (vec![], "no shards"),
    ] {
        let said = shard::merge(&files).expect_err(word);
        assert!(said.contains(word), "{word}: {said}");
    }
}

#[test]
fn a_stopped_shard_goes_on_after_its_last_whole_block() {
    let (_folder, job, _, blocks) = small();
    let own = Shard { number: 1, of: 2 };
    let (_, whole) = written(&job, &blocks, 1, 2);
    assert!(shard::is_done(&whole, &job, own));
    let header = shard::header(&job, own).expect("a header").len();
    let ends: Vec<usize> = whole.match_indices('\n').map(|(end, _)| end).collect();
    let around = ends.iter().flat_map(|end| [end.saturating_sub(1), *end, end + 1, end + 40]);
    for length in around.chain([0, 1, header / 2]).filter(|length| *length < whole.len()) {
        let kept = shard::resume(&whole[..length], &job, own);
        match kept {
            None => assert!(length < header, "{length}"),
            Some((kept, blocks)) => {
                assert!(kept <= length && (blocks == 0) == (kept == header), "{length}: {kept}, {blocks}");
                assert_eq!(whole[header..kept].lines().count(), blocks);
            }
        }
        // The last line is all there without its line end.
        assert_eq!(shard::is_done(&whole[..length], &job, own), length + 1 == whole.len(), "{length}");
    }
    let mut other = job.clone();
    other.seed += 1;
    assert_eq!(shard::resume(&whole, &other, own), None, "games of another job are not taken over");
}
