// Attributes: one value each, as text of four hexadecimal digits.
#include "acquisition.h"

#define DIGITS 4

static ssize_t_ print_hexadecimal(char *text, uint32_t value)
{
    static const char digits[] = "0123456789abcdef";
    int at;

    for (at = DIGITS - 1; at >= 0; at--) {
        text[at] = digits[value & 0xfu];
        value >>= 4;
    }
    text[DIGITS] = '\n';
    return DIGITS + 1;
}

static int digit_of(char character)
{
    if (character >= '0' && character <= '9')
        return character - '0';
    if (character >= 'a' && character <= 'f')
        return character - 'a' + 10;
    return -1;
}

static int parse_hexadecimal(const char *text, size_t bytes, uint32_t *value)
{
    uint32_t found = 0;
    size_t at;

    if (bytes == 0 || bytes > DIGITS)
        return -EINVAL;
    for (at = 0; at < bytes; at++) {
        int digit = digit_of(text[at]);

        if (digit < 0)
            return -EINVAL;
        found = found * 16 + (uint32_t)digit;
    }
    *value = found;
    return 0;
}

static struct acq_device *card_of(struct device *device)
{
    return container_of(device, struct acq_device, device);
}

static ssize_t_ show_selected(struct device *device, char *text)
{
    return print_hexadecimal(text, card_of(device)->selected);
}

static ssize_t_ store_selected(struct device *device, const char *text, size_t bytes)
{
    struct acq_device *card = card_of(device);
    uint32_t value;
    int error = parse_hexadecimal(text, bytes, &value);

    if (error)
        return error;
    if (value >= CHANNELS)
        return -EINVAL;
    mutex_lock(&card->control);
    card->selected = value;
    mutex_unlock(&card->control);
    return (ssize_t_)bytes;
}

static ssize_t_ show_queued(struct device *device, char *text)
{
    struct acq_device *card = card_of(device);
    uint32_t queued;

    spin_lock(&card->lock);
    queued = card->queued;
    spin_unlock(&card->lock);
    return print_hexadecimal(text, queued);
}

static ssize_t_ show_dropped(struct device *device, char *text)
{
    struct acq_device *card = card_of(device);
    uint32_t dropped;

    spin_lock(&card->lock);
    dropped = card->statistics.dropped;
    spin_unlock(&card->lock);
    return print_hexadecimal(text, dropped);
}

static ssize_t_ store_dropped(struct device *device, const char *text, size_t bytes)
{
    struct acq_device *card = card_of(device);
    uint32_t value;
    int error = parse_hexadecimal(text, bytes, &value);

    if (error)
        return error;
    spin_lock(&card->lock);
    card->statistics.dropped = value;
    spin_unlock(&card->lock);
    return (ssize_t_)bytes;
}

static ssize_t_ show_version(struct device *device, char *text)
{
    struct acq_device *card = card_of(device);
    uint32_t version;
    int error;

    mutex_lock(&card->control);
    error = acq_power_up(card);
    if (error) {
        mutex_unlock(&card->control);
        return error;
    }
    version = acq_version();
    acq_power_down(card);
    mutex_unlock(&card->control);
    return print_hexadecimal(text, version);
}

static ssize_t_ show_threshold(struct device *device, char *text)
{
    struct acq_device *card = card_of(device);
    ssize_t_ length;

    mutex_lock(&card->control);
    length = print_hexadecimal(text, card->channels[card->selected % CHANNELS].threshold);
    mutex_unlock(&card->control);
    return length;
}

static ssize_t_ store_threshold(struct device *device, const char *text, size_t bytes)
{
    struct acq_device *card = card_of(device);
    uint32_t value;
    int error = parse_hexadecimal(text, bytes, &value);

    if (error)
        return error;
    mutex_lock(&card->control);
    error = acq_power_up(card);
    if (!error) {
        card->channels[card->selected % CHANNELS].threshold = value;
        acq_write(REG_THRESHOLD, value);
        acq_power_down(card);
    }
    mutex_unlock(&card->control);
    return error ? error : (ssize_t_)bytes;
}

const struct device_attribute acq_attributes[] = {
    {.name = "selected", .show = show_selected, .store = store_selected},
    {.name = "queued", .show = show_queued, .store = NULL},
    {.name = "dropped", .show = show_dropped, .store = store_dropped},
    {.name = "version", .show = show_version, .store = NULL},
    {.name = "threshold", .show = show_threshold, .store = store_threshold},
};
const size_t acq_attribute_count = ARRAY_SIZE(acq_attributes);
