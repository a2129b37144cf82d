// Header of a tar archive with a checksum: 512 bytes, whose names are copied with strcpy.
//   -DBUG=1  a name that fills its field is copied as if it had a terminator
#include <assert.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#ifndef BUG
#define BUG 0
#endif

struct raw_header {
    char name[100];
    char mode[8];
    char owner[8];
    char group[8];
    char size[12];
    char time[12];
    char checksum[8];
    char type;
    char link[100];
    char padding[255];
};

struct header {
    unsigned mode;
    unsigned size;
    char type;
    char name[100];
    char link[100];
};

extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned checksum_of(const struct raw_header *raw)
{
    const unsigned char *bytes = (const unsigned char *)raw;
    unsigned sum = 8 * ' ';

    for (unsigned i = 0; i < offsetof(struct raw_header, checksum); i++)
        sum += bytes[i];
    for (unsigned i = offsetof(struct raw_header, type); i < sizeof *raw; i++)
        sum += bytes[i];
    return sum;
}

static int is_text(const char *field, size_t size)
{
    return memchr(field, '\0', size) != NULL;
}

static int read_header(const struct raw_header *raw, struct header *header)
{
    unsigned expected;

    if (raw->checksum[0] == '\0' || !is_text(raw->checksum, 8) || !is_text(raw->mode, 8) || !is_text(raw->size, 12))
        return -1;
    if (sscanf(raw->checksum, "%7o", &expected) != 1 || expected != checksum_of(raw))
        return -2;
    if (sscanf(raw->mode, "%7o", &header->mode) != 1 || sscanf(raw->size, "%8o", &header->size) != 1)
        return -3;
    header->type = raw->type;
#if BUG == 0
    if (!is_text(raw->name, 100) || !is_text(raw->link, 100))
        return -4;
#endif
    strcpy(header->name, raw->name);
    strcpy(header->link, raw->link);
    return 0;
}

int main(void)
{
    struct raw_header raw;
    struct header header;
    unsigned char *bytes = (unsigned char *)&raw;

    for (unsigned i = 0; i < sizeof raw; i++)
        bytes[i] = __VERIFIER_nondet_uchar();
    if (read_header(&raw, &header) == 0)
        assert(strlen(header.link) < 100);
    return 0;
}
