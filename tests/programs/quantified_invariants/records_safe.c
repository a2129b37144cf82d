// expect: safe flags="--engine kind"
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
#define N 2000
struct item {
  int key, value;
} items[N];

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > N)
    return 0;
  for (int i = 0; i < n; i++) {
    items[i].key = i;
    items[i].value = 5;
  }
  for (int i = 0; i < n; i++)
    assert(items[i].value == 5);
}
