/* Jumps of every kind, calls of every kind, recursion. */
extern void abort(void) __attribute__((noreturn));
extern int printf(const char *format, ...);
extern int old_style();
static inline __attribute__((always_inline)) int twice(int x) { return x * 2; }

typedef enum { LOW = -1, MIDDLE, HIGH = 7 } level;

int choose(level chosen, long long wide) {
    switch (chosen) {
    case LOW: return 1;
    case MIDDLE:
        switch (wide) {
        case 1LL << 40: return 3;
        case 5 ... 9: return 6;
        default: break;
        }
    case HIGH: break;
    }
    return chosen ? (wide && chosen) : 3;
}

int into_loop(int n) {
    int i = 0;
    if (n > 3) goto middle;
    for (; i < n; i++) {
        printf("%d\n", i);
    middle:
        if (i == 5) continue;
        if (i == 7) break;
    }
    do { n--; } while (n > 0 || i == 3);
    return i;
}

int computed(int n) {
    static void *targets[] = {&&first, &&second};
    goto *targets[n & 1];
first:
    return 1;
second:
    return 2;
}

int parameters(a, b) int a; char b; { return a + b + old_style(a, b); }
int even(unsigned n);
int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }
int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
int (*table[3])(unsigned) = {even, odd};
void (*handler(int signal, void (*next)(int)))(int) { return next; }

int main(int argc, char **argv) {
    if (argc > 4) abort();
    return table[argc % 2](twice(argc)) + (*argv)[0];
}
