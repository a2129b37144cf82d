// expect: safe property=default flags="--function fill"
// 2026-11-18: reported unsafe, because a struct without a name was treated as another one
typedef struct {
    char letter;
} *small;
typedef struct {
    long numbers[4];
    int *place;
} *large;
void fill(small s, large l) {
    if (s)
        s->letter = 'a';
    if (l && l->place)
        *l->place = (int)(l->numbers[3] % 10);
}
