// Frames with a CRC-16: computed bit by bit and by a table of nibbles, appended, checked, and found wrong after an error.
//   -DBUG=1  one entry of the table has a wrong digit
//   -DBUG=2  the length field of the frame is not checked
//   -DBUG=3  the bytes of the checksum are put in one order and taken in the other
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifndef BUG
#define BUG 0
#endif

#define PAYLOAD 4
#define OVERHEAD 3
#define FRAME (PAYLOAD + OVERHEAD)
#define POLYNOMIAL 0x1021u
#define START 0xffffu

extern unsigned char __VERIFIER_nondet_uchar(void);

static const uint16_t table[16] = {
    0x0000, 0x1021, 0x2042, 0x3063, 0x4084, 0x50a5, 0x60c6, 0x70e7,
#if BUG == 1
    0x8108, 0x9129, 0xa14a, 0xb16b, 0xc18c, 0xd1bd, 0xe1ce, 0xf1ef,
#else
    0x8108, 0x9129, 0xa14a, 0xb16b, 0xc18c, 0xd1ad, 0xe1ce, 0xf1ef,
#endif
};

static uint16_t crc_bit(uint16_t crc, bool bit)
{
    bool top = ((crc >> 15) & 1) != 0;
    crc = (uint16_t)(crc << 1);
    if (top != bit)
        crc ^= POLYNOMIAL;
    return crc;
}

static uint16_t crc_by_bits(const uint8_t *bytes, size_t length)
{
    uint16_t crc = START;
    for (size_t i = 0; i < length; i++) {
        for (int bit = 7; bit >= 0; bit--)
            crc = crc_bit(crc, (bytes[i] >> bit) & 1);
    }
    return crc;
}

static uint16_t crc_nibble(uint16_t crc, uint8_t nibble)
{
    uint8_t index = (uint8_t)((crc >> 12) ^ nibble);
    return (uint16_t)((crc << 4) ^ table[index]);
}

static uint16_t crc_by_table(const uint8_t *bytes, size_t length)
{
    uint16_t crc = START;
    for (size_t i = 0; i < length; i++) {
        crc = crc_nibble(crc, bytes[i] >> 4);
        crc = crc_nibble(crc, bytes[i] & 15);
    }
    return crc;
}

static void put_word(uint8_t *at, uint16_t word)
{
    at[0] = (uint8_t)(word >> 8);
    at[1] = (uint8_t)word;
}

static uint16_t get_word(const uint8_t *at)
{
#if BUG == 3
    return (uint16_t)(at[1] << 8 | at[0]);
#else
    return (uint16_t)(at[0] << 8 | at[1]);
#endif
}

// length, payload, checksum of both
static size_t frame_build(uint8_t *frame, const uint8_t *payload, uint8_t length)
{
    frame[0] = length;
    memcpy(frame + 1, payload, length);
    put_word(frame + 1 + length, crc_by_table(frame, 1u + length));
    return (size_t)length + OVERHEAD;
}

enum result { GOOD, SHORT, LONG, DAMAGED };

static enum result frame_parse(const uint8_t *frame, size_t size, uint8_t *payload, uint8_t *length)
{
    if (size < OVERHEAD)
        return SHORT;
    uint8_t count = frame[0];
#if BUG != 2
    if (count > PAYLOAD)
        return LONG;
#endif
    if (size < (size_t)count + OVERHEAD)
        return SHORT;
    if (crc_by_table(frame, 1u + count) != get_word(frame + 1 + count))
        return DAMAGED;
    memcpy(payload, frame + 1, count);
    *length = count;
    return GOOD;
}

static void there_and_back(void)
{
    uint8_t sent[PAYLOAD];
    uint8_t received[PAYLOAD];
    uint8_t frame[FRAME];
    uint8_t length = 0;
    uint8_t count = __VERIFIER_nondet_uchar() % (PAYLOAD + 1);

    for (uint8_t i = 0; i < PAYLOAD; i++)
        sent[i] = __VERIFIER_nondet_uchar();
    size_t size = frame_build(frame, sent, count);
    assert(size <= sizeof frame);
    assert(crc_by_bits(frame, 1u + count) == crc_by_table(frame, 1u + count));
    enum result result = frame_parse(frame, size, received, &length);
    assert(result == GOOD);
    assert(length == count);
    assert(memcmp(sent, received, count) == 0);
}

static void damaged(void)
{
    uint8_t payload[PAYLOAD] = {1, 2, 3, 4};
    uint8_t frame[FRAME];
    uint8_t length = 0;
    size_t size = frame_build(frame, payload, PAYLOAD);
    uint8_t where = __VERIFIER_nondet_uchar() % FRAME;

    frame[where] ^= (uint8_t)(1u << (__VERIFIER_nondet_uchar() & 7));
    assert(frame_parse(frame, size, payload, &length) != GOOD);
}

static void anything(void)
{
    uint8_t frame[32];
    uint8_t payload[PAYLOAD];
    uint8_t length = 0;

    for (size_t i = 0; i < sizeof frame; i++)
        frame[i] = __VERIFIER_nondet_uchar();
    if (frame_parse(frame, __VERIFIER_nondet_uchar() % (sizeof frame + 1), payload, &length) == GOOD)
        assert(length <= PAYLOAD);
}

int main(void)
{
    there_and_back();
    damaged();
    anything();
    return 0;
}
