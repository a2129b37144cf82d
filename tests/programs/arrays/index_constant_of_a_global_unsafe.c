// expect: unsafe line=8 property=array-index
#include <stdlib.h>
struct message { int length; int words[]; };
int table[3][5];
int main(void) {
    struct message *m = calloc(1, sizeof *m + 4 * sizeof(int));
    int *end = &table[0][5];
    return m && end && table[1][5] + m->words[3];
}
