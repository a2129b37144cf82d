#include "native.h"

struct node { struct node *next; int value; };
typedef int (*operation)(int, int);
int add(int a, int b) {
    return a + b;
}

int sub(int a, int b) {
    return a - b;
}

operation choose(int n) {
    return n % 2 ? add : sub;
}

struct { operation run; const char *name; } table[] = {{add, "add"}, {sub, "sub"}};
void swap(int *a, int *b) {
    int t = *a;
    *a = *b;
    *b = t;
}

int matrix[3][4];
int *middle = &matrix[1][2];
char text[] = "surefoot";
int main(void) {
    number s = 0;
    struct node *list = 0;
    for (int i = 0; i < 12; i++) {
        struct node *n = malloc(sizeof *n);
        n->next = list;
        n->value = i * i;
        list = n;
        matrix[i % 3][i % 4] = i;
        s = mix(s, *middle);
        s = mix(s, choose(i)(i, 3));
        s = mix(s, table[i % 2].run(i, 5));
        s = mix(s, table[i % 2].name[1]);
        int v[i + 1];
        v[i] = i;
        s = mix(s, v[i]);
        int x = i, y = -i;
        swap(&x, &y);
        s = mix(s, x - 2 * y);
        int *p = &matrix[0][0] + i;
        s = mix(s, *p);
        s = mix(s, p - &matrix[0][0]);
        s = mix(s, sizeof v);
        char *c = text + i % 8;
        *c += 1;
        s = mix(s, *c);
        int **pp = &p;
        **pp = 4;
        s = mix(s, matrix[i / 4][i % 4]);
    }
    for (struct node *n = list, *next; n; n = next) {
        next = n->next;
        s = mix(s, n->value);
        free(n);
    }
    finish(s);
    return 0;
}
