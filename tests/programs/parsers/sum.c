// Sums and products of numbers in a string of 12 characters, without precedence: "12+3*4".
//   -DBUG=1  signs before the first number are skipped up to beyond the end
#include <assert.h>
#include <stddef.h>

#ifndef BUG
#define BUG 0
#endif

#ifndef LIMIT
#define LIMIT 12
#endif
#define MOST 9999

extern char __VERIFIER_nondet_char(void);

enum token { NUMBER, PLUS, TIMES, END, WRONG };

struct scanner {
    const char *at;
    enum token token;
    int value;
};

static void advance(struct scanner *scanner)
{
    while (*scanner->at == ' ')
        scanner->at++;
    char c = *scanner->at;
    if (c >= '0' && c <= '9') {
        int value = 0;
        while (*scanner->at >= '0' && *scanner->at <= '9') {
            value = 10 * value + (*scanner->at++ - '0');
            if (value > MOST) {
                scanner->token = WRONG;
                return;
            }
        }
        scanner->token = NUMBER;
        scanner->value = value;
        return;
    }
    switch (c) {
    case '\0':
        scanner->token = END;
        break;
    case '+':
        scanner->token = PLUS;
        scanner->at++;
        break;
    case '*':
        scanner->token = TIMES;
        scanner->at++;
        break;
    default:
        scanner->token = WRONG;
#if BUG == 1
        scanner->at++;
#endif
    }
}

static int evaluate(const char *text)
{
    struct scanner scanner = {.at = text};
    int result;

    advance(&scanner);
#if BUG == 1
    while (scanner.token != NUMBER)
        advance(&scanner), scanner.at++;
#endif
    if (scanner.token != NUMBER)
        return -1;
    result = scanner.value;
    for (;;) {
        enum token sign;
        advance(&scanner);
        if (scanner.token == END)
            return result;
        sign = scanner.token;
        if (sign == WRONG || sign == NUMBER)
            return -1;
        advance(&scanner);
        if (scanner.token != NUMBER)
            return -1;
        result = sign == PLUS ? result + scanner.value : result * scanner.value;
        if (result > MOST)
            return -1;
    }
}

int main(void)
{
    char text[LIMIT + 1];

    for (int i = 0; i < LIMIT; i++)
        text[i] = __VERIFIER_nondet_char();
    text[LIMIT] = '\0';
    int result = evaluate(text);
    assert(result >= -1 && result <= MOST);
    return 0;
}
