// expect: safe
#include <assert.h>
#include <string.h>
extern unsigned long long __VERIFIER_nondet_ulonglong(void);
struct pair { double first, second; };

static double second(struct pair pair) { return pair.second; }

int main(void) {
  unsigned long long before = __VERIFIER_nondet_ulonglong(), after;
  struct pair pair;
  memcpy(&pair.second, &before, sizeof before);
  pair.first = before & 1 ? second(pair) : pair.second;
  double copy = -pair.first;
  memcpy(&after, &copy, sizeof after);
  assert(after == (before ^ 1ull << 63));
}
