// expect: unsafe line=18
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

static int calls;
static void log_text(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vprintf(format, arguments);
  va_end(arguments);
  calls++;
}

int main(void) {
  log_text("%d and %s\n", 1, "two");
  log_text("done\n");
  assert(calls == 1);
}
