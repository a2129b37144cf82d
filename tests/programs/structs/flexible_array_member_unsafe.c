// expect: unsafe line=14
#include <assert.h>
#include <stdlib.h>
struct Message {
  unsigned length;
  char text[];
};

int main(void) {
  struct Message *m = malloc(sizeof *m + 4);
  m->length = 4;
  for (unsigned i = 0; i < m->length; i++)
    m->text[i] = 'a' + i;
  assert(m->text[3] == 'c' && m->length == 4);
  free(m);
}
