/*
 * sha256.c -- SHA-256 as in FIPS 180-4 (2015), sections 4.2.2, 5.1.1 and 6.2.
 */
#include "sha256.h"

#include <string.h>

/* 4.2.2: first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
static const uint32_t K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2
};

static uint32_t rotate(uint32_t x, int n) { return x >> n | x << (32 - n); }

/* 6.2.2: one block of 64 bytes. */
static void compress(uint32_t state[8], const unsigned char *block)
{
    uint32_t w[64], v[8];
    for (int i = 0; i < 16; i++, block += 4)
        w[i] = (uint32_t)block[0] << 24 | (uint32_t)block[1] << 16 | (uint32_t)block[2] << 8 | block[3];
    for (int i = 16; i < 64; i++) {
        uint32_t s0 = rotate(w[i-15], 7) ^ rotate(w[i-15], 18) ^ w[i-15] >> 3;
        uint32_t s1 = rotate(w[i-2], 17) ^ rotate(w[i-2], 19) ^ w[i-2] >> 10;
        w[i] = w[i-16] + s0 + w[i-7] + s1;
    }
    memcpy(v, state, sizeof v);
    for (int i = 0; i < 64; i++) {
        uint32_t S1 = rotate(v[4], 6) ^ rotate(v[4], 11) ^ rotate(v[4], 25), choose = (v[4] & v[5]) ^ (~v[4] & v[6]);
        uint32_t S0 = rotate(v[0], 2) ^ rotate(v[0], 13) ^ rotate(v[0], 22), most = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
        uint32_t t1 = v[7] + S1 + choose + K[i] + w[i], t2 = S0 + most;
        memmove(v + 1, v, 7*sizeof *v);
        v[4] += t1;
        v[0] = t1 + t2;
    }
    for (int i = 0; i < 8; i++) state[i] += v[i];
}

void sha256_init(sha256 *s)
{
    static const uint32_t start[8] = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19 };
    memcpy(s->state, start, sizeof start);
    s->length = 0;
}

void sha256_add(sha256 *s, const void *data, size_t size)
{
    const unsigned char *bytes = data;
    while (size > 0) {
        size_t used = s->length % 64, take = 64 - used < size ? 64 - used : size;
        memcpy(s->block + used, bytes, take);
        s->length += take, bytes += take, size -= take;
        if (s->length % 64 == 0) compress(s->state, s->block);
    }
}

void sha256_add_text(sha256 *s, const char *text) { sha256_add(s, text, strlen(text) + 1); }

void sha256_done(sha256 *s, char hex[65])
{
    uint64_t bits = s->length*8;
    unsigned char tail[8];
    for (int i = 0; i < 8; i++) tail[i] = (unsigned char)(bits >> (56 - 8*i));
    sha256_add(s, "\x80", 1);
    while (s->length % 64 != 56) sha256_add(s, "", 1);
    sha256_add(s, tail, 8);
    for (int i = 0; i < 64; i++) hex[i] = "0123456789abcdef"[s->state[i/8] >> (28 - 4*(i % 8)) & 15];
    hex[64] = 0;
}
