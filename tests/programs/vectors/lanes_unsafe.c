// expect: unsafe line=15
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
typedef int four __attribute__((vector_size(16)));
typedef float floats __attribute__((vector_size(16)));

int main(void) {
  four a = {1, 2, 3, 4}, b = {4, 3, 2, 1};
  int k = __VERIFIER_nondet_int();
  if (k < 0 || k > 3)
    return 0;
  four sum = a + b, less = a < b, mixed = __builtin_shufflevector(a, b, 0, 5, 2, 7);
  assert(sum[k] == 5 && less[0] == -1 && less[3] == 0 && mixed[1] == 3 && mixed[3] == 1);
  sum[k] = 7;
  assert(sum[2] == 5 && sum[k] == 7);
  floats half = __builtin_convertvector(a, floats) * 0.5f;
  assert(half[3] == 2.0f && ((four)half)[1] == 0x3f800000);
}
