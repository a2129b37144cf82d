"""k-induction: `engine` for growing k, `bidirectional` with targets of failed steps (`targets`)."""
