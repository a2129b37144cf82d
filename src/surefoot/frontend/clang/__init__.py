"""The clang compiler: flags, runs, native executables."""
