// expect: unsafe line=8 property=valid-memsafety
#include <dirent.h>
int main(void) {
    DIR *d = opendir("/tmp");
    if (d == 0)
        return 1;
    closedir(d);
    struct dirent *e = readdir(d);
    return e != 0;
}
