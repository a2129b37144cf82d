// The card as a file: samples are read from the queue, and written samples are queued.
#include "acquisition.h"

#define FLAG_NONBLOCKING 0x800u
#define READABLE 0x1u
#define WRITABLE 0x4u
#define MOST_OPENED 2u

static int acq_open(struct inode *inode, struct file *file)
{
    struct acq_device *card = &acq_card;
    int error = 0;

    if (inode->minor >= CHANNELS)
        return -ENODEV;
    mutex_lock(&card->control);
    if (card->opened >= MOST_OPENED) {
        error = -EBUSY;
        goto unlock;
    }
    if (card->opened == 0) {
        error = acq_power_up(card);
        if (error)
            goto unlock;
        error = acq_reset_hardware();
        acq_power_down(card);
        if (error)
            goto unlock;
    }
    card->opened++;
    file->private_data = card;

unlock:
    mutex_unlock(&card->control);
    return error;
}

static int acq_release(struct inode *inode, struct file *file)
{
    struct acq_device *card = &acq_card;

    (void)inode;
    mutex_lock(&card->control);
    if (card->opened)
        card->opened--;
    if (card->opened == 0) {
        if (acq_power_up(card) == 0) {
            acq_stop_all(card);
            acq_power_down(card);
        }
        acq_flush(card);
    }
    file->private_data = NULL;
    mutex_unlock(&card->control);
    return 0;
}

static struct acq_buffer *wait_for_buffer(struct acq_device *card, struct file *file)
{
    struct acq_buffer *buffer = acq_take_buffer(card);
    int attempt;

    if (file->flags & FLAG_NONBLOCKING)
        return buffer;
    for (attempt = 0; attempt < 2 && !buffer; attempt++) {
        msleep(10);
        buffer = acq_take_buffer(card);
    }
    return buffer;
}

static ssize_t_ acq_read_file(struct file *file, char *text, size_t bytes, int64_t *position)
{
    struct acq_device *card = &acq_card;
    struct acq_buffer *buffer;
    size_t length;

    if (bytes < sizeof(uint32_t))
        return -EINVAL;
    buffer = wait_for_buffer(card, file);
    if (!buffer)
        return -EAGAIN;
    length = buffer->count * sizeof(uint32_t);
    if (length > bytes)
        length = bytes;
    if (copy_to_user(text, buffer->sample, length)) {
        kfree(buffer);
        return -EFAULT;
    }
    kfree(buffer);
    *position += (int64_t)length;
    return (ssize_t_)length;
}

static ssize_t_ acq_write_file(struct file *file, const char *text, size_t bytes, int64_t *position)
{
    struct acq_device *card = &acq_card;
    uint32_t samples[SAMPLES];
    uint32_t count;
    int error;

    (void)file;
    count = (uint32_t)(bytes / sizeof(uint32_t));
    if (bytes % sizeof(uint32_t) || count == 0 || count > SAMPLES)
        return -EINVAL;
    if (copy_from_user(samples, text, bytes))
        return -EFAULT;
    error = acq_queue_samples(card, card->selected % CHANNELS, samples, count);
    if (error)
        return error;
    *position += (int64_t)bytes;
    return (ssize_t_)bytes;
}

static unsigned int acq_poll(struct file *file)
{
    struct acq_device *card = &acq_card;
    unsigned int ready = 0;

    (void)file;
    spin_lock(&card->lock);
    if (card->queued)
        ready |= READABLE;
    if (card->queued < QUEUE_LENGTH)
        ready |= WRITABLE;
    spin_unlock(&card->lock);
    return ready;
}

const struct file_operations acq_operations = {
    .open = acq_open,
    .release = acq_release,
    .read = acq_read_file,
    .write = acq_write_file,
    .ioctl = acq_ioctl,
    .poll = acq_poll,
};
