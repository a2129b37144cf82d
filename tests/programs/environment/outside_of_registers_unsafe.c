// expect: unsafe line=11 violates=valid-deref property=default flags="--mmio 0x40000000-0x40011003 --data-model ILP32"
#include <assert.h>
#include <stdint.h>
typedef struct { volatile uint32_t status, data; } port;
#define PORT ((port *)0x40011000)
static uint32_t kept;

static void put(port *to, uint32_t value) {
    while (!(to->status & 0x80))
        ;
    to->data = value;
}

static uint32_t get(volatile uint32_t *from) {
    return *from;
}

int main(void) {
    kept = 5;
    put(PORT, 7);
    *(volatile uint32_t *)0x40000000 = kept;
    assert(get(&kept) == 5);
    return (int)(get(&PORT->data) & 1);
}
