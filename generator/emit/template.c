/*
 * template.c -- ordinary files with marks @word@ in them, filled.
 */
#include "emit_private.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *read_whole(const char *folder, const char *file, char *error, size_t size)
{
    text path = { 0 }, all = { 0 };
    put(&path, "%s/%s", folder, file);
    FILE *in = fopen(path.at, "rb");
    bool good = in != NULL;
    if (good) {
        char part[4096];
        for (size_t n; (n = fread(part, 1, sizeof part - 1, in)) > 0; ) {
            part[n] = '\0';
            put_word(&all, part);
        }
        good = !ferror(in);
        fclose(in);
    }
    if (!good)
        snprintf(error, size, "cannot read the template %s: %s; is mechc installed completely?", path.at, strerror(errno));
    text_done(&path);
    if (good)
        return text_take(&all);
    text_done(&all);
    return NULL;
}

char *template_text(const char *folder, const char *file, const mark *marks, int n, char *error, size_t size)
{
    char *source = read_whole(folder, file, error, size);
    if (!source)
        return NULL;
    text o = { 0 };
    for (const char *at = source; *at; ) {
        const char *end = *at == '@' ? strchr(at + 1, '@') : NULL;
        int i = n;
        if (end)
            for (i = 0; i < n; i++)
                if (strlen(marks[i].word) == (size_t)(end - at - 1) && !strncmp(marks[i].word, at + 1, (size_t)(end - at - 1)))
                    break;
        if (i < n) {
            put_word(&o, marks[i].text);
            at = end + 1;
        } else {
            put_char(&o, *at++);
        }
    }
    free(source);
    return text_take(&o);
}
