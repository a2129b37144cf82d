"""From a program to its control system: loop heads as locations, and the loop-free regions between them as edges."""
