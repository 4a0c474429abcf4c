/*
 * table.c -- reads results.csv for tests.
 */
#include "table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int count_fields(const char *line)
{
    int n = 1;
    for (; *line; line++) n += *line == ',';
    return n;
}

static void read_names(table *t, char *line)
{
    line[strcspn(line, "\r\n")] = 0;
    t->columns = count_fields(line);
    t->names = calloc((size_t)t->columns, sizeof *t->names);
    for (int i = 0; i < t->columns; i++) {
        size_t n = strcspn(line, ",");
        t->names[i] = strndup(line, n);
        line += n + (line[n] == ',');
    }
}

static int read_row(table *t, char *line, int *room)
{
    if (count_fields(line) != t->columns) return 0;
    if (t->rows == *room) {
        *room = *room ? 2**room : 64;
        t->values = realloc(t->values, (size_t)*room*(size_t)t->columns*sizeof *t->values);
    }
    for (int i = 0; i < t->columns; i++) {
        char *end;
        t->values[t->rows*t->columns + i] = strtod(line, &end);
        if (end == line) return 0;
        line = end + (*end == ',');
    }
    t->rows++;
    return 1;
}

table *table_read(const char *path)
{
    FILE *f = fopen(path, "r");
    if (!f) { perror(path); return NULL; }
    table *t = calloc(1, sizeof *t);
    char *line = NULL;
    size_t size = 0;
    int room = 0, good = getline(&line, &size, f) > 0;
    if (good) read_names(t, line);
    while (good && getline(&line, &size, f) > 0)
        if (!read_row(t, line, &room)) fprintf(stderr, "%s: wrong line %d: %.60s\n", path, t->rows + 2, line), good = 0;
    free(line);
    fclose(f);
    if (good) return t;
    table_free(t);
    return NULL;
}

void table_free(table *t)
{
    if (!t) return;
    for (int i = 0; i < t->columns; i++) free(t->names[i]);
    free(t->names), free(t->values), free(t);
}

int table_column(const table *t, const char *name)
{
    for (int i = 0; i < t->columns; i++) if (!strcmp(t->names[i], name)) return i;
    return -1;
}

int table_row(const table *t, double time)
{
    int best = -1;
    for (int i = 0; i < t->rows; i++)
        if (best < 0 || fabs(t->values[i*t->columns] - time) < fabs(t->values[best*t->columns] - time)) best = i;
    return best >= 0 && fabs(t->values[best*t->columns] - time) < 1e-9 ? best : -1;
}

double table_get(const table *t, int row, const char *name)
{
    int column = table_column(t, name);
    if (column < 0) fprintf(stderr, "there is no column %s\n", name);
    return row < 0 || column < 0 ? NAN : t->values[row*t->columns + column];
}
