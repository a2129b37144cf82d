/* <sys/socket.h>, <arpa/inet.h>, <netdb.h>, <poll.h>, <sys/select.h>: what other hosts send is
   arbitrary, conversions of addresses are havocked. */
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ssize_t;
struct library_poll { int fd; short events, revents; };
struct addrinfo { int ai_flags, ai_family, ai_socktype, ai_protocol; unsigned ai_addrlen; void *ai_addr; char *ai_canonname; struct addrinfo *ai_next; };
void *malloc(size_t size);
void free(void *p);
int __surefoot_unknown_int(void);
void __surefoot_havocked_from_here(void);
long __surefoot_unknown_long(void);
long long __surefoot_unknown_long_long(void);
unsigned __surefoot_unknown_unsigned(void);
int __surefoot_havocked_int(void);
unsigned __surefoot_havocked_unsigned(void);
void __surefoot_assume(int condition);
void __surefoot_forget(volatile void *p, unsigned long n);
void __surefoot_forget_error_number(int failed);
void __surefoot_read_bytes(const volatile char *block, size_t size);
void __surefoot_read_string(const char *s);
int __surefoot_new_descriptor(void);

static int library_socket_result(void) {
    int failed = __surefoot_unknown_int();
    __surefoot_forget_error_number(failed);
    return failed ? -1 : 0;
}

/* Return the number of bytes sent or received, or -1. */
static ssize_t library_transferred(size_t size) {
    ssize_t count = __surefoot_unknown_long();
    __surefoot_assume(count >= -1 && (count < 0 || (size_t)count <= size));
    __surefoot_forget_error_number(count < 0);
    return count;
}

enum { LIBRARY_INET = 2 };
static int library_inet_socket = -1, library_made_sockets;

/* Store an address, at most `*length` bytes of it. Its length is that of the socket's family: 16 for
   the last socket of AF_INET, any for a descriptor from outside, unknown for others. */
static void library_store_address(int file, void *address, unsigned *length, int may_be_absent) {
    if (address == 0)
        return;
    unsigned room = *length, needed = __surefoot_unknown_unsigned();
    int is_inet = file == library_inet_socket;
    __surefoot_assume(needed <= 128 && (!is_inet || needed == 16 || (may_be_absent && needed == 0)));
    if (!is_inet && library_made_sockets && needed > room)
        __surefoot_havocked_from_here();
    unsigned stored = needed < room ? needed : room;
    if (stored != 0)
        __surefoot_forget(address, stored);
    if (is_inet && stored >= sizeof(short))
        *(unsigned short *)address = LIBRARY_INET;
    *length = needed;
}

int socket(int domain, int type, int protocol) {
    if (library_socket_result())
        return -1;
    int made = __surefoot_new_descriptor();
    library_made_sockets = 1;
    if (domain == LIBRARY_INET)
        library_inet_socket = made;
    else if (made == library_inet_socket)
        library_inet_socket = -1;
    return made;
}

int socketpair(int domain, int type, int protocol, int ends[2]) {
    if (library_socket_result())
        return -1;
    int one = __surefoot_new_descriptor(), other = __surefoot_new_descriptor();
    __surefoot_assume(one != other);
    library_made_sockets = 1;
    if (one == library_inet_socket || other == library_inet_socket)
        library_inet_socket = -1;
    ends[0] = one;
    ends[1] = other;
    return 0;
}

int bind(int file, const void *address, unsigned length) {
    __surefoot_read_bytes(address, length);
    return library_socket_result();
}

int connect(int file, const void *address, unsigned length) {
    __surefoot_read_bytes(address, length);
    return library_socket_result();
}

int listen(int file, int backlog) {
    return library_socket_result();
}

int shutdown(int file, int how) {
    return library_socket_result();
}

int accept(int file, void *address, unsigned *length) {
    if (library_socket_result())
        return -1;
    library_store_address(file, address, length, 0);
    return __surefoot_new_descriptor();
}

int accept4(int file, void *address, unsigned *length, int flags) {
    return accept(file, address, length);
}

