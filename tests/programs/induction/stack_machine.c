// expect: safe flags="--engine kind"
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int stack[3];

int main(void) {
  int depth = 0;
  for (;;) {
    unsigned char operation = __VERIFIER_nondet_uchar();
    if (operation == 0 && depth < 3) {
      stack[depth] = 1;
      depth++;
    } else if (operation == 1 && depth >= 2) {
      depth--;
      stack[depth - 1] &= stack[depth];
    } else if (operation == 2 && depth > 0) {
      depth--;
    } else if (operation == 3) {
      break;
    }
    assert(depth >= 0 && depth <= 3);
  }
}
