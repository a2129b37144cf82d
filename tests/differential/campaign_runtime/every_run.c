/* Runs a program on every sequence of inputs, depth first, and says whether some run fails.
 *
 * Each run begins with the globals as they were at first. The choices of a run up to its last one that has other values left
 * are kept, and the next run takes the next value there. A run that arrives where another one has been, in the same state,
 * ends there: what follows was or will be seen by the other one. Prints "fails", "holds" and what was observed, or "too many".
 */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_CHOICES 20000
#define MOST_RUNS 70000
#define MOST_WORK 3000000
#define MOST_STATES (1 << 16)
#define STATE_SIZE 256

extern int checked_main(void);
extern char __start_globals[] __attribute__((weak)), __stop_globals[] __attribute__((weak));

static unsigned char choices[MOST_CHOICES];
static unsigned made, known;
static jmp_buf next_run;
static unsigned char states[MOST_STATES][STATE_SIZE];
static double observed[MOST_STATES];
static unsigned state_count, observed_count, work, runs;

static void give_up(void) {
  puts("too many");
  exit(0);
}

unsigned char __VERIFIER_nondet_uchar(void) {
  if (++work > MOST_WORK) give_up();
  if (made == known) {
    if (known == MOST_CHOICES) give_up();
    choices[known++] = 0;
  }
  return choices[made++];
}

void __VERIFIER_assume(int holds) {
  if (!holds) longjmp(next_run, 1);
}

void reach_error(void) {
  puts("fails");
  exit(0);
}

static unsigned slot_of(const void *value, unsigned long size) {
  unsigned hash = 2166136261u;
  for (unsigned long at = 0; at < size; at++) hash = (hash ^ ((const unsigned char *)value)[at]) * 16777619u;
  return (hash ^ hash >> 15) % MOST_STATES;
}

void arrive(const void *state, unsigned long size) {
  static unsigned char used[MOST_STATES];
  if (++work > MOST_WORK) give_up();
  if (made < known) return;
  if (size > STATE_SIZE) abort();
  unsigned slot = slot_of(state, size);
  while (used[slot]) {
    if (memcmp(states[slot], state, size) == 0) longjmp(next_run, 1);
    slot = (slot + 1) % MOST_STATES;
  }
  if (++state_count > MOST_STATES / 2) give_up();
  used[slot] = 1;
  memcpy(states[slot], state, size);
}

void observe(double value) {
  static unsigned char used[MOST_STATES];
  unsigned slot = slot_of(&value, sizeof value);
  while (used[slot]) {
    if (memcmp(&observed[slot], &value, sizeof value) == 0) return;
    slot = (slot + 1) % MOST_STATES;
  }
  if (++observed_count > MOST_STATES / 2) give_up();
  used[slot] = 1;
  observed[slot] = value;
  printf("%a\n", value);
}

static int is_another_left(void) {
  known = made;
  while (known > 0 && choices[known - 1] == 255) known--;
  if (known > 0) choices[known - 1]++;
  return known > 0;
}

int main(void) {
  long size = __stop_globals - __start_globals;
  char *at_first = malloc(size + 1);
  memcpy(at_first, __start_globals, size);
  do {
    memcpy(__start_globals, at_first, size);
    made = 0;
    if (++runs > MOST_RUNS) give_up();
    if (!setjmp(next_run)) checked_main();
  } while (is_another_left());
  puts("holds");
}
