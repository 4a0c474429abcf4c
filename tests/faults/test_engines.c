/*
 * test_engines.c -- the Cartesian engine allocates nothing while it evaluates, and ends cleanly wherever memory runs out before that.
 *
 * The allocator of the C library is replaced by one that counts and can refuse; with sanitizers, which have one of their own, there is nothing
 * to test here.
 */
#include "tests/check.h"

#if defined(__SANITIZE_ADDRESS__) || !defined(__GLIBC__)
int main(void)
{
    CHECK(1);
    return check_done();
}
#else

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "generator/commands/facts.h"
#include "generator/script/script.h"
#include "runtime/assembly.h"
#include "runtime/formulations/augmented.h"
#include "runtime/generic/generic.h"

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);

static long allocations, refuse_at = -1;

static int refused(void) { return ++allocations >= refuse_at && refuse_at > 0; }
void *malloc(size_t size) { return refused() ? NULL : __libc_malloc(size); }
void *calloc(size_t count, size_t size) { return refused() ? NULL : __libc_calloc(count, size); }
void *realloc(void *old, size_t size) { return refused() ? NULL : __libc_realloc(old, size); }

/* Engine, system, start and accelerations of a model; 0 when something failed. evaluations: how often. */
static int run(model *m, const topology *g, int evaluations, long *during)
{
    mrt_mechanism x;
    int good = 0;
    facts_fill(&x, m, g, NULL);
    if (cartesian_engine(&x, m, g)) return 0;
    mrt_system *s = mrt_system_new(&x, MRT_DYNAMICS, NULL, NULL);
    mrt_point *p = mrt_point_new(&x);
    if (s && p && mrt_assemble(s, 0, 1, p->q, p->u) == MRT_OK) {
        good = mrt_augmented_accelerations(s, 0, p->q, p->u, 0, 0, p->ud, p->lam) == MRT_OK;
        long before = allocations;
        for (int k = 0; good && k < evaluations; k++) {
            p->q[0] += 1e-9;
            good = mrt_augmented_accelerations(s, 0, p->q, p->u, 1, 1, p->ud, p->lam) == MRT_OK;
        }
        *during = allocations - before;
    }
    mrt_point_free(p);
    mrt_system_free(s);
    cartesian_engine_free(&x);
    return good;
}

/* In a process of its own, since the model ends the program when its arena cannot grow. 1: ended by itself. */
static int survives(model *m, const topology *g, long k)
{
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        long during;
        freopen("/dev/null", "w", stderr);
        refuse_at = allocations + k;
        _exit(run(m, g, 1, &during) ? 0 : 1);
    }
    int status;
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) <= 1;
}

int main(void)
{
    static const char *const files[] = { "mechanisms/rscr.tcl", "mechanisms/fourbar.tcl" };
    for (int i = 0; i < 2; i++) {
        model *m = script_load(files[i], NULL);
        topology *g = m && !model_errors(m) ? topology_new(m) : NULL;
        if (!CHECK(g != NULL)) continue;
        long during = -1, before = allocations;
        CHECK(run(m, g, 200, &during));
        long all = allocations - before;
        CHECK(during == 0);
        CHECK(all > 50);
        for (long k = 1; k <= all; k += 1 + all/150)
            if (!CHECK(survives(m, g, k))) fprintf(stderr, "%s: allocation %ld of %ld refused\n", files[i], k, all);
        topology_free(g);
        model_free(m);
    }
    return check_done();
}
#endif
