/* Instructions of x86 on pseudo-random operands. Every row of ROWS is one idiom of inline assembly; its function hashes
   results and flags over COUNT pairs of operands. With -DNATIVE the hashes are printed, one a line, without a C library;
   otherwise they are compared with EXPECTED. */
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned u32;
typedef unsigned long word;
typedef unsigned long long u64;
#ifndef COUNT
#define COUNT 8
#endif
#define EDGES 8

static u64 state;
static word operand(int index) {
  static const long edges[EDGES] = {0, 1, -1, 0x7fffffff, -0x7fffffff - 1, 31, 0x80, 0x8000};
  state = state * 6364136223846793005ull + 1442695040888963407ull;
  return index < EDGES ? (word)edges[(index + (state >> 60)) % EDGES] : (word)(state >> 7);
}
static u64 mix(u64 hash, u64 value) { return (hash ^ value) * 1099511628211ull; }

#define SET_FLAGS "setc %1\n\tsetz %2\n\tsets %3\n\tseto %4"
#define BINARY(name, type, text)                                                                               \
  static u64 name(word x, word y) {                                                                            \
    type a = (type)x, b = (type)y;                                                                             \
    u8 c, z, s, o;                                                                                             \
    __asm__(text "\n\t" SET_FLAGS : "+q"(a), "=qm"(c), "=qm"(z), "=qm"(s), "=qm"(o) : "q"(b) : "cc");          \
    return mix(a, c | z << 1 | s << 2 | o << 3);                                                               \
  }
