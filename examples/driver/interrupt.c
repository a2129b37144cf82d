// The interrupt handler, and what it defers.
#include "acquisition.h"

static void note_overrun(struct acq_device *card)
{
    spin_lock(&card->lock);
    card->statistics.overruns++;
    spin_unlock(&card->lock);
    schedule_work(&card->drain_work);
}

static int serve_channel(struct acq_device *card, struct acq_channel *channel)
{
    uint32_t samples[4];
    uint32_t at;

    for (at = 0; at < ARRAY_SIZE(samples); at++)
        samples[at] = channel->operations->convert(channel, acq_read(REG_DATA));
    return acq_queue_samples(card, channel->number, samples, ARRAY_SIZE(samples));
}

int acq_interrupt(irq_number number, void *data)
{
    struct acq_device *card = data;
    uint32_t pending, status, channel;

    if (number != INTERRUPT)
        return IRQ_NONE;
    pending = acq_read(REG_PENDING);
    if (!pending)
        return IRQ_NONE;
    acq_write(REG_PENDING, pending);
    status = acq_read(REG_STATUS);
    if (status & STATUS_OVERRUN) {
#if BUG == 5
        acq_drain_channel(&card->channels[card->selected % CHANNELS]);
#endif
        note_overrun(card);
    }
    for (channel = 0; channel < CHANNELS; channel++) {
        if (!(pending & (1u << channel)))
            continue;
        if (serve_channel(card, &card->channels[channel]))
            schedule_work(&card->drain_work);
    }
    spin_lock(&card->lock);
    card->statistics.interrupts++;
    spin_unlock(&card->lock);
    timer_arm(&card->watchdog, 100);
    return IRQ_HANDLED;
}

// Deferred work: runs in a context that may sleep.
void acq_drain(struct work *work)
{
    struct acq_device *card = container_of(work, struct acq_device, drain_work);
    uint32_t number;

    for (number = 0; number < CHANNELS; number++)
        acq_drain_channel(&card->channels[number]);
    acq_flush(card);
}

// Timer: runs in interrupt context.
void acq_watchdog(struct timer *timer)
{
    struct acq_device *card = container_of(timer, struct acq_device, watchdog);

    spin_lock(&card->lock);
    if (card->queued) {
        card->statistics.dropped++;
        spin_unlock(&card->lock);
        schedule_work(&card->drain_work);
        return;
    }
    spin_unlock(&card->lock);
}
