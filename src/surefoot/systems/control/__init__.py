"""Control systems: the one thing engines run on, and what is built from it: facts, runs, unfoldings, loops, text."""
