"""The command line: `main` parses `arguments` and runs the module of the command.

Each command has a module (`check` also runs ``certify``). `program_options` turns options into a
request, `child` runs jobs in a child process, `output` writes.
"""
