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

finish
