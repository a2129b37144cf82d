"""Files that hold transition systems: a reader and a writer for each format, and `registry`, which knows them all."""
