// expect: unsafe line=25
#include <assert.h>
#include <setjmp.h>
extern int __VERIFIER_nondet_int(void);
typedef struct { jmp_buf place; int error; } Parser;

static void fail(Parser *parser, int error) {
  parser->error = error;
  longjmp(parser->place, 1);
}

static int expression(Parser *parser, int depth) {
  if (depth > 3)
    fail(parser, depth);
  int next = __VERIFIER_nondet_int();
  if (next < 0)
    fail(parser, -1);
  return next ? expression(parser, depth + 1) : 1;
}

static int parse(void) {
  Parser parser;
  parser.error = 0;
  if (setjmp(parser.place)) {
    assert(parser.error == -1);
    return -1;
  }
  return expression(&parser, 0);
}

int main(void) {
  int first = parse(), second = parse();
  assert((first == 1 || first == -1) && (second == 1 || second == -1));
}
