#include "native.h"

static int calls;
int noisy(int n) {
    calls++;
    return n & 1;
}

int fib(int n) {
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

int odd(int);
int even(int n) {
    return n == 0 || odd(n - 1);
}

int odd(int n) {
    return n != 0 && even(n - 1);
}

int main(void) {
    number s = 0;
    static void *const where[] = {&&zero, &&one, &&two};
    int i = 0;
    do {
        if (noisy(i) && noisy(i + 1) || noisy(i * 3)) s = mix(s, 1);
        s = mix(s, calls);
        s = mix(s, noisy(i) ? fib(i % 9) : even(i));
        switch (i % 6) {
            case 0:
            s = mix(s, 5);
            case 1 ... 2:
            s = mix(s, 6);
            break;
            case 4:
            if (i < 10) continue;
            default:
            s = mix(s, 8);
        }
        for (int j = 0; ; j++) {
            if (j > i) break;
            if (j % 3 == 1) continue;
            s = mix(s, j);
            if (s % 11 == 0) goto out;
        }
        goto *where[i % 3];
        zero:
        s = mix(s, 10);
        one:
        s = mix(s, 11);
        two:
        s = mix(s, 12);
        out:
        s = mix(s, ({ int k = i; k * k; }));
    } while (++i < 25);
    int a = 1, b = 2;
    for (int k = 0; k < 5; k++) {
        int t = a;
        a = b;
        b = t + k;
    }
    s = mix(s, a * 100 + b);
    finish(s);
    return 0;
}
