// Conversions of a format as printf has it: flags, width, precision, length and letter.
//   -DBUG=1  the width is not limited
//   -DBUG=2  an unknown letter leads behind the table of sizes
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#include "any_length.h"

#ifndef BUG
#define BUG 0
#endif

#define MOST_WIDTH 4095

static const char letters[] = "diouxXcspn";
static const unsigned char sizes[] = {4, 4, 4, 4, 4, 4, 4, 8, 8, 8};

static bool is_flag(char c)
{
    return c == '-' || c == '+' || c == ' ' || c == '#' || c == '0';
}

static bool number(const char **at, int *result)
{
    int value = 0;

    while (**at >= '0' && **at <= '9') {
        value = 10 * value + (*(*at)++ - '0');
#if BUG != 1
        if (value > MOST_WIDTH)
            return false;
#endif
    }
    *result = value;
    return true;
}

// Returns the bytes that the arguments of the conversions take, or -1 where the format is malformed.
static long bytes_of_arguments(const char *format)
{
    long bytes = 0;

    while (*format != '\0') {
        int width, precision;
        size_t letter = 0;
        bool is_long = false;

        if (*format++ != '%')
            continue;
        if (*format == '%') {
            format++;
            continue;
        }
        while (is_flag(*format))
            format++;
        if (!number(&format, &width))
            return -1;
        if (*format == '.') {
            format++;
            if (!number(&format, &precision))
                return -1;
        }
        while (*format == 'l') {
            is_long = true;
            format++;
        }
        while (letters[letter] != '\0' && letters[letter] != *format)
            letter++;
#if BUG != 2
        if (letters[letter] == '\0')
            return -1;
#endif
        bytes += is_long ? 8 : sizes[letter];
        if (bytes > 1000)
            return -1;
        format++;
    }
    return bytes;
}

int main(void)
{
    size_t size = any_length();

    if (size == 0)
        return 0;
    char *format = malloc(size);
    if (format == NULL)
        return 0;
    format[size - 1] = '\0';
    long bytes = bytes_of_arguments(format);
    assert(bytes >= -1 && bytes <= 1000);
    free(format);
    return 0;
}
