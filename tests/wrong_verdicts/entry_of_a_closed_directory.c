// expect: unsafe line=10 property=valid-memsafety
// 2026-11-19: said safe, because all directory streams shared one entry that was never freed.
#include <dirent.h>
int main(void) {
  DIR *stream = opendir(".");
  if (!stream)
    return 0;
  struct dirent *entry = readdir(stream);
  closedir(stream);
  return entry ? entry->d_name[0] : 0;
}
