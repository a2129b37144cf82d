// Access to the registers of the card.
#include "acquisition.h"

#define ATTEMPTS 3u

uint32_t acq_read(enum acq_register which)
{
    uint32_t value = read_register(FIRST_PORT + (unsigned long)which);

    memory_fence();
    return value;
}

void acq_write(enum acq_register which, uint32_t value)
{
    memory_fence();
    write_register(FIRST_PORT + (unsigned long)which, value);
}

void acq_update(enum acq_register which, uint32_t clear, uint32_t set)
{
    uint32_t value = acq_read(which);

    value &= ~clear;
    value |= set;
    acq_write(which, value);
}

// Wait until the card accepts commands; never sleeps.
int acq_wait_ready(void)
{
    uint32_t attempt;

    for (attempt = 0; attempt < ATTEMPTS; attempt++) {
        if (acq_read(REG_STATUS) & STATUS_READY)
            return 0;
        cpu_relax();
    }
    return -ETIMEDOUT;
}

int acq_reset_hardware(void)
{
    int error;

    acq_write(REG_CONTROL, CONTROL_RESET);
    barrier();
    acq_write(REG_CONTROL, 0);
    error = acq_wait_ready();
    if (error)
        return error;
    acq_write(REG_ENABLED, 0);
    acq_write(REG_PENDING, 0xffffffffu);
    return 0;
}

uint32_t acq_version(void)
{
    uint32_t value = acq_read(REG_VERSION);

    return value >> 16;
}
