// Fixed-point signal processing: a moving average, a low-pass filter and a controller with limits, in Q8 numbers.
//   -DBUG=1  the product of two Q8 numbers is computed in 16 bits
//   -DBUG=2  the integral of the controller grows without a limit
//   -DBUG=3  the average divides by the number of samples before there is one
#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#ifndef BUG
#define BUG 0
#endif

#define TAPS 4
#define ONE 256
#define LARGEST (100 * ONE)

extern short __VERIFIER_nondet_short(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);

typedef int16_t q8;

static q8 saturate(int32_t value)
{
    if (value > LARGEST)
        return LARGEST;
    if (value < -LARGEST)
        return -LARGEST;
    return (q8)value;
}

static q8 multiply(q8 a, q8 b)
{
#if BUG == 1
    return saturate((int16_t)(a * b) / ONE);
#else
    return saturate((int32_t)a * b / ONE);
#endif
}

static q8 add(q8 a, q8 b)
{
    return saturate((int32_t)a + b);
}

struct average {
    q8 samples[TAPS];
    uint8_t at;
    uint8_t count;
    int32_t sum;
};

static void average_init(struct average *average)
{
    for (int i = 0; i < TAPS; i++)
        average->samples[i] = 0;
    average->at = 0;
    average->count = 0;
    average->sum = 0;
}

static void average_put(struct average *average, q8 sample)
{
    average->sum -= average->samples[average->at];
    average->sum += sample;
    average->samples[average->at] = sample;
    average->at = (uint8_t)((average->at + 1) % TAPS);
    if (average->count < TAPS)
        average->count++;
}

static q8 average_get(const struct average *average)
{
#if BUG != 3
    if (average->count == 0)
        return 0;
#endif
    return (q8)(average->sum / average->count);
}

struct low_pass {
    q8 state;
    q8 share;
};

static q8 low_pass_step(struct low_pass *filter, q8 input)
{
    q8 change = multiply(filter->share, saturate((int32_t)input - filter->state));
    filter->state = add(filter->state, change);
    return filter->state;
}

struct controller {
    q8 proportional;
    q8 integral;
    int32_t sum;
};

static q8 controller_step(struct controller *controller, q8 error)
{
    controller->sum += error;
#if BUG != 2
    if (controller->sum > LARGEST)
        controller->sum = LARGEST;
    if (controller->sum < -LARGEST)
        controller->sum = -LARGEST;
#endif
    q8 direct = multiply(controller->proportional, error);
    q8 slow = multiply(controller->integral, (q8)controller->sum);
#if BUG == 2
    assert(controller->sum >= -LARGEST && controller->sum <= LARGEST);
#endif
    return add(direct, slow);
}

static q8 sample(void)
{
    q8 value = __VERIFIER_nondet_short();
    __VERIFIER_assume(value >= -LARGEST && value <= LARGEST);
    return value;
}

static q8 absolute(q8 value)
{
    return value < 0 ? (q8)-value : value;
}

int main(void)
{
    struct average average;
    struct low_pass filter = {0, ONE / 4};
    struct controller controller = {2 * ONE, ONE / 8, 0};
    q8 target = sample();

    average_init(&average);
    for (int step = 0; step < 5; step++) {
        if (__VERIFIER_nondet_uchar() & 1)
            average_put(&average, sample());
        q8 smooth = average_get(&average);
        assert(absolute(smooth) <= LARGEST);
        q8 before = filter.state;
        q8 filtered = low_pass_step(&filter, smooth);
        if (smooth >= before)
            assert(filtered >= before && filtered <= smooth);
        else
            assert(filtered <= before && filtered >= smooth);
        q8 output = controller_step(&controller, saturate((int32_t)target - filtered));
        assert(absolute(output) <= LARGEST);
    }
    return 0;
}
