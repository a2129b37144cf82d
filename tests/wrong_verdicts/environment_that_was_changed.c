// expect: unknown why=approximation property=assertions
// 2026-11-18: reported safe: after setenv, and from the fifth name on, all environment variables had the same value
#include <assert.h>
#include <stdlib.h>
int main(void) {
    setenv("FIRST", "1", 1);
    char *second = getenv("SECOND"), *third = getenv("THIRD");
    if (second && third) assert(second == third);
    return 0;
}
