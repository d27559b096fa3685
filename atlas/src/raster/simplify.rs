//! Fewer points for the same line. Each border is thinned once, so both sides stay equal, and never so far that two cross.

use crate::zones::crossing::crossings;

/// Thins every line to points of its own that lie at most `slack` from the rest of it. Ends stay. Lines that would then
/// cross another are thinned less.
#[must_use]
pub fn thin_all(lines: &[Vec<(i32, i32)>], slack: f64) -> Vec<Vec<(i32, i32)>> {
    let mut slacks = vec![slack; lines.len()];
    let mut thinned: Vec<Vec<(i32, i32)>> = lines.iter().map(|line| thin(line, slack)).collect();
    for round in 0..6 {
        let found = crossings(&thinned);
        let mut troubled: Vec<usize> = found.iter().flat_map(|crossing| [crossing.first, crossing.second]).collect();
        troubled.sort_unstable();
        troubled.dedup();
        if troubled.is_empty() {
            break;
        }
        for line in troubled {
            slacks[line] = if round >= 3 { 0.0 } else { slacks[line] / 2.0 };
            thinned[line] = thin(&lines[line], slacks[line]);
        }
    }
    thinned
}

/// Douglas and Peucker's thinning, with a stack instead of recursion.
#[must_use]
pub fn thin(line: &[(i32, i32)], slack: f64) -> Vec<(i32, i32)> {
    let Some(last) = line.len().checked_sub(1).filter(|&last| last > 1) else { return line.to_vec() };
    let mut keep = vec![false; line.len()];
    keep[0] = true;
    keep[last] = true;
    let mut open = vec![(0, last)];
    if line[0] == line[last] {
        // A closed line has no direction of its own: the point farthest from its start gives it one, a third keeps it
        // an area.
        let far = farthest(line, 0, last).map_or(last / 2, |(at, _)| at);
        keep[far] = true;
        open = vec![(0, far), (far, last)];
        let bulges = open.iter().filter_map(|&(from, to)| farthest(line, from, to));
        if let Some((at, _)) = bulges.max_by(|a, b| a.1.total_cmp(&b.1)) {
            keep[at] = true;
        }
    }
    while let Some((from, to)) = open.pop() {
        if let Some((at, _)) = farthest(line, from, to).filter(|&(_, distance)| distance > slack) {
            keep[at] = true;
            open.push((from, at));
            open.push((at, to));
        }
    }
    line.iter().zip(&keep).filter(|&(_, &kept)| kept).map(|(point, _)| *point).collect()
}

/// The point between two others that lies farthest from the straight line between them.
fn farthest(line: &[(i32, i32)], from: usize, to: usize) -> Option<(usize, f64)> {
    let (start, end) = (line[from], line[to]);
    let along = (f64::from(end.0 - start.0), f64::from(end.1 - start.1));
    let length = along.0.hypot(along.1);
    let distance = |point: (i32, i32)| {
        let arm = (f64::from(point.0 - start.0), f64::from(point.1 - start.1));
        if length == 0.0 { arm.0.hypot(arm.1) } else { (arm.0 * along.1 - arm.1 * along.0).abs() / length }
    };
    let mut best: Option<(usize, f64)> = None;
    for (offset, &point) in line[from + 1..to].iter().enumerate() {
        let away = distance(point);
        if best.is_none_or(|(_, most)| away > most) {
            best = Some((from + 1 + offset, away));
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stairs_become_slopes_and_loops_stay_areas() {
        let stairs: Vec<(i32, i32)> = (0..20).flat_map(|n| [(n, n), (n + 1, n)]).collect();
        assert_eq!(thin(&stairs, 0.9), vec![(0, 0), (20, 19)]);
        let square = vec![(0, 0), (1, 0), (1, 1), (0, 1), (0, 0)];
        assert!(thin(&square, 5.0).len() >= 4, "{:?}", thin(&square, 5.0));
        assert_eq!(thin(&[(3, 3)], 1.0), vec![(3, 3)]);
    }

    #[test]
    fn lines_that_would_cross_keep_their_points() {
        let bay = vec![(0, 0), (40, 0), (50, -30), (60, 0), (100, 0)];
        let islet = vec![(48, 2), (52, 2), (50, -5), (48, 2)];
        assert!(!crossings(&[thin(&bay, 99.0), islet.clone()]).is_empty());
        let thinned = thin_all(&[bay.clone(), islet], 99.0);
        assert_eq!(crossings(&thinned), Vec::new());
        assert_eq!(thinned[0], [(0, 0), (50, -30), (100, 0)]);
    }
}
