/* What we read and then refuse, or treat as plain: varargs, vectors, atomics, assembly, names beyond ASCII. */
typedef __builtin_va_list arguments;
typedef float four __attribute__((vector_size(16)));
_Atomic int shared;
volatile int device;

int sum(int count, ...) {
    arguments list;
    int total = 0;
    __builtin_va_start(list, count);
    while (count--) total += __builtin_va_arg(list, int);
    __builtin_va_end(list);
    return total;
}

four vectors(four a, four b, int i) {
    four c = a + b * 2;
    c[i] = a[1];
    return __builtin_shufflevector(c, a, 0, 5, 2, 7);
}

int atomics(int *plain) {
    int expected = 3;
    shared++;
    __c11_atomic_compare_exchange_strong(&shared, &expected, 5, __ATOMIC_SEQ_CST, __ATOMIC_ACQUIRE);
    __sync_synchronize();
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    device = __sync_fetch_and_add(plain, 2) + __atomic_exchange_n(plain, 1, __ATOMIC_RELEASE);
    return __c11_atomic_load(&shared, __ATOMIC_RELAXED) + device;
}

int assembly(int x) {
    __asm__ volatile("nop # , !dbg !3" : : : "memory");
    __asm__("movl %1, %0" : "=r"(x) : "r"(3));
    return x;
}

int übung(int größe) { return größe; }
static void release(int *p) { *p = 0; }
int cleaned(void) { int x __attribute__((cleanup(release))) = 4; return x; }
_Complex double rotate(_Complex double z) { return z * 2.0; }
