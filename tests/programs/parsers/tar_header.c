// Header of a tar archive: a block of 512 bytes with text fields that need no terminator.
//   -DBUG=1  a name that fills its field is copied as if it had a terminator
//   -DBUG=2  the last of nine modes has no place in a table of eight
#include <assert.h>
#include <stdint.h>
#include <string.h>

#ifndef BUG
#define BUG 0
#endif

struct header {
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

struct entry {
    char name[101];
    uint32_t mode;
    uint64_t size;
    char type;
};

extern char __VERIFIER_nondet_char(void);

static int read_octal(const char *field, unsigned width, uint64_t *value)
{
    uint64_t sum = 0;
    unsigned i = 0;

    while (i < width && field[i] == ' ')
        i++;
    for (; i < width && field[i] >= '0' && field[i] <= '7'; i++)
        sum = 8 * sum + (unsigned)(field[i] - '0');
    if (i < width && field[i] != '\0' && field[i] != ' ')
        return -1;
    *value = sum;
    return 0;
}

static int read_header(const struct header *raw, struct entry *entry)
{
    uint64_t mode, size;

    if (read_octal(raw->mode, sizeof raw->mode, &mode) != 0 || read_octal(raw->size, sizeof raw->size, &size) != 0)
        return -1;
#if BUG == 2
    int permissions[8];
    permissions[mode % 9] = 1;
    entry->mode = (uint32_t)permissions[mode % 9];
#else
    entry->mode = (uint32_t)mode;
#endif
    entry->size = size;
    entry->type = raw->type;
#if BUG == 1
    strcpy(entry->name, raw->name);
#else
    memcpy(entry->name, raw->name, sizeof raw->name);
    entry->name[sizeof raw->name] = '\0';
#endif
    return 0;
}

int main(void)
{
    struct header raw;
    struct entry entry;
    char *bytes = (char *)&raw;

    for (unsigned i = 0; i < sizeof raw; i++)
        bytes[i] = __VERIFIER_nondet_char();
    if (read_header(&raw, &entry) == 0) {
        assert(entry.size < (uint64_t)1 << 36);
        assert(strlen(entry.name) <= 100);
    }
    return 0;
}
