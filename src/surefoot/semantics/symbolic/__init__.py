"""The symbolic executor, and the unrolling that is built by running it; start reading at `executor`."""
