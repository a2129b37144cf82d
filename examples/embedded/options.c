// The command line of a small tool: options by strcmp, numbers by strtol, a list of files.
//   -DBUG=1  the value of the last option is taken without looking whether there is one
//   -DBUG=2  the list of files is one too short for all arguments
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef BUG
#define BUG 0
#endif

#define FILES 4
#define MAX_RATE 115200

enum mode { MODE_NONE, MODE_READ, MODE_WRITE, MODE_VERIFY };

struct settings {
    enum mode mode;
    bool verbose;
    long rate;
    const char *device;
    const char *files[FILES];
    int file_count;
};

static void usage(const char *program)
{
    fprintf(stderr, "usage: %s [-r|-w|-c] [-v] [-b rate] [-d device] file...\n", program);
}

static bool parse_number(const char *text, long *number)
{
    char *end;

    errno = 0;
    long value = strtol(text, &end, 10);
    if (end == text || *end != '\0' || errno == ERANGE)
        return false;
    *number = value;
    return true;
}

static bool set_mode(struct settings *settings, enum mode mode)
{
    if (settings->mode != MODE_NONE)
        return false;
    settings->mode = mode;
    return true;
}

static bool parse(struct settings *settings, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        const char *argument = argv[i];
        if (strcmp(argument, "-r") == 0) {
            if (!set_mode(settings, MODE_READ))
                return false;
        } else if (strcmp(argument, "-w") == 0) {
            if (!set_mode(settings, MODE_WRITE))
                return false;
        } else if (strcmp(argument, "-c") == 0) {
            if (!set_mode(settings, MODE_VERIFY))
                return false;
        } else if (strcmp(argument, "-v") == 0) {
            settings->verbose = true;
        } else if (strcmp(argument, "-b") == 0) {
#if BUG != 1
            if (i + 1 >= argc)
                return false;
#endif
            if (!parse_number(argv[++i], &settings->rate))
                return false;
            if (settings->rate <= 0 || settings->rate > MAX_RATE)
                return false;
        } else if (strcmp(argument, "-d") == 0) {
            if (i + 1 >= argc)
                return false;
            settings->device = argv[++i];
        } else if (argument[0] == '-') {
            return false;
        } else {
#if BUG == 2
            if (settings->file_count > FILES)
                return false;
#else
            if (settings->file_count >= FILES)
                return false;
#endif
            settings->files[settings->file_count++] = argument;
        }
    }
    return settings->mode != MODE_NONE;
}

static long bit_time_in_ns(long rate)
{
    return 1000000000L / rate;
}

static const char *mode_name(enum mode mode)
{
    static const char *const names[] = {"none", "read", "write", "verify"};
    return names[mode];
}

static size_t longest(const struct settings *settings)
{
    size_t most = 0;
    for (int i = 0; i < settings->file_count; i++) {
        size_t length = strlen(settings->files[i]);
        if (length > most)
            most = length;
    }
    return most;
}

static int run(const struct settings *settings)
{
    long nanoseconds = bit_time_in_ns(settings->rate);
    assert(nanoseconds >= 1000000000L / MAX_RATE);
    if (settings->verbose) {
        printf("%s at %ld baud, %ld ns a bit\n", mode_name(settings->mode), settings->rate, nanoseconds);
        printf("device %s\n", settings->device);
    }
    for (int i = 0; i < settings->file_count; i++) {
        assert(settings->files[i][0] != '-');
        printf("%-*s %s\n", 10, mode_name(settings->mode), settings->files[i]);
    }
    return longest(settings) > 255 ? 3 : 0;
}

int main(int argc, char **argv)
{
    struct settings settings = {MODE_NONE, false, 9600, "/dev/ttyS0", {0}, 0};

    if (!parse(&settings, argc, argv)) {
        usage(argc > 0 ? argv[0] : "flash");
        return 2;
    }
    if (settings.file_count == 0) {
        fputs("no files\n", stderr);
        return 1;
    }
    assert(settings.mode != MODE_NONE);
    assert(settings.rate > 0 && settings.rate <= MAX_RATE);
    assert(settings.file_count <= FILES);
    return run(&settings);
}
