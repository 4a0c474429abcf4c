/*
 * solver.c -- emission, and what generate and build tell about it.
 */
#include "solver.h"
#include "files.h"
#include "json.h"
#include "../passes/passes.h"

#include <stdlib.h>
#include <string.h>

const char *solver_name(const stages *s, char name[64]) { return emit_c_name(s->m->name, name); }

/* ---- emission ---- */

/* "composite body, 412 flops (velocity transformation 640)": the one that was kept and those that cost more. */
static const char *choice_text(stages *s, const derive_choice *kept)
{
    const char *others = "";
    for (int i = 0; i < s->report.nchoice; i++) {
        const derive_choice *c = &s->report.choices[i];
        if (c == kept || strcmp(c->quantity, kept->quantity)) continue;
        others = model_text(s->m, "%s%s%s %ld", others, others[0] ? ", " : "", c->derivation, c->flops);
    }
    return model_text(s->m, "%s, %ld flops%s%s%s", kept->derivation, kept->flops, others[0] ? " (" : "", others, others[0] ? ")" : "");
}

static const char *without_folders(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

bool solver_add_headers(emit_files *files, const places *p)
{
    static const char *const headers[] = { "mrt.h", "status.def" };
    for (int i = 0; i < 2; i++) {
        char *path = files_join(p->runtime, headers[i]), *text = files_read(path, NULL);
        emit_file *more = text ? realloc(files->file, ((size_t)files->n + 1)*sizeof *more) : NULL;
        if (more) files->file = more, more[files->n++] = (emit_file){ xformat("%s", headers[i]), text };
        else fprintf(stderr, "mechc: \"%s\" cannot be read; build or install mechc again\n", path), free(text);
        free(path);
        if (!more) return false;
    }
    return true;
}

emit_files *solver_emit(stages *s, const places *p)
{
    char error[400] = "", sha[65];
    facts_sha256(s->m, sha);
    emit_choice *choices = model_alloc(s->m, ((size_t)s->report.nchoice + 1)*sizeof *choices);
    int count = 0;
    for (int i = 0; i < s->report.nchoice; i++)
        if (s->report.choices[i].chosen)
            choices[count++] = (emit_choice){ s->report.choices[i].quantity, choice_text(s, &s->report.choices[i]) };
    emit_facts facts = { &s->facts, without_folders(s->m->file), MECHC_VERSION, sha, count, choices, p->templates };
    program_plan *plan = pass_chunks(s->p, CHUNK_STATEMENTS);
    emit_files *files = emit_solver(s->p, plan, &facts, error, sizeof error);
    pass_chunks_free(plan);
    if (!files) fprintf(stderr, "mechc: %s\n", error);
    return files;
}

/* NAME_*.c belong to the solver; the other C files are for the user to start from. */
int solver_compiled(const emit_files *files, const char *name, const char **names)
{
    const char *last = NULL;
    size_t prefix = strlen(name);
    int count = 0;
    for (int i = 0; i < files->n; i++) {
        const char *file = files->file[i].name, *dot = strrchr(file, '.');
        if (strncmp(file, name, prefix) || file[prefix] != '_' || !dot || strcmp(dot, ".c")) continue;
        if (!strcmp(file + prefix, "_main.c")) last = file;
        else names[count++] = file;
    }
    if (last) names[count++] = last;
    return count;
}

/* ---- report ---- */

static const char *const kernel_names[] = {
#define KERNEL(id, inputs, outputs, about) #id,
#include "../program/kernels.def"
#undef KERNEL
};

static void report_text(const stages *s, const emit_files *files, const char *folder)
{
    printf("%s: %d files in %s\n\n", s->m->name, files->n, folder);
    printf("%-16s %8s %8s %8s %8s %8s %8s %8s\n", "function", "flops", "add", "mul", "div", "sqrt", "sin/cos", "other");
    for (int k = 0; k < KERNEL_COUNT; k++) {
        if (program_kernel_size(s->p, (kernel_id)k, 0) < 0) continue;
        op_count c = program_count_kernel(s->p, (kernel_id)k);
        printf("%-16s %8ld %8ld %8ld %8ld %8ld %8ld %8ld\n", kernel_names[k], op_flops(c), c.add, c.mul, c.div, c.sqrt, c.trig, c.call);
    }
    if (s->report.nchoice) printf("\nderivations, by their cost before the passes\n");
    for (int i = 0; i < s->report.nchoice; i++) {
        const derive_choice *c = &s->report.choices[i];
        printf("  %-18s %-28s %8ld flops%s\n", c->quantity, c->derivation, c->flops, c->chosen ? "  chosen" : "");
    }
}

static void report_json(const stages *s, const emit_files *files, const char *folder)
{
    json j = { stdout, 0, true };
    json_open(&j, NULL, '{');
    json_text(&j, "mechanism", s->m->name);
    json_text(&j, "folder", folder);
    json_open(&j, "files", '[');
    for (int i = 0; i < files->n; i++) json_text(&j, NULL, files->file[i].name);
    json_close(&j, ']');
    json_integer(&j, "statements", program_count(s->p));
    json_open(&j, "kernels", '[');
    for (int k = 0; k < KERNEL_COUNT; k++) {
        if (program_kernel_size(s->p, (kernel_id)k, 0) < 0) continue;
        op_count c = program_count_kernel(s->p, (kernel_id)k);
        json_open(&j, NULL, '{');
        json_text(&j, "name", kernel_names[k]);
        json_integer(&j, "flops", op_flops(c));
        json_integer(&j, "add", c.add);
        json_integer(&j, "mul", c.mul);
        json_integer(&j, "div", c.div);
        json_integer(&j, "sqrt", c.sqrt);
        json_integer(&j, "neg", c.neg);
        json_integer(&j, "sincos", c.trig);
        json_integer(&j, "other", c.call);
        json_close(&j, '}');
    }
    json_close(&j, ']');
    json_open(&j, "derivations", '[');
    for (int i = 0; i < s->report.nchoice; i++) {
        const derive_choice *c = &s->report.choices[i];
        json_open(&j, NULL, '{');
        json_text(&j, "quantity", c->quantity);
        json_text(&j, "derivation", c->derivation);
        json_integer(&j, "flops", c->flops);
        json_bool(&j, "chosen", c->chosen);
        json_close(&j, '}');
    }
    json_close(&j, ']');
    json_close(&j, '}');
}

void solver_report(const stages *s, const options *o, const emit_files *files, const char *folder)
{
    if (o->json) report_json(s, files, folder);
    else if (!o->quiet) report_text(s, files, folder);
}
