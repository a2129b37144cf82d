// expect: safe flags="--engine ring"
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned rounds = __VERIFIER_nondet_uint(), i = 0, square = 0, odd = 1;
  while (i != rounds) {
    square += odd;
    odd += 2;
    i++;
    assert(square == i * i);
  }
}
