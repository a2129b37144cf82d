"""k-induction: `engine` is the loop over k, `induction_step` the step, `strengthening` its invariants."""
