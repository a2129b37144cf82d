// expect: safe property=unreach-call
// 2026-11-20: ended by an error, because models of string.h and wchar.h declared a function differently
#include <string.h>
#include <wchar.h>
extern void reach_error(void);
int main(void) {
  char narrow[3];
  wchar_t wide[3];
  strcpy(narrow, "ab");
  wcscpy(wide, L"ab");
  if (narrow[1] != 'b' || wide[1] != L'b')
    reach_error();
}
