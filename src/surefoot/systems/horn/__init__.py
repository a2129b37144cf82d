"""Horn clauses as programs and control systems, and back."""
