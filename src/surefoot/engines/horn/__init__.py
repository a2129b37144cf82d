"""Horn clauses as they are, linear or not: solutions and derivations."""
