//! Is a result there every time? Only then does it count.

/// What repetition says of a result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stability<T> {
    Stable(T),
    /// It came out differently; all results, in order.
    Flaky(Vec<T>),
}

/// Repeats until `times` results are there, or one differs from the first by `same`.
pub fn confirm<T, E>(
    times: usize,
    same: impl Fn(&T, &T) -> bool,
    mut produce: impl FnMut() -> Result<T, E>,
) -> Result<Stability<T>, E> {
    let first = produce()?;
    let mut others = Vec::new();
    for _ in 1..times {
        let next = produce()?;
        let agrees = same(&first, &next);
        others.push(next);
        if !agrees {
            others.insert(0, first);
            return Ok(Stability::Flaky(others));
        }
    }
    Ok(Stability::Stable(first))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn confirmed(results: &[i32], times: usize) -> Stability<i32> {
        let mut results = results.iter().copied();
        confirm(times, |a, b| a == b, || results.next().ok_or(())).unwrap()
    }

    #[test]
    fn stable_and_flaky() {
        assert_eq!(confirmed(&[1, 1, 1], 3), Stability::Stable(1));
        assert_eq!(confirmed(&[1], 1), Stability::Stable(1));
        assert_eq!(confirmed(&[1, 1, 2, 1], 4), Stability::Flaky(vec![1, 1, 2]));
    }

    #[test]
    fn our_own_failure_passes_through() {
        assert_eq!(confirm(2, |(), ()| true, || Err::<(), _>("broken")), Err("broken"));
    }
}
