// Allocated memory: unix.Malloc.
#include <stdlib.h>
int used_after_free(unsigned n) {
    char *p = malloc(4);
    if (!p)
        return 0;
    if (n & 2)
        free(p);
    if ((n | 2) == n + 2) {
        *p = 2; // false
        free(p);
    }
    return 2; // false
}
int used_after_free_feasible(unsigned n) {
    char *p = malloc(4);
    if (!p)
        return 0;
    if (n & 2)
        free(p);
    if ((n | 1) == n + 1) {
        *p = 2; // true
        free(p);
    }
    return 2; // true
}
void freed_twice(int n, int m) {
    char *p = malloc(4);
    if ((n ^ m) == 0)
        free(p);
    if (n - m != 0)
        free(p); // false
} // false
void freed_twice_feasible(int n, int m) {
    char *p = malloc(4);
    if (n < m)
        free(p);
    if (m != n)
        free(p); // true
} // true
int leaked(int n) {
    char *p = malloc(4);
    if (!p)
        return 0;
    if (n * n == 2)
        return 1; // false
    free(p);
    return 2;
}
int leaked_feasible(int n) {
    char *p = malloc(4);
    if (!p)
        return 0;
    if (n * n == 25)
        return 1; // true
    free(p);
    return 2;
}
void not_allocated(unsigned n) {
    char own[4];
    char *p = own;
    if (n % 3 == 1)
        p = malloc(4);
    if (n % 6 == 4)
        free(p); // false
} // true
void not_allocated_feasible(unsigned n) {
    char own[4];
    char *p = own;
    if (n % 3 == 1)
        p = malloc(4);
    if (n % 6 == 5)
        free(p); // true
} // true
