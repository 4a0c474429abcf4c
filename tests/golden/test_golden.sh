#!/bin/bash
# Generated files against those kept here, byte by byte. A wanted change: `make golden`, review the difference, commit it with its cause.
# Run from the project's root by tools/run-tests, which sets MECHC.
set -u
MECHC=${MECHC:-build/bin/mechc}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
passed=0 failed=0
for folder in tests/golden/*/; do
    name=$(basename "$folder")
    if "$MECHC" generate "mechanisms/$name.tcl" -o "$work/$name" --quiet && diff -r "$folder" "$work/$name" > "$work/diff"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "failed: $name differs from tests/golden/$name (a wanted change: make golden)"
        head -n 20 "$work/diff"
    fi
done
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
