
/* The next speed on the way to ground, -1: none. */
static const int @name@_up[@nspeed@] = {
@up@
};

/* M_ij = a_j . n_i + b_j . f_i for every speed j on the way from i to ground. The table has twelve numbers per speed: its screw a (rotation) and b (velocity of
 * the point at ground's origin), then force f and moment n that give the composite body outboard of it unit acceleration. */
static void @name@_fill_M(const double *table, double *M)
{
    for (int i = 0; i < @nspeed@*@nspeed@; i++)
        M[i] = 0;
    for (int i = 0; i < @nspeed@; i++) {
        const double *f = table + 12*i + 6, *n = table + 12*i + 9;
        for (int j = i; j >= 0; j = @name@_up[j]) {
            const double *a = table + 12*j, *b = table + 12*j + 3;
            M[@nspeed@*i + j] = M[@nspeed@*j + i] = a[0]*n[0] + a[1]*n[1] + a[2]*n[2] + b[0]*f[0] + b[1]*f[1] + b[2]*f[2];
        }
    }
}
