/*
 * commands.c -- the table of commands and what is written from it: synopses, help, the reference page.
 */
#include <stdlib.h>
#include <string.h>
#include "commands.h"
#include "script.h"

/* The rows of commands.def in one list; a row with a name begins a command. */
typedef struct row { const char *command; word_spec word; } row;

static const row rows[] = {
#define COMMAND(name, about_)                          { #name, { NULL, NULL, NAME, OPTIONAL, about_ } },
#define WORD(placeholder, kind, need, about_)          { NULL, { NULL, placeholder, kind, need, about_ } },
#define OPTION(option, placeholder, kind, need, about_) { NULL, { option, placeholder, kind, need, about_ } },
#include "commands.def"
#undef COMMAND
#undef WORD
#undef OPTION
};

enum { ROWS = sizeof rows/sizeof rows[0] };

static command_spec specs[ROWS];
static word_spec    words[ROWS];
static int          nspec;

/* Filled before main, so that it is as constant to its readers as a table written out. */
__attribute__((constructor)) static void commands_init(void)
{
    for (int i = 0; i < ROWS; i++) {
        if (rows[i].command) {
            specs[nspec++] = (command_spec){ rows[i].command, rows[i].word.about, 0, &words[i + 1] };
            continue;
        }
        words[i] = rows[i].word;
        if (++specs[nspec - 1].nword > MAX_WORDS) {
            fprintf(stderr, "mechc: commands.def: %s has more than %d words\n", specs[nspec - 1].name, MAX_WORDS);
            abort();
        }
    }
}

int                 commands_count(void)   { return nspec; }
const command_spec *commands_get(int i)    { return &specs[i]; }

const command_spec *commands_find(const char *name)
{
    for (int i = 0; i < nspec; i++)
        if (!strcmp(specs[i].name, name)) return &specs[i];
    return NULL;
}

static void write_synopsis(FILE *to, const command_spec *c)
{
    fprintf(to, "%s", c->name);
    for (int i = 0; i < c->nword; i++) {
        const word_spec *w = &c->words[i];
        const char *open = w->need == OPTIONAL ? "?" : "";
        if (w->option) fprintf(to, " %s%s %s%s", open, w->option, w->placeholder, open);
        else           fprintf(to, " %s%s%s", open, w->placeholder, open);
    }
}

char *command_synopsis(const command_spec *c)
{
    char *text = NULL;
    size_t length;
    FILE *to = open_memstream(&text, &length);
    if (!to) return NULL;
    write_synopsis(to, c);
    fclose(to);
    return text;
}

/* ---- help and reference ---- */

int         script_command_count(void)     { return nspec; }
const char *script_command_name(int i)     { return specs[i].name; }
const char *script_command_about(int i)    { return specs[i].about; }

/* The synopsis on lines of at most 100 columns, continued under the first word. */
static void write_folded(FILE *to, const command_spec *c)
{
    char *text = command_synopsis(c);
    if (!text) return;
    int indent = (int)strlen(c->name) + 1, column = 0;
    for (char *s = text; *s; ) {
        /* A piece ends at a blank outside braces and question marks. */
        int n = 0, braces = 0, optional = 0;
        for (; s[n]; n++) {
            if (s[n] == '{') braces++;
            if (s[n] == '}') braces--;
            if (s[n] == '?' && !braces) optional = !optional;
            if (s[n] == ' ' && !braces && !optional) break;
        }
        if (column && column + 1 + n > 100) {
            fprintf(to, "\n%*s", indent, "");
            column = indent;
        } else if (column) {
            column += fprintf(to, " ");
        }
        column += fprintf(to, "%.*s", n, s);
        s += n;
        while (*s == ' ') s++;
    }
    fprintf(to, "\n");
    free(text);
}

bool script_help(FILE *to, const char *topic)
{
    const command_spec *c = commands_find(topic);
    if (!c) return false;
    write_folded(to, c);
    fprintf(to, "\n%s\n\n", c->about);
    for (int i = 0; i < c->nword; i++) {
        const word_spec *w = &c->words[i];
        int n = w->option ? fprintf(to, "  %s %s", w->option, w->placeholder) : fprintf(to, "  %s", w->placeholder);
        fprintf(to, "%*s%s\n", n < 34 ? 34 - n : 2, "", w->about);
    }
    return true;
}

void script_help_list(FILE *to)
{
    for (int i = 0; i < nspec; i++) fprintf(to, "  %-12s %s\n", specs[i].name, specs[i].about);
}

/* A bar would end a table's cell. */
static void write_cell(FILE *to, const char *text)
{
    for (; *text; text++) fprintf(to, *text == '|' ? "\\|" : "%c", *text);
}

void script_write_reference(FILE *to)
{
    fputs("# Commands of a mechanism script\n\n"
          "This page is written from generator/script/commands.def (`test_script --write-reference`); what the values mean is told in\n"
          "[model-language.md](model-language.md).\n", to);
    for (int i = 0; i < nspec; i++) {
        const command_spec *c = &specs[i];
        fprintf(to, "\n## %s\n\n```tcl\n", c->name);
        write_folded(to, c);
        fprintf(to, "```\n\n%s\n\n| word | meaning |\n|---|---|\n", c->about);
        for (int k = 0; k < c->nword; k++) {
            const word_spec *w = &c->words[k];
            fprintf(to, "| `%s%s", w->option ? w->option : "", w->option ? " " : "");
            write_cell(to, w->placeholder);
            fprintf(to, "`%s | ", w->need == OPTIONAL ? " optional" : "");
            write_cell(to, w->about);
            fprintf(to, " |\n");
        }
    }
}
