//! Loading 10 MB of real content with spans, schema check and decoding, against `ron` decoding the same files alone.
//! Allocation figures come with the times: `max alloc` of `checked` is the memory loading needs.

use std::hint::black_box;
use std::path::Path;

use chartroom_format::document;
use chartroom_format::schema::{Document, Kind};
use divan::counter::BytesCount;

#[global_allocator]
static ALLOCATOR: divan::AllocProfiler = divan::AllocProfiler::system();

const BYTES: usize = 10_000_000;

fn main() {
    divan::main();
}

/// Files of the bundled packs, over and over until they make 10 MB.
fn content() -> Vec<(Kind, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content");
    let mut files: Vec<(Kind, String)> = walkdir::WalkDir::new(root)
        .sort_by_file_name()
        .into_iter()
        .filter_map(Result::ok)
        .filter(|entry| entry.path().extension().is_some_and(|ending| ending == "ron"))
        .filter_map(|entry| std::fs::read_to_string(entry.path()).ok())
        .filter_map(|text| document::read(&text, "bench").document.map(|document| (document.kind(), text)))
        .collect();
    let once = files.clone();
    let mut size: usize = files.iter().map(|(_, text)| text.len()).sum();
    for file in once.iter().cycle() {
        if size >= BYTES || once.is_empty() {
            break;
        }
        size += file.1.len();
        files.push(file.clone());
    }
    files
}

fn size(files: &[(Kind, String)]) -> BytesCount {
    BytesCount::new(files.iter().map(|(_, text)| text.len()).sum::<usize>())
}

#[divan::bench(sample_count = 10)]
fn ron_alone(bencher: divan::Bencher<'_, '_>) {
    let files = content();
    let options = document::ron_options();
    bencher.counter(size(&files)).bench_local(|| {
        let decoded: Vec<_> = files.iter().map(|(kind, text)| Document::decode(*kind, text, &options)).collect();
        black_box(decoded)
    });
}

#[divan::bench(sample_count = 10)]
fn checked(bencher: divan::Bencher<'_, '_>) {
    let files = content();
    bencher.counter(size(&files)).bench_local(|| {
        let read: Vec<_> = files.iter().map(|(_, text)| document::read(text, "bench")).collect();
        black_box(read)
    });
}
