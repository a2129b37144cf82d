"""Horn clauses as programs and as control systems, and the way back."""
