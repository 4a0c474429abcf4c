/*
 * options.c -- takes the command line apart after options.def and commands.def; suggests the nearest name for a mistyped one.
 */
#include "commands.h"
#include "files.h"
#include "places.h"
#include "../../runtime/names.h"

#include <stdlib.h>
#include <string.h>

const command mechc_commands[] = {
#define COMMAND(name, letter, operands, about, text) { #name, letter, operands, about, text, mechc_##name },
#include "commands.def"
#undef COMMAND
};
const int mechc_command_count = sizeof mechc_commands/sizeof mechc_commands[0];

typedef struct option { const char *name, *value, *commands; int passed; const char *about; } option;

static const option all_options[] = {
#define OPTION(name, value, commands, passed, about) { name, value, commands, passed, about },
#include "options.def"
#undef OPTION
};
enum { OPTIONS = sizeof all_options/sizeof all_options[0] };

const command *mechc_command_find(const char *name)
{
    for (int i = 0; i < mechc_command_count; i++) if (!strcmp(mechc_commands[i].name, name)) return &mechc_commands[i];
    return NULL;
}

/* ---- the nearest name ---- */

const char *nearest_name(const char *word, const char *const *names, int count)
{
    mrt_names known = mrt_names_for(word);
    for (int i = 0; i < count; i++) mrt_names_offer(&known, names[i]);
    return known.nearest;
}

static const char *hint(const char *word, const char *const *names, int count)
{
    static char text[80];
    const char *near = nearest_name(word, names, count);
    text[0] = 0;
    if (near) snprintf(text, sizeof text, "; did you mean \"%s\"?", near);
    return text;
}

/* ---- parsing ---- */

static bool takes(const command *c, const option *x) { return strchr(x->commands, c->letter) != NULL; }

static const option *option_find(const char *word, size_t length)
{
    for (int i = 0; i < OPTIONS; i++)
        if (strlen(all_options[i].name) == length && !strncmp(all_options[i].name, word, length)) return &all_options[i];
    return NULL;
}

static int complain_option(const command *c, const char *word)
{
    const char *names[OPTIONS];
    int count = 0;
    for (int i = 0; i < OPTIONS; i++) if (takes(c, &all_options[i])) names[count++] = all_options[i].name;
    fprintf(stderr, "mechc %s: unknown option \"%s\"%s (mechc help %s lists them)\n", c->name, word, hint(word, names, count), c->name);
    return EXIT_USAGE;
}

enum { MOST_ROUNDS = 100000 };

/* Puts one option into o. value is NULL for flags. */
static int store(options *o, const option *x, const char *value)
{
    if (x->passed) {
        o->pass[o->npass++] = x->name;
        if (value) o->pass[o->npass++] = value;
    }
    if (!strcmp(x->name, "-o")) o->out = value;
    else if (!strcmp(x->name, "--json")) o->json = true;
    else if (!strcmp(x->name, "--quiet")) o->quiet = true;
    else if (!strcmp(x->name, "--set")) {
        const char *equals = strchr(value, '=');
        if (!equals || equals == value || !equals[1]) {
            fprintf(stderr, "mechc %s: --set %s: expected NAME=VALUE\n", o->command->name, value);
            return EXIT_USAGE;
        }
        o->set[o->nset++] = value;
    } else if (!strcmp(x->name, "--dump")) {
        static const char *const stages[] = { "model", "topology", "program" };
        o->dump = value;
        for (int i = 0; i < 3; i++) if (!strcmp(value, stages[i])) return -1;
        fprintf(stderr, "mechc %s: --dump %s: the stages are model, topology and program%s\n", o->command->name, value, hint(value, stages, 3));
        return EXIT_USAGE;
    } else if (!strcmp(x->name, "--engine")) {
        static const char *const engines[] = { "generated", "joint", "cartesian" };
        o->engine = value;
        for (int i = 0; i < 3; i++) if (!strcmp(value, engines[i])) return -1;
        fprintf(stderr, "mechc %s: --engine %s: the engines are generated, joint and cartesian%s\n", o->command->name, value, hint(value, engines, 3));
        return EXIT_USAGE;
    } else if (!strcmp(x->name, "--repeat")) {
        char *end;
        long n = strtol(value, &end, 10);
        if (*end || n < 1 || n > MOST_ROUNDS) {
            fprintf(stderr, "mechc %s: --repeat %s: expected a whole number from 1 to %d\n", o->command->name, value, MOST_ROUNDS);
            return EXIT_USAGE;
        }
        o->repeat = (int)n;
    }
    return -1;
}

