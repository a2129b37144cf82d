/* Globals and aggregates: initial values, bit-fields, unions, alignment, linkage. */
typedef struct {
    char letter;
    int narrow : 5;
    unsigned more : 11;
    long long wide;
    struct { int inner; union { float real; int bits; }; };
} mixed;
struct __attribute__((packed)) tight { char c; int i; };
struct flexible { int count; int data[]; };
struct opaque;
struct node { struct node *next, **link; int (*visit)(struct node *, const char *); mixed data; _Bool seen; };

struct flexible numbers = {2, {1, 2}};
int *inside = &((int[]){1, 2, 3})[1];
const char *texts[] = {"a\\b\"c", "\xff\x00z", 0};
int matrix[3][4] = {{1, 2}, {[3] = 9}};
struct node ring = {&ring, &ring.next, 0, {'x', -3, 7, 1LL << 40, {4, {2.5f}}}, 1};
extern struct opaque somewhere;
extern int elsewhere[];
struct opaque *pointer = &somewhere;
_Thread_local int per_thread = 3;
int replaceable __attribute__((weak)) = 3;
int placed __attribute__((section("mine"), aligned(64)));
unsigned long address = (unsigned long)&placed + 4;
static const unsigned char constant = (unsigned char)300;
struct tight packed[2] = {{'a', 1}, {'b', 2}};
int real(int x) { return x; }
int other_name(int) __attribute__((alias("real")));
extern int optional(void) __attribute__((weak));

struct small { float x, y; };
struct large { int values[10]; };
struct small move(struct small by) { by.x++; return by; }
struct large change(struct large by) { by.values[3]++; return by; }

int use(int n, int i) {
    static int calls;
    int grid[n][n + 1];
    mixed local = {.more = 5};
    grid[1][2] = elsewhere[i] + constant + per_thread;
    local.narrow += 3;
    struct large copy = change((struct large){{1, 2}});
    union { float real; int bits; } both;
    both.real = move((struct small){1, 2}).x;
    return ++calls + sizeof grid + copy.values[2] + both.bits + (optional ? optional() : 0) + local.wide;
}
