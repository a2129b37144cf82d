// A decoder of a serial protocol with type-length-value records: bytes come one by one, records are taken apart in place.
//   -DBUG=1  the length of a record is not compared with the rest of the frame
//   -DBUG=2  the decoder is not reset after a frame that is too long
//   -DBUG=3  a name is used that no record set
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifndef BUG
#define BUG 0
#endif

#define MARK 0x7e
#define ESCAPE 0x7d
#define FLIP 0x20
#define FRAME 8
#define NAME 4

extern unsigned char __VERIFIER_nondet_uchar(void);

enum record { RECORD_NAME = 1, RECORD_SPEED = 2, RECORD_FLAGS = 3 };
enum phase { WAITING, INSIDE, ESCAPED };

struct decoder {
    uint8_t length;
    enum phase phase;
    uint8_t frame[FRAME];
};

struct message {
    bool has_name;
    char name[NAME + 1];
    uint16_t speed;
    uint8_t flags;
};

static void decoder_init(struct decoder *decoder)
{
    decoder->phase = WAITING;
    decoder->length = 0;
}

static bool put(struct decoder *decoder, uint8_t byte)
{
#if BUG == 2
    if (decoder->length > FRAME) {
#else
    if (decoder->length >= FRAME) {
#endif
        decoder_init(decoder);
        return false;
    }
    decoder->frame[decoder->length++] = byte;
    return true;
}

// Whether a frame is complete with this byte.
static bool decoder_step(struct decoder *decoder, uint8_t byte)
{
    switch (decoder->phase) {
    case WAITING:
        if (byte == MARK)
            decoder->phase = INSIDE;
        return false;
    case INSIDE:
        if (byte == MARK)
            return decoder->length > 0;
        if (byte == ESCAPE)
            decoder->phase = ESCAPED;
        else
            put(decoder, byte);
        return false;
    case ESCAPED:
        decoder->phase = INSIDE;
        put(decoder, byte ^ FLIP);
        return false;
    }
    return false;
}

static bool take_name(struct message *message, const uint8_t *value, uint8_t length)
{
    if (length == 0 || length > NAME)
        return false;
    memcpy(message->name, value, length);
    message->name[length] = '\0';
    message->has_name = true;
    return true;
}

static bool take_record(struct message *message, uint8_t type, const uint8_t *value, uint8_t length)
{
    switch (type) {
    case RECORD_NAME:
        return take_name(message, value, length);
    case RECORD_SPEED:
        if (length != 2)
            return false;
        message->speed = (uint16_t)(value[0] << 8 | value[1]);
        return true;
    case RECORD_FLAGS:
        if (length != 1)
            return false;
        message->flags = value[0] & 0x0f;
        return true;
    default:
        return true;
    }
}

static bool parse(struct message *message, const uint8_t *frame, uint8_t size)
{
    uint8_t at = 0;

    message->has_name = false;
    message->speed = 0;
    message->flags = 0;
    while (at + 2 <= size) {
        uint8_t type = frame[at];
        uint8_t length = frame[at + 1];
        at += 2;
#if BUG != 1
        if (length > size - at)
            return false;
#endif
        if (!take_record(message, type, frame + at, length))
            return false;
        at = (uint8_t)(at + length);
    }
    return at == size;
}

static size_t name_length(const struct message *message)
{
#if BUG != 3
    if (!message->has_name)
        return 0;
#endif
    return strlen(message->name);
}

int main(void)
{
    struct decoder decoder;

    decoder_init(&decoder);
    for (int i = 0; i < 14; i++) {
        if (decoder_step(&decoder, __VERIFIER_nondet_uchar())) {
            struct message message;
            if (parse(&message, decoder.frame, decoder.length)) {
                assert(name_length(&message) <= NAME);
                assert(message.flags < 16);
            }
            decoder_init(&decoder);
        }
        assert(decoder.length <= FRAME);
    }
    return 0;
}
