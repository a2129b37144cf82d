/* The runtime of generated programs, with a checksum that is cheap to compute and its end made checkable. */
#ifndef CHECKABLE_CSMITH_H
#define CHECKABLE_CSMITH_H
#include <float.h>
#include <math.h>
#include <string.h>
#include "random_inc.h"

static uint32_t crc32_context = 0xFFFFFFFFUL;
static void crc32_gentab(void) {}
static void transparent_crc(uint64_t value, char *name, int flag) {
  crc32_context = (crc32_context ^ (uint32_t)(value >> 32)) * 16777619u;
  crc32_context = (crc32_context ^ (uint32_t)value) * 16777619u + 1;
}
static void transparent_crc_bytes(char *bytes, int count, char *name, int flag) {
  for (int i = 0; i < count; i++)
    transparent_crc((uint8_t)bytes[i], name, flag);
}

extern void reach_error(void);
static void finish(uint32_t result, int flag) {
#if defined(MUST_EQUAL)
  if (result != MUST_EQUAL)
    reach_error();
#elif defined(MUST_DIFFER_FROM)
  if (result == MUST_DIFFER_FROM)
    reach_error();
#else
  printf("%u\n", result);
#endif
}
#define platform_main_end finish
#endif
