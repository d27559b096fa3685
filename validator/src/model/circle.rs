//! Circles in chains of names.

/// Each circle once, begun at its first name in the given order: `[a, b, a]`.
pub fn all<'a>(names: impl Iterator<Item = &'a str>, next: impl Fn(&str) -> Vec<String>) -> Vec<Vec<String>> {
    let mut found: Vec<Vec<String>> = Vec::new();
    for name in names {
        if found.iter().any(|circle| circle.iter().any(|member| member == name)) {
            continue;
        }
        let mut way = vec![name.to_owned()];
        let mut seen = std::collections::BTreeSet::new();
        if closes(name, name, &next, &mut way, &mut seen) {
            found.push(way);
        }
    }
    found
}

/// Goes on until the first name comes back.
fn closes(
    start: &str,
    at: &str,
    next: &impl Fn(&str) -> Vec<String>,
    way: &mut Vec<String>,
    seen: &mut std::collections::BTreeSet<String>,
) -> bool {
    for name in next(at) {
        if name == start {
            way.push(name);
            return true;
        }
        if seen.insert(name.clone()) {
            way.push(name.clone());
            if closes(start, &name, next, way, seen) {
                return true;
            }
            way.pop();
        }
    }
    false
}

#[cfg(test)]
mod tests {
    #[test]
    fn each_circle_is_told_once() {
        let next = |name: &str| -> Vec<String> {
            let to: &[&str] = match name {
                "a" => &["b", "c"],
                "b" => &["d"],
                "d" => &["a"],
                "e" => &["e"],
                _ => &[],
            };
            to.iter().map(ToString::to_string).collect()
        };
        let told = super::all(["a", "b", "c", "d", "e"].into_iter(), next);
        assert_eq!(told, [vec!["a", "b", "d", "a"], vec!["e", "e"]]);
    }
}
