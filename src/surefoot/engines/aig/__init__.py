"""Hardware model checking: the control system as a circuit, ABC as the prover, and its evidence back in the program's variables."""
