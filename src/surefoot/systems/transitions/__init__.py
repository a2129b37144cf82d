"""Transition systems with one state vector, as in hardware model checking, and models as programs.

Read `transition_system`, `sequential` and `program_counter` (control systems as transition
systems), then `model_system`, `model_program` and `model_translation` (models as control systems
and programs).
"""
