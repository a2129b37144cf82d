// Interfaces of a small kernel, as drivers see them, and the rules for their use.
//
// Each rule is a check of a state variable in kernel.c: a driver that breaks a rule calls
// reach_error(). The functions without a body in this file stand for the rest of the kernel and
// for the device.
#ifndef KERNEL_H
#define KERNEL_H

#include <stddef.h>
#include <stdint.h>

typedef long ssize_t_;
typedef unsigned int gfp_t;
typedef unsigned int irq_number;

#define EIO 5
#define EAGAIN 11
#define ENOMEM 12
#define EFAULT 14
#define EBUSY 16
#define ENODEV 19
#define EINVAL 22
#define ENOTTY 25
#define ETIMEDOUT 110

#define GFP_KERNEL 0u // may sleep
#define GFP_ATOMIC 1u // never sleeps

#define IRQ_NONE 0
#define IRQ_HANDLED 1

#define container_of(pointer, type, member) ((type *)((char *)(pointer) - offsetof(type, member)))
#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))

// ---- barriers

static inline void barrier(void)
{
    __asm__ volatile("" : : : "memory");
}

static inline void memory_fence(void)
{
    __asm__ volatile("mfence" : : : "memory");
}

static inline void cpu_relax(void)
{
    __asm__ volatile("pause" : : : "memory");
}

// ---- lists

struct list_head {
    struct list_head *next;
    struct list_head *previous;
};

static inline void list_init(struct list_head *head)
{
    head->next = head;
    head->previous = head;
}

static inline int list_empty(const struct list_head *head)
{
    return head->next == head;
}

static inline void list_add_tail(struct list_head *added, struct list_head *head)
{
    struct list_head *last = head->previous;

    added->next = head;
    added->previous = last;
    last->next = added;
    head->previous = added;
}

static inline void list_del(struct list_head *entry)
{
    entry->next->previous = entry->previous;
    entry->previous->next = entry->next;
    entry->next = entry;
    entry->previous = entry;
}

static inline struct list_head *list_first(struct list_head *head)
{
    return list_empty(head) ? NULL : head->next;
}

// ---- locks

struct spinlock {
    unsigned int ticket;
};

struct mutex {
    unsigned int owner;
};

// Requires: no spinlock is held.
void spin_lock(struct spinlock *lock);
// Requires: a spinlock is held.
void spin_unlock(struct spinlock *lock);
// Requires: the caller may sleep, and the mutex is not held.
void mutex_lock(struct mutex *lock);
// Like mutex_lock, but returns 0 if the mutex is held by somebody else.
int mutex_trylock(struct mutex *lock);
// Requires: the mutex is held.
void mutex_unlock(struct mutex *lock);
// Requires: the caller may sleep: it holds no spinlock and is no interrupt handler.
void might_sleep(void);
void msleep(unsigned int milliseconds);

// ---- memory

void *kmalloc(size_t size, gfp_t flags); // Requires: the caller may sleep, unless GFP_ATOMIC
void kfree(void *pointer);
// Copy between the kernel and user space; return the bytes that were not copied.
// Requires: the caller may sleep.
unsigned long copy_to_user(void *to, const void *from, unsigned long bytes);
unsigned long copy_from_user(void *to, const void *from, unsigned long bytes);

// ---- clocks

struct clk {
    unsigned int rate;
};

int clk_enable(struct clk *clock);   // Requires: it is off. Returns 0, or an error: then it is off.
void clk_disable(struct clk *clock); // Requires: it is on.
void require_running_clock(void);    // Requires: a clock is on.

// ---- interrupts and deferred work

typedef int (*irq_handler)(irq_number number, void *data);

// Requires: none is requested. Returns 0, or an error: then none is requested.
int request_irq(irq_number number, irq_handler handler, const char *name, void *data);
// Requires: it was requested.
void free_irq(irq_number number, void *data);
void enter_interrupt(void);
void leave_interrupt(void);

struct work {
    struct list_head entry;
    void (*function)(struct work *work);
    int is_pending;
};

void work_init(struct work *work, void (*function)(struct work *));
void schedule_work(struct work *work); // never sleeps
void run_pending_work(void);

struct timer {
    void (*function)(struct timer *timer);
    int is_armed;
};

void timer_init(struct timer *timer, void (*function)(struct timer *));
void timer_arm(struct timer *timer, unsigned int milliseconds); // never sleeps
void timer_cancel(struct timer *timer);
void run_armed_timer(struct timer *timer);

// ---- transfers

typedef uint64_t dma_address;

// Requires: nothing is mapped. Returns 0 if there is no room: then nothing is mapped.
dma_address dma_map(void *buffer, size_t bytes);
// Requires: something is mapped.
void dma_unmap(dma_address address, size_t bytes);

// ---- devices and modules

struct device {
    const char *name;
    void *driver_data;
};

struct file {
    unsigned int flags;
    void *private_data;
};

struct inode {
    unsigned int minor;
};

struct file_operations {
    int (*open)(struct inode *inode, struct file *file);
    int (*release)(struct inode *inode, struct file *file);
    ssize_t_ (*read)(struct file *file, char *buffer, size_t bytes, int64_t *position);
    ssize_t_ (*write)(struct file *file, const char *buffer, size_t bytes, int64_t *position);
    long (*ioctl)(struct file *file, unsigned int command, unsigned long argument);
    unsigned int (*poll)(struct file *file);
};

struct device_attribute {
    const char *name;
    ssize_t_ (*show)(struct device *device, char *text);
    ssize_t_ (*store)(struct device *device, const char *text, size_t bytes);
};

// Requires: the region is free. Returns 0, or an error: then it is free.
int request_region(unsigned long first, unsigned long bytes, const char *name);
// Requires: it was requested.
void release_region(unsigned long first, unsigned long bytes);
// Requires: the device is not registered. Returns 0, or an error: then it is not registered.
int register_device(struct device *device, const struct file_operations *operations);
// Requires: it is registered.
void unregister_device(struct device *device);
const struct file_operations *registered_operations(void);

// ---- device memory

uint32_t read_register(unsigned long address);
void write_register(unsigned long address, uint32_t value);

// ---- end of the program

// Requires: nothing is held, on, requested, mapped or registered.
void require_everything_released(void);

#endif
