"""Abstract values of terms: intervals of bit-vectors and of floats."""
