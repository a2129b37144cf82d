// Base64 for configuration channels: decoding inverts encoding.
//   -DBUG=1  the decoder does not check how much room is left
//   -DBUG=2  the last group of one byte gets only one '=', as if it had two
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifndef BUG
#define BUG 0
#endif

#define RAW 9
#define TEXT (4 * ((RAW + 2) / 3) + 1)

extern unsigned char __VERIFIER_nondet_uchar(void);

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static size_t encode(const uint8_t *raw, size_t length, char *text, size_t size)
{
    size_t out = 0;
    size_t in = 0;

    while (in < length) {
        size_t left = length - in;
        uint32_t group = (uint32_t)raw[in] << 16;
        if (left > 1)
            group |= (uint32_t)raw[in + 1] << 8;
        if (left > 2)
            group |= raw[in + 2];
        if (out + 4 >= size)
            return 0;
        text[out] = alphabet[group >> 18];
        text[out + 1] = alphabet[(group >> 12) & 63];
#if BUG == 2
        text[out + 2] = alphabet[(group >> 6) & 63];
#else
        text[out + 2] = left > 1 ? alphabet[(group >> 6) & 63] : '=';
#endif
        text[out + 3] = left > 2 ? alphabet[group & 63] : '=';
        out += 4;
        in += 3;
    }
    text[out] = '\0';
    return out;
}

static int digit(char c)
{
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (c >= '0' && c <= '9')
        return c - '0' + 52;
    if (c == '+')
        return 62;
    if (c == '/')
        return 63;
    return -1;
}

static bool decode(const char *text, uint8_t *raw, size_t size, size_t *length)
{
    size_t out = 0;
    size_t count = strlen(text);

    if (count % 4 != 0)
        return false;
    for (size_t in = 0; in < count; in += 4) {
        int digits[4];
        size_t padding = 0;
        for (size_t i = 0; i < 4; i++) {
            char c = text[in + i];
            if (c == '=') {
                if (in + 4 < count || i < 2)
                    return false;
                padding++;
                digits[i] = 0;
            } else {
                if (padding > 0)
                    return false;
                digits[i] = digit(c);
                if (digits[i] < 0)
                    return false;
            }
        }
        uint32_t group = (uint32_t)digits[0] << 18 | (uint32_t)digits[1] << 12 | (uint32_t)digits[2] << 6 |
                         (uint32_t)digits[3];
        size_t bytes = 3 - padding;
#if BUG != 1
        if (out + bytes > size)
            return false;
#endif
        raw[out++] = (uint8_t)(group >> 16);
        if (bytes > 1)
            raw[out++] = (uint8_t)(group >> 8);
        if (bytes > 2)
            raw[out++] = (uint8_t)group;
    }
    *length = out;
    return true;
}

static void there_and_back(void)
{
    uint8_t raw[RAW];
    uint8_t again[RAW];
    char text[TEXT];
    size_t length = __VERIFIER_nondet_uchar() % (RAW + 1);
    size_t decoded = 0;

    for (size_t i = 0; i < length; i++)
        raw[i] = __VERIFIER_nondet_uchar();
    size_t encoded = encode(raw, length, text, sizeof text);
    assert(encoded == 4 * ((length + 2) / 3));
    bool fine = decode(text, again, sizeof again, &decoded);
    assert(fine);
    assert(decoded == length);
    assert(memcmp(raw, again, length) == 0);
}

static void any_text(void)
{
    char text[TEXT];
    uint8_t raw[RAW];
    size_t length = 0;

    for (size_t i = 0; i + 1 < sizeof text; i++)
        text[i] = (char)__VERIFIER_nondet_uchar();
    text[sizeof text - 1] = '\0';
    if (decode(text, raw, RAW - 2, &length))
        assert(length <= RAW - 2);
}

int main(void)
{
    there_and_back();
    any_text();
    return 0;
}
