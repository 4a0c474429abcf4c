# expect.sh -- for shell tests of the commands: a folder $work to work in, counts, and what is expected of a command.
# Sourced from the project's root; tools/run-tests sets MECHC.
MECHC=$(realpath "${MECHC:-build/bin/mechc}")
work=$(mktemp -d) || exit 1
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
passed=0 failed=0

ok()   { passed=$((passed + 1)); }
bad()  { failed=$((failed + 1)); echo "failed: $*"; }
holds() { local what=$1; shift; if "$@"; then ok; else bad "$what"; fi; }

# expect STATUS TEXT COMMAND...: the exit status, and a piece of what is printed
expect() {
    local status=$1 text=$2 got
    shift 2
    "$@" > "$work/out" 2>&1 < /dev/null
    got=$?
    if [ $got -ne "$status" ]; then bad "status $got, want $status: $*"; sed 's/^/    /' "$work/out" | head -n 8
    elif [ -n "$text" ] && ! grep -qF -- "$text" "$work/out"; then bad "no \"$text\" in the output of: $*"; sed 's/^/    /' "$work/out" | head -n 8
    else ok; fi
}

# The last line of a test.
finish() { echo "$passed passed, $failed failed"; [ $failed -eq 0 ]; }
