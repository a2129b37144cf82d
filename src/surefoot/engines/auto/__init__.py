"""The default engine: several others that take turns, each for as long as the program lets expect something of it."""
