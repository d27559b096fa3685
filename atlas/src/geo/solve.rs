//! Small dense linear systems for the fits. Sizes are tens to a few hundred.

/// Solves `matrix * x = right`; `None` when the equations do not determine x.
pub(super) fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Option<Vec<f64>> {
    let size = right.len();
    for column in 0..size {
        let pivot = (column..size).max_by(|&a, &b| matrix[a][column].abs().total_cmp(&matrix[b][column].abs()))?;
        if matrix[pivot][column].abs() < 1e-12 {
            return None;
        }
        matrix.swap(column, pivot);
        right.swap(column, pivot);
        let (above, below) = matrix.split_at_mut(column + 1);
        let pivot_row = &above[column];
        for (offset, row) in below.iter_mut().enumerate() {
            let factor = row[column] / pivot_row[column];
            if factor != 0.0 {
                for (target, source) in row[column..].iter_mut().zip(&pivot_row[column..]) {
                    *target -= factor * source;
                }
                right[column + 1 + offset] -= factor * right[column];
            }
        }
    }
    let mut solution = vec![0.0; size];
    for row in (0..size).rev() {
        let known: f64 = matrix[row][row + 1..].iter().zip(&solution[row + 1..]).map(|(a, x)| a * x).sum();
        solution[row] = (right[row] - known) / matrix[row][row];
    }
    Some(solution)
}

/// The line `offset + scale * x` nearest to the points; `None` when all x are the same.
pub(super) fn straight_line(points: &[(f64, f64)]) -> Option<(f64, f64)> {
    let count = points.len() as f64;
    let (sum_x, sum_y) = points.iter().fold((0.0, 0.0), |(x, y), point| (x + point.0, y + point.1));
    let (mean_x, mean_y) = (sum_x / count, sum_y / count);
    let spread: f64 = points.iter().map(|point| (point.0 - mean_x).powi(2)).sum();
    let together: f64 = points.iter().map(|point| (point.0 - mean_x) * (point.1 - mean_y)).sum();
    let scale = together / spread;
    (spread > 1e-9).then_some((mean_y - scale * mean_x, scale))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solves_and_refuses() {
        let solution = solve(vec![vec![0.0, 2.0], vec![3.0, 1.0]], vec![4.0, 5.0]).expect("determined");
        assert!((solution[0] - 1.0).abs() < 1e-12 && (solution[1] - 2.0).abs() < 1e-12);
        assert_eq!(solve(vec![vec![1.0, 2.0], vec![2.0, 4.0]], vec![1.0, 2.0]), None);
        assert_eq!(straight_line(&[(1.0, 5.0), (1.0, 6.0)]), None);
        assert_eq!(straight_line(&[(0.0, 1.0), (2.0, 5.0)]), Some((1.0, 2.0)));
    }
}
