"""From C files and J programs to a `Program`; start reading at `loading`."""
