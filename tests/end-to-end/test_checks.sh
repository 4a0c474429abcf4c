#!/bin/bash
# Checks of a script that need more than the script: the assembled position (conditions that are implied, drives with nothing left to drive, dead
# centres), the results (names of columns).
# Run from the project's root by tools/run-tests, which sets MECHC and BUILD.
set -u
. tests/expect.sh

# ---- conditions keep the names of their rows, also about an axis whose direction a parameter decides ----
sed -e '/^joint c/s/-axis {0 0 1}/-axis {0 0 base} -cut yes/' -e '/^joint b/s/revolute/spherical/' \
    -e '/^joint b/s/-axis {0 0 1} -q0 {-0.6}/-q0 {cos(0.3) 0 0 -sin(0.3)}/' -e '/^analysis/d' mechanisms/fourbar.tcl > "$work/ball.tcl"
expect 0 '1 of the 5 conditions of joint c is already implied: tilt of the axis' "$MECHC" check "$work/ball.tcl"
expect 0 '4  joint c, tilt of the axis (implied)' "$MECHC" check "$work/ball.tcl"
expect 0 '3 of the 5 conditions of joint c are already implied: displacement along z, rotation about y, rotation about x' "$MECHC" check mechanisms/fourbar.tcl

# ---- drives that start at a dead centre, and drives that have nothing to move anywhere ----
cat > "$work/dead.tcl" <<'SCRIPT'
mechanism dead
body crank -mass 1 -inertia {1 1 1} -com {0.5 0 0}
body rod -mass 1 -inertia {1 1 1} -com {1.5 0 0}
body slider -mass 1 -inertia {1 1 1}
joint turn revolute ground crank
joint pin revolute crank rod -at {1 0 0}
joint slide prismatic ground slider -axis {1 0 0} -q0 4
joint wrist revolute rod slider -at {3 0 0}
drive slide 4-0.5*t^2
analysis kinematics -from 0 -to 1 -steps 10
SCRIPT
for command in check run; do
    expect 3 'dead.tcl:9: drive slide: the start is a dead centre (singular position): slide stands still there, so that the drive cannot move the mechanism; start at another value of slide, or drive another coordinate, such as turn' \
        "$MECHC" $command "$work/dead.tcl" $([ $command = check ] || echo -o "$work/dead")
done
expect 3 'drive slide (dead centre)'  "$MECHC" check "$work/dead.tcl"
holds 'a refused run leaves no folder' test ! -e "$work/dead"
sed 's/^drive slide.*/&\ndrive turn 0/' "$work/dead.tcl" > "$work/twice.tcl"
expect 3 'twice.tcl:9: drive slide: the loops and the other drives fix this coordinate already' "$MECHC" check "$work/twice.tcl"
sed 's/kinematics/dynamics/' "$work/dead.tcl" > "$work/rest.tcl"
expect 3 'dead centre (singular position): nothing moves the mechanism away from it' "$MECHC" run "$work/rest.tcl" -o "$work/rest"
sed 's/^joint turn.*/& -qd0 1/' "$work/rest.tcl" > "$work/moving.tcl"
expect 0 'moving.tcl:9: warning: drive slide: the start is at a dead centre' "$MECHC" run "$work/moving.tcl" -o "$work/moving"
# a rocker driven from the end of its range, where rounding decides which side of it the start is on
cat > "$work/limit.tcl" <<'SCRIPT'
mechanism limit
foreach b {ab bc dc} { body $b -mass 1 -inertia {1 1 1} }
joint a revolute ground ab -q0 0.8
joint b revolute ab bc -at {3 0 0}
joint d revolute ground dc -at {4 0 0} -q0 2
joint c revolute bc dc -at {1.5 0 0} -child-at {1.5 0 0}
drive a {acos(2/3)-0.1*t}
analysis kinematics -from 0 -to 1 -steps 10
SCRIPT
expect 0 'limit.tcl:7: warning: drive a: the start is very close to a dead centre' "$MECHC" check "$work/limit.tcl"

# ---- a drive may have kinks but not jump ----
sed -e '/^drive/s/.*/drive turn {0.4+0.2*sign(t-0.55)}/' -e '/^joint turn/s/$/ -q0 0.2/' "$work/dead.tcl" > "$work/jump.tcl"
expect 4 'stopped at t = 0.55'        "$MECHC" run "$work/jump.tcl" -o "$work/jump"
holds 'the rows before the jump are kept' test "$(wc -l < "$work/jump/results.csv")" -eq 7

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

finish
