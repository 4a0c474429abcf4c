#!/bin/bash
# Generates the mechanisms that have a folder here, three times each (addresses differ every time), and compares the bytes; mrt.h and
# status.def are copies of the runtime's and compared with those. `make golden` rewrites the
# folders when a change is meant. Then all mechanisms: in every function the numbers of the headings rise, so that no section comes back. Run from the project's root by tools/run-tests, which sets MECHC.
set -u
MECHC=$(realpath "${MECHC:-build/bin/mechc}")
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
passed=0 failed=0
for folder in tests/golden/*/; do
    name=$(basename "$folder")
    for round in 1 2 3; do
        rm -rf "$work/out"
        if (ulimit -s $((4096*round)); PADDING=$(printf "%$((round*1000))s" x) "$MECHC" generate "mechanisms/$name.tcl" -o "$work/out" --quiet) &&
            cmp runtime/mrt.h "$work/out/mrt.h" && cmp runtime/status.def "$work/out/status.def" &&
            diff -r -x mrt.h -x status.def "$folder" "$work/out" > "$work/diff"; then
            passed=$((passed + 1))
        else
            failed=$((failed + 1))
            echo "failed: $name, round $round: the generated files differ; if that is meant, run: make golden"
            head -n 20 "$work/diff"
        fi
    done
done
for script in mechanisms/*.tcl; do
    rm -rf "$work/out"
    if "$MECHC" generate "$script" -o "$work/out" --quiet &&
        awk '/^}/ { last = 0 }
             /^    \/\* [0-9]+\. / { if ($2 + 0 <= last) { print FILENAME ":" FNR ": section " $2 " after " last; bad = 1 } last = $2 + 0 }
             END { exit bad }' "$work/out"/*.c; then passed=$((passed + 1))
    else failed=$((failed + 1)); echo "failed: the headings of $script"; fi
done
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
