#!/bin/bash
# The run command and the solver program side by side: they refuse the same values with the same status, and say what to do.
# Run from the project's root by tools/run-tests, which sets MECHC.
set -u
. tests/expect.sh

# build NAME: the solver of $work/NAME.tcl as $work/NAME/NAME
build() { "$MECHC" build "$work/$1.tcl" -o "$work/$1" --quiet || bad "build $1"; }

# both STATUS TEXT NAME OPTIONS...: mechc run and the solver of NAME
both() {
    local status=$1 text=$2 name=$3
    shift 3
    expect "$status" "$text" "$MECHC" run "$work/$name.tcl" "$@" -o "$work/results"
    expect "$status" "$text" "$work/$name/$name" "$@" -o "$work/results"
}

# ---- masses and inertias that no body has ----
cat > "$work/heavy.tcl" <<'SCRIPT'
mechanism heavy
parameter m 2
parameter a 1
parameter b 1
parameter c 1
parameter d 0
parameter far 0.5
parameter twice 2*m
body arm -mass m -com {0.5 0 0} -inertia {a b c d 0 0}
body tip -mass twice -com {far 0 0} -inertia {0 twice/3 twice/3} -inertia-at origin
joint root revolute ground arm -axis {0 1 0}
joint end revolute arm tip -at {1 0 0} -axis {0 1 0}
output twice twice
output k in
input in 3*m
analysis dynamics -from 0 -to m/20 -steps 2
SCRIPT
build heavy
both 3 'body "arm": the mass is negative (-1)' heavy --set m=-1
both 3 'body "tip": the mass is negative (-1)' heavy --set twice=-1
both 3 'has a negative principal moment' heavy --set a=-0.5
both 3 'has a negative principal moment' heavy --set d=1.5
both 3 'principal moment' heavy --set c=2.1
both 3 'principal moment' heavy --set d=0.6 --set c=0.3
both 3 'principal moment' heavy --set far=0.9
both 0 '' heavy --set c=2 --quiet
both 0 '' heavy --set d=0.5 --quiet
both 0 '' heavy --set a=0 --quiet
expect 3 '--set c=0.3, d=0.6: body "arm"' "$work/heavy/heavy" --set m=3 --set c=0.3 --set d=0.6
expect 3 '--set m=-1: body "arm"'     "$work/heavy/heavy" --set m=-1 -o "$work/refused"
expect 3 '--set m=-1: body "arm"'     "$work/heavy/heavy" --set m=-1 --check
expect 0 ''                           "$work/heavy/heavy" --set m=3 --set c=2 --check --quiet
holds 'a refused run leaves no folder' test ! -e "$work/refused"

# ---- numbers that are computed from a parameter follow it: defaults of parameters and inputs, times ----
last_row() { tail -n 1 "$work/results/results.csv"; }
follows() { rm -rf "$work/results"; both 0 '' heavy --quiet --columns twice,k "$@"; }
follows
holds 'defaults' test "$(last_row)" = 0.10000000000000001,4,6
follows --set m=4
holds '--set m=4' test "$(last_row)" = 0.20000000000000001,8,12
follows --set m=4 --set twice=1 --set in=5
holds 'given values stay' test "$(last_row)" = 0.20000000000000001,1,5
"$work/heavy/heavy" --set m=4 --quiet --columns twice,k -o "$work/results"
holds 'the same by the solver itself' test "$(last_row)" = 0.20000000000000001,8,12

# ---- names that are not known, options that cannot take effect ----
both 2 'heavy has no parameter or input "farr" (did you mean "far"?); there are m, a, b, c, d, far, twice, in' heavy --set farr=1
both 2 '--set farr=1: ' heavy --set farr=1
sed 's/^parameter far/constant far/' "$work/heavy.tcl" > "$work/constant.tcl"
expect 2 'run: --set far=1: "far" is a constant; make it a parameter in' "$MECHC" run "$work/constant.tcl" --set far=1
both 2 'unknown method "lagrang" (did you mean "lagrange"?); there are baumgarte, lagrange' heavy --method lagrang
both 2 'unknown integrator "euler"; there are de, dopri5, dop853, rk4' heavy --integrator euler
both 2 '--step: 0.2 is longer than the output interval, 0.05' heavy --integrator rk4 --step 0.2
both 0 'warning: the step of rk4 is 0.025 instead of 0.03, so that it divides the output interval 0.05' heavy --integrator rk4 --step 0.03
both 0 '' heavy --integrator rk4 --step 0.05
holds 'a step that divides the interval is taken as it is' test -z "$(grep 'the step of' "$work/out")"
both 2 '--steps: "many" is not a finite number' heavy --steps many
for help in "$MECHC help run" "$work/heavy/heavy --help"; do
    for words in 'lagrange     multipliers' 'dop853       Runge-Kutta' 'several by commas or by repeating it'; do expect 0 "$words" $help; done
