/* <time.h> and <sys/time.h>. Calendars are exact in UTC; local time differs from it by less than a
   day. */
typedef __SIZE_TYPE__ size_t;
struct tm { int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst; long tm_gmtoff; const char *tm_zone; };
struct timespec { long tv_sec, tv_nsec; };
struct timeval { long tv_sec, tv_usec; };
int *__errno_location(void);
long __surefoot_unknown_long(void);
int __surefoot_unknown_int(void);
int __surefoot_havocked_int(void);
long __surefoot_havocked_long(void);
void __surefoot_read_bytes(const volatile char *block, size_t size);
int getitimer(int which, struct timeval *left);
char __surefoot_havocked_char(void);
void __surefoot_havocked_from_here(void);
void __surefoot_assume(int condition);
void __surefoot_start_timer(void);
void __surefoot_forget_error_number(int failed);
void __surefoot_read_string(const char *s);
int snprintf(char *s, size_t size, const char *format, ...);

/* A clock that was set back makes the run unknown: C does not exclude it. */
long time(long *now) {
    static long last;
    long seconds = __surefoot_unknown_long();
    __surefoot_assume(seconds >= -1);
    if (seconds >= 0) {
        if (seconds < last)
            __surefoot_havocked_from_here();
        last = seconds;
    }
    if (now != 0)
        *now = seconds;
    return seconds;
}

long clock(void) {
    static long last;
    long used = __surefoot_unknown_long();
    __surefoot_assume(used == -1 || used >= last);
    if (used >= 0)
        last = used;
    return used;
}

double difftime(long later, long earlier) {
    return later < earlier ? -(double)((unsigned long)earlier - (unsigned long)later) : (double)((unsigned long)later - (unsigned long)earlier);
}

static long long library_divided(long long value, long long by) {
    return value / by - (value % by < 0);
}

/* Return the days from 1970-01-01 to the first of January of `year`. */
static long long library_days_before(long long year) {
    long long before = year - 1;
    return 365 * (year - 1970) + library_divided(before, 4) - library_divided(before, 100) + library_divided(before, 400) - 477;
}

