// expect: safe
#include <assert.h>
int values[4] = {10, 20, 30, 40};
int *third = &values[2];
int **indirect = &third;
char *name = "label" + 2;

int main(void) {
  **indirect += 1;
  assert(values[2] == 31 && name[0] == 'b');
}
