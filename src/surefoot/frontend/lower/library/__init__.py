"""Library functions that lowering knows by name."""
