/*
 * test_script.c -- scripts that are wrong and what is said about them (wrong.txt), scripts that are right and the model they give
 * (right.txt), and the limits a script runs under.
 *
 * Both lists hold cases "#### title", script, "----", expected messages and dump. `test_script --rewrite` writes the present answers into
 * them, for review as a diff; `test_script --write-reference` writes docs/reference.md from the table of commands.
 */
#include <libgen.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "generator/script/script.h"
#include "tests/check.h"

static char source_folder[4096], work_folder[4096];

/* ---- files ---- */

static char *read_file(const char *path)
{
    FILE *f = fopen(path, "r");
    char *text = NULL;
    size_t size = 0;
    if (!f) return NULL;
    FILE *to = open_memstream(&text, &size);
    for (int c; (c = getc(f)) != EOF; ) putc(c, to);
    fclose(f);
    fclose(to);
    return text;
}

static void write_bytes(const char *path, const void *bytes, size_t n)
{
    FILE *f = fopen(path, "w");
    if (!f || fwrite(bytes, 1, n, f) != n || fclose(f)) {
        perror(path);
        exit(1);
    }
}

static void write_text(const char *path, const char *text) { write_bytes(path, text, strlen(text)); }

/* What the front end says to script.tcl in the work folder: messages, then the dump if there is no error. */
static char *answer(const script_limits *limits, int *errors)
{
    char *text = NULL;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    model *m = script_load("script.tcl", limits);
    model_print_messages(m, to);
    *errors = model_errors(m);
    if (!*errors) {
        char *dump = model_dump(m);
        fputs(dump, to);
        free(dump);
    }
    model_free(m);
    fclose(to);
    return text;
}

/* ---- lists of cases ---- */

typedef struct test_case { char title[200]; char *script, *expected; } test_case;

/* Cuts the next case out of *at. */
static int next_case(char **at, test_case *c)
{
    if (strncmp(*at, "#### ", 5)) return 0;
    char *line = *at + 5, *end = strchr(line, '\n');
    snprintf(c->title, sizeof c->title, "%.*s", (int)(end - line), line);
    char *next = strstr(end, "\n#### "), *divider = strstr(end, "\n----\n");
    if (next) next++;
    else      next = end + strlen(end);
    if (!divider || divider > next) {
        c->script = strndup(end + 1, (size_t)(next - end - 1));
        c->expected = strdup("");
    } else {
        c->script = strndup(end + 1, (size_t)(divider - end));
        c->expected = strndup(divider + 6, (size_t)(next - divider - 6));
    }
    *at = next;
    return 1;
}

/* The dump of a right script is a script for the same model. */
static void check_dump(const char *title, const char *dump)
{
    int errors;
    const char *start = strstr(dump, "mechanism ");
    write_text("script.tcl", start);
    char *again = answer(NULL, &errors);
    const char *again_start = strstr(again, "mechanism ");
    if (!CHECK(again_start && !strcmp(start, again_start))) fprintf(stderr, "case \"%s\": the dump does not read back as the same model:\n%s\n", title, again);
    free(again);
}

static void run_cases(const char *name, int right, int rewrite)
{
    char path[5000], *out = NULL;
    size_t size;
    snprintf(path, sizeof path, "%s/%s", source_folder, name);
    char *text = read_file(path), *at = text;
    FILE *to = open_memstream(&out, &size);
    test_case c;
    int count = 0;
    if (!CHECK(text)) exit(1);
    for (; next_case(&at, &c); count++) {
        int errors;
        write_text("script.tcl", c.script);
        char *got = answer(NULL, &errors);
        fprintf(to, "#### %s\n%s----\n%s", c.title, c.script, got);
        if (!rewrite) {
            int ok = CHECK(!strcmp(got, c.expected)) & CHECK(right ? errors == 0 : errors > 0);
            if (!ok) fprintf(stderr, "case \"%s\": got\n%swant\n%s", c.title, got, c.expected);
            if (right && ok) check_dump(c.title, got);
        }
        free(got);
        free(c.script);
        free(c.expected);
    }
    fclose(to);
    if (rewrite) write_text(path, out);
    CHECK(*at == 0);
    CHECK(count >= (right ? 10 : 60));
    free(out);
    free(text);
}

/* ---- limits ---- */

static void check_limit(const char *what, const script_limits *limits, const char *expected)
{
    int errors;
    char *got = answer(limits, &errors);
    if (!CHECK(errors > 0 && strstr(got, expected))) fprintf(stderr, "%s: got %swant ...%s...\n", what, got, expected);
    free(got);
}