done
rm -rf "$work/none"
CC=no-such-cc expect 2 'unknown method' "$MECHC" run "$work/heavy.tcl" --method none -o "$work/none"

# ---- columns ----
both 0 '' heavy --quiet --columns q.end,energy --columns 'u.*'
holds '--columns adds up' test "$(head -n 1 "$work/results/results.csv")" = t,q.end,u.root,u.end,energy
both 2 'no column matches "q.rot" (did you mean "q.root"?)' heavy --columns energy,q.rot
both 2 'no column matches "q.x*"; one of that kind is q.root' heavy --columns 'q.x*'
both 2 'no column matches "zzzzz"; names look like q.root, energy' heavy --columns zzzzz --columns energy
both 2 '"root.f?" is a force or moment in a joint: these are written with --reactions' heavy --columns 'root.f?'
both 0 '' heavy --reactions --columns 'root.f?' --quiet

# ---- kinematics without a drive ----
sed 's/^analysis.*/analysis kinematics -from 0 -to 1 -steps 2/' "$work/heavy.tcl" > "$work/idle.tcl"
sed -i 's/^mechanism heavy/mechanism idle/' "$work/idle.tcl"
build idle
both 0 'nothing is driven, so nothing moves; add: drive root EXPR' idle
expect 0 'idle.tcl:16: warning: analysis kinematics: nothing is driven, so nothing moves; add: drive root EXPR' "$MECHC" check "$work/idle.tcl"
echo 'drive root t -for kinematics' >> "$work/idle.tcl"
expect 0 '1 freedom is left over by the drives: end' "$MECHC" run "$work/idle.tcl" -o "$work/results"
sed '/^analysis/d' "$work/heavy.tcl" > "$work/none.tcl"
expect 3 'none.tcl:1: mechanism "heavy" has no analysis; add for example: analysis' "$MECHC" run "$work/none.tcl" -o "$work/results"
expect 0 '3 rows' "$MECHC" run "$work/none.tcl" -o "$work/results" --analysis dynamics --to 0.1 --steps 2

# ---- places that cannot be written: one status, and the summary names only what is there ----
touch "$work/file"
expect 4 'cannot be made' "$MECHC" run "$work/heavy.tcl" -o "$work/file/below"
expect 4 'cannot be made' "$work/heavy/heavy" -o "$work/file/below"
expect 4 'cannot be written' "$MECHC" generate "$work/heavy.tcl" -o "$work/file/below"
# limited BLOCKS COMMAND...: no file may grow beyond, as on a full disk
limited() { (trap '' XFSZ; ulimit -f "$1"; shift; "$@" 2>&1) | cat; return "${PIPESTATUS[0]}"; }
expect 4 "$work/full: run.json; results.csv could not be written, an earlier one is left as it was" limited 8 "$work/heavy/heavy" --steps 1000 -o "$work/full"
holds 'no word of results.csv being there' test -z "$(grep 'full: results.csv,' "$work/out")"
holds 'results.csv is not there' test ! -e "$work/full/results.csv"
expect 4 "$work/full0: nothing could be written" limited 0 "$work/heavy/heavy" -o "$work/full0"
holds 'nothing is left behind' test -z "$(ls -A "$work/full0")"
expect 4 'full1/results.csv: cannot be written' limited 0 "$MECHC" run "$work/heavy.tcl" -o "$work/full1"
if command -v gnuplot > /dev/null; then
    expect 0 'plots could not be written; is the disk full?' limited 4 "$work/heavy/heavy" --columns energy -o "$work/full3"
    holds 'no half of a plot' test -z "$(ls -A "$work/full3/plots")"
fi
expect 4 '"plots_note": "results.csv could not be written' limited 8 "$work/heavy/heavy" --steps 1000 -o "$work/full2" --json

finish
