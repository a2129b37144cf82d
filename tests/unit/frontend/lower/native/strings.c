#include "native.h"

int main(void) {
    number s = 0;
    char b[64] = "", c[64];
    const char *words[] = {"one", "two", "three", "", "Three", "on"};
    for (int i = 0; i < 6; i++) {
        strcat(b, words[i]);
        strncat(b, "xyz", i % 3);
        s = mix(s, strlen(b));
        strcpy(c, b);
        strncpy(c + 5, words[i], 4);
        s = mix(s, memchr(c, 't', 9) != 0);
        for (int j = 0; j < 6; j++) {
            s = mix(s, (strcmp(words[i], words[j]) > 0) - (strcmp(words[i], words[j]) < 0));
            s = mix(s, strncmp(words[i], words[j], 2) == 0);
            s = mix(s, strcasecmp(words[i], words[j]) == 0);
        }
        s = mix(s, strchr(b, 'o') - b);
        s = mix(s, strrchr(b, 'o') - b);
        s = mix(s, strstr(b, "th") != 0);
        s = mix(s, strspn(b, "neo"));
        s = mix(s, strcspn(b, "x"));
        memmove(b + 1, b, 5);
        s = mix(s, b[3]);
        s = mix(s, memcmp(b, c, 8) == 0);
        memset(c + 2, i, 3);
        s = mix(s, c[3]);
        char *d = strdup(b);
        s = mix(s, d[2]);
        d = realloc(d, 80);
        s = mix(s, strlen(d));
        free(d);
    }
    char list[] = "a,b;;c";
    for (char *t = strtok(list, ",;"); t; t = strtok(0, ",;")) s = mix(s, *t);
    for (int i = 0; i < 256; i++) {
        s = mix(s, !isalpha(i) + 2 * !isdigit(i) + 4 * !isspace(i) + 8 * !ispunct(i) + 16 * !isxdigit(i) + 32 * !isprint(i) + 64 * !iscntrl(i));
        s = mix(s, toupper(i) * 3 + tolower(i));
    }
    finish(s);
    return 0;
}
