"""Sources of candidate invariants, one a file."""
