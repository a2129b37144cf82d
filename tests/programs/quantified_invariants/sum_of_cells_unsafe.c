// expect: unsafe line=10 flags="--engine bmc"
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
#define N 5
int main(void) {
    static short readings[N];
    long sum = 0;
    for (int i = 0; i < N; i++) readings[i] = (__VERIFIER_nondet_int() & 127) - 64;
    for (int i = 0; i < N; i++) sum += readings[i];
    assert(sum < 63L * N && sum >= -64L * N);
    return 0;
}
