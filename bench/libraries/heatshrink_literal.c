// heatshrink: a literal is a bit 1 and eight bits; the decoder gives them back.
#include <assert.h>
#include <stdint.h>

#include "heatshrink_decoder.h"

extern unsigned char __VERIFIER_nondet_uchar(void);

static heatshrink_decoder decoder;

int main(void)
{
    uint8_t byte = __VERIFIER_nondet_uchar();
    uint8_t input[2] = {(uint8_t)(0x80 | byte >> 1), (uint8_t)(byte << 7)};
    uint8_t output[4];
    size_t taken = 0;
    size_t given = 0;

    heatshrink_decoder_reset(&decoder);
    heatshrink_decoder_sink(&decoder, input, sizeof input, &taken);
    heatshrink_decoder_poll(&decoder, output, sizeof output, &given);
    assert(given == 1);
    assert(output[0] == byte);
    return 0;
}
