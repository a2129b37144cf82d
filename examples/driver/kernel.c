// The rules of kernel.h, as checks of state variables.
#include "kernel.h"

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void *malloc(size_t size);
extern void free(void *pointer);

static int spinlock_held;
static int mutex_held;
static int in_interrupt;
static int clock_on;
static int irq_requested;
static int region_requested;
static int device_registered;
static int buffer_mapped;

static struct list_head pending_work;
static int work_list_is_ready;
static const struct file_operations *operations_of_device;

// ---- locks

void spin_lock(struct spinlock *lock)
{
    if (spinlock_held)
        reach_error(); // deadlock: the spinlock is taken twice
    spinlock_held = 1;
    lock->ticket++;
    memory_fence();
}

void spin_unlock(struct spinlock *lock)
{
    if (!spinlock_held)
        reach_error(); // unlock of a spinlock that is not held
    memory_fence();
    lock->ticket++;
    spinlock_held = 0;
}

void might_sleep(void)
{
    if (spinlock_held)
        reach_error(); // sleeping while a spinlock is held
    if (in_interrupt)
        reach_error(); // sleeping in an interrupt handler
}

void mutex_lock(struct mutex *lock)
{
    might_sleep();
    if (mutex_held)
        reach_error(); // deadlock: the mutex is taken twice
    mutex_held = 1;
    lock->owner = 1;
}

int mutex_trylock(struct mutex *lock)
{
    if (mutex_held || __VERIFIER_nondet_int())
        return 0;
    mutex_held = 1;
    lock->owner = 1;
    return 1;
}

void mutex_unlock(struct mutex *lock)
{
    if (!mutex_held)
        reach_error(); // unlock of a mutex that is not held
    lock->owner = 0;
    mutex_held = 0;
}

void msleep(unsigned int milliseconds)
{
    might_sleep();
    if (milliseconds > 1000)
        barrier();
}

// ---- memory

void *kmalloc(size_t size, gfp_t flags)
{
    if (flags == GFP_KERNEL)
        might_sleep();
    if (__VERIFIER_nondet_int())
        return NULL;
    return malloc(size);
}

void kfree(void *pointer)
{
    free(pointer);
}

unsigned long copy_to_user(void *to, const void *from, unsigned long bytes)
{
    unsigned long left = __VERIFIER_nondet_ulong();

    might_sleep();
    (void)to;
    (void)from;
    return left > bytes ? bytes : left;
}

unsigned long copy_from_user(void *to, const void *from, unsigned long bytes)
{
    unsigned long left = __VERIFIER_nondet_ulong();
    unsigned char *target = to;

    might_sleep();
    (void)from;
    if (bytes > 0)
        target[0] = (unsigned char)__VERIFIER_nondet_int();
    return left > bytes ? bytes : left;
}

// ---- clocks

int clk_enable(struct clk *clock)
{
    might_sleep();
    if (clock_on)
        reach_error(); // the clock is enabled twice
    if (__VERIFIER_nondet_int())
        return -EIO;
    clock_on = 1;
    clock->rate = 48000000;
    return 0;
}

void clk_disable(struct clk *clock)
{
    if (!clock_on)
        reach_error(); // the clock is disabled, but is off
    clock->rate = 0;
    clock_on = 0;
}

void require_running_clock(void)
{
    if (!clock_on)
        reach_error(); // access to a device whose clock is off
}

// ---- interrupts and deferred work

int request_irq(irq_number number, irq_handler handler, const char *name, void *data)
{
    might_sleep();
    (void)number;
    (void)handler;
    (void)name;
    (void)data;
    if (irq_requested)
        reach_error(); // the interrupt is requested twice
    if (__VERIFIER_nondet_int())
        return -EBUSY;
    irq_requested = 1;
    return 0;
}

void free_irq(irq_number number, void *data)
{
    (void)number;
    (void)data;
    might_sleep();
    if (!irq_requested)
        reach_error(); // free of an interrupt that was not requested
    irq_requested = 0;
}

