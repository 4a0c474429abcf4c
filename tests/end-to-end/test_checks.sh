#!/bin/bash
# Checks of a script that need more than the script: the assembled position (conditions that are implied, drives with nothing left to drive, dead
# centres), the results (names of columns).
# Run from the project's root by tools/run-tests, which sets MECHC and BUILD.
set -u
MECHC=$(realpath "${MECHC:-build/bin/mechc}")
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
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
    elif ! grep -qF -- "$text" "$work/out"; then bad "no \"$text\" in the output of: $*"; sed 's/^/    /' "$work/out" | head -n 8
    else ok; fi
}

# ---- conditions keep the names of their rows, also about an axis whose direction a parameter decides ----
sed -e '/^joint c/s/-axis {0 0 1}/-axis {0 0 base} -cut yes/' -e '/^joint b/s/revolute/spherical/' \
    -e '/^joint b/s/-axis {0 0 1} -q0 {-0.6}/-q0 {cos(0.3) 0 0 -sin(0.3)}/' -e '/^analysis/d' mechanisms/fourbar.tcl > "$work/ball.tcl"
expect 0 '1 of the 5 conditions of joint c is already implied: tilt of the axis' "$MECHC" check "$work/ball.tcl"
expect 0 '4  joint c, tilt of the axis (implied)' "$MECHC" check "$work/ball.tcl"
expect 0 '3 of the 5 conditions of joint c are already implied: displacement along z, rotation about y, rotation about x' "$MECHC" check mechanisms/fourbar.tcl

# ---- bodies and joints called like groups of result columns ----
cat > "$work/letters.tcl" <<'SCRIPT'
mechanism letters
foreach b {q u a f lambda} { body $b -mass 1 -com {0.1 0.2 0.3} -inertia {1 1 1} }
joint q revolute ground q
joint u free ground u
joint a cylindrical q a -axis {1 0 0}
joint f spherical ground f
joint lambda planar ground lambda
constraint lambda {q(a.slide)-0.1*sin(t)}
drive q t
analysis dynamics -from 0 -to 0.1 -steps 2
SCRIPT
expect 0 '' "$MECHC" run "$work/letters.tcl" --reactions -o "$work/letters"
holds 'every column has a name of its own' test -z "$(head -n 1 "$work/letters/results.csv" | tr , '\n' | sort | uniq -d)"
holds 'lambda.lambda, f.q, a.fx and a.ax are columns' test "$(head -n 1 "$work/letters/results.csv" | tr , '\n' | grep -cxE 'lambda.lambda|f.q|a.fx|a.ax')" -eq 4

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
