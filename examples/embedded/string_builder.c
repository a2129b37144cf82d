// A string builder on the heap: grows by doubling, appends text, numbers and hexadecimal, ends its string itself.
//   -DBUG=1  the buffer grows without room for the terminator
//   -DBUG=2  the smallest number is negated
//   -DBUG=3  the appended string may be in the reallocated buffer
#include <assert.h>
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifndef BUG
#define BUG 0
#endif

extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);

#define SMALLEST 4
#define LARGEST 64
#define DIGITS 12

struct builder {
    char *text;
    size_t length;
    size_t capacity;
    bool has_failed;
};

static bool builder_init(struct builder *builder)
{
    builder->text = malloc(SMALLEST);
    builder->length = 0;
    builder->capacity = SMALLEST;
    builder->has_failed = builder->text == NULL;
    if (!builder->has_failed)
        builder->text[0] = '\0';
    return !builder->has_failed;
}

static void builder_free(struct builder *builder)
{
    free(builder->text);
    builder->text = NULL;
    builder->length = builder->capacity = 0;
}

static bool builder_reserve(struct builder *builder, size_t more)
{
    if (builder->has_failed)
        return false;
#if BUG == 1
    size_t needed = builder->length + more;
#else
    size_t needed = builder->length + more + 1;
#endif
    if (needed > LARGEST) {
        builder->has_failed = true;
        return false;
    }
    size_t capacity = builder->capacity;
    while (capacity < needed)
        capacity *= 2;
    if (capacity > builder->capacity) {
        char *text = realloc(builder->text, capacity);
        if (text == NULL) {
            builder->has_failed = true;
            return false;
        }
        builder->text = text;
        builder->capacity = capacity;
    }
    return true;
}

static void append_bytes(struct builder *builder, const char *bytes, size_t count)
{
    if (!builder_reserve(builder, count))
        return;
    memcpy(builder->text + builder->length, bytes, count);
    builder->length += count;
    builder->text[builder->length] = '\0';
}

static void append(struct builder *builder, const char *text)
{
    append_bytes(builder, text, strlen(text));
}

static void append_char(struct builder *builder, char c)
{
    append_bytes(builder, &c, 1);
}

static void append_number(struct builder *builder, int number)
{
    char digits[DIGITS];
    size_t at = sizeof digits;
#if BUG == 2
    unsigned left = (unsigned)(number < 0 ? -number : number);
#else
    unsigned left = number < 0 ? 0u - (unsigned)number : (unsigned)number;
#endif

    do {
        digits[--at] = (char)('0' + left % 10);
        left /= 10;
    } while (left != 0);
    if (number < 0)
        digits[--at] = '-';
    append_bytes(builder, digits + at, sizeof digits - at);
}

static void append_hexadecimal(struct builder *builder, uint8_t byte)
{
    static const char digits[] = "0123456789abcdef";
    append_char(builder, digits[byte >> 4]);
    append_char(builder, digits[byte & 15]);
}

static void repeat(struct builder *builder)
{
#if BUG == 3
    append_bytes(builder, builder->text, builder->length);
#else
    size_t length = builder->length;
    if (!builder_reserve(builder, length))
        return;
    memcpy(builder->text + length, builder->text, length);
    builder->length = 2 * length;
    builder->text[builder->length] = '\0';
#endif
}

static void check(const struct builder *builder)
{
    assert(builder->length < builder->capacity);
    assert(builder->capacity <= LARGEST);
    assert(builder->text[builder->length] == '\0');
}

int main(void)
{
    struct builder builder;

    if (!builder_init(&builder))
        return 1;
    append(&builder, "id=");
    append_hexadecimal(&builder, __VERIFIER_nondet_uchar());
    check(&builder);
    append(&builder, " t=");
    append_number(&builder, __VERIFIER_nondet_int());
    check(&builder);
    if (__VERIFIER_nondet_uchar() & 1)
        repeat(&builder);
    check(&builder);
    assert(strncmp(builder.text, "id=", 3) == 0);
    builder_free(&builder);
    return 0;
}
