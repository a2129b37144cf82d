// expect: unsafe line=13
#include <assert.h>
#include <ctype.h>
#include <stdio.h>
int main(void) {
    unsigned words = 0, characters = 0;
    int c, is_inside = 0;
    while ((c = getchar()) != EOF && characters < 1000000) {
        characters++;
        if (isspace(c)) is_inside = 0;
        else if (!is_inside) is_inside = 1, words++;
    }
    assert(words < characters);
    return 0;
}
