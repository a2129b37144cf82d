// The queue of buffers with samples that nobody has read yet.
#include "acquisition.h"

void acq_queue_init(struct acq_device *card)
{
    list_init(&card->queue);
    card->queued = 0;
}

static void fill(struct acq_buffer *buffer, uint32_t channel, const uint32_t *samples, uint32_t count)
{
    uint32_t at;

    buffer->channel = channel;
    buffer->count = count;
    for (at = 0; at < count; at++)
        buffer->sample[at] = samples[at];
    for (; at < SAMPLES; at++)
        buffer->sample[at] = 0;
}

// Append samples to the queue; called from interrupt handlers, too.
int acq_queue_samples(struct acq_device *card, uint32_t channel, const uint32_t *samples, uint32_t count)
{
    struct acq_buffer *buffer;

    if (count == 0 || count > SAMPLES)
        return -EINVAL;
#if BUG == 2
    spin_lock(&card->lock);
    buffer = kmalloc(sizeof *buffer, GFP_KERNEL);
    if (!buffer) {
        card->statistics.dropped += count;
        spin_unlock(&card->lock);
        return -ENOMEM;
    }
    fill(buffer, channel, samples, count);
#else
    buffer = kmalloc(sizeof *buffer, GFP_ATOMIC);
    if (!buffer) {
        spin_lock(&card->lock);
        card->statistics.dropped += count;
#if BUG != 1
        spin_unlock(&card->lock);
#endif
        return -ENOMEM;
    }
    fill(buffer, channel, samples, count);
    spin_lock(&card->lock);
#endif
    if (card->queued >= QUEUE_LENGTH) {
        card->statistics.dropped += count;
        spin_unlock(&card->lock);
        kfree(buffer);
        return -EAGAIN;
    }
    list_add_tail(&buffer->entry, &card->queue);
    card->queued++;
    card->statistics.samples += count;
    spin_unlock(&card->lock);
    return 0;
}

// Remove and return the oldest buffer, which the caller frees; NULL if there is none.
struct acq_buffer *acq_take_buffer(struct acq_device *card)
{
    struct list_head *first;

    spin_lock(&card->lock);
    first = list_first(&card->queue);
    if (!first) {
        spin_unlock(&card->lock);
        return NULL;
    }
    list_del(first);
    card->queued--;
    spin_unlock(&card->lock);
    return container_of(first, struct acq_buffer, entry);
}

void acq_flush(struct acq_device *card)
{
    struct acq_buffer *buffer = acq_take_buffer(card);

    while (buffer) {
        kfree(buffer);
        buffer = acq_take_buffer(card);
    }
}
