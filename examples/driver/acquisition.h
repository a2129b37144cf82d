// Driver of a data acquisition card with four channels: parts and their interfaces.
//
// Seeded bugs:
//   -DBUG=1  a failed allocation is reported with the spinlock held             (buffers.c)
//   -DBUG=2  a buffer is allocated with GFP_KERNEL under the spinlock           (buffers.c)
//   -DBUG=3  an invalid rate is rejected with the clock on                      (control.c)
//   -DBUG=4  the interrupt is not freed where registering the device fails      (module.c)
//   -DBUG=5  the interrupt handler calls a channel operation that may sleep     (interrupt.c)
#ifndef ACQUISITION_H
#define ACQUISITION_H

#include "kernel.h"

#ifndef BUG
#define BUG 0
#endif

#define CHANNELS 4u
#define QUEUE_LENGTH 8u
#define SAMPLES 16u
#define FIRST_PORT 0x300ul
#define PORTS 0x40ul
#define INTERRUPT 11u

// Registers, relative to FIRST_PORT.
enum acq_register {
    REG_CONTROL = 0x00,
    REG_STATUS = 0x04,
    REG_ENABLED = 0x08,
    REG_PENDING = 0x0c,
    REG_RATE = 0x10,
    REG_GAIN = 0x14,
    REG_THRESHOLD = 0x18,
    REG_DATA = 0x1c,
    REG_TRANSFER_LOW = 0x20,
    REG_TRANSFER_HIGH = 0x24,
    REG_TRANSFER_BYTES = 0x28,
    REG_VERSION = 0x3c,
};

#define CONTROL_RUN 0x1u
#define CONTROL_RESET 0x2u
#define CONTROL_TRANSFER 0x4u
#define STATUS_READY 0x1u
#define STATUS_OVERRUN 0x2u
#define STATUS_TRANSFERRED 0x4u

// Commands of ioctl.
enum acq_command {
    ACQ_RESET = 0x6100,
    ACQ_START,
    ACQ_STOP,
    ACQ_SET_RATE,
    ACQ_GET_RATE,
    ACQ_SET_GAIN,
    ACQ_SET_THRESHOLD,
    ACQ_SELECT,
    ACQ_FLUSH,
    ACQ_GET_STATISTICS,
    ACQ_TRANSFER,
    ACQ_SELF_TEST,
};

struct acq_statistics {
    uint32_t interrupts;
    uint32_t overruns;
    uint32_t samples;
    uint32_t dropped;
    uint32_t transfers;
};

// Samples of one channel, in the order of their arrival.
struct acq_buffer {
    struct list_head entry;
    uint32_t channel;
    uint32_t count;
    uint32_t sample[SAMPLES];
};

struct acq_channel;

// What differs between the kinds of channels.
struct acq_channel_operations {
    const char *kind;
    int (*prepare)(struct acq_channel *channel);       // may sleep
    void (*begin)(struct acq_channel *channel);        // called with the spinlock held
    void (*end)(struct acq_channel *channel);          // called with the spinlock held
    uint32_t (*convert)(struct acq_channel *channel, uint32_t raw); // never sleeps
    int (*drain)(struct acq_channel *channel);         // may sleep
};

struct acq_channel {
    const struct acq_channel_operations *operations;
    uint32_t number;
    uint32_t rate;
    uint32_t gain;
    uint32_t threshold;
    uint32_t calibration;
    int is_running;
};

struct acq_device {
    struct device device;
    struct clk clock;
    struct spinlock lock;          // protects queue, queued, statistics, is_running
    struct mutex control;          // serialises everything that configures the card
    struct list_head queue;
    uint32_t queued;
    struct acq_channel *channels;  // of the card
    uint32_t selected;
    struct acq_statistics statistics;
    struct work drain_work;
    struct timer watchdog;
    uint32_t opened;
};

extern struct acq_device acq_card;
extern struct acq_channel acq_channels[CHANNELS];

// registers.c; require a running clock
uint32_t acq_read(enum acq_register which);
void acq_write(enum acq_register which, uint32_t value);
void acq_update(enum acq_register which, uint32_t clear, uint32_t set);
int acq_wait_ready(void);
int acq_reset_hardware(void);
uint32_t acq_version(void);

// power.c; may sleep
int acq_power_up(struct acq_device *card);
void acq_power_down(struct acq_device *card);

// buffers.c
void acq_queue_init(struct acq_device *card);
int acq_queue_samples(struct acq_device *card, uint32_t channel, const uint32_t *samples, uint32_t count);
struct acq_buffer *acq_take_buffer(struct acq_device *card);
void acq_flush(struct acq_device *card);

// channels.c
void acq_channels_init(struct acq_device *card);
int acq_start_channel(struct acq_device *card, uint32_t number);
int acq_stop_channel(struct acq_device *card, uint32_t number);
void acq_stop_all(struct acq_device *card);
int acq_drain_channel(struct acq_channel *channel);

// interrupt.c
int acq_interrupt(irq_number number, void *data);
void acq_drain(struct work *work);
void acq_watchdog(struct timer *timer);

// transfer.c
int acq_transfer(struct acq_device *card, uint32_t channel);

// control.c
long acq_ioctl(struct file *file, unsigned int command, unsigned long argument);

// attributes.c
extern const struct device_attribute acq_attributes[];
extern const size_t acq_attribute_count;

// files.c
extern const struct file_operations acq_operations;

// module.c
int acq_module_init(void);
void acq_module_exit(void);

#endif
