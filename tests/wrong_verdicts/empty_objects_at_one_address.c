// expect: unsafe line=8
// 2026-11-16: reported safe, because even empty objects were assumed to have addresses of their own
extern void reach_error(void);
struct nothing {};
static struct nothing one, other;

int main(void) {
    if ((unsigned long)&one == (unsigned long)&other) reach_error();
    return 0;
}
