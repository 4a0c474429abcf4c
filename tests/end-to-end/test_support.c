/*
 * test_support.c -- what the commands stand on: hashes, nearest names, JSON text, files that appear whole or not at all.
 */
#include "../check.h"
#include "../json.h"
#include "generator/commands/commands.h"
#include "generator/commands/files.h"
#include "generator/commands/sha256.h"

#include <stdlib.h>
#include <unistd.h>

static const char *hash_of(const char *text, size_t piece)
{
    static char hex[65];
    sha256 s;
    sha256_init(&s);
    for (size_t n = strlen(text), i = 0; i < n; i += piece) sha256_add(&s, text + i, n - i < piece ? n - i : piece);
    sha256_done(&s, hex);
    return hex;
}

/* Examples of FIPS 180-4 and its validation suite. */
static void test_sha256(void)
{
    check_text(hash_of("", 1), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    check_text(hash_of("abc", 1), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    const char *long_text = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
    for (size_t piece = 1; piece < 60; piece += 7)
        check_text(hash_of(long_text, piece), "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

static void test_nearest(void)
{
    static const char *const names[] = { "check", "generate", "build", "run" };
    check_text(nearest_name("chekc", names, 4), "check");
    check_text(nearest_name("genrate", names, 4), "generate");
    check_text(nearest_name("biuld", names, 4), "build");
    CHECK(nearest_name("elephant", names, 4) == NULL);
    CHECK(nearest_name("", names, 4) == NULL);
}

/* The reader of the tests is strict: it is what says that mechc prints JSON. */
static void test_json_reader(void)
{
    static const char *const wrong[] = { "", "{", "[1,]", "{\"a\" 1}", "01", "1.", "nul", "\"a", "[1] 2", "{\"a\":1,}", "+1", "'a'" };
    for (size_t i = 0; i < sizeof wrong/sizeof wrong[0]; i++) CHECK(json_parse(wrong[i]) == NULL);
    json_value *v = json_parse(" {\"a\": [1, -2.5e-3, \"x\\\"\\u0041\"], \"b\": {}, \"c\": null} ");
    check_close(json_double(json_item(json_member(v, "a"), 1)), -0.0025, 1e-15, 0);
    check_text(json_item(json_member(v, "a"), 2) ? json_item(json_member(v, "a"), 2)->text : "", "x\"A");
    CHECK(json_member(v, "c") && json_member(v, "c")->kind == JSON_NULL && !json_member(v, "d"));
    json_free(v);
}

static void check_file(const char *folder, const char *name, const char *want)
{
    char *path = files_join(folder, name), *got = files_read(path, NULL);
    if (want) check_text(got, want);
    else CHECK(got == NULL);
    free(path), free(got);
}

static void test_files(void)
{
    char root[] = "/tmp/mechc-support-XXXXXX";
    if (!CHECK(mkdtemp(root))) return;
    char *folder = files_join(root, "a/b"), *parent = files_join(root, "a");

    file_set *s = files_begin(folder);
    if (CHECK(s)) {
        CHECK(files_add(s, "one", "1", 1) && files_add(s, "two", "2", 1));
        check_file(folder, "one", NULL);                /* nothing in place before the commit */
        CHECK(files_commit(s));
    }
    check_file(folder, "one", "1");
    check_file(folder, "two", "2");

    /* an abandoned set changes nothing, and leaves no hidden folder: the folder can be removed after its two files */
    s = files_begin(folder);
    if (CHECK(s)) {
        CHECK(files_add(s, "one", "new", 3));
        files_abort(s);
    }
    check_file(folder, "one", "1");

    /* a file that cannot be written spoils the whole set */
    s = files_begin(folder);
    if (CHECK(s)) {
        CHECK(files_add(s, "one", "new", 3));
        CHECK(!files_add(s, "no/such/folder", "x", 1));
        CHECK(!files_commit(s));
    }
    check_file(folder, "one", "1");
    files_remove_folder(folder);
    CHECK(access(folder, F_OK) != 0);
    files_remove_folder(parent), rmdir(root);
    free(folder), free(parent);
}

int main(void)
{
    test_sha256();
    test_nearest();
    test_json_reader();
    test_files();
    return check_done();
}
