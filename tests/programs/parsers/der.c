// Elements of DER: a tag, a length of one to five bytes, contents; sequences are entered.
//   -DBUG=1  the bytes of a long length are read beyond the end
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "any_length.h"

#ifndef BUG
#define BUG 0
#endif

struct reader {
    const uint8_t *bytes;
    size_t at;
    size_t end;
};

static bool read_length(struct reader *reader, size_t *length)
{
    if (reader->at >= reader->end)
        return false;
    uint8_t first = reader->bytes[reader->at++];
    if (first < 0x80) {
        *length = first;
        return true;
    }
    unsigned count = first & 0x7F;
    size_t sum = 0;
#if BUG == 1
    if (count == 0 || count > 4)
#else
    if (count == 0 || count > 4 || count > reader->end - reader->at)
#endif
        return false;
    for (unsigned i = 0; i < count; i++)
        sum = sum << 8 | reader->bytes[reader->at++];
    *length = sum;
    return true;
}

static bool read_element(struct reader *reader, uint8_t *tag, size_t *length)
{
    if (reader->at >= reader->end)
        return false;
    *tag = reader->bytes[reader->at++];
    return read_length(reader, length) && *length <= reader->end - reader->at;
}

static size_t count_elements(const uint8_t *bytes, size_t size)
{
    struct reader reader = {.bytes = bytes, .at = 0, .end = size};
    size_t count = 0, length;
    uint8_t tag;

    while (read_element(&reader, &tag, &length)) {
        assert(reader.at <= size && length <= size - reader.at);
        if (tag != 0x30)
            reader.at += length;
        count++;
    }
    return count;
}

int main(void)
{
    size_t size = any_length();
    uint8_t *bytes = malloc(size);

    if (bytes == NULL)
        return 0;
    assert(count_elements(bytes, size) <= size);
    free(bytes);
    return 0;
}
