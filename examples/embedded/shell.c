// The command line of a device: a line is cut into words, a table of commands is searched, numbers are read.
//   -DBUG=1  there may be one word more than the array holds
//   -DBUG=2  a number may be too large for the registers
//   -DBUG=3  the command reads its argument when there is none
#include <assert.h>
#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifndef BUG
#define BUG 0
#endif

#define LINE 12
#define WORDS 3
#define REGISTERS 8

extern unsigned char __VERIFIER_nondet_uchar(void);

struct command_line {
    char text[LINE];
    int count;
    const char *words[WORDS];
};

static uint8_t registers[REGISTERS];
static bool echo = true;

static bool split(struct command_line *line)
{
    char *at = line->text;

    line->count = 0;
    for (;;) {
        while (*at == ' ')
            at++;
        if (*at == '\0')
            return true;
#if BUG == 1
        if (line->count > WORDS)
#else
        if (line->count == WORDS)
#endif
            return false;
        line->words[line->count++] = at;
        while (*at != ' ' && *at != '\0')
            at++;
        if (*at == ' ')
            *at++ = '\0';
    }
}

static bool read_number(const char *text, unsigned limit, unsigned *number)
{
    unsigned value = 0;

    if (*text == '\0')
        return false;
    for (; *text != '\0'; text++) {
        if (!isdigit((unsigned char)*text))
            return false;
        value = 10 * value + (unsigned)(*text - '0');
        if (value > 255)
            return false;
    }
#if BUG == 2
    if (value > limit)
        return false;
#else
    if (value >= limit)
        return false;
#endif
    *number = value;
    return true;
}

static int command_set(const struct command_line *line)
{
    unsigned number;
    unsigned value;

    if (line->count != 3)
        return -1;
    if (!read_number(line->words[1], REGISTERS, &number) || !read_number(line->words[2], 256, &value))
        return -2;
    registers[number] = (uint8_t)value;
    return 0;
}

static int command_get(const struct command_line *line)
{
    unsigned number;

    if (line->count != 2)
        return -1;
    if (!read_number(line->words[1], REGISTERS, &number))
        return -2;
    return registers[number];
}

static int command_echo(const struct command_line *line)
{
#if BUG == 3
    if (line->count > 2)
        return -1;
#else
    if (line->count != 2)
        return -1;
#endif
    echo = strcmp(line->words[1], "on") == 0;
    return 0;
}

struct command {
    const char *name;
    int (*run)(const struct command_line *line);
};

static const struct command commands[] = {
    {"set", command_set},
    {"get", command_get},
    {"echo", command_echo},
};

static int execute(struct command_line *line)
{
    if (!split(line))
        return -3;
    if (line->count == 0)
        return 0;
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        if (strcmp(line->words[0], commands[i].name) == 0)
            return commands[i].run(line);
    }
    return -4;
}

static void receive(struct command_line *line)
{
    int length = 0;

    for (int i = 0; i < LINE - 1; i++) {
        char c = (char)__VERIFIER_nondet_uchar();
        if (c == '\r' || c == '\0')
            break;
        line->text[length++] = c;
    }
    line->text[length] = '\0';
    for (int i = 0; i < WORDS; i++)
        line->words[i] = NULL;
}

int main(void)
{
    struct command_line line;

    receive(&line);
    int answer = execute(&line);
    assert(answer >= -4 && answer <= 255);
    assert(answer < 0 || line.count <= WORDS);
    return 0;
}
