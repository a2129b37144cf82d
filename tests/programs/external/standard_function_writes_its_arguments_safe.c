// expect: safe property=default
#include <regex.h>
int main(void) {
    regex_t pattern;
    regmatch_t found[2];
    int cells[4] = {0};
    if (regcomp(&pattern, "a+", 0) != 0) {
        return 1;
    }
    if (regexec(&pattern, "caat", 2, found, 0) == 0 && found[0].rm_so >= 0 && found[0].rm_so < 4) {
        cells[found[0].rm_so] = 1;
    }
    regfree(&pattern);
    return cells[3];
}
