// The kernel's side: it loads the driver, calls it in any order, and unloads it.
#include "acquisition.h"

extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

enum event {
    EVENT_OPEN,
    EVENT_RELEASE,
    EVENT_READ,
    EVENT_WRITE,
    EVENT_IOCTL,
    EVENT_POLL,
    EVENT_SHOW,
    EVENT_STORE,
    EVENT_INTERRUPT,
    EVENT_WORK,
    EVENT_TIMER,
    EVENT_UNLOAD,
};

#define USER_BYTES 64u

static char user_memory[USER_BYTES];

static void user_calls(enum event event, const struct file_operations *operations)
{
    struct inode inode;
    struct file file;
    int64_t position = 0;
    size_t bytes = __VERIFIER_nondet_ulong();

    inode.minor = __VERIFIER_nondet_uint();
    file.flags = __VERIFIER_nondet_uint();
    file.private_data = &acq_card;
    if (bytes > USER_BYTES)
        bytes = USER_BYTES;
    switch (event) {
    case EVENT_OPEN:
        operations->open(&inode, &file);
        break;
    case EVENT_RELEASE:
        operations->release(&inode, &file);
        break;
    case EVENT_READ:
        operations->read(&file, user_memory, bytes, &position);
        break;
    case EVENT_WRITE:
        operations->write(&file, user_memory, bytes, &position);
        break;
    case EVENT_IOCTL:
        operations->ioctl(&file, __VERIFIER_nondet_uint(), __VERIFIER_nondet_ulong());
        break;
    default:
        operations->poll(&file);
    }
}

static void user_uses_attribute(enum event event)
{
    const struct device_attribute *attribute;
    unsigned int number = __VERIFIER_nondet_uint();
    size_t bytes = __VERIFIER_nondet_ulong();

    if (number >= acq_attribute_count)
        return;
    attribute = &acq_attributes[number];
    if (event == EVENT_SHOW)
        attribute->show(&acq_card.device, user_memory);
    else if (attribute->store && bytes <= USER_BYTES)
        attribute->store(&acq_card.device, user_memory, bytes);
}

static void hardware_interrupts(void)
{
    if (clk_enable(&acq_card.clock))
        return;
    enter_interrupt();
    acq_interrupt(INTERRUPT, &acq_card);
    leave_interrupt();
    clk_disable(&acq_card.clock);
}

static void timer_fires(void)
{
    enter_interrupt();
    run_armed_timer(&acq_card.watchdog);
    leave_interrupt();
}

int main(void)
{
    enum event event;

    if (acq_module_init()) {
        require_everything_released();
        return 0;
    }
    for (;;) {
        event = (enum event)__VERIFIER_nondet_int();
        switch (event) {
        case EVENT_SHOW:
        case EVENT_STORE:
            user_uses_attribute(event);
            break;
        case EVENT_INTERRUPT:
            hardware_interrupts();
            break;
        case EVENT_WORK:
            run_pending_work();
            break;
        case EVENT_TIMER:
            timer_fires();
            break;
        case EVENT_UNLOAD:
            acq_module_exit();
            require_everything_released();
            return 0;
        default:
            user_calls(event, registered_operations());
        }
    }
}
