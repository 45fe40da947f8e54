//! What repetitions say: medians, and whether two rows really differ. Knows nothing of compilers.

/// The middle value, or the mean of the two in the middle; nothing of nothing.
pub fn median(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    match sorted.len() {
        0 => None,
        n if n % 2 == 1 => Some(sorted[middle]),
        _ => Some((sorted[middle - 1] + sorted[middle]) / 2.0),
    }
}

/// The probability that two rows of repetitions differ as much as these by chance alone: the Mann-Whitney test, two-sided. Exact
/// for up to [`MOST_EXACT`] values in all, by the normal distribution beyond. `None` where either row is empty.
pub fn mann_whitney(a: &[f64], b: &[f64]) -> Option<f64> {
    if a.is_empty() || b.is_empty() {
        return None;
    }
    let ranks = ranks(&[a, b].concat());
    let observed = deviation(ranks[..a.len()].iter().sum(), a.len(), ranks.len());
    Some(if ranks.len() <= MOST_EXACT {
        exact(&ranks, a.len(), observed)
    } else {
        approximate(&ranks, a.len(), observed)
    })
}

/// There are 184,756 ways to choose half of them.
pub const MOST_EXACT: usize = 20;

/// How far a sum of ranks is from what chance alone would give.
fn deviation(sum: f64, chosen: usize, of: usize) -> f64 {
    (sum - chosen as f64 * (of as f64 + 1.0) / 2.0).abs()
}

/// Ranks from one on; equal values share the mean of theirs.
fn ranks(values: &[f64]) -> Vec<f64> {
    let rank = |value: &f64| {
        let below = values.iter().filter(|other| *other < value).count();
        let equal = values.iter().filter(|other| *other == value).count();
        below as f64 + (equal as f64 + 1.0) / 2.0
    };
    values.iter().map(rank).collect()
}

/// The share of all choices of so many ranks that deviate as far.
fn exact(ranks: &[f64], chosen: usize, observed: f64) -> f64 {
    let (mut all, mut as_far) = (0u32, 0u32);
    for choice in 0u32..1 << ranks.len() {
        if choice.count_ones() as usize != chosen {
            continue;
        }
        let sum = ranks.iter().enumerate().filter(|(n, _)| choice >> n & 1 == 1).map(|(_, rank)| rank).sum();
        all += 1;
        as_far += u32::from(deviation(sum, chosen, ranks.len()) >= observed - 1e-9);
    }
    f64::from(as_far) / f64::from(all.max(1))
}

/// By the variance of the ranks that there are, which accounts for equal values.
fn approximate(ranks: &[f64], chosen: usize, observed: f64) -> f64 {
    let n = ranks.len() as f64;
    let mean = (n + 1.0) / 2.0;
    let spread: f64 = ranks.iter().map(|rank| (rank - mean).powi(2)).sum::<f64>() / (n - 1.0);
    let variance = chosen as f64 * (n - chosen as f64) / n * spread;
    if variance == 0.0 { 1.0 } else { 2.0 * tail((observed - 0.5).max(0.0) / variance.sqrt()) }
}

/// How much of the normal distribution is beyond `z`, by Abramowitz and Stegun 26.2.17 (error below 1e-7).
fn tail(z: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.231_641_9 * z);
    let terms = [0.319_381_530, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429];
    let sum = terms.iter().rev().fold(0.0, |sum, term| (sum + term) * t);
    (-z * z / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt() * sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_in_the_middle() {
        assert_eq!(median(&[]), None);
        assert_eq!(median(&[3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), Some(2.5));
    }

    #[test]
    fn rows_that_do_not_overlap_differ() {
        // Of the 20 ways to choose three of six, two are as far out.
        assert_eq!(mann_whitney(&[1.0, 2.0, 3.0], &[4.0, 5.0, 6.0]), Some(0.1));
        assert_eq!(mann_whitney(&[4.0, 5.0, 6.0], &[1.0, 2.0, 3.0]), Some(0.1));
        let (low, high): (Vec<f64>, Vec<f64>) =
            ((0..8).map(f64::from).collect(), (8..16).map(f64::from).collect());
        let p = mann_whitney(&low, &high).expect("two rows");
        assert!((p - 2.0 / 12_870.0).abs() < 1e-9, "{p}");
    }

    #[test]
    fn rows_that_are_alike_do_not() {
        assert_eq!(mann_whitney(&[1.0, 1.0], &[1.0, 1.0, 1.0]), Some(1.0));
        assert!(mann_whitney(&[1.0, 4.0, 5.0], &[2.0, 3.0, 6.0]).expect("two rows") > 0.6);
        assert_eq!(mann_whitney(&[], &[1.0]), None);
    }

    #[test]
    fn many_values_are_judged_by_the_normal_distribution() {
        // The deviation is 2.7626 standard deviations, with the correction for continuity.
        let (a, b): (Vec<f64>, Vec<f64>) =
            ((0..11).map(f64::from).collect(), (5..16).map(f64::from).collect());
        let p = mann_whitney(&a, &b).expect("two rows");
        assert!((p - 0.005_734).abs() < 1e-5, "{p}");
    }
}
