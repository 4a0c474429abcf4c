#!/bin/bash
# Builds the solvers of the mechanisms and lets each test itself (--check); compiles the example beside it, as a user would, as C and as C++.
# Run from the project's root by tools/run-tests, which sets MECHC.
set -u
MECHC=$(realpath "${MECHC:-build/bin/mechc}")
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
passed=0 failed=0
ok()  { passed=$((passed + 1)); }
bad() { failed=$((failed + 1)); echo "failed: $*"; }

# try WHAT COMMAND...: prints the output if it fails
try() {
    local what=$1
    shift
    if "$@" > "$work/log" 2>&1; then ok; else bad "$what"; tail -n 20 "$work/log"; fi
}

compiler=${CC:-cc}
for script in arm7 chain-7 chain-16 double-pendulum fourbar free-body parallelogram rscr rssr rsst slider-crank spatial-fourbar stewart; do
    try "build $script" "$MECHC" build "mechanisms/$script.tcl" -o "$work/$script" --quiet
    library=$(basename "$work/$script"/lib*.a)
    name=${library#lib} name=${name%.a}
    try "$script --check" "$work/$script/$name" --check
    try "$script: example" $compiler ${CFLAGS:-} -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -Iruntime \
        "$work/$script/example.c" "$work/$script/$library" -lm -o "$work/example"
    try "$script: the example runs" "$work/example"
done
for file in "$work"/rscr/rscr_*.c; do
    try "$(basename "$file") as C++" c++ -x c++ -std=c++17 -Wall -Wextra -Iruntime -c "$file" -o "$work/object.o"
done
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
