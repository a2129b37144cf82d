"""SMT and SAT solvers, one library or algorithm a file."""
