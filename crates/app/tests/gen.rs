//! What `assay gen` says of flags and policies that make no sense: one sentence, and code 2.

mod support;

use std::process::Output;
use support::Place;

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn policies_that_make_no_sense_are_refused_in_a_sentence() {
    let rows = [
        ("[shape]\nsize = 4294967295", "shape.size is 4294967295, and can be 1000000 at most"),
        ("[types]\nmax_array_len = 100000", "types.max_array_len is 100000, and can be 1000 at most"),
        ("[shape]\nsize = \"large\"", "invalid type"),
        ("[shap]\nsize = 3", "unknown field `shap`"),
        ("left_out = [\"loops\"]", "unknown variant `loops`"),
    ];
    let place = Place::new();
    for (text, words) in rows {
        place.write("p.toml", text);
        let output = place.assay(&["gen", "--policy", "p.toml"]);
        assert_eq!(output.status.code(), Some(2), "{text}: {}", err(&output));
        assert!(err(&output).contains(words), "{text}: {}", err(&output));
        assert_eq!(err(&output).lines().count(), 1, "{}", err(&output));
    }
    let output = place.assay(&["gen", "--policy", "missing.toml"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).contains("cannot read missing.toml"), "{}", err(&output));
}

/// Numbers that are as large as they may be give programs, not a full memory.
#[test]
fn policies_at_their_limits_give_programs() {
    let place = Place::new();
    place.write("p.toml", "[types]\nmax_array_len = 1000\nmax_dims = 10\n[amounts]\nmax_cases = 1000\n");
    for seed in ["3", "4", "5"] {
        let output = place.assay(&["gen", "--policy", "p.toml", "--seed", seed, "--size", "2000"]);
        assert_eq!(output.status.code(), Some(0), "seed {seed}: {}", err(&output));
    }
}
