/* Included before a program that is run on all its inputs; without it the macros are empty. */
extern void arrive(const void *state, unsigned long size);
extern void observe(double value);
#define GLOBAL __attribute__((section("globals")))
#define ARRIVE(...) arrive((double[]){__VA_ARGS__}, sizeof (double[]){__VA_ARGS__})
#define main checked_main
