// expect: safe property=valid-memsafety
#include <dirent.h>
int main(void) {
    DIR *d = opendir("/tmp");
    if (d == 0)
        return 1;
    struct dirent *e = readdir(d);
    char last = e == 0 ? 0 : e->d_name[255];
    closedir(d);
    return last;
}
