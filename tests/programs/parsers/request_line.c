// Request line of HTTP in an array of 64 bytes: a method, a path and a version, copied to strings.
//   -DBUG=1  the path is copied without its limit
#include <assert.h>
#include <stddef.h>
#include <string.h>

#ifndef BUG
#define BUG 0
#endif

#ifndef LIMIT
#define LIMIT 64
#endif

extern char __VERIFIER_nondet_char(void);

struct request {
    char method[8];
    char path[32];
    int minor;
};

static const char *copy_word(const char *from, const char *end, char *to, size_t size)
{
    size_t used = 0;

    while (from < end && *from != ' ') {
        if (used + 1 >= size)
            return NULL;
        to[used++] = *from++;
    }
    to[used] = '\0';
    return from < end ? from + 1 : NULL;
}

static int parse(const char *line, size_t length, struct request *request)
{
    const char *end = line + length, *at = line;

    at = copy_word(at, end, request->method, sizeof request->method);
    if (at == NULL)
        return -1;
#if BUG == 1
    at = copy_word(at, end, request->path, sizeof *request);
#else
    at = copy_word(at, end, request->path, sizeof request->path);
#endif
    if (at == NULL || end - at < 8 || memcmp(at, "HTTP/1.", 7) != 0)
        return -1;
    if (at[7] != '0' && at[7] != '1')
        return -1;
    request->minor = at[7] - '0';
    return 0;
}

int main(void)
{
    char line[LIMIT];
    struct request request;

    for (unsigned i = 0; i < LIMIT; i++)
        line[i] = __VERIFIER_nondet_char();
    if (parse(line, LIMIT, &request) == 0) {
        assert(request.minor == 0 || request.minor == 1);
        assert(strlen(request.path) < sizeof request.path);
    }
    return 0;
}
