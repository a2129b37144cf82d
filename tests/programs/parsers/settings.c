// "key=value" strings that are split with the functions of string.h.
//   -DBUG=1  a key of full length has no place for its terminator
#include <assert.h>
#include <stddef.h>
#include <string.h>

#ifndef BUG
#define BUG 0
#endif

#ifndef LIMIT
#define LIMIT 24
#endif
#define KEY 8

extern char __VERIFIER_nondet_char(void);

struct setting {
    char key[KEY];
    char value[LIMIT];
};

static int parse(const char *line, struct setting *setting)
{
    const char *equals = strchr(line, '=');

    if (equals == NULL || equals == line)
        return -1;
#if BUG == 1
    if (equals - line > KEY)
#else
    if (equals - line >= KEY)
#endif
        return -1;
    memcpy(setting->key, line, (size_t)(equals - line));
    setting->key[equals - line] = '\0';
    if (strlen(equals + 1) >= sizeof setting->value)
        return -1;
    strcpy(setting->value, equals + 1);
    return 0;
}

int main(void)
{
    char line[LIMIT];
    struct { char key[KEY]; } copy;
    struct setting setting;

    for (unsigned i = 0; i < LIMIT - 1; i++)
        line[i] = __VERIFIER_nondet_char();
    line[LIMIT - 1] = '\0';
    if (parse(line, &setting) == 0) {
        assert(strlen(setting.value) < LIMIT);
        strcpy(copy.key, setting.key);
    }
    return 0;
}