static void test_limits(void)
{
    const script_limits small = { .cpu_seconds = 0.2, .wall_seconds = 20 }, narrow = { .memory_bytes = 64 << 20 };
    const script_limits impatient = { .cpu_seconds = 20, .wall_seconds = 1.5 };
    write_text("script.tcl", "mechanism m\nset i 0\nwhile 1 {\n    incr i\n}\n");
    check_limit("a loop", &small, "script.tcl:4: the script used more than 0.2 s of computing time; is there a loop without end?");
    /* One operation on numbers of a hundred million digits: Tcl's own limit is not looked at before it ends. */
    write_text("script.tcl", "mechanism m\nset x 1\n\nset z [expr {(9**99999999)*(9**99999999)}]\n");
    check_limit("big numbers", &small, "script.tcl:4: the script used more than 0.2 s of computing time");
    check_limit("big numbers, wall clock", &impatient, "script.tcl:4: the script did not come to an end within 1.5 s");
    write_text("script.tcl", "mechanism m\ncatch {\n    while 1 {}\n}\nwhile 1 {}\n");
    check_limit("a loop inside catch", &small, "the script used more than 0.2 s of computing time");
#ifndef __SANITIZE_ADDRESS__
    write_text("script.tcl", "mechanism m\nset s abcdefgh\nwhile 1 {append s $s$s}\n");
    check_limit("a string without end", &narrow, "script.tcl:3: the script needs more memory than it may have");
    write_text("script.tcl", "mechanism m\nset s {}\nwhile 1 {lappend s [string repeat x 1000000]}\n");
    check_limit("a list without end", &narrow, "script.tcl:3: the script needs more memory than it may have");
#endif
    write_text("script.tcl", "mechanism m\nfor {set i 0} {$i < 1000} {incr i} {\n    constant c$i\n}\n");
    check_limit("mistakes without end", NULL, "script.tcl: 151 more messages");
    write_text("script.tcl", "mechanism m\nfor {set i 0} {$i < 1000} {incr i} {\n    bdy b$i\n}\n");
    check_limit("one unknown command without end", NULL, "script.tcl:3: unknown command \"bdy\" (did you mean \"body\"?)\nscript.tcl:3: too many mistakes");
    write_text("script.tcl", "mechanism m\nset e 1[string repeat +1 999]\nfor {set i 0} {$i < 5000} {incr i} {\n    constant c$i $e\n}\n");
    check_limit("expressions without end", NULL, "script.tcl:4: constant \"c1000\": column 1003: the expressions of this mechanism have more than 2000000 parts");
    const script_limits talkative = { .record_bytes = 10000 };
    write_text("script.tcl", "mechanism m\nfor {set i 0} {$i < 100000} {incr i} {\n    constant c$i 1\n}\n");
    check_limit("commands without end", &talkative, "script.tcl:3: constant: the script defines too much");
}

static void test_files(void)
{
    int errors;
    size_t n = 10 << 20;
    char *text = malloc(n);
    memset(text, '\n', n);
    write_bytes("script.tcl", text, n);
    free(text);
    check_limit("10 MB", NULL, "script.tcl: the script is longer than 1048576 bytes");
    write_bytes("script.tcl", "mechanism m\n\0", 13);
    check_limit("NUL", NULL, "script.tcl:2: the file contains the control character 0x00; it is not a script");
    write_bytes("script.tcl", "mechanism m\n# \x1a\n", 16);
    check_limit("end of file", NULL, "script.tcl:2: the file contains the control character 0x1a");
    write_bytes("script.tcl", "\x7f" "ELF\x02\x01", 6);
    check_limit("binary", NULL, "script.tcl:1: the file contains the control character 0x7f; it is not a script");
    write_bytes("script.tcl", "# caf\xe9\n", 7);
    check_limit("latin 1", NULL, "script.tcl:1: byte 0xe9 is not UTF-8 text");
    unlink("script.tcl");
    check_limit("no file", NULL, "script.tcl: cannot open the script: No such file or directory");
    mkdir("script.tcl", 0777);
    check_limit("a folder", NULL, "script.tcl: this is a folder, not a script");
    rmdir("script.tcl");
    mkfifo("script.tcl", 0666);
    check_limit("a pipe", NULL, "script.tcl: this is not a regular file");
    unlink("script.tcl");

    /* Files of the script's own folder may be sourced; their lines and names show in messages. */
    mkdir("parts", 0777);
    write_text("parts/links.tcl", "proc link {name} {\n    body $name -mass 1\n    joint j$name revolute ground $name\n}\n\nlink b1\n");
    write_text("script.tcl", "mechanism m\nsource parts/links.tcl\nlink b2\n");
    char *got = answer(NULL, &errors);
    CHECK(errors == 0 && strstr(got, "body b1") && strstr(got, "body b2"));
    free(got);
    write_text("parts/links.tcl", "\nbody x -mas 1\nlindex\n");
    check_limit("a mistake in a part", NULL, "parts/links.tcl:2: body \"x\": unknown option \"-mas\"");
    check_limit("a Tcl error in a part", NULL, "parts/links.tcl:3: wrong # args");
    symlink("/etc/passwd", "parts/away.tcl") == 0 ? (void)0 : exit(1);
    write_text("script.tcl", "mechanism m\nsource parts/away.tcl\n");
    check_limit("a link to outside", NULL, "script.tcl:2: source \"parts/away.tcl\": the file is outside the script's folder");
    write_text("script.tcl", "source script.tcl\nmechanism m\n");
    check_limit("a script that sources itself", NULL, "too many nested evaluations");
    unlink("parts/away.tcl");
    unlink("parts/links.tcl");
    rmdir("parts");
}

