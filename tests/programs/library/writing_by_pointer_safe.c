// expect: safe
#include <assert.h>
#include <stdio.h>

static int (*write_text)(const char *, FILE *) = fputs;

int main(void) {
  assert(write_text("text", stdout) >= -1);
}
