//! Shared harness for the tests that cross crates.
