// expect: safe property=assertions
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int a[4000];

int main(void) {
  for (int i = 0; i < 4000; i++)
    a[i] = __VERIFIER_nondet_int();
  int largest = a[0];
  for (int i = 1; i < 4000; i++)
    if (a[i] > largest)
      largest = a[i];
  for (int i = 0; i < 4000; i++)
    assert(a[i] <= largest);
}