/* Nothing in a model depends on the run: two loads give the same text. The largest allowed mechanism loads. */
static void test_large(void)
{
    int errors;
    write_text("script.tcl", "mechanism m\nset p ground\nfor {set i 0} {$i < 8000} {incr i} {\n"
               "    body b$i -mass 1+$i -com {0 0 -1} -inertia {1 1 1}\n    joint j$i revolute $p b$i -at {0 0 -2} -axis {0 1 0}\n    set p b$i\n}\n");
    clock_t start = clock();
    char *one = answer(NULL, &errors);
    CHECK(errors == 0);
    CHECK((double)(clock() - start)/CLOCKS_PER_SEC < 5);
    char *two = answer(NULL, &errors);
    CHECK(!strcmp(one, two));
    free(one);
    free(two);
}

/* ---- help and reference ---- */

static void test_help(void)
{
    char *text = NULL;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    CHECK(script_help(to, "gravity"));
    CHECK(!script_help(to, "gravitation"));
    fclose(to);
    check_text(text, "gravity {gx gy gz}\n\nThe acceleration of gravity in ground axes; without this command there is none.\n\n"
                     "  {gx gy gz}                      in ground axes\n");
    free(text);
    CHECK(script_command_count() == 19);
    for (int i = 0; i < script_command_count(); i++) CHECK(*script_command_name(i) && *script_command_about(i));
}

static void test_reference(int rewrite)
{
    char path[5000], *want = NULL;
    size_t size;
    snprintf(path, sizeof path, "%s/../../docs/reference.md", source_folder);
    FILE *to = open_memstream(&want, &size);
    script_write_reference(to);
    fclose(to);
    if (rewrite) write_text(path, want);
    char *got = read_file(path);
    if (!CHECK(got && !strcmp(got, want))) fprintf(stderr, "docs/reference.md is not what commands.def says; run test_script --write-reference\n");
    free(got);
    free(want);
}

/* Whole scripts in the language's page load without a word. */
static void test_page(void)
{
    char path[5000];
    int count = 0, errors;
    snprintf(path, sizeof path, "%s/../../docs/model-language.md", source_folder);
    char *page = read_file(path), *at = page;
    if (!CHECK(page)) return;
    for (; (at = strstr(at, "```tcl\nmechanism ")); count++) {
        at += 7;
        write_bytes("script.tcl", at, (size_t)(strstr(at, "```") - at));
        char *got = answer(NULL, &errors);
        if (!CHECK(errors == 0 && !strncmp(got, "mechanism ", 10))) fprintf(stderr, "%s", got);
        free(got);
    }
    CHECK(count > 0);
    /* Every command is spoken of, so that the page keeps up with the table. */
    for (int i = 0; i < script_command_count(); i++)
        if (!CHECK(strstr(page, script_command_name(i)))) fprintf(stderr, "docs/model-language.md does not mention %s\n", script_command_name(i));
    free(page);
}

int main(int argc, char **argv)
{
    int rewrite = argc > 1 && !strcmp(argv[1], "--rewrite"), reference = argc > 1 && !strcmp(argv[1], "--write-reference");
    char here[] = __FILE__, template[] = "/tmp/mechc-script-XXXXXX";
    if (!realpath(dirname(here), source_folder)) {
        perror(__FILE__);
        return 1;
    }
    if (!mkdtemp(template) || !realpath(template, work_folder) || chdir(work_folder)) {
        perror(template);
        return 1;
    }
    test_reference(reference);
    if (!reference) {
        run_cases("wrong.txt", 0, rewrite);
        run_cases("right.txt", 1, rewrite);
        test_limits();
        test_files();
        test_large();
        test_help();
        test_page();
    }
    unlink("script.tcl");
    if (chdir("/") || rmdir(work_folder)) perror(work_folder);
    return check_done();
}