static int library_is_leap(long long year) {
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

static int library_days_of_month(int month, int leap) {
    return month == 1 ? 28 + leap : month == 3 || month == 5 || month == 8 || month == 10 ? 30 : 31;
}

static struct tm *library_calendar(long long seconds, struct tm *result) {
    long long days = library_divided(seconds, 86400);
    int rest = (int)(seconds - days * 86400);
    long long year = 1970 + library_divided(days * 400, 146097);
    if (library_days_before(year) > days)
        year--;
    else if (library_days_before(year + 1) <= days)
        year++;
    if (year - 1900 > 2147483647 || year - 1900 < -2147483647 - 1) {
        *__errno_location() = 75; /* EOVERFLOW */
        return 0;
    }
    int day = (int)(days - library_days_before(year));
    int leap = library_is_leap(year);
    int month = 0, in_month = day;
    for (; month < 11 && in_month >= library_days_of_month(month, leap); month++)
        in_month -= library_days_of_month(month, leap);
    result->tm_sec = rest % 60;
    result->tm_min = rest / 60 % 60;
    result->tm_hour = rest / 3600;
    result->tm_mday = in_month + 1;
    result->tm_mon = month;
    result->tm_year = (int)(year - 1900);
    long long weekday = (days + 4) % 7;
    result->tm_wday = (int)(weekday < 0 ? weekday + 7 : weekday);
    result->tm_yday = day;
    result->tm_isdst = 0;
    result->tm_gmtoff = 0;
    result->tm_zone = "GMT";
    return result;
}

static long library_zone(void) {
    int zone = (__surefoot_havocked_int() & 0x3ffff) - 93599;
    __surefoot_assume(zone <= 93599);
    return zone;
}

static struct tm library_broken_down;

struct tm *gmtime_r(const long *seconds, struct tm *result) {
    return library_calendar(*seconds, result);
}

struct tm *gmtime(const long *seconds) {
    return library_calendar(*seconds, &library_broken_down);
}

struct tm *localtime_r(const long *seconds, struct tm *result) {
    long zone = library_zone();
    long long local = (long long)((unsigned long long)*seconds + zone);
    if (library_calendar(local, result) == 0)
        return 0;
    int is_summer = __surefoot_havocked_int() & 1;
    result->tm_isdst = is_summer;
    result->tm_gmtoff = zone;
    result->tm_zone = "";
    return result;
}

struct tm *localtime(const long *seconds) {
    return localtime_r(seconds, &library_broken_down);
}

static long long library_seconds(const struct tm *given) {
    long long month = given->tm_mon;
    long long year = given->tm_year + 1900LL + library_divided(month, 12);
    month -= library_divided(month, 12) * 12;
    long long days = library_days_before(year) + given->tm_mday - 1;
    int leap = library_is_leap(year);
    for (int i = 0; i < month; i++)
        days += library_days_of_month(i, leap);
    return days * 86400 + given->tm_hour * 3600LL + given->tm_min * 60LL + given->tm_sec;
}

long timegm(struct tm *given) {
    long long seconds = library_seconds(given);
    if (library_calendar(seconds, given) == 0)
        return -1;
    return (long)seconds;
}

long mktime(struct tm *given) {
    long long seconds = library_seconds(given) + (given->tm_isdst == 0 ? 0 : library_zone());
    if (__surefoot_havocked_int()) {
        *__errno_location() = 75; /* EOVERFLOW */
        return -1;
    }
    if (library_calendar(seconds, given) == 0)
        return -1;
    int is_summer = __surefoot_havocked_int() & 1;
    given->tm_isdst = is_summer;
    given->tm_zone = "";
    return (long)(seconds - library_zone());
}

static char *library_asctime(const struct tm *given, char *target, int size) {
    static const char days[] = "SunMonTueWedThuFriSat???";
    static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec???";
    int day = given->tm_wday >= 0 && given->tm_wday < 7 ? given->tm_wday : 7;
    int month = given->tm_mon >= 0 && given->tm_mon < 12 ? given->tm_mon : 12;
    char text[114];
    int length = snprintf(text, sizeof text, "%.3s %.3s%3d %.2d:%.2d:%.2d %lld\n", days + 3 * day, months + 3 * month, given->tm_mday,
        given->tm_hour, given->tm_min, given->tm_sec, 1900LL + given->tm_year);
    if (length >= size || given->tm_year > 2147483647 - 1900) {
        *__errno_location() = 75; /* EOVERFLOW */
        return 0;
    }
    for (int i = 0; i <= length; i++)
        target[i] = text[i];
    return target;
}

char *asctime_r(const struct tm *given, char *target) {
    return library_asctime(given, target, 26);
}

char *asctime(const struct tm *given) {
    static char text[114];
    return library_asctime(given, text, 114);
}

char *ctime_r(const long *seconds, char *target) {
    struct tm local;
    struct tm *found = localtime_r(seconds, &local);
    return found == 0 ? 0 : asctime_r(found, target);
}

char *ctime(const long *seconds) {
    struct tm *found = localtime(seconds);
    return found == 0 ? 0 : asctime(found);
}

size_t strftime(char *target, size_t size, const char *format, const struct tm *given) {
    __surefoot_read_string(format);
    int length = __surefoot_havocked_int();
    __surefoot_assume(length >= 0 && (length == 0 || (size_t)length < size));
    for (int i = 0; i < length; i++) {
        char c = __surefoot_havocked_char();
        __surefoot_assume(c != 0);
        target[i] = c;
    }
    if (size > 0)
        target[length] = 0;
    return length;
}

static int library_may_fail(void) {
    int failed = __surefoot_unknown_int();
    __surefoot_forget_error_number(failed);
    return failed ? -1 : 0;
}

int clock_gettime(int clock, struct timespec *now) {
    static struct timespec last; /* for clocks that cannot be set */
    if (library_may_fail())
        return -1;
    long seconds = __surefoot_unknown_long(), nanoseconds = __surefoot_unknown_long();
    __surefoot_assume(seconds >= 0 && nanoseconds >= 0 && nanoseconds < 1000000000);
    if (clock != 0) {
        __surefoot_assume(seconds > last.tv_sec || (seconds == last.tv_sec && nanoseconds >= last.tv_nsec));
        last.tv_sec = seconds;
        last.tv_nsec = nanoseconds;
    }
    now->tv_sec = seconds;
    now->tv_nsec = nanoseconds;
    return 0;
}

int clock_getres(int clock, struct timespec *step) {
    if (library_may_fail())
        return -1;
    if (step != 0) {
        step->tv_sec = 0;
        step->tv_nsec = __surefoot_havocked_int();
        __surefoot_assume(step->tv_nsec > 0 && step->tv_nsec < 1000000000);
    }
    return 0;
}

int gettimeofday(struct timeval *now, void *zone) {
    long seconds = __surefoot_unknown_long(), microseconds = __surefoot_unknown_long();
    __surefoot_assume(seconds >= 0 && microseconds >= 0 && microseconds < 1000000);
    if (now != 0) {
        now->tv_sec = seconds;
        now->tv_usec = microseconds;
    }
    return 0;
}

int nanosleep(const struct timespec *wanted, struct timespec *left) {
    if (wanted->tv_nsec < 0 || wanted->tv_nsec >= 1000000000 || wanted->tv_sec < 0) {
        *__errno_location() = 22; /* EINVAL */
        return -1;
    }
    if (library_may_fail() == 0)
        return 0;
    if (left != 0) {
        long seconds = __surefoot_unknown_long(), nanoseconds = __surefoot_unknown_long();
        __surefoot_assume(seconds >= 0 && seconds <= wanted->tv_sec && nanoseconds >= 0 && nanoseconds < 1000000000);
        left->tv_sec = seconds;
        left->tv_nsec = nanoseconds;
    }
    return -1;
}

int clock_nanosleep(int clock, int flags, const struct timespec *wanted, struct timespec *left) {
    if (wanted->tv_nsec < 0 || wanted->tv_nsec >= 1000000000)
        return 22; /* EINVAL */
    int error = __surefoot_unknown_int();
    __surefoot_assume(error >= 0 && error < 4096);
    if (error == 4 && flags == 0 && left != 0) { /* EINTR */
        long seconds = __surefoot_unknown_long(), nanoseconds = __surefoot_unknown_long();
        __surefoot_assume(seconds >= 0 && seconds <= wanted->tv_sec && nanoseconds >= 0 && nanoseconds < 1000000000);
        left->tv_sec = seconds;
        left->tv_nsec = nanoseconds;
    }
    return error;
}

int clock_settime(int clock, const struct timespec *now) {
    __surefoot_read_bytes((const char *)now, sizeof *now);
    return library_may_fail();
}

int settimeofday(const struct timeval *now, const void *zone) {
    if (now != 0)
        __surefoot_read_bytes((const char *)now, sizeof *now);
    return library_may_fail();
}

int utimes(const char *path, const struct timeval times[2]) {
    __surefoot_read_string(path);
    if (times != 0)
        __surefoot_read_bytes((const char *)times, 2 * sizeof *times);
    return library_may_fail();
}

int utime(const char *path, const long times[2]) {
    __surefoot_read_string(path);
    if (times != 0)
        __surefoot_read_bytes((const char *)times, 2 * sizeof *times);
    return library_may_fail();
}

int futimens(int file, const struct timespec times[2]) {
    if (times != 0)
        __surefoot_read_bytes((const char *)times, 2 * sizeof *times);
    return library_may_fail();
}

int setitimer(int which, const struct timeval *wanted, struct timeval *before) {
    __surefoot_start_timer();
    __surefoot_read_bytes((const char *)wanted, 2 * sizeof *wanted);
    return before == 0 ? library_may_fail() : getitimer(which, before);
}

int getitimer(int which, struct timeval *left) {
    if (library_may_fail())
        return -1;
    left[0].tv_sec = __surefoot_havocked_long();
    left[0].tv_usec = __surefoot_havocked_long();
    left[1].tv_sec = __surefoot_havocked_long();
    left[1].tv_usec = __surefoot_havocked_long();
    return 0;
}
