"""The command line: arguments in, reports and exit codes out."""
