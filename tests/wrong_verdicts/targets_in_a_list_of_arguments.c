// expect: unknown why=approximation property=unreach-call
// 2026-11-20: said safe, because vswscanf was assumed to write to no object behind its list of arguments
#include <stdarg.h>
#include <wchar.h>
extern void reach_error(void);
static void scan(const wchar_t *text, const wchar_t *format, ...) {
  va_list targets;
  va_start(targets, format);
  vswscanf(text, format, targets);
  va_end(targets);
}
int main(void) {
  int number = 0;
  scan(L"7", L"%d", &number);
  if (number)
    reach_error();
}
