// expect: safe
#include <assert.h>
static int calls;
static void *thread() { calls++; return 0; }

int main(void) {
  void *(*start)(void *) = (void *(*)(void *))thread;
  start(&calls);
  start(0);
  assert(calls == 2);
}
