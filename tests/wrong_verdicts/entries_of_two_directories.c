// expect: safe
// 2026-11-19: said unsafe, because reading one directory overwrote the entry of another one.
#include <assert.h>
#include <dirent.h>
int main(void) {
  DIR *one = opendir("."), *other = opendir("/");
  if (one && other) {
    struct dirent *entry = readdir(one);
    char first = entry ? entry->d_name[0] : 0;
    readdir(other);
    assert(!entry || entry->d_name[0] == first);
  }
  if (one)
    closedir(one);
  if (other)
    closedir(other);
  return 0;
}
