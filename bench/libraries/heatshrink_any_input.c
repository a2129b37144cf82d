// heatshrink: the decoder takes any three bytes and never leaves its buffers.
#include <assert.h>
#include <stdint.h>

#include "heatshrink_decoder.h"

extern unsigned char __VERIFIER_nondet_uchar(void);

static heatshrink_decoder decoder;

int main(void)
{
    uint8_t input[3];
    uint8_t output[8];
    size_t taken = 0;
    size_t given = 0;

    for (int i = 0; i < 3; i++)
        input[i] = __VERIFIER_nondet_uchar();
    heatshrink_decoder_reset(&decoder);
    HSD_sink_res sunk = heatshrink_decoder_sink(&decoder, input, sizeof input, &taken);
    assert(sunk == HSDR_SINK_OK && taken == sizeof input);
    HSD_poll_res polled = heatshrink_decoder_poll(&decoder, output, sizeof output, &given);
    assert(polled == HSDR_POLL_EMPTY || polled == HSDR_POLL_MORE);
    assert(given <= sizeof output);
    return 0;
}
