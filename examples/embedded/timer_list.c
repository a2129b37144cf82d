// Timers in a sorted list on the heap: started, stopped and run out in the order of their deadlines.
//   -DBUG=1  the successor is read from a freed node
//   -DBUG=2  a timer that is stopped while it is the first leaves the head where it was
//   -DBUG=3  two deadlines are added as signed numbers
#include <assert.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#ifndef BUG
#define BUG 0
#endif

#define MOST 3

extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);

struct timer {
    struct timer *next;
    int deadline;
    uint8_t id;
};

static struct timer *first;
static int now;
static unsigned count;

static bool in_future(int delay, int *deadline)
{
#if BUG == 3
    int sum = now + delay;
    if (sum < now)
        return false;
#else
    if (delay < 0 || delay > INT_MAX - now)
        return false;
    int sum = now + delay;
#endif
    *deadline = sum;
    return true;
}

static struct timer *new_timer(int deadline, uint8_t id)
{
    struct timer *timer = malloc(sizeof *timer);
    if (timer == NULL)
        return NULL;
    timer->next = NULL;
    timer->deadline = deadline;
    timer->id = id;
    return timer;
}

static bool start(int delay, uint8_t id)
{
    int deadline;

    if (count == MOST || !in_future(delay, &deadline))
        return false;
    struct timer *timer = new_timer(deadline, id);
    if (timer == NULL)
        return false;
    struct timer **link = &first;
    while (*link != NULL && (*link)->deadline <= deadline)
        link = &(*link)->next;
    timer->next = *link;
    *link = timer;
    count++;
    return true;
}

static bool stop(uint8_t id)
{
    struct timer *before = NULL;

    for (struct timer *timer = first; timer != NULL; timer = timer->next) {
        if (timer->id == id) {
            if (before != NULL)
                before->next = timer->next;
#if BUG != 2
            else
                first = timer->next;
#endif
            free(timer);
            count--;
            return true;
        }
        before = timer;
    }
    return false;
}

static unsigned expire(int until)
{
    unsigned expired = 0;

    now = until;
    while (first != NULL && first->deadline <= now) {
        struct timer *timer = first;
#if BUG == 1
        free(timer);
        first = timer->next;
#else
        first = timer->next;
        free(timer);
#endif
        count--;
        expired++;
    }
    return expired;
}

static void check_list(void)
{
    unsigned seen = 0;

    for (const struct timer *timer = first; timer != NULL; timer = timer->next) {
        assert(timer->next == NULL || timer->deadline <= timer->next->deadline);
        seen++;
    }
    assert(seen == count);
    assert(count <= MOST);
}

static void clear(void)
{
    while (first != NULL) {
        struct timer *timer = first;
        first = timer->next;
        free(timer);
        count--;
    }
}

int main(void)
{
    for (int step = 0; step < 4; step++) {
        uint8_t command = __VERIFIER_nondet_uchar();
        uint8_t id = __VERIFIER_nondet_uchar() & 3;
        if (command < 128) {
            start(__VERIFIER_nondet_int(), id);
        } else if (command < 192) {
            stop(id);
        } else {
            int later = __VERIFIER_nondet_int();
            if (later >= now)
                expire(later);
        }
        check_list();
    }
    clear();
    assert(count == 0);
    return 0;
}
