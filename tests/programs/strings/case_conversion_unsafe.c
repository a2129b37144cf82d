// expect: unsafe line=6
#include <assert.h>
#include <ctype.h>

int main(void) {
  assert(toupper('q') == 'Q' && tolower('Q') == 'q' && toupper('1') == '1' && isspace('\t') && !isupper('A'));
}
