"""k-induction. Read `engine` (growing k), then `bidirectional` with `targets` (failed steps)."""
