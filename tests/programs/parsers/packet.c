// An IPv4 and a UDP header in a packet of any length: header lengths are in the packet.
//   -DBUG=1  the length in the UDP header is not compared with the packet
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "any_length.h"

#ifndef BUG
#define BUG 0
#endif

static unsigned read16(const uint8_t *at)
{
    return (unsigned)at[0] << 8 | at[1];
}

static uint16_t checksum(const uint8_t *bytes, size_t length)
{
    uint32_t sum = 0;

    for (size_t i = 0; i + 1 < length; i += 2) {
        sum += read16(bytes + i);
        sum = (sum & 0xFFFF) + (sum >> 16);
    }
    return (uint16_t)~sum;
}

static int parse(const uint8_t *packet, size_t length)
{
    size_t header, payload;

    if (length < 20 || packet[0] >> 4 != 4)
        return -1;
    header = (size_t)(packet[0] & 15) * 4;
    if (header < 20 || length < header + 8 || packet[9] != 17)
        return -1;
    if (checksum(packet, header) != 0)
        return -1;
    payload = read16(packet + header + 4);
#if BUG == 1
    if (payload < 8)
#else
    if (payload < 8 || payload > length - header)
#endif
        return -1;
    return checksum(packet + header, payload) != 0;
}

int main(void)
{
    size_t length = any_length();
    uint8_t *packet = malloc(length);

    if (packet == NULL)
        return 0;
    int result = parse(packet, length);
    assert(result >= -1 && result <= 1);
    free(packet);
    return 0;
}
