"""The language J of {P}S{Q}: from a file to a `Program`."""