int getsockname(int file, void *address, unsigned *length) {
    if (library_socket_result())
        return -1;
    library_store_address(file, address, length, 0);
    return 0;
}

int getpeername(int file, void *address, unsigned *length) {
    return getsockname(file, address, length);
}

int getsockopt(int file, int level, int name, void *value, unsigned *length) {
    if (library_socket_result())
        return -1;
    unsigned room = *length, stored = __surefoot_unknown_unsigned();
    __surefoot_assume(stored <= room);
    if (stored != 0)
        __surefoot_forget(value, stored);
    *length = stored;
    return 0;
}

int setsockopt(int file, int level, int name, const void *value, unsigned length) {
    if (length != 0)
        __surefoot_read_bytes(value, length);
    return library_socket_result();
}

ssize_t send(int file, const void *data, size_t size, int flags) {
    __surefoot_read_bytes(data, size);
    return library_transferred(size);
}

ssize_t sendto(int file, const void *data, size_t size, int flags, const void *address, unsigned length) {
    __surefoot_read_bytes(data, size);
    if (address != 0)
        __surefoot_read_bytes(address, length);
    return library_transferred(size);
}

static ssize_t library_receive(void *data, size_t size, int flags) {
    ssize_t count = __surefoot_unknown_long();
    __surefoot_assume(count >= -1 && (count < 0 || (size_t)count <= size || (flags & 0x20) != 0)); /* MSG_TRUNC */
    __surefoot_forget_error_number(count < 0);
    size_t stored = count < 0 ? 0 : (size_t)count < size ? (size_t)count : size;
    if (stored != 0)
        __surefoot_forget(data, stored);
    return count;
}

ssize_t recv(int file, void *data, size_t size, int flags) {
    return library_receive(data, size, flags);
}

ssize_t recvfrom(int file, void *data, size_t size, int flags, void *address, unsigned *length) {
    ssize_t count = library_receive(data, size, flags);
    if (count >= 0)
        library_store_address(file, address, length, 1);
    return count;
}

int poll(struct library_poll *files, unsigned long count, int timeout) {
    int ready = library_socket_result() ? -1 : 0;
    for (unsigned long i = 0; i < count; i++) {
        short events = (short)__surefoot_unknown_int();
        if (ready < 0 || files[i].fd < 0)
            events = 0;
        if (ready >= 0)
            files[i].revents = events;
        ready += events != 0;
    }
    return ready;
}

/* Remove any descriptors from a set of 1024. */
static void library_keep_some(long long *set) {
    set[0] &= __surefoot_unknown_long_long(), set[1] &= __surefoot_unknown_long_long();
    set[2] &= __surefoot_unknown_long_long(), set[3] &= __surefoot_unknown_long_long();
    set[4] &= __surefoot_unknown_long_long(), set[5] &= __surefoot_unknown_long_long();
    set[6] &= __surefoot_unknown_long_long(), set[7] &= __surefoot_unknown_long_long();
    set[8] &= __surefoot_unknown_long_long(), set[9] &= __surefoot_unknown_long_long();
    set[10] &= __surefoot_unknown_long_long(), set[11] &= __surefoot_unknown_long_long();
    set[12] &= __surefoot_unknown_long_long(), set[13] &= __surefoot_unknown_long_long();
    set[14] &= __surefoot_unknown_long_long(), set[15] &= __surefoot_unknown_long_long();
}

int select(int count, void *readable, void *writable, void *exceptional, void *timeout) {
    int ready = __surefoot_unknown_int();
    __surefoot_assume(ready >= -1 && (ready <= 0 || (count > 0 && ready / 3 <= count)));
    __surefoot_forget_error_number(ready < 0);
    if (ready >= 0 && readable != 0)
        library_keep_some(readable);
    if (ready >= 0 && writable != 0)
        library_keep_some(writable);
    if (ready >= 0 && exceptional != 0)
        library_keep_some(exceptional);
    if (timeout != 0)
        __surefoot_forget(timeout, 2 * sizeof(long));
    return ready;
}

