// expect: safe
#include <assert.h>
#include <wchar.h>

int main(void) {
  const wchar_t *wide = L"hi";
  assert(wide[1] == L'i' && sizeof 'a' == sizeof(int) && '\377' == -1);
}
