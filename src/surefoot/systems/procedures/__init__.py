"""From a program to Horn clauses: procedures with summaries in the place of calls, so that recursion has a finite description."""
