// Channels: two kinds of them, and their life.
#include "acquisition.h"

#define MOST_CALIBRATION 0xfffu

// ---- analogue channels

static int analogue_prepare(struct acq_channel *channel)
{
    uint32_t sum = 0;
    uint32_t round;

    for (round = 0; round < 2; round++) {
        acq_write(REG_GAIN, channel->gain);
        sum += acq_read(REG_DATA) & MOST_CALIBRATION;
        msleep(1);
    }
    channel->calibration = sum / 2;
    return 0;
}

static void analogue_begin(struct acq_channel *channel)
{
    acq_write(REG_RATE, channel->rate);
    acq_write(REG_GAIN, channel->gain);
    acq_write(REG_THRESHOLD, channel->threshold);
    acq_update(REG_ENABLED, 0, 1u << channel->number);
}

static void analogue_end(struct acq_channel *channel)
{
    acq_update(REG_ENABLED, 1u << channel->number, 0);
}

static uint32_t analogue_convert(struct acq_channel *channel, uint32_t raw)
{
    uint32_t value = raw & 0xffffu;

    if (value < channel->calibration)
        return 0;
    value -= channel->calibration;
    switch (channel->gain) {
    case 0:
        return value;
    case 1:
        return value * 2;
    case 2:
        return value * 4;
    default:
        return value * 8;
    }
}

static int analogue_drain(struct acq_channel *channel)
{
    mutex_lock(&acq_card.control);
    channel->calibration = 0;
    mutex_unlock(&acq_card.control);
    return 0;
}

static const struct acq_channel_operations analogue = {
    .kind = "analogue",
    .prepare = analogue_prepare,
    .begin = analogue_begin,
    .end = analogue_end,
    .convert = analogue_convert,
    .drain = analogue_drain,
};

// ---- digital channels

static int digital_prepare(struct acq_channel *channel)
{
    if (channel->gain != 0)
        return -EINVAL;
    msleep(1);
    return 0;
}

static void digital_begin(struct acq_channel *channel)
{
    acq_write(REG_RATE, channel->rate);
    acq_update(REG_ENABLED, 0, 1u << channel->number);
}

static void digital_end(struct acq_channel *channel)
{
    acq_update(REG_ENABLED, 1u << channel->number, 0);
    acq_write(REG_PENDING, 1u << channel->number);
}

static uint32_t digital_convert(struct acq_channel *channel, uint32_t raw)
{
    return (raw >> channel->number) & 1u;
}

static int digital_drain(struct acq_channel *channel)
{
    msleep(2);
    return channel->is_running ? -EBUSY : 0;
}

static const struct acq_channel_operations digital = {
    .kind = "digital",
    .prepare = digital_prepare,
    .begin = digital_begin,
    .end = digital_end,
    .convert = digital_convert,
    .drain = digital_drain,
};

// ---- all channels

void acq_channels_init(struct acq_device *card)
{
    uint32_t number;

    for (number = 0; number < CHANNELS; number++) {
        struct acq_channel *channel = &card->channels[number];

        channel->operations = number < 2 ? &analogue : &digital;
        channel->number = number;
        channel->rate = 1000;
        channel->gain = 0;
        channel->threshold = 100;
        channel->calibration = 0;
        channel->is_running = 0;
    }
    card->selected = 0;
}

// Requires: the clock is on, and the caller may sleep.
int acq_start_channel(struct acq_device *card, uint32_t number)
{
    struct acq_channel *channel;
    int error;

    if (number >= CHANNELS)
        return -EINVAL;
    channel = &card->channels[number];
    error = channel->operations->prepare(channel);
    if (error)
        return error;
    spin_lock(&card->lock);
    if (channel->is_running) {
        spin_unlock(&card->lock);
        return -EBUSY;
    }
    channel->operations->begin(channel);
    channel->is_running = 1;
    spin_unlock(&card->lock);
    return 0;
}

// Requires: the clock is on.
int acq_stop_channel(struct acq_device *card, uint32_t number)
{
    struct acq_channel *channel;
    int error = 0;

    if (number >= CHANNELS)
        return -EINVAL;
    channel = &card->channels[number];
    spin_lock(&card->lock);
    if (channel->is_running) {
        channel->operations->end(channel);
        channel->is_running = 0;
    } else {
        error = -EINVAL;
    }
    spin_unlock(&card->lock);
    return error;
}

void acq_stop_all(struct acq_device *card)
{
    uint32_t number;

    for (number = 0; number < CHANNELS; number++)
        acq_stop_channel(card, number);
}

// Requires: the caller may sleep, and does not hold the mutex.
int acq_drain_channel(struct acq_channel *channel)
{
    return channel->operations->drain(channel);
}
