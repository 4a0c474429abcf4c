
/* The next speed on the way to ground, -1: none. */
static const int @name@_up[@nspeed@] = {
@up@
};

/* The first speed on the way from each body to ground. */
static const int @name@_last[@nbody@] = {
@last@
};

/* Column j of a body's rows: b_j + a_j x r, a_j for every speed j on the way from the body to ground. The table has six numbers a, b per speed, then the
 * position r of each body. */
static void @name@_fill_B(const double *table, double *B)
{
    for (int i = 0; i < 6*@nbody@*@nspeed@; i++)
        B[i] = 0;
    for (int i = 0; i < @nbody@; i++) {
        const double *r = table + 6*@nspeed@ + 3*i;
        for (int j = @name@_last[i]; j >= 0; j = @name@_up[j]) {
            const double *a = table + 6*j, *b = table + 6*j + 3;
            double *column = B + 6*@nbody@*j + 6*i;
            column[0] = b[0] + a[1]*r[2] - a[2]*r[1];
            column[1] = b[1] + a[2]*r[0] - a[0]*r[2];
            column[2] = b[2] + a[0]*r[1] - a[1]*r[0];
            column[3] = a[0];
            column[4] = a[1];
            column[5] = a[2];
        }
    }
}
