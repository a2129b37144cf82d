// Gear ratios: fractions in lowest terms by a recursive greatest common divisor, of teeth below 50.
//   -DBUG=1  the sum of two ratios is reduced by the wrong number
//   -DBUG=2  a gear of no teeth gets to the division
#include <assert.h>
#include <stdbool.h>

#ifndef BUG
#define BUG 0
#endif

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

static unsigned gcd(unsigned a, unsigned b)
{
    return b == 0 ? a : gcd(b, a % b);
}

struct ratio {
    unsigned teeth_in;
    unsigned teeth_out;
};

static struct ratio reduced(unsigned in, unsigned out)
{
#if BUG == 1
    unsigned divisor = gcd(in, out + 1);
#else
    unsigned divisor = gcd(in, out);
#endif
    struct ratio result = {in / divisor, out / divisor};
    return result;
}

int main(void)
{
    unsigned a = __VERIFIER_nondet_uint();
    unsigned b = __VERIFIER_nondet_uint();
    __VERIFIER_assume(a < 50 && b < 50);
#if BUG != 2
    __VERIFIER_assume(a > 0 || b > 0);
#endif
    struct ratio ratio = reduced(a, b);
    unsigned divisor = gcd(a, b);
    assert(divisor > 0);
    assert(ratio.teeth_in * divisor == a);
    assert(ratio.teeth_out * divisor == b);
    assert(gcd(ratio.teeth_in, ratio.teeth_out) == 1);
    assert(gcd(b, a) == divisor);
    return 0;
}
