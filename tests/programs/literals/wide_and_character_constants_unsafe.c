// expect: unsafe line=7
#include <assert.h>
#include <wchar.h>

int main(void) {
  const wchar_t *wide = L"hi";
  assert(wide[1] == L'i' && sizeof 'a' == 1 && '\377' == -1);
}
