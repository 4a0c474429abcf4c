/*
 * sha256.h -- SHA-256 (FIPS 180-4), for cache keys and the provenance line of generated code.
 */
#ifndef COMMANDS_SHA256_H
#define COMMANDS_SHA256_H

#include <stddef.h>
#include <stdint.h>

typedef struct sha256 { uint32_t state[8]; uint64_t length; unsigned char block[64]; } sha256;

void sha256_init(sha256 *s);
void sha256_add(sha256 *s, const void *data, size_t size);
/* A text with its end, so that "ab" "c" and "a" "bc" differ. */
void sha256_add_text(sha256 *s, const char *text);
/* 64 hexadecimal digits and the terminating zero. The state is used up. */
void sha256_done(sha256 *s, char hex[65]);

#endif
