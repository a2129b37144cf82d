"""Inputs of concrete runs: sampled (`sampling`), from constants of the program (`dictionary`),
mutated (`mutation`).
"""
