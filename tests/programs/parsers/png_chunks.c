// Chunks of a PNG file: signature, then length, type, data and checksum of each, up to IEND.
//   -DBUG=1  the length of a chunk is added in 32 bits
//   -DBUG=2  the palette is copied without a limit
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "any_length.h"

#ifndef BUG
#define BUG 0
#endif

struct image {
    uint32_t width, height;
    unsigned colours;
    uint8_t palette[768];
};

static uint32_t word(const uint8_t *data)
{
    return (uint32_t)data[0] << 24 | (uint32_t)data[1] << 16 | (uint32_t)data[2] << 8 | data[3];
}

static bool parse(const uint8_t *data, size_t length, struct image *image)
{
    static const uint8_t signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    size_t at = 8;

    image->width = image->height = 0;
    image->colours = 0;
    if (length < 8 || memcmp(data, signature, 8) != 0)
        return false;
    while (length - at >= 12) {
        uint32_t size = word(data + at);
        const uint8_t *type = data + at + 4, *body = data + at + 8;

#if BUG == 1
        if (size + 12 > length - at)
            return false;
#else
        if (size > length - at - 12)
            return false;
#endif
        if (memcmp(type, "IEND", 4) == 0)
            return size == 0 && image->width > 0;
        if (memcmp(type, "IHDR", 4) == 0) {
            if (size != 13)
                return false;
            image->width = word(body);
            image->height = word(body + 4);
        } else if (memcmp(type, "PLTE", 4) == 0) {
#if BUG == 2
            if (size % 3 != 0)
                return false;
#else
            if (size % 3 != 0 || size > sizeof image->palette)
                return false;
#endif
            for (uint32_t i = 0; i < size; i++)
                image->palette[i] = body[i];
            image->colours = size / 3;
        }
        at += (size_t)size + 12;
    }
    return false;
}

int main(void)
{
    size_t length = any_length();
    uint8_t *data = malloc(length);
    struct image image;

    if (data == NULL)
        return 0;
    if (parse(data, length, &image))
        assert(image.width > 0 && image.colours <= 256);
    free(data);
    return 0;
}
