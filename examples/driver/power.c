// The clock of the card: it is on only while somebody uses the card.
#include "acquisition.h"

int acq_power_up(struct acq_device *card)
{
    int error = clk_enable(&card->clock);

    if (error)
        return error;
    error = acq_wait_ready();
    if (error) {
        clk_disable(&card->clock);
        return error;
    }
    return 0;
}

void acq_power_down(struct acq_device *card)
{
    acq_write(REG_ENABLED, 0);
    clk_disable(&card->clock);
}
