// expect: unsafe line=5 property=default flags="--function sum"
struct node { short value; struct node *next; };
int sum(const struct node *list) {
    int total = 0;
    for (; list->next; list = list->next)
        total += list->value;
    return total;
}
