/*
 * names.c -- unique C identifiers for statements, whatever a mechanism's parts are called.
 *
 * A wish is made an identifier (other characters become '_'), kept clear of everything the generated file means by a name
 * (keywords of C and C++, libm, types of system headers, arguments of the kernels, common macros) and of names already given: _2, _3 ... is added.
 */
#include "program_private.h"

#include <stdlib.h>
#include <string.h>

enum { NAME_LONGEST = 48 };     /* C99 promises 63 significant characters; room for _123 */

/* Sorted (strcmp); searched by halving. The test checks the order. */
static const char *const reserved[] = {
    "B", "BUFSIZ", "Bdu", "DOMAIN", "EOF", "FP_FAST_FMA", "FP_ILOGB0", "FP_ILOGBNAN", "FP_INFINITE", "FP_NAN",
    "FP_NORMAL", "FP_SUBNORMAL", "FP_ZERO", "HUGE", "HUGE_VAL", "I", "INFINITY", "J", "M", "MATH_ERREXCEPT",
    "MATH_ERRNO", "MAXFLOAT", "M_1_PI", "M_2_PI", "M_2_SQRTPI", "M_E", "M_LN10", "M_LN2", "M_LOG10E", "M_LOG2E", "M_PI",
    "M_PI_2", "M_PI_4", "M_PIl", "M_SQRT1_2", "M_SQRT2", "NAN", "NULL", "OVERFLOW", "PLOSS", "Phi", "Phid", "Phit", "R",
    "SING", "TLOSS", "UNDERFLOW", "a", "abs", "acos", "acosh", "alignas", "alignof", "and", "and_eq", "asin", "asinh",
    "asm", "atan", "atan2", "atanh", "atomic_cancel", "auto", "bitand", "bitor", "bool", "break", "ca", "case", "catch",
    "cbrt", "ceil", "char", "char16_t", "char32_t", "char8_t", "class", "co_await", "co_return", "co_yield", "compl",
    "complex", "concept", "const", "const_cast", "consteval", "constexpr", "constinit", "continue", "copysign", "cos",
    "cosh", "cq", "cq0", "cu", "decltype", "default", "delete", "do", "double", "double_t", "drem", "dynamic_cast", "e",
    "else", "enum", "erf", "erfc", "errno", "exp", "exp10", "exp2", "explicit", "expm1", "export", "extern", "fabs",
    "false", "fdim", "finite", "float", "float_t", "floor", "fma", "fmax", "fmin", "fmod", "for", "fpclassify", "frexp",
    "friend", "g", "gamma", "goto", "guess", "hypot", "i", "i386", "if", "ilogb", "imaginary", "in", "in0", "inertia", "init",
    "inline", "int", "isfinite", "isgreater", "isinf", "isless", "isnan", "isnormal", "isunordered", "j", "j0", "j1", "jn", "k",
    "lam", "ldexp", "lgamma", "linux", "llrint", "llround", "log", "log10", "log1p", "log2", "logb", "long", "lrint",
    "lround", "main", "math_errhandling", "max", "min", "mode", "modf", "mutable", "namespace", "nan", "nearbyint",
    "new", "nextafter", "nexttoward", "noexcept", "not", "not_eq", "nullptr", "offsetof", "operator", "or", "or_eq",
    "p", "p0", "pow", "pow10", "private", "protected", "public", "q", "q0", "qd", "reflexpr", "register", "reinterpret_cast",
    "remainder", "remquo", "requires", "restrict", "return", "rint", "round", "scalb", "scalbln", "scalbn", "short",
    "sign", "signbit", "signed", "signgam", "significand", "sin", "sincos", "sinh", "size_t", "sizeof", "sqrt", "stable",
    "static", "static_assert", "static_cast", "step", "struct", "switch", "synchronized", "t", "table", "tan", "tanh",
    "tau", "template", "tgamma", "this", "thread_local", "throw", "times", "true", "trunc", "try", "typedef", "typeid",
    "typename", "typeof", "u", "u0", "u_char", "u_int", "u_int16_t", "u_int32_t", "u_int64_t", "u_int8_t", "u_long",
    "u_quad_t", "u_short", "ud", "union", "unix", "unsigned", "using", "v", "virtual", "void", "volatile",
    "w", "wchar_t", "while", "x", "xor", "xor_eq", "y", "y0", "y1", "yn", "z",
};

static int compare_reserved(const void *name, const void *entry)
{
    return strcmp(name, *(const char *const *)entry);
}

