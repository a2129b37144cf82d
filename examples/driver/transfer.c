// Transfers of whole buffers by the card itself.
#include "acquisition.h"

#define WAITS 3u

static int wait_for_transfer(void)
{
    uint32_t wait;

    for (wait = 0; wait < WAITS; wait++) {
        if (acq_read(REG_STATUS) & STATUS_TRANSFERRED)
            return 0;
        msleep(5);
    }
    return -ETIMEDOUT;
}

static void begin_transfer(dma_address address, uint32_t bytes)
{
    acq_write(REG_TRANSFER_LOW, (uint32_t)address);
    acq_write(REG_TRANSFER_HIGH, (uint32_t)(address >> 32));
    acq_write(REG_TRANSFER_BYTES, bytes);
    memory_fence();
    acq_update(REG_CONTROL, 0, CONTROL_TRANSFER);
}

static void end_transfer(void)
{
    acq_update(REG_CONTROL, CONTROL_TRANSFER, 0);
    memory_fence();
}

// Fetch samples of `channel` into the queue.
// Requires: the clock is on, and the caller may sleep.
int acq_transfer(struct acq_device *card, uint32_t channel)
{
    const uint32_t bytes = SAMPLES * sizeof(uint32_t);
    uint32_t *samples;
    dma_address address;
    int error;

    if (channel >= CHANNELS)
        return -EINVAL;
    samples = kmalloc(SAMPLES * sizeof(uint32_t), GFP_KERNEL);
    if (!samples)
        return -ENOMEM;
    address = dma_map(samples, bytes);
    if (!address) {
        error = -EIO;
        goto free_samples;
    }
    begin_transfer(address, bytes);
    error = wait_for_transfer();
    end_transfer();
    dma_unmap(address, bytes);
    if (error)
        goto free_samples;
    error = acq_queue_samples(card, channel, samples, SAMPLES);
    if (error)
        goto free_samples;
    spin_lock(&card->lock);
    card->statistics.transfers++;
    spin_unlock(&card->lock);

free_samples:
    kfree(samples);
    return error;
}
