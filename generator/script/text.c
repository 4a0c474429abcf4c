/*
 * text.c -- whether a file is a script at all: a regular file, not too long, text.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "interp.h"

static char *say(const char *format, ...) __attribute__((format(printf, 1, 2)));

static char *say(const char *format, ...)
{
    char *text = NULL;
    va_list args;
    va_start(args, format);
    if (vasprintf(&text, format, args) < 0) text = NULL;
    va_end(args);
    return text ? text : strdup("out of memory");
}

/* Length of the UTF-8 sequence at s (RFC 3629), 0 if there is none. */
static size_t utf8_length(const unsigned char *s, size_t left)
{
    size_t n = s[0] < 0x80 ? 1 : s[0] >= 0xc2 && s[0] <= 0xdf ? 2 : (s[0] & 0xf0) == 0xe0 ? 3 : s[0] >= 0xf0 && s[0] <= 0xf4 ? 4 : 0;
    if (!n || n > left) return 0;
    for (size_t i = 1; i < n; i++)
        if ((s[i] & 0xc0) != 0x80) return 0;
    if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) || (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f)) return 0;
    return n;
}

static char *check_bytes(const unsigned char *bytes, size_t size, int *line)
{
    *line = 1;
    for (size_t i = 0, n; i < size; i += n) {
        unsigned char c = bytes[i];
        n = utf8_length(bytes + i, size - i);
        if (!n) return say("byte 0x%02x is not UTF-8 text; save the script as UTF-8", c);
        if ((c < 32 && c != '\t' && c != '\n' && c != '\r' && c != '\f') || c == 127)
            return say("the file contains the control character 0x%02x; it is not a script", c);
        if (c == '\n') ++*line;
    }
    *line = 0;
    return NULL;
}

static char *read_all(int fd, unsigned char *bytes, size_t room, size_t *size)
{
    *size = 0;
    for (;;) {
        ssize_t n = read(fd, bytes + *size, room - *size);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return say("cannot read the script: %s", strerror(errno));
        if (n == 0) return NULL;
        *size += (size_t)n;
        if (*size == room) return NULL;
    }
}

char *text_check(const char *file, size_t limit, size_t *size, int *line)
{
    struct stat st;
    char *wrong = NULL;
    unsigned char *bytes = NULL;
    *size = 0;
    *line = 0;
    int fd = open(file, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0) return say("cannot open the script: %s", strerror(errno));
    if (fstat(fd, &st)) wrong = say("cannot open the script: %s", strerror(errno));
    else if (S_ISDIR(st.st_mode)) wrong = say("this is a folder, not a script");
    else if (!S_ISREG(st.st_mode)) wrong = say("this is not a regular file");
    else if ((uintmax_t)st.st_size > limit) wrong = say("the script is longer than %zu bytes", limit);
    else if (!(bytes = malloc(limit + 1))) wrong = say("out of memory");
    else wrong = read_all(fd, bytes, limit + 1, size);
    if (!wrong && *size > limit) wrong = say("the script is longer than %zu bytes", limit);
    if (!wrong) wrong = check_bytes(bytes, *size, line);
    free(bytes);
    close(fd);
    return wrong;
}
