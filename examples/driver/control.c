// Configuration of the card by ioctl: every command powers the card up and down by itself.
#include "acquisition.h"

#define LEAST_RATE 10u
#define GREATEST_RATE 200000u
#define GREATEST_GAIN 3u
#define GREATEST_THRESHOLD 0xffffu

static struct acq_device *card_of(struct file *file)
{
    struct acq_device *card = file->private_data;

    return card ? card : &acq_card;
}

static long reset(struct acq_device *card)
{
    long error = acq_power_up(card);

    if (error)
        return error;
    acq_stop_all(card);
    error = acq_reset_hardware();
    acq_power_down(card);
    if (!error)
        acq_flush(card);
    return error;
}

static long start(struct acq_device *card, unsigned long argument)
{
    long error = acq_power_up(card);

    if (error)
        return error;
    if (argument == ~0ul) {
        uint32_t number;

        for (number = 0; number < CHANNELS && !error; number++)
            error = acq_start_channel(card, number);
        if (error)
            acq_stop_all(card);
    } else {
        error = acq_start_channel(card, (uint32_t)argument);
    }
    acq_power_down(card);
    return error;
}

static long stop(struct acq_device *card, unsigned long argument)
{
    long error = acq_power_up(card);

    if (error)
        return error;
    if (argument == ~0ul)
        acq_stop_all(card);
    else
        error = acq_stop_channel(card, (uint32_t)argument);
    acq_power_down(card);
    return error;
}

static long set_rate(struct acq_device *card, unsigned long argument)
{
    uint32_t rate = (uint32_t)argument;
    long error;

#if BUG == 3
    error = acq_power_up(card);
    if (error)
        return error;
    if (rate < LEAST_RATE || rate > GREATEST_RATE)
        return -EINVAL;
#else
    if (rate < LEAST_RATE || rate > GREATEST_RATE)
        return -EINVAL;
    error = acq_power_up(card);
    if (error)
        return error;
#endif
    acq_write(REG_RATE, rate);
    acq_power_down(card);
    card->channels[card->selected % CHANNELS].rate = rate;
    return 0;
}

static long get_rate(struct acq_device *card, unsigned long argument)
{
    uint32_t rate = card->channels[card->selected % CHANNELS].rate;

    if (copy_to_user((void *)argument, &rate, sizeof rate))
        return -EFAULT;
    return 0;
}

static long set_gain(struct acq_device *card, unsigned long argument)
{
    struct acq_channel *channel = &card->channels[card->selected % CHANNELS];
    long error;

    if (argument > GREATEST_GAIN)
        return -EINVAL;
    error = acq_power_up(card);
    if (error)
        return error;
    spin_lock(&card->lock);
    if (channel->is_running) {
        error = -EBUSY;
    } else {
        channel->gain = (uint32_t)argument;
        acq_write(REG_GAIN, channel->gain);
    }
    spin_unlock(&card->lock);
    acq_power_down(card);
    return error;
}

static long set_threshold(struct acq_device *card, unsigned long argument)
{
    struct acq_channel *channel = &card->channels[card->selected % CHANNELS];
    long error;

    if (argument > GREATEST_THRESHOLD)
        return -EINVAL;
    error = acq_power_up(card);
    if (error)
        return error;
    channel->threshold = (uint32_t)argument;
    if (channel->is_running)
        acq_write(REG_THRESHOLD, channel->threshold);
    acq_power_down(card);
    return 0;
}

static long select_channel(struct acq_device *card, unsigned long argument)
{
    if (argument >= CHANNELS)
        return -EINVAL;
    card->selected = (uint32_t)argument;
    return 0;
}

static long get_statistics(struct acq_device *card, unsigned long argument)
{
    struct acq_statistics copy;

    spin_lock(&card->lock);
    copy = card->statistics;
    spin_unlock(&card->lock);
    if (copy_to_user((void *)argument, &copy, sizeof copy))
        return -EFAULT;
    return 0;
}

static long transfer(struct acq_device *card)
{
    long error = acq_power_up(card);

    if (error)
        return error;
    error = acq_transfer(card, card->selected % CHANNELS);
    acq_power_down(card);
    return error;
}

static long self_test(struct acq_device *card)
{
    long error = acq_power_up(card);
    uint32_t version, round;

    if (error)
        return error;
    version = acq_version();
    if (version == 0 || version == 0xffffu) {
        error = -ENODEV;
        goto power_down;
    }
    for (round = 0; round < 2; round++) {
        acq_write(REG_THRESHOLD, 0x5a5au << round);
        barrier();
        if (acq_read(REG_THRESHOLD) != 0x5a5au << round) {
            error = -EIO;
            goto power_down;
        }
        msleep(1);
    }
    error = acq_wait_ready();

power_down:
    acq_power_down(card);
    return error;
}

long acq_ioctl(struct file *file, unsigned int command, unsigned long argument)
{
    struct acq_device *card = card_of(file);
    long result;

    mutex_lock(&card->control);
    switch (command) {
    case ACQ_RESET:
        result = reset(card);
        break;
    case ACQ_START:
        result = start(card, argument);
        break;
    case ACQ_STOP:
        result = stop(card, argument);
        break;
    case ACQ_SET_RATE:
        result = set_rate(card, argument);
        break;
    case ACQ_GET_RATE:
        result = get_rate(card, argument);
        break;
    case ACQ_SET_GAIN:
        result = set_gain(card, argument);
        break;
    case ACQ_SET_THRESHOLD:
        result = set_threshold(card, argument);
        break;
    case ACQ_SELECT:
        result = select_channel(card, argument);
        break;
    case ACQ_FLUSH:
        acq_flush(card);
        result = 0;
        break;
    case ACQ_GET_STATISTICS:
        result = get_statistics(card, argument);
        break;
    case ACQ_TRANSFER:
        result = transfer(card);
        break;
    case ACQ_SELF_TEST:
        result = self_test(card);
        break;
    default:
        result = -ENOTTY;
    }
    mutex_unlock(&card->control);
    return result;
}