#define ALL_WIDTHS(name, form)                                                                                 \
  BINARY(name##8, u8, form("b"))                                                                               \
  BINARY(name##16, u16, form("w"))                                                                             \
  BINARY(name##32, u32, form("l"))                                                                             \
  WORD_ONLY(BINARY(name##64, u64, form("q")))
#ifdef __x86_64__
#define WORD_ONLY(...) __VA_ARGS__
#else
#define WORD_ONLY(...)
#endif
#define ADD(w) "add" w " %5,%0"
#define ADC(w) "cmp" w " %0,%5; adc" w " %5,%0"
#define SUB(w) "sub" w " %5,%0"
#define SBB(w) "cmp" w " %0,%5; sbb" w " %5,%0"
#define CMP(w) "cmp" w " %5,%0"
#define AND(w) "and" w " %5,%0"
#define OR(w) "or" w " %5,%0"
#define XOR(w) "xor" w " %5,%0"
#define TEST(w) "test" w " %5,%0"
#define NEG(w) "neg" w " %0"
#define INC(w) "cmp" w " %5,%0; inc" w " %0"
#define DEC(w) "cmp" w " %5,%0; dec" w " %0"
#define CONSTANT(w) "add" w " $-5,%0"
ALL_WIDTHS(add, ADD)
ALL_WIDTHS(adc, ADC)
ALL_WIDTHS(sub, SUB)
ALL_WIDTHS(sbb, SBB)
ALL_WIDTHS(cmp, CMP)
ALL_WIDTHS(and, AND)
ALL_WIDTHS(or, OR)
ALL_WIDTHS(xor, XOR)
ALL_WIDTHS(test, TEST)
ALL_WIDTHS(neg, NEG)
ALL_WIDTHS(inc, INC)
ALL_WIDTHS(dec, DEC)
ALL_WIDTHS(constant, CONSTANT)

#define UPDATE(name, type, text)                                                                               \
  static u64 name(word x, word y) {                                                                            \
    type a = (type)x, b = (type)y;                                                                             \
    __asm__ volatile(text : "+q"(a), "+q"(b)::"cc");                                                           \
    return mix(a, b);                                                                                          \
  }
UPDATE(not32, u32, "notl %0")
UPDATE(shl32, u32, "shll $5,%0")
UPDATE(sal16, u16, "salw $17,%0")
UPDATE(shr8, u8, "shrb $3,%0")
UPDATE(sar8, u8, "sarb $9,%0")
UPDATE(sar32, u32, "sarl $31,%0")
UPDATE(rol32, u32, "roll $13,%0")
UPDATE(ror8, u8, "rorb $11,%0")
UPDATE(xchg32, u32, "xchgl %0,%1")
UPDATE(xchg8, u8, "xchgb %0,%1")
UPDATE(xadd32, u32, "xaddl %0,%1")
UPDATE(bswap32, u32, "bswap %0")
UPDATE(movzx, u32, "movzbl %b1,%0")
UPDATE(movsx, u32, "movswl %w1,%0")
UPDATE(low_part, u32, "movb %b1,%b0")
UPDATE(low_word, u32, "addw %w1,%w0")
UPDATE(btr_register, u32, "btrl %1,%0\n\tsbbl %1,%1")
UPDATE(btc_register, u32, "btcl %1,%0\n\tsbbl %1,%1")
UPDATE(moved, u32, "testl %1,%1\n\tcmovzl %1,%0")
UPDATE(less, u32, "cmpl %1,%0\n\tcmovl %1,%0")
UPDATE(pause_and_fence, u32, "rep; nop\n\tpause\n\tmfence\n\tlfence\n\tsfence\n\tmovl %1,%0")
UPDATE(bytes_of_nop, u32, "1: .byte 0x66,0x66,0x90\n2:\n\t.byte 0x0f, 0x1f, 0x00\n\tincl %0")
WORD_ONLY(UPDATE(bswap64, u64, "bswapq %0"))
WORD_ONLY(UPDATE(zeroes_high_part, u64, "movl %k1,%k0"))
WORD_ONLY(UPDATE(rol64, u64, "rolq $40,%0"))
WORD_ONLY(UPDATE(long_sign, u64, "movslq %k1,%0"))

#define SCAN(name, text)                                                                                       \
  static u64 name(word x, word y) {                                                                            \
    u32 a = (u32)x | 1u << (y & 31), r;                                                                        \
    u8 z;                                                                                                      \
    __asm__(text "\n\tsetz %1" : "=&r"(r), "=qm"(z) : "rm"(a) : "cc");                                          \
    return mix(r, z);                                                                                          \
  }
SCAN(bsf, "bsfl %2,%0")
SCAN(bsr, "bsrl %2,%0")
SCAN(popcnt, "popcntl %2,%0")

/* memory operands */
#define IN_MEMORY(name, type, text)                                                                            \
  static u64 name(word x, word y) {                                                                            \
    type a = (type)x, r = (type)y;                                                                             \
    __asm__ volatile(text : "+m"(a), "+q"(r)::"memory", "cc");                                                 \
    return mix(a, r);                                                                                          \
  }
IN_MEMORY(memory_add, u32, "lock; addl %1,%0")
IN_MEMORY(memory_inc, u32, "lock; incl %0")
IN_MEMORY(memory_dec, u16, "lock decw %0")
IN_MEMORY(memory_xchg, u32, "xchgl %1,%0")
IN_MEMORY(memory_xchg8, u8, "xchgb %1,%0")
IN_MEMORY(memory_xadd, u32, "lock; xaddl %1, %0")
IN_MEMORY(locked_section, u32,
          ".pushsection .smp_locks,\"a\"\n.balign 4\n.long 671f - .\n.popsection\n671:\n\tlock; xaddl %1, %0\n")
IN_MEMORY(memory_load, u16, "movw %0,%1")
IN_MEMORY(memory_store, u8, "movb %1,%0")
IN_MEMORY(memory_and, u32, "lock; andl %1,%0")
IN_MEMORY(memory_constant, u32, "lock; orl $0x40,%0")
static u64 memory_zero(word x, word y) {
  int a = (int)x;
  u8 c;
  __asm__ volatile("lock; subl %2,%0; sete %1" : "+m"(a), "=qm"(c) : "ir"((int)(y & 1 ? y : x)) : "memory");
  return mix((u32)a, c);
}
static u64 compare_exchange(word x, word y) {
  u32 target = (u32)x, old;
  __asm__ volatile("lock; cmpxchgl %2,%1" : "=a"(old), "+m"(target) : "r"((u32)y), "0"((u32)(y & 4 ? x : y)) : "memory");
  return mix(old, target);
}
static u64 bits_in_memory(word x, word y) {
  word map[4] = {x, y, ~x, x ^ y};
  long position = (long)(y % (8 * sizeof map)) - (long)(16 * sizeof(word));
  int old, again;
  u8 carry;
  __asm__ volatile("lock; bts %2,%1\n\tsbb %0,%0" : "=r"(old), "+m"(map[2]) : "Ir"(position) : "memory");
  __asm__ volatile("lock; btr %2, %0; setc %1" : "+m"(map[2]), "=qm"(carry) : "Ir"(position / 2) : "memory");
  __asm__ volatile("bt %2,%1\n\tsbb %0,%0" : "=r"(again) : "m"(map[2]), "Ir"(position) : "memory");
  __asm__ volatile("btc %1,%0" : "+m"(map[1]) : "Ir"(7L));
  u64 hash = mix((u32)old, carry);
  for (int i = 0; i < 4; i++)
    hash = mix(hash, map[i]);
  return mix(hash, (u32)again);
}
static u64 access_limit(word x, word y) {
  word flag, sum, limit = y | (word)1 << (8 * sizeof(word) - 2);
  __asm__("add %3,%1 ; sbb %0,%0 ; cmp %1,%4 ; sbb $0,%0" : "=&r"(flag), "=r"(sum) : "1"(x), "g"(y & 255), "rm"(limit));
  return mix(flag, sum);
}
static u64 checksum(word x, word y) {
  u32 sum = (u32)x;
  __asm__("  addl %1, %0\n  adcl %2, %0\n  adcl %3, %0\n  adcl $0, %0\n"
          : "=r"(sum)
          : "g"((u32)y), "g"((u32)(x >> 3)), "g"((u32)(y >> 5)), "0"(sum));
  __asm__("  addl %1,%0\n  adcl $0xffff,%0" : "=r"(sum) : "r"(sum << 16), "0"(sum & 0xffff0000));
  return sum;
}
static u64 hidden(word x, word y) {
  word r;
  __asm__("" : "=r"(r) : "0"(x));
  __asm__ volatile("" : "+r"(r), "+m"(y)::"memory");
  return mix(r, y);
}
static u64 same_register(word x, word y) {
  word r;
  __asm__("inc %0\n\tadd %1,%0\n\tadd %2,%0" : "=D"(r) : "D"(5L), "S"(x ^ y) : "cc");
  return r;
}
static u64 conditions(word x, word y) {
  int a = (int)x, b = (int)y, below, less, equal, sign;
  __asm__("cmpl %2,%1" : "=@ccb"(below) : "r"(a), "r"(b));
  __asm__("cmpl %2,%1" : "=@ccle"(less) : "r"(a), "r"(b));
  __asm__("testl %2,%1" : "=@ccnz"(equal) : "r"(a), "r"(b));
  __asm__("cmpl %2,%1" : "=@ccns"(sign) : "r"(a), "r"(b));
  return below | less << 1 | equal << 2 | sign << 3;
}
static u64 jumps(word x, word y) {
  int a = (int)x, b = (int)y, way = 0;
  __asm__ goto("cmpl %1,%0; jg %l[greater]" ::"r"(a), "r"(b) : "cc" : greater);
  way = 1;
  __asm__ goto("testl %0,%0\n\tjs %l2" ::"r"(a), "r"(b) : "cc" : negative);
  way = 2;
  __asm__ goto("jmp %l[end]" ::: : greater, end);
greater:
  way += 4;
negative:
  way += 8;
end:
  return (u64)way;
}

typedef u64 (*idiom)(word, word);
#define WIDTHS(name) name##8, name##16, name##32 WORD_ONLY(, name##64)
static const idiom rows[] = {
    WIDTHS(add), WIDTHS(adc), WIDTHS(sub), WIDTHS(sbb), WIDTHS(cmp), WIDTHS(and), WIDTHS(or), WIDTHS(xor),
    WIDTHS(test), WIDTHS(neg), WIDTHS(inc), WIDTHS(dec), WIDTHS(constant), not32, shl32, sal16, shr8, sar8, sar32,
    rol32, ror8, xchg32, xchg8, xadd32, bswap32, movzx, movsx, low_part, low_word, btr_register, btc_register, moved,
    less, pause_and_fence, bytes_of_nop, locked_section, bsf, bsr, popcnt, memory_add, memory_inc, memory_dec,
    memory_xchg, memory_xchg8, memory_xadd, memory_load, memory_store, memory_and, memory_constant, memory_zero,
    compare_exchange, bits_in_memory, access_limit, checksum, hidden, same_register, conditions, jumps
    WORD_ONLY(, bswap64) WORD_ONLY(, zeroes_high_part) WORD_ONLY(, rol64) WORD_ONLY(, long_sign)};
#define ROWS ((int)(sizeof rows / sizeof *rows))

static u64 hash_of(int row) {
  u64 hash = 14695981039346656037ull;
  state = (u64)row;
  for (int i = 0; i < COUNT; i++)
    hash = mix(hash, rows[row](operand(i), operand(i)));
  return hash;
}

#ifdef NATIVE
static void print(u64 number) {
  char text[17];
  for (int i = 0; i < 16; i++)
    text[i] = "0123456789abcdef"[number >> (60 - 4 * i) & 15];
  text[16] = '\n';
#ifdef __x86_64__
  long done;
  __asm__ volatile("syscall" : "=a"(done) : "0"(1L), "D"(1L), "S"(text), "d"(17L) : "rcx", "r11", "memory");
#else
  int done;
  __asm__ volatile("int $0x80" : "=a"(done) : "0"(4), "b"(1), "c"(text), "d"(17) : "memory");
#endif
}
void begin(void) {
  for (int row = 0; row < ROWS; row++)
    print(hash_of(row));
#ifdef __x86_64__
  __asm__ volatile("syscall" ::"a"(60L), "D"(0L));
#else
  __asm__ volatile("int $0x80" ::"a"(1), "b"(0));
#endif
}
__asm__(".globl _start\n_start:\n  call begin\n");
#else
#include <assert.h>
static const u64 expected[] = {EXPECTED};
_Static_assert(sizeof expected / sizeof *expected == ROWS, "one hash for each row");
int main(void) {
  for (int row = 0; row < ROWS; row++)
    assert(hash_of(row) == expected[row]);
  return 0;
}
#endif
