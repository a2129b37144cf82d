#include "native.h"

int main(void) {
    number s = 0;
    int r;
    unsigned u;
    atomic_int counter = 3;
    int plain = 5;
    for (unsigned i = 1; i < 2000000000u; i = i * 7 + 3) {
        s = mix(s, __builtin_popcount(i));
        s = mix(s, __builtin_clz(i));
        s = mix(s, __builtin_ctz(i));
        s = mix(s, __builtin_bswap32(i));
        s = mix(s, __builtin_ffs(i));
        s = mix(s, __builtin_parity(i));
        s = mix(s, __builtin_add_overflow((int)i, 2000000000, &r));
        s = mix(s, r);
        s = mix(s, __builtin_mul_overflow(i, 3u, &u));
        s = mix(s, u);
        s = mix(s, __builtin_sub_overflow((int)i, -2000000000, &r));
        s = mix(s, r);
        s = mix(s, counter++);
        s = mix(s, atomic_fetch_sub(&counter, 2));
        s = mix(s, __sync_bool_compare_and_swap(&plain, 5, i));
        s = mix(s, plain);
        s = mix(s, __atomic_exchange_n(&plain, 5, 0));
        s = mix(s, __builtin_rotateleft32(i, i));
        s = mix(s, __builtin_bitreverse32(i));
        s = mix(s, __builtin_expect(i > 7, 1));
        s = mix(s, __builtin_constant_p(4));
        s = mix(s, __builtin_elementwise_max((int)i, 9));
        s = mix(s, __builtin_bswap64(i));
    }
    finish(s);
    return 0;
}
