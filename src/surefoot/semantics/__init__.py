"""The meanings of programs: symbolic, flat and concrete; each is independent of the others."""
