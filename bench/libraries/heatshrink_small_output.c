// heatshrink: claims that one call of poll is enough whatever came in, to be refuted: a back-reference is longer than the output.
#include <assert.h>
#include <stdint.h>

#include "heatshrink_decoder.h"

extern unsigned char __VERIFIER_nondet_uchar(void);

static heatshrink_decoder decoder;

int main(void)
{
    uint8_t input[3];
    uint8_t output[1];
    size_t taken = 0;
    size_t given = 0;

    for (int i = 0; i < 3; i++)
        input[i] = __VERIFIER_nondet_uchar();
    heatshrink_decoder_reset(&decoder);
    heatshrink_decoder_sink(&decoder, input, sizeof input, &taken);
    assert(heatshrink_decoder_poll(&decoder, output, sizeof output, &given) == HSDR_POLL_EMPTY);
    return 0;
}
