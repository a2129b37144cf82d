// expect: unsafe line=10
#include <assert.h>
int values[4] = {10, 20, 30, 40};
int *third = &values[2];
int **indirect = &third;
char *name = "label" + 2;

int main(void) {
  **indirect += 1;
  assert(values[2] == 30 && name[0] == 'b');
}
