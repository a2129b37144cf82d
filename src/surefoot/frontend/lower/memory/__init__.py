"""Memory accesses, object lifetimes, and the static analyses of both."""
