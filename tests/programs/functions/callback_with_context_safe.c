// expect: safe
#include <assert.h>

static void each(const int *values, int count, void (*visit)(int, void *), void *context) {
  for (int i = 0; i < count; i++)
    visit(values[i], context);
}

static void accumulate(int value, void *context) {
  *(int *)context += value;
}

int main(void) {
  int values[] = {1, 2, 3}, total = 0;
  each(values, 3, accumulate, &total);
  assert(total == 6);
}
