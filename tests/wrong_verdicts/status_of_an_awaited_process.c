// expect: safe
// 2026-11-19: said unsafe, because waitpid without WNOHANG returned 0, other processes and any status.
#include <assert.h>
#include <sys/wait.h>
int main(void) {
  int status;
  int process = waitpid(5, &status, 0);
  assert(process == -1 || process == 5);
  if (process == 5)
    assert(WIFEXITED(status) || (WIFSIGNALED(status) && WTERMSIG(status) > 0));
  return 0;
}