void enter_interrupt(void)
{
    in_interrupt = 1;
    barrier();
}

void leave_interrupt(void)
{
    barrier();
    in_interrupt = 0;
}

void work_init(struct work *work, void (*function)(struct work *))
{
    if (!work_list_is_ready) {
        list_init(&pending_work);
        work_list_is_ready = 1;
    }
    list_init(&work->entry);
    work->function = function;
    work->is_pending = 0;
}

void schedule_work(struct work *work)
{
    if (work->is_pending)
        return;
    work->is_pending = 1;
    list_add_tail(&work->entry, &pending_work);
}

void run_pending_work(void)
{
    struct list_head *first;
    struct work *work;

    if (!work_list_is_ready)
        return;
    first = list_first(&pending_work);
    if (!first)
        return;
    work = container_of(first, struct work, entry);
    list_del(&work->entry);
    work->is_pending = 0;
    work->function(work);
}

void timer_init(struct timer *timer, void (*function)(struct timer *))
{
    timer->function = function;
    timer->is_armed = 0;
}

void timer_arm(struct timer *timer, unsigned int milliseconds)
{
    timer->is_armed = milliseconds > 0;
}

void timer_cancel(struct timer *timer)
{
    timer->is_armed = 0;
}

void run_armed_timer(struct timer *timer)
{
    if (!timer->is_armed)
        return;
    timer->is_armed = 0;
    timer->function(timer);
}

// ---- transfers

dma_address dma_map(void *buffer, size_t bytes)
{
    dma_address address = __VERIFIER_nondet_ulong();

    (void)buffer;
    (void)bytes;
    if (buffer_mapped)
        reach_error(); // a buffer is mapped while another one is
    if (address == 0)
        return 0;
    buffer_mapped = 1;
    return address;
}

void dma_unmap(dma_address address, size_t bytes)
{
    (void)address;
    (void)bytes;
    if (!buffer_mapped)
        reach_error(); // no buffer is mapped
    buffer_mapped = 0;
}

// ---- devices and modules

int request_region(unsigned long first, unsigned long bytes, const char *name)
{
    might_sleep();
    (void)first;
    (void)bytes;
    (void)name;
    if (region_requested)
        reach_error(); // the region is requested twice
    if (__VERIFIER_nondet_int())
        return -EBUSY;
    region_requested = 1;
    return 0;
}

void release_region(unsigned long first, unsigned long bytes)
{
    (void)first;
    (void)bytes;
    if (!region_requested)
        reach_error(); // release of a region that was not requested
    region_requested = 0;
}

int register_device(struct device *device, const struct file_operations *operations)
{
    (void)device;
    might_sleep();
    if (device_registered)
        reach_error(); // the device is registered twice
    if (__VERIFIER_nondet_int())
        return -ENOMEM;
    device_registered = 1;
    operations_of_device = operations;
    return 0;
}

void unregister_device(struct device *device)
{
    (void)device;
    might_sleep();
    if (!device_registered)
        reach_error(); // the device is not registered
    device_registered = 0;
    operations_of_device = NULL;
}

const struct file_operations *registered_operations(void)
{
    return operations_of_device;
}

// ---- device memory

uint32_t read_register(unsigned long address)
{
    require_running_clock();
    (void)address;
    barrier();
    return __VERIFIER_nondet_uint();
}

void write_register(unsigned long address, uint32_t value)
{
    require_running_clock();
    (void)address;
    (void)value;
    barrier();
}

// ---- end of the program

void require_everything_released(void)
{
    if (spinlock_held)
        reach_error(); // a spinlock is still held
    if (mutex_held)
        reach_error(); // a mutex is still held
    if (clock_on)
        reach_error(); // a clock is still on
    if (irq_requested)
        reach_error(); // an interrupt is still requested
    if (region_requested)
        reach_error(); // a region is still requested
    if (device_registered)
        reach_error(); // a device is still registered
    if (buffer_mapped)
        reach_error(); // a buffer is still mapped
}
