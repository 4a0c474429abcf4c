/*
 * table.h -- reads results.csv for tests: columns by name, rows by time.
 */
#ifndef TESTS_TABLE_H
#define TESTS_TABLE_H

typedef struct table { int columns, rows; char **names; double *values; } table;      /* values[row*columns + column] */

/* NULL, with a message on standard error, if the file cannot be read or a line has the wrong number of values. */
table *table_read(const char *path);
void   table_free(table *t);                            /* NULL is allowed */
int    table_column(const table *t, const char *name);  /* -1 if there is none */
/* The row whose first column is nearest to time; -1 unless within 1e-9. */
int    table_row(const table *t, double time);
/* NaN if there is no such row or column; a missing column is reported once on standard error. */
double table_get(const table *t, int row, const char *name);

#endif
