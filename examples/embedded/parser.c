// Formulas of a configuration file: a scanner, a recursive parser with a limit, and a stack that evaluates.
//   -DBUG=1  the limit of the nesting is checked one level too late
//   -DBUG=2  a division by zero is let through where the divisor is an expression
//   -DBUG=3  digits are added up without a limit
#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#ifndef BUG
#define BUG 0
#endif

#define TEXT 7
#define DEPTH 2
#define LIMIT 999

extern unsigned char __VERIFIER_nondet_uchar(void);

enum kind { END, NUMBER, PLUS, TIMES, OVER, OPEN, CLOSE, WRONG };

struct token {
    enum kind kind;
    int value;
};

struct parser {
    bool has_failed;
    const char *at;
    struct token token;
    int stack[4];
    int used;
    int depth;
    int deepest[DEPTH];
};

static void fail(struct parser *parser)
{
    parser->has_failed = true;
    parser->token.kind = END;
}

static void scan_number(struct parser *parser)
{
    int value = 0;

    while (*parser->at >= '0' && *parser->at <= '9') {
        value = 10 * value + (*parser->at - '0');
#if BUG != 3
        if (value > LIMIT) {
            fail(parser);
            return;
        }
#endif
        parser->at++;
    }
    parser->token.kind = NUMBER;
    parser->token.value = value;
}

static void advance(struct parser *parser)
{
    static const char signs[] = "+*/()";
    static const enum kind kinds[] = {PLUS, TIMES, OVER, OPEN, CLOSE};

    if (parser->has_failed)
        return;
    char c = *parser->at;
    if (c == '\0') {
        parser->token.kind = END;
    } else if (c >= '0' && c <= '9') {
        scan_number(parser);
    } else {
        const char *sign = strchr(signs, c);
        parser->token.kind = sign == NULL ? WRONG : kinds[sign - signs];
        parser->at++;
    }
}

static void push(struct parser *parser, int value)
{
    if (parser->used == (int)(sizeof parser->stack / sizeof parser->stack[0])) {
        fail(parser);
        return;
    }
    parser->stack[parser->used++] = value;
}

static int pop(struct parser *parser)
{
    if (parser->used == 0) {
        fail(parser);
        return 1;
    }
    return parser->stack[--parser->used];
}

static void apply(struct parser *parser, enum kind operator)
{
    int right = pop(parser);
    int left = pop(parser);
    int64_t result;

    if (operator == PLUS)
        result = (int64_t)left + right;
    else if (operator == TIMES)
        result = (int64_t)left * right;
#if BUG != 2
    else if (right == 0)
        return fail(parser);
#endif
    else
        result = left / right;
    if (result > LIMIT)
        fail(parser);
    else
        push(parser, (int)result);
}

static void expression(struct parser *parser);

static void factor(struct parser *parser)
{
    if (parser->token.kind == NUMBER) {
        push(parser, parser->token.value);
        advance(parser);
    } else if (parser->token.kind == OPEN) {
#if BUG == 1
        if (parser->depth > DEPTH)
            return fail(parser);
#else
        if (parser->depth == DEPTH)
            return fail(parser);
#endif
        parser->deepest[parser->depth++] = parser->used;
        advance(parser);
        expression(parser);
        parser->depth--;
        if (parser->token.kind != CLOSE)
            return fail(parser);
        advance(parser);
    } else {
        fail(parser);
    }
}

static void term(struct parser *parser)
{
    factor(parser);
    while (!parser->has_failed && (parser->token.kind == TIMES || parser->token.kind == OVER)) {
        enum kind operator = parser->token.kind;
        advance(parser);
        factor(parser);
        if (!parser->has_failed)
            apply(parser, operator);
    }
}

static void expression(struct parser *parser)
{
    term(parser);
    while (!parser->has_failed && parser->token.kind == PLUS) {
        advance(parser);
        term(parser);
        if (!parser->has_failed)
            apply(parser, PLUS);
    }
}

static bool evaluate(const char *text, int *value)
{
    struct parser parser = {.at = text};

    advance(&parser);
    expression(&parser);
    if (parser.has_failed || parser.token.kind != END)
        return false;
    assert(parser.depth == 0);
    assert(parser.used == 1);
    *value = pop(&parser);
    return true;
}

int main(void)
{
    char text[TEXT + 1];
    int value = 0;

    for (int i = 0; i < TEXT; i++)
        text[i] = (char)__VERIFIER_nondet_uchar();
    text[TEXT] = '\0';
    if (evaluate(text, &value))
        assert(value >= 0 && value <= LIMIT);
    return 0;
}
