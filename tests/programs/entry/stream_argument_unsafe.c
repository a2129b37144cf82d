// expect: unsafe line=11 property=valid-memsafety flags="--function first"
#include <stdio.h>
struct source {
    FILE *from;
    char line[8];
};
int first(struct source *source, FILE *other) {
    if (!source)
        return -1;
    FILE *from = source->from ? source->from : other;
    if (!from || !fgets(source->line, sizeof *source, from))
        return -1;
    return source->line[0];
}
