"""Second opinions on a verdict: they cannot replace the check of its evidence, but they can
contradict it.

Read in this order:
  corroboration      all methods that corroborate a proof, in order
  concrete_runs      sampled runs of the interpreter, with `lockstep` beside the control system
  contract_runs      sampled runs beside pre- and postconditions
  flat_unrolling     the unrolling once more, with memory as one array of bytes
  havocked_results   library results that a replayed alarm depends on
  native_run         the compiled program on the inputs of an alarm, with `dependence` on choices
                     that cannot be supplied
  native_cycle       the compiled program on the inputs of an infinite run
  tracked_runs       sampled runs beside summaries over tracked variables
"""
