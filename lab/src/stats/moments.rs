//! Means, variances and covariances of rows of numbers, one row at a time (Welford's way, so that nothing cancels).

/// What is known of rows of `width` numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Moments {
    count: f64,
    mean: Vec<f64>,
    /// Sums of products of deviations, row by row of a square.
    products: Vec<f64>,
}

impl Moments {
    pub fn new(width: usize) -> Self {
        Self { count: 0.0, mean: vec![0.0; width], products: vec![0.0; width * width] }
    }

    pub fn push(&mut self, row: &[f64]) {
        let width = self.mean.len();
        self.count += 1.0;
        let before: Vec<f64> = row.iter().zip(&self.mean).map(|(value, mean)| value - mean).collect();
        for (mean, off) in self.mean.iter_mut().zip(&before) {
            *mean += off / self.count;
        }
        let after: Vec<f64> = row.iter().zip(&self.mean).map(|(value, mean)| value - mean).collect();
        for (one, off) in before.iter().enumerate() {
            for (product, left) in self.products[one * width..].iter_mut().zip(&after) {
                *product += off * left;
            }
        }
    }

    pub fn count(&self) -> f64 {
        self.count
    }

    pub fn mean(&self, at: usize) -> f64 {
        self.mean[at]
    }

    /// The covariance of two columns; 0 while there are fewer than two rows.
    pub fn covariance(&self, one: usize, other: usize) -> f64 {
        if self.count < 2.0 { 0.0 } else { self.products[one * self.mean.len() + other] / (self.count - 1.0) }
    }

    pub fn variance(&self, at: usize) -> f64 {
        self.covariance(at, at)
    }

    pub fn width(&self) -> usize {
        self.mean.len()
    }
}

/// Solves a symmetric positive system; columns that say nothing get 0. The diagonal is raised a little, so that few rows
/// do not lead astray.
pub fn solve(matrix: &[f64], right: &[f64], raise: f64) -> Vec<f64> {
    let size = right.len();
    let mut left: Vec<f64> = matrix.to_vec();
    let mut right = right.to_vec();
    for at in 0..size {
        left[at * size + at] = left[at * size + at] * (1.0 + raise) + f64::MIN_POSITIVE;
    }
    for column in 0..size {
        let pivot = left[column * size + column];
        if pivot <= 1e-12 {
            (0..size).for_each(|row| left[row * size + column] = 0.0);
            right[column] = 0.0;
            continue;
        }
        for row in column + 1..size {
            let factor = left[row * size + column] / pivot;
            for at in column..size {
                left[row * size + at] -= factor * left[column * size + at];
            }
            right[row] -= factor * right[column];
        }
    }
    let mut found = vec![0.0; size];
    for row in (0..size).rev() {
        let pivot = left[row * size + row];
        let known: f64 = (row + 1..size).map(|at| left[row * size + at] * found[at]).sum();
        found[row] = if pivot <= 1e-12 { 0.0 } else { (right[row] - known) / pivot };
    }
    found
}
