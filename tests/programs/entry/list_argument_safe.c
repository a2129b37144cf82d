// expect: safe property=default flags="--function sum"
struct node { short value; struct node *next; };
int sum(const struct node *list) {
    int total = 0;
    for (; list; list = list->next)
        total += list->value;
    return total;
}
