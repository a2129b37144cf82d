"""Second opinions on proofs: concrete runs, flat memory, native runs. They can contradict a proof but never replace its check."""
