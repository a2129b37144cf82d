// expect: safe
#include <assert.h>
#include <stdlib.h>
static int stage;
__attribute__((constructor(102))) static void second(void) { assert(stage == 1); stage = 2; }
__attribute__((constructor(101))) static void first(void) { assert(stage == 0); stage = 1; }
__attribute__((constructor)) static void third(void) { assert(stage == 2); stage = 3; }
static void at_exit(void) { assert(stage == 4); stage = 5; }
__attribute__((destructor(101))) static void last(void) { assert(stage == 6); }
__attribute__((destructor)) static void before_last(void) { assert(stage == 5); stage = 6; }

int main(void) {
  assert(stage == 3);
  stage = 4;
  atexit(at_exit);
  return 0;
}