bool program_name_reserved(const char *name)
{
    return bsearch(name, reserved, sizeof reserved / sizeof *reserved, sizeof *reserved, compare_reserved)
        || !strncmp(name, "mrt_", 4) || !strncmp(name, "MRT_", 4);
}

bool program_names_sorted(void)
{
    for (size_t i = 1; i < sizeof reserved / sizeof *reserved; i++)
        if (strcmp(reserved[i - 1], reserved[i]) >= 0)
            return false;
    return true;
}

void program_identifier(const char *wish, char *out, size_t size)
{
    size_t n = 0;
    if ((wish[0] >= '0' && wish[0] <= '9') || wish[0] == '_' || !wish[0])
        out[n++] = 'n';
    for (; *wish && n + 1 < size; wish++) {
        unsigned char c = (unsigned char)*wish;
        bool word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        /* two underscores in a row are reserved in C++ */
        if (word)
            out[n++] = (char)c;
        else if (n && out[n - 1] != '_')
            out[n++] = '_';
    }
    while (n > 1 && out[n - 1] == '_')
        n--;
    out[n] = '\0';
}

/* ---- the table of names ---- */

static uint64_t hash_name(const char *s)
{
    uint64_t h = 1469598103934665603u;
    for (; *s; s++)
        h = (h ^ (unsigned char)*s) * 1099511628211u;
    return h ^ (h >> 31);
}

static const char *name_of(const program *p, int id)
{
    return p->block[id / BLOCK_STMTS][id % BLOCK_STMTS].name;
}

int program_find(const program *p, const char *name)
{
    if (!p->by_name.size)
        return 0;
    for (size_t mask = p->by_name.size - 1, i = hash_name(name) & mask; p->by_name.slot[i]; i = (i + 1) & mask)
        if (!strcmp(name_of(p, p->by_name.slot[i]), name))
            return p->by_name.slot[i];
    return 0;
}

static void insert(id_table *t, const char *name, int id)
{
    size_t mask = t->size - 1, i = hash_name(name) & mask;
    while (t->slot[i])
        i = (i + 1) & mask;
    t->slot[i] = id;
}

/* Statements 1 .. id-1 have their names; id is about to get one. */
static void reserve(program *p, int id)
{
    id_table *t = &p->by_name;
    if ((size_t)id*2 <= t->size)
        return;
    t->size = t->size ? t->size*2 : 1024;
    free(t->slot);
    t->slot = calloc(t->size, sizeof *t->slot);
    if (!t->slot)
        program_die("out of memory");
    for (int i = 1; i < id; i++)
        insert(t, name_of(p, i), i);
}

static bool taken(const program *p, const char *name)
{
    return program_name_reserved(name) || program_find(p, name);
}

/* base followed by a number; in a program of 50 000 statements snprintf would be the larger part of the naming. */
static void append_number(char *name, size_t length, int number)
{
    char digits[12];
    int n = 0;
    do
        digits[n++] = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    while (n > 0)
        name[length++] = digits[--n];
    name[length] = '\0';
}

/* base_2, base_3 ...: doubling, then halving, finds the end of the numbers already given. */
static void number_name(const program *p, char *name)
{
    size_t length = strlen(name);
    int low = 1, high = 2;
    name[length++] = '_';
    for (int stride = 1;; stride *= 2) {
        high = low + stride;
        append_number(name, length, high);
        if (!taken(p, name))
            break;
        low = high;
    }
    while (high - low > 1) {
        int middle = low + (high - low)/2;
        append_number(name, length, middle);
        if (taken(p, name))
            low = middle;
        else
            high = middle;
    }
    append_number(name, length, high);
}

const char *program_name_new(program *p, const char *wish, int id)
{
    char name[NAME_LONGEST + 16];
    const stmt *s = &p->block[id / BLOCK_STMTS][id % BLOCK_STMTS];
    reserve(p, id);
    if (s->kind == STMT_LEAF && s->leaf == LEAF_T) {
        strcpy(name, "t");              /* the argument itself */
    } else if (!wish || !*wish) {
        name[0] = 't';
        do
            append_number(name, 1, ++p->anonymous);
        while (program_find(p, name));
    } else {
        bool prefix = !strncmp(wish, "mrt_", 4) || !strncmp(wish, "MRT_", 4);
        program_identifier(wish, name + 2*prefix, NAME_LONGEST + 1 - 2*prefix);
        if (prefix)
            memcpy(name, "n_", 2);
        if (taken(p, name))
            number_name(p, name);
    }
    const char *kept = program_copy(p, name);
    insert(&p->by_name, kept, id);
    return kept;
}
