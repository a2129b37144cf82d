extern int counter_total;
int counter_add(int amount);