int epoll_create(int size) {
    return library_socket_result() ? -1 : __surefoot_new_descriptor();
}

int epoll_create1(int flags) {
    return library_socket_result() ? -1 : __surefoot_new_descriptor();
}

int epoll_ctl(int file, int operation, int other, void *event) {
    if (event != 0)
        __surefoot_read_bytes(event, 12);
    return library_socket_result();
}

unsigned htonl(unsigned value) {
    return __builtin_bswap32(value);
}

unsigned ntohl(unsigned value) {
    return __builtin_bswap32(value);
}

unsigned short htons(unsigned short value) {
    return __builtin_bswap16(value);
}

unsigned short ntohs(unsigned short value) {
    return __builtin_bswap16(value);
}

unsigned inet_addr(const char *text) {
    __surefoot_read_string(text);
    return __surefoot_havocked_unsigned();
}

int inet_aton(const char *text, void *address) {
    __surefoot_read_string(text);
    int is_valid = __surefoot_havocked_int() != 0;
    if (is_valid && address != 0)
        *(unsigned *)address = __surefoot_havocked_unsigned();
    return is_valid;
}

int inet_pton(int family, const char *text, void *address) {
    __surefoot_read_string(text);
    int result = __surefoot_havocked_int();
    __surefoot_assume(result >= -1 && result <= 1 && (result >= 0) == (family == 2 || family == 10));
    __surefoot_forget_error_number(result < 0);
    unsigned *words = address;
    if (result == 1)
        words[0] = __surefoot_havocked_unsigned();
    if (result == 1 && family == 10) {
        words[1] = __surefoot_havocked_unsigned();
        words[2] = __surefoot_havocked_unsigned();
        words[3] = __surefoot_havocked_unsigned();
    }
    return result;
}

/* Store a string of unknown length that fits. */
static void library_store_text(char *target, size_t size) {
    size_t length = (size_t)__surefoot_unknown_long();
    __surefoot_assume(length < size);
    __surefoot_forget(target, length + 1);
    target[length] = 0;
    __surefoot_havocked_from_here();
}

const char *inet_ntop(int family, const void *address, char *target, unsigned size) {
    int is_known = family == 2 || family == 10;
    int failed = !is_known || size < 3 || __surefoot_unknown_int();
    __surefoot_forget_error_number(failed);
    if (is_known)
        __surefoot_read_bytes(address, family == 2 ? 4 : 16);
    if (failed)
        return 0;
    library_store_text(target, size < 46 ? size : 46);
    return target;
}

char *inet_ntoa(unsigned address) {
    static char text[16];
    library_store_text(text, sizeof text);
    return text;
}

/* The list has any length; its last element has no successor. */
int getaddrinfo(const char *node, const char *service, const struct addrinfo *hints, struct addrinfo **result) {
    if (node != 0)
        __surefoot_read_string(node);
    if (service != 0)
        __surefoot_read_string(service);
    if (hints != 0)
        __surefoot_read_bytes((const char *)hints, sizeof *hints);
    int error = __surefoot_unknown_int();
    __surefoot_assume(error <= 0 && error >= -512);
    __surefoot_forget_error_number(error == -11); /* EAI_SYSTEM */
    if (error != 0)
        return error;
    struct addrinfo *first = 0;
    do {
        struct addrinfo *next = malloc(sizeof *next);
        if (next == 0)
            return -10; /* EAI_MEMORY */
        __surefoot_forget(next, sizeof *next);
        unsigned length = __surefoot_unknown_unsigned();
        __surefoot_assume(length == 16 || length == 28);
        next->ai_addrlen = length;
        next->ai_family = length == 16 ? 2 : 10;
        next->ai_addr = malloc(28);
        next->ai_canonname = 0;
        next->ai_next = first;
        first = next;
    } while (__surefoot_unknown_int());
    *result = first;
    return 0;
}

void freeaddrinfo(struct addrinfo *list) {
    while (list != 0) {
        struct addrinfo *next = list->ai_next;
        free(list->ai_addr);
        free(list);
        list = next;
    }
}