/* One word that begins with a minus, and its value. Advances *i over what it used. */
static int parse_option(options *o, int argc, char **argv, int *i)
{
    const char *word = argv[*i], *equals = !strncmp(word, "--", 2) ? strchr(word, '=') : NULL;
    const option *x = option_find(word, equals ? (size_t)(equals - word) : strlen(word));
    if (!x || !takes(o->command, x)) return complain_option(o->command, word);
    if (!x->value[0]) {
        if (!equals) return store(o, x, NULL);
        fprintf(stderr, "mechc %s: %s takes no value\n", o->command->name, x->name);
        return EXIT_USAGE;
    }
    const char *value = equals ? equals + 1 : *i + 1 < argc ? argv[++*i] : NULL;
    if (value && *value) return store(o, x, value);
    fprintf(stderr, "mechc %s: %s needs a value: %s %s\n", o->command->name, x->name, x->name, x->value);
    return EXIT_USAGE;
}

/* For makefiles: the folder that has share/mechc/runtime/mrt.h and lib/libmrt.a in it. */
static int print_runtime(void)
{
    places p;
    if (!places_find(&p)) return EXIT_RUN;
    printf("%s\n", p.prefix);
    places_done(&p);
    return EXIT_DONE;
}

static int find_command(options *o, const char *word)
{
    if (!strcmp(word, "--version")) { printf("mechc %s\n", MECHC_VERSION); return EXIT_DONE; }
    if (!strcmp(word, "--runtime")) return print_runtime();
    if (!strcmp(word, "--help") || !strcmp(word, "-h")) word = "help";
    o->command = mechc_command_find(word);
    if (o->command) return -1;
    const char *names[16];
    int count = 0;
    for (int i = 0; i < mechc_command_count && count < 16; i++) names[count++] = mechc_commands[i].name;
    if (word[0] == '-') fprintf(stderr, "mechc: the command comes before its options: mechc COMMAND FILE ... (mechc help lists them)\n");
    else fprintf(stderr, "mechc: unknown command \"%s\"%s (mechc help lists them)\n", word, hint(word, names, count));
    return EXIT_USAGE;
}

int options_parse(options *o, int argc, char **argv)
{
    memset(o, 0, sizeof *o);
    if (argc < 2) {
        fprintf(stderr, "usage: mechc COMMAND FILE ?OPTIONS?   (mechc help lists the commands)\n");
        return EXIT_USAGE;
    }
    int status = find_command(o, argv[1]);
    if (status >= 0) return status;
    o->pass = xalloc(2*(size_t)argc*sizeof *o->pass);
    o->set  = xalloc((size_t)argc*sizeof *o->set);
    o->files = xalloc((size_t)argc*sizeof *o->files);
    bool several = strstr(o->command->operands, "...") != NULL;

    bool words_only = false;                    /* behind "--" a file may begin with a minus */
    for (int i = 2; i < argc; i++) {
        if (!words_only && !strcmp(argv[i], "--")) { words_only = true; continue; }
        if (!words_only && (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h"))) {
            o->file = o->command->name, o->command = mechc_command_find("help");
            return -1;
        }
        if (!words_only && argv[i][0] == '-' && argv[i][1]) {
            if ((status = parse_option(o, argc, argv, &i)) >= 0) return status;
        } else if (o->file && !several) {
            fprintf(stderr, "mechc %s: \"%s\" is one word too many; usage: mechc %s %s\n", o->command->name, argv[i], o->command->name, o->command->operands);
            return EXIT_USAGE;
        } else o->files[o->nfile++] = argv[i], o->file = o->files[0];
    }
    if (o->file || o->command->operands[0] == '?') return -1;
    fprintf(stderr, "mechc %s: which script? usage: mechc %s %s ?OPTIONS?\n", o->command->name, o->command->name, o->command->operands);
    return EXIT_USAGE;
}

void options_done(options *o) { free(o->pass), free(o->set), free(o->files); }

void options_list(FILE *to, const command *c)
{
    bool any = false;
    for (int i = 0; i < OPTIONS; i++) {
        const option *x = &all_options[i];
        if (!takes(c, x)) continue;
        if (!any) fprintf(to, "\nOptions:\n");
        any = true;
        char left[40];
        snprintf(left, sizeof left, "%s %s", x->name, x->value);
        fprintf(to, "  %-22s %s\n", left, x->about);
    }
}
