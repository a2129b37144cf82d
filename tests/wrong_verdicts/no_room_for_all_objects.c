// expect: unknown why=evidence-rejected flags="--data-model ILP32"
// 2026-11-16: reported safe, because runs with more memory than there are addresses were dropped without a note
#include <stdint.h>
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
    char *one = malloc(0x60000000), *two = malloc(0x60000000), *three = malloc(0x60000000);
    if ((uintptr_t)one + (uintptr_t)two + (uintptr_t)three != 1) reach_error();
    return 0;
}
