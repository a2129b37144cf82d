// expect: safe
#include <assert.h>
extern signed char __VERIFIER_nondet_char(void);

int main(void) {
  signed char v[3];
  for (int i = 0; i < 3; i++)
    v[i] = __VERIFIER_nondet_char();
  for (int round = 0; round < 2; round++)
    for (int i = 0; i + 1 < 3; i++)
      if (v[i] > v[i + 1]) {
        signed char kept = v[i];
        v[i] = v[i + 1];
        v[i + 1] = kept;
      }
  assert(v[0] <= v[1] && v[1] <= v[2]);
}
