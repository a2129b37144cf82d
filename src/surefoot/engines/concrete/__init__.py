"""Engines that run the program: sample runs, coverage-guided fuzzing, accelerated runs."""
