// expect: unknown why=approximation
#include <assert.h>
extern void apply(void (*callback)(void));
static int g = 1;
static void change(void) { g = 2; }

int main(void) {
  apply(change);
  assert(g == 1);
}
