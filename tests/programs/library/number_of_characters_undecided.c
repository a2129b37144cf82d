// expect: unknown why=approximation
#include <assert.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int n = printf("%d %s\n", x, "ab");
    assert(n == -1 || (n >= 5 && n <= 14));
    return 0;
}
