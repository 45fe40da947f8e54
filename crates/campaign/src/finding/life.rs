//! The life of a finding as a table: where it stands, what can happen to it there, and what is to be done then. Nothing is compiled,
//! stored or told here; `run` does what the table says.

/// Where a finding stands. The store keeps it by its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stage {
    /// Nothing is known but the verdict.
    Waiting,
    /// It only adds to a number: it is one of many like it, or there is nothing to examine it with.
    Counted,
    /// Its verdict does not tell the cause: the reduced program will name its bucket.
    Unnamed,
    /// Its bucket is known. The first of a bucket is reduced.
    Examined,
}

/// What can happen to a finding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Event {
    /// An examination has told its bucket; of a known bug or not.
    Named { is_known: bool },
    /// The examination of the reduced program will tell its bucket.
    Silent,
    /// Its files are gone.
    Lost,
    /// The time was too short.
    Cut,
    /// Half reduced, it turned out to be in a bucket that was examined before.
    Recognised,
    /// Its program is smaller, and the time is over.
    Smaller,
    /// It is as small as it gets, or cannot be reduced, and was examined in that form.
    Reduced,
    /// Somebody marked its bug as known while it waited to be reduced.
    Marked,
}

/// What is to be done, in this order, once something has happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Action {
    /// Store it with its new stage.
    Keep,
    /// Put it in line to be reduced.
    Reduce,
    /// The same, if it is the first of its bucket.
    ReduceFirst,
    /// Store the smaller program.
    KeepProgress,
    /// Store that its bucket is reduced.
    KeepReduction,
    /// Put it in line again.
    Again,
}

impl Stage {
    pub const ALL: [Stage; 4] = [Stage::Waiting, Stage::Counted, Stage::Unnamed, Stage::Examined];

    /// The store's word.
    pub fn word(self) -> &'static str {
        match self {
            Stage::Waiting => "waiting",
            Stage::Counted => "counted",
            Stage::Unnamed => "unnamed",
            Stage::Examined => "examined",
        }
    }

    pub fn from_word(word: &str) -> Option<Stage> {
        Stage::ALL.into_iter().find(|stage| stage.word() == word)
    }

    /// The next stage, and what to do. `None`: this cannot happen to a finding at this stage.
    pub fn after(self, event: Event) -> Option<(Stage, &'static [Action])> {
        use Action::{Again, Keep, KeepProgress, KeepReduction, Reduce, ReduceFirst};
        Some(match (self, event) {
            (Stage::Waiting, Event::Named { is_known: false }) => (Stage::Examined, &[Keep, ReduceFirst]),
            (Stage::Waiting, Event::Named { is_known: true }) => (Stage::Examined, &[Keep]),
            (Stage::Waiting, Event::Silent) => (Stage::Unnamed, &[Keep, Reduce]),
            (Stage::Waiting, Event::Lost) => (Stage::Counted, &[Keep]),
            (Stage::Waiting | Stage::Unnamed | Stage::Examined, Event::Cut) => (self, &[Again]),
            (Stage::Unnamed, Event::Recognised) => (Stage::Examined, &[Keep]),
            (Stage::Unnamed, Event::Reduced) => (Stage::Examined, &[Keep, KeepReduction]),
            (Stage::Examined, Event::Reduced) => (Stage::Examined, &[KeepReduction]),
            (Stage::Unnamed | Stage::Examined, Event::Smaller) => (self, &[KeepProgress, Again]),
            (Stage::Unnamed | Stage::Examined, Event::Marked) => (self, &[]),
            (Stage::Counted, _)
            | (Stage::Waiting, Event::Recognised | Event::Smaller | Event::Reduced | Event::Marked)
            | (Stage::Unnamed | Stage::Examined, Event::Named { .. } | Event::Silent | Event::Lost)
            | (Stage::Examined, Event::Recognised) => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EVENTS: [Event; 9] = [
        Event::Named { is_known: false },
        Event::Named { is_known: true },
        Event::Silent,
        Event::Lost,
        Event::Cut,
        Event::Recognised,
        Event::Smaller,
        Event::Reduced,
        Event::Marked,
    ];

    #[test]
    fn stages_are_stored_by_their_words() {
        for stage in Stage::ALL {
            assert_eq!(Stage::from_word(stage.word()), Some(stage));
        }
        assert_eq!(Stage::from_word("reduced"), None);
    }

    #[test]
    fn each_life_that_users_see() {
        use Action::{Again, Keep, KeepProgress, KeepReduction, Reduce, ReduceFirst};
        type Life = (&'static [(Event, Stage)], &'static [Action]);
        let lives: [Life; 6] = [
            // A crash: its signature names it, and it is reduced.
            (
                &[(Event::Named { is_known: false }, Stage::Examined), (Event::Reduced, Stage::Examined)],
                &[Keep, ReduceFirst, KeepReduction],
            ),
            // Wrong code, reduced in two goes.
            (
                &[
                    (Event::Silent, Stage::Unnamed),
                    (Event::Smaller, Stage::Unnamed),
                    (Event::Reduced, Stage::Examined),
                ],
                &[Keep, Reduce, KeepProgress, Again, Keep, KeepReduction],
            ),
            // Wrong code that was seen before.
            (&[(Event::Silent, Stage::Unnamed), (Event::Recognised, Stage::Examined)], &[Keep, Reduce, Keep]),
            (&[(Event::Named { is_known: true }, Stage::Examined)], &[Keep]),
            (&[(Event::Cut, Stage::Waiting), (Event::Lost, Stage::Counted)], &[Again, Keep]),
            (&[(Event::Silent, Stage::Unnamed), (Event::Marked, Stage::Unnamed)], &[Keep, Reduce]),
        ];
        for (events, expected) in lives {
            let (mut stage, mut done) = (Stage::Waiting, Vec::new());
            for (event, to) in events {
                let (next, actions) = stage.after(*event).expect("it can happen");
                assert_eq!(next, *to, "{events:?}");
                stage = next;
                done.extend_from_slice(actions);
            }
            assert_eq!(done, expected, "{events:?}");
        }
    }

    #[test]
    fn a_change_of_stage_is_stored_before_anything_follows() {
        for (stage, event) in Stage::ALL.iter().flat_map(|stage| EVENTS.map(|event| (*stage, event))) {
            let Some((next, actions)) = stage.after(event) else { continue };
            let is_kept = actions.first() == Some(&Action::Keep);
            assert!(next == stage || is_kept, "{stage:?} {event:?}");
            let lines = [Action::Reduce, Action::ReduceFirst, Action::Again];
            let in_line = actions.iter().filter(|action| lines.contains(action)).count();
            assert!(in_line <= 1, "{stage:?} {event:?}: it is in one line at most");
        }
    }

    #[test]
    fn no_stage_comes_twice() {
        let rank = |stage: Stage| match stage {
            Stage::Waiting => 0,
            Stage::Unnamed => 1,
            Stage::Examined | Stage::Counted => 2,
        };
        for (stage, event) in Stage::ALL.iter().flat_map(|stage| EVENTS.map(|event| (*stage, event))) {
            let Some((next, _)) = stage.after(event) else { continue };
            assert!(next == stage || rank(next) > rank(stage), "{stage:?} {event:?}");
        }
        assert!(
            EVENTS.iter().all(|event| Stage::Counted.after(*event).is_none()),
            "what is counted is done with"
        );
    }
}
