// Scanner of JSON texts. Each function advances `*at` over what it accepts and returns whether it
// accepted anything; `*at` is unchanged otherwise. A harness defines BUG to seed its bug.
#ifndef JSON_SCANNER_H
#define JSON_SCANNER_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "any_length.h"

#ifndef BUG
#define BUG 0
#endif

enum { NESTING = 32, MOST_VALUE = 99999 };

enum status { PARTIAL, VALID, MALFORMED, TOO_DEEP };

static inline bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static inline bool is_control(char c)
{
    return c >= '\0' && c < ' ';
}

static inline bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline int hex_value(char c)
{
    if (is_digit(c))
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

static inline void skip_space(const char *text, size_t *at, size_t length)
{
    size_t i = *at;

#ifdef BUG_SPACE
    while (is_space(text[i]))
        i++;
#else
    while (i < length && is_space(text[i]))
        i++;
#endif
    *at = i;
}

// The number of leading ones of a byte.
static inline unsigned leading_ones(unsigned char byte)
{
    unsigned count = 0;

    while (byte & 0x80) {
        count++;
        byte = (unsigned char)(byte << 1);
    }
    return count;
}

static inline bool is_shortest(unsigned bytes, uint32_t point)
{
    switch (bytes) {
    case 2:
        return point >= 0x80;
    case 3:
        return point >= 0x800 && (point < 0xD800 || point > 0xDFFF);
    case 4:
        return point >= 0x10000 && point <= 0x10FFFF;
    default:
        return false;
    }
}

static inline bool skip_character(const char *text, size_t *at, size_t length)
{
    size_t i = *at;
    unsigned char first;

    if (i >= length)
        return false;
    first = (unsigned char)text[i];
    if (first < 0x80) {
        *at = i + 1;
        return true;
    }
    if (first < 0xC2 || first > 0xF4)
        return false;
    unsigned bytes = leading_ones(first), left;
    uint32_t point = first & ((1u << (7 - bytes)) - 1);
    for (left = bytes - 1; left > 0; left--) {
        unsigned char next;
        i++;
#ifndef BUG_CHARACTER
        if (i >= length)
            break;
#endif
        next = (unsigned char)text[i];
        if ((next & 0xC0) != 0x80)
            break;
        point = point << 6 | (next & 0x3F);
    }
    if (left != 0 || !is_shortest(bytes, point))
        return false;
    *at = i + 1;
    return true;
}

static inline bool skip_hex_escape(const char *text, size_t *at, size_t length, uint16_t *unit)
{
    size_t i = *at, end = i + 6;
    uint16_t value = 0;

#ifdef BUG_ESCAPE
    if (end < i || text[i] != '\\' || text[i + 1] != 'u')
        return false;
#else
    if (end < i || end >= length || text[i] != '\\' || text[i + 1] != 'u')
        return false;
#endif
    for (i += 2; i < end; i++) {
        int digit = hex_value(text[i]);
        if (digit < 0)
            return false;
        value = (uint16_t)(value << 4 | digit);
    }
    if (value == 0)
        return false;
    *unit = value;
    *at = i;
    return true;
}

static inline bool skip_unit_escape(const char *text, size_t *at, size_t length)
{
    size_t i = *at;
    uint16_t unit;

    if (!skip_hex_escape(text, &i, length, &unit))
        return false;
    if (unit >= 0xD800 && unit <= 0xDFFF) {
        if (unit > 0xDBFF || !skip_hex_escape(text, &i, length, &unit) || unit < 0xDC00 || unit > 0xDFFF)
            return false;
    }
    *at = i;
    return true;
}

static inline bool skip_escape(const char *text, size_t *at, size_t length)
{
    size_t i = *at;

    if (length < 2 || i >= length - 1 || text[i] != '\\')
        return false;
    switch (text[i + 1]) {
    case 'u':
        if (!skip_unit_escape(text, &i, length))
            return false;
        break;
    case '"':
    case '\\':
    case '/':
    case 'b':
    case 'f':
    case 'n':
    case 'r':
    case 't':
        i += 2;
        break;
    default:
        return false;
    }
    *at = i;
    return true;
}

static inline bool skip_string(const char *text, size_t *at, size_t length)
{
    size_t i = *at;

    if (i >= length || text[i] != '"')
        return false;
    i++;
    while (i < length) {
        if (text[i] == '"') {
            *at = i + 1;
            return true;
        }
        if (text[i] == '\\') {
#ifdef BUG_STRING
            if (text[i + 1] == '"')
                i += 2;
            else
#endif
            if (!skip_escape(text, &i, length))
                return false;
        } else if (is_control(text[i]) || !skip_character(text, &i, length)) {
            return false;
        }
    }
    return false;
}

static inline bool skip_word(const char *text, size_t *at, size_t length, const char *word, size_t size)
{
    if (*at >= length || size > length - *at)
        return false;
    for (size_t i = 0; i < size; i++)
        if (text[*at + i] != word[i])
            return false;
    *at += size;
    return true;
}

static inline bool skip_literal(const char *text, size_t *at, size_t length)
{
    return skip_word(text, at, length, "true", 4) || skip_word(text, at, length, "false", 5) ||
           skip_word(text, at, length, "null", 4);
}

// `value` may be null. It becomes -1 where the number is above MOST_VALUE.
static inline bool skip_digits(const char *text, size_t *at, size_t length, int32_t *value)
{
    size_t i;
    int32_t sum = 0;

    for (i = *at; i < length && is_digit(text[i]); i++) {
        if (value != NULL && sum >= 0) {
#ifdef BUG_DIGITS
            if (sum <= INT32_MAX / 10)
#else
            if (sum <= MOST_VALUE / 10)
#endif
                sum = 10 * sum + (text[i] - '0');
            else
                sum = -1;
        }
    }
    if (i == *at)
        return false;
    *at = i;
    if (value != NULL)
        *value = sum;
    return true;
}

static inline void skip_fraction(const char *text, size_t *at, size_t length)
{
    size_t i = *at;

    if (i < length && text[i] == '.') {
        i++;
        if (skip_digits(text, &i, length, NULL))
            *at = i;
    }
}

static inline void skip_exponent(const char *text, size_t *at, size_t length)
{
    size_t i = *at;

    if (i < length && (text[i] == 'e' || text[i] == 'E')) {
        i++;
#ifdef BUG_SCALAR
        if (text[i] == '-' || text[i] == '+')
#else
        if (i < length && (text[i] == '-' || text[i] == '+'))
#endif
            i++;
        if (skip_digits(text, &i, length, NULL))
            *at = i;
    }
}

static inline bool skip_number(const char *text, size_t *at, size_t length)
{
    size_t i = *at;

    if (i < length && text[i] == '-')
        i++;
    if (i >= length)
        return false;
    if (text[i] == '0')
        i++;
    else if (!skip_digits(text, &i, length, NULL))
        return false;
    skip_fraction(text, &i, length);
    skip_exponent(text, &i, length);
    *at = i;
    return true;
}

static inline bool skip_scalar(const char *text, size_t *at, size_t length)
{
    return skip_string(text, at, length) || skip_literal(text, at, length) || skip_number(text, at, length);
}

// Returns whether a comma was skipped after which something other than a closing bracket follows.
static inline bool skip_comma(const char *text, size_t *at, size_t length)
{
    size_t i;

    skip_space(text, at, length);
    i = *at;
    if (i >= length || text[i] != ',')
        return false;
    i++;
    skip_space(text, &i, length);
    if (i >= length || text[i] == ']' || text[i] == '}')
        return false;
    *at = i;
    return true;
}

static inline void skip_elements(const char *text, size_t *at, size_t length)
{
    while (*at < length) {
        if (!skip_scalar(text, at, length))
            return;
        if (!skip_comma(text, at, length))
            return;
    }
}

static inline void skip_members(const char *text, size_t *at, size_t length)
{
    size_t i = *at;

    while (i < length) {
        if (!skip_string(text, &i, length))
            return;
        skip_space(text, &i, length);
        if (i >= length || text[i] != ':')
            return;
        i++;
        skip_space(text, &i, length);
        *at = i;
        if (i < length && (text[i] == '{' || text[i] == '['))
            return;
        if (!skip_scalar(text, &i, length))
            return;
        *at = i;
        if (!skip_comma(text, &i, length))
            return;
        *at = i;
    }
}

static inline void skip_flat(const char *text, size_t *at, size_t length, char bracket)
{
    skip_space(text, at, length);
    if (bracket == '[')
        skip_elements(text, at, length);
    else
        skip_members(text, at, length);
}

static inline bool is_pair(char open, char close)
{
    return (open == '[' && close == ']') || (open == '{' && close == '}');
}

static inline enum status skip_collection(const char *text, size_t *at, size_t length)
{
    enum status status = PARTIAL;
    char open[NESTING];
    int depth = -1;
    size_t i = *at;

    while (i < length && status == PARTIAL) {
        char c = text[i++];
        switch (c) {
        case '{':
        case '[':
            depth++;
#ifdef BUG_COLLECTION
            if (depth > NESTING) {
#else
            if (depth == NESTING) {
#endif
                status = TOO_DEEP;
                break;
            }
            open[depth] = c;
            skip_flat(text, &i, length, c);
            break;
        case '}':
        case ']':
            if (depth > 0 && is_pair(open[depth], c)) {
                depth--;
                if (skip_comma(text, &i, length))
                    skip_flat(text, &i, length, open[depth]);
                break;
            }
            status = depth == 0 && is_pair(open[0], c) ? VALID : MALFORMED;
            break;
        default:
            status = MALFORMED;
        }
    }
    if (status == VALID)
        *at = i;
    return status;
}

static inline enum status validate(const char *text, size_t length)
{
    enum status status = MALFORMED;
    size_t i = 0;

    if (text == NULL || length == 0)
        return MALFORMED;
    skip_space(text, &i, length);
#ifdef BUG_VALIDATE
    if (text[i] == '{' || text[i] == '[')
#else
    if (i < length && (text[i] == '{' || text[i] == '['))
#endif
        status = skip_collection(text, &i, length);
    if (status == VALID && i < length) {
        skip_space(text, &i, length);
        if (i != length)
            status = MALFORMED;
    }
    return status;
}

#endif
