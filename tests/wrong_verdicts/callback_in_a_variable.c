// expect: unknown why=approximation property=unreach-call
// 2026-11-20: said safe, because functions given to library functions without model were seen as direct arguments only
#include <ftw.h>
extern void reach_error(void);
static int visited;
static int visit(const char *path, const struct stat *about, int kind) {
  visited = 1;
  return 1;
}
int main(void) {
  int (*given)(const char *, const struct stat *, int) = visit;
  ftw("/", given, 3);
  if (visited)
    reach_error();
}
