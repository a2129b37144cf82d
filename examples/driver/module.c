// The life of the driver.
#include "acquisition.h"

struct acq_device acq_card;
struct acq_channel acq_channels[CHANNELS];

static void prepare_card(struct acq_device *card)
{
    card->device.name = "acquisition";
    card->device.driver_data = card;
    card->opened = 0;
    card->channels = acq_channels;
    acq_queue_init(card);
    acq_channels_init(card);
    work_init(&card->drain_work, acq_drain);
    timer_init(&card->watchdog, acq_watchdog);
}

static int probe_hardware(struct acq_device *card)
{
    int error = acq_power_up(card);

    if (error)
        return error;
    if (acq_version() == 0)
        error = -ENODEV;
    else
        error = acq_reset_hardware();
    acq_power_down(card);
    return error;
}

int acq_module_init(void)
{
    struct acq_device *card = &acq_card;
    int error;

    prepare_card(card);
    error = request_region(FIRST_PORT, PORTS, "acquisition");
    if (error)
        return error;
    error = probe_hardware(card);
    if (error)
        goto release_ports;
    error = request_irq(INTERRUPT, acq_interrupt, "acquisition", card);
    if (error)
        goto release_ports;
    error = register_device(&card->device, &acq_operations);
#if BUG == 4
    if (error)
        goto release_ports;
#else
    if (error)
        goto release_interrupt;
#endif
    return 0;

#if BUG != 4
release_interrupt:
    free_irq(INTERRUPT, card);
#endif
release_ports:
    release_region(FIRST_PORT, PORTS);
    return error;
}

void acq_module_exit(void)
{
    struct acq_device *card = &acq_card;

    unregister_device(&card->device);
    timer_cancel(&card->watchdog);
    free_irq(INTERRUPT, card);
    acq_flush(card);
    release_region(FIRST_PORT, PORTS);
}
