// A charger of a battery: a table of states and events, limits checked on entry,
// errors that need a reset. It runs for ever, so there is no bound that is enough for it.
//   -DBUG=1  the table lacks the last event, and its row of zeros leads to a state that it should not
//   -DBUG=2  the temperature is compared after it was scaled, in too few bits
//   -DBUG=3  the error counter runs over its array
#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#ifndef BUG
#define BUG 0
#endif

extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);

enum state { IDLE, PRECHARGE, FAST, TOP_OFF, DONE, FAULT, STATES };
enum event { PLUG, UNPLUG, LOW, RISING, FULL, HOT, RESET, EVENTS };

static const uint8_t next_state[STATES][EVENTS] = {
    [IDLE] = {PRECHARGE, IDLE, IDLE, IDLE, IDLE, FAULT, IDLE},
    [PRECHARGE] = {PRECHARGE, IDLE, PRECHARGE, FAST, TOP_OFF, FAULT, IDLE},
    [FAST] = {FAST, IDLE, PRECHARGE, FAST, TOP_OFF, FAULT, IDLE},
    [TOP_OFF] = {TOP_OFF, IDLE, FAST, TOP_OFF, DONE, FAULT, IDLE},
    [DONE] = {DONE, IDLE, TOP_OFF, DONE, DONE, FAULT, IDLE},
#if BUG == 1
    [FAULT] = {FAULT, FAULT, FAULT, FAULT, FAULT},
#else
    [FAULT] = {FAULT, FAULT, FAULT, FAULT, FAULT, FAULT, IDLE},
#endif
};

#define LOGGED 4
#define LIMIT_CELSIUS 45
#define CURRENT_FAST 2000
#define CURRENT_SLOW 100

struct charger {
    enum state state;
    uint16_t milliamperes;
    int16_t celsius;
    uint8_t faults;
    int16_t logged[LOGGED];
    bool is_reset_needed;
};

static void charger_init(struct charger *charger)
{
    charger->state = IDLE;
    charger->milliamperes = 0;
    charger->celsius = 20;
    charger->faults = 0;
    charger->is_reset_needed = false;
    for (int i = 0; i < LOGGED; i++)
        charger->logged[i] = 0;
}

static int16_t celsius_of(int raw)
{
#if BUG == 2
    int8_t scaled = (int8_t)((raw - 500) / 10);
    return scaled;
#else
    return (int16_t)((raw - 500) / 10);
#endif
}

static void log_fault(struct charger *charger)
{
#if BUG == 3
    charger->logged[charger->faults++] = charger->celsius;
#else
    charger->logged[charger->faults % LOGGED] = charger->celsius;
    if (charger->faults < UINT8_MAX)
        charger->faults++;
#endif
}

static void on_entry(struct charger *charger)
{
    switch (charger->state) {
    case PRECHARGE:
    case TOP_OFF:
        charger->milliamperes = CURRENT_SLOW;
        break;
    case FAST:
        charger->milliamperes = CURRENT_FAST;
        break;
    case FAULT:
        charger->milliamperes = 0;
        charger->is_reset_needed = true;
        log_fault(charger);
        break;
    default:
        charger->milliamperes = 0;
        break;
    }
}

static void dispatch(struct charger *charger, enum event event)
{
    enum state before = charger->state;
    charger->state = (enum state)next_state[before][event];
    if (event == RESET)
        charger->is_reset_needed = false;
    if (charger->state != before)
        on_entry(charger);
}

static enum event classify(struct charger *charger, int raw_temperature, uint8_t cell)
{
    charger->celsius = celsius_of(raw_temperature);
    if (charger->celsius > LIMIT_CELSIUS)
        return HOT;
    if (cell < 80)
        return LOW;
    if (cell < 200)
        return RISING;
    return FULL;
}

static void check(const struct charger *charger, int raw_temperature)
{
    assert(charger->state < STATES);
    assert(charger->milliamperes <= CURRENT_FAST);
    assert((charger->milliamperes == CURRENT_FAST) == (charger->state == FAST));
    assert(!charger->is_reset_needed || charger->state == FAULT);
    assert(charger->state != FAST || raw_temperature <= 500 + 10 * LIMIT_CELSIUS + 9);
}

int main(void)
{
    struct charger charger;

    charger_init(&charger);
    for (;;) {
        int raw = __VERIFIER_nondet_int();
        __VERIFIER_assume(raw >= 0 && raw <= 4095);
        uint8_t command = __VERIFIER_nondet_uchar();
        if (command == 1)
            dispatch(&charger, PLUG);
        else if (command == 2)
            dispatch(&charger, UNPLUG);
        else if (command == 3)
            dispatch(&charger, RESET);
        dispatch(&charger, classify(&charger, raw, __VERIFIER_nondet_uchar()));
        check(&charger, raw);
    }
}
