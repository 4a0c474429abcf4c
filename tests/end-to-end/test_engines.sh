#!/bin/bash
# mechc run --engine: the same command line, columns, numbers, files and refusals whatever evaluates the equations.
# Run from the project's root by tools/run-tests, which sets MECHC and BUILD.
set -u
. tests/expect.sh

# same TOLERANCE A B: two results.csv have the same columns, and numbers that differ by no more than TOLERANCE of the largest in their column or of 1.
same() {
    awk -F, -v tolerance="$1" '
        NR == FNR { if (FNR == 1) head = $0; else rows = FNR; for (i = 1; i <= NF; i++) a[FNR, i] = $i; next }
        FNR == 1  { if ($0 != head) { print "other columns"; bad = 1; exit } n = NF; for (i = 1; i <= NF; i++) name[i] = $i; next }
        { last = FNR
          for (i = 1; i <= NF; i++) {
              size = a[FNR, i] < 0 ? -a[FNR, i] : a[FNR, i]; if (size > most[i]) most[i] = size
              d = a[FNR, i] - $i; if (d < 0) d = -d; if (d > off[i]) off[i] = d
          } }
        END {
            if (!bad && last != rows) { print "other rows"; bad = 1 }
            for (i = 1; i <= n; i++) if (off[i] > tolerance*(most[i] > 1 ? most[i] : 1)) { print name[i], "off by", off[i]; bad = 1 }
            exit bad
        }' "$2" "$3"
}

# engines TOLERANCE LABEL SCRIPT OPTIONS...: all engines give the results of the generated solver.
engines() {
    local tolerance=$1 label=$2 script=$3 engine
    shift 3
    for engine in generated joint cartesian; do
        expect 0 '' "$MECHC" run "$script" "$@" --quiet --engine $engine -o "$work/$label-$engine"
        holds "$label, run.json names the engine $engine" grep -q "\"engine\": \"$engine\"" "$work/$label-$engine/run.json"
    done
    for engine in joint cartesian; do
        holds "$label: $engine as generated" same "$tolerance" "$work/$label-generated/results.csv" "$work/$label-$engine/results.csv"
    done
}

# Kinematics is exact, leftover freedoms are integrated to 1e-12. Dynamics: tolerances of the runs are 1e-10 a step.
engines 1e-8 rscr-k mechanisms/rscr.tcl --analysis kinematics --steps 40 --reactions
engines 1e-8 rssr-k mechanisms/rssr.tcl --analysis kinematics --steps 40 --reactions
engines 1e-6 rscr-d mechanisms/rscr.tcl --analysis dynamics --to 0.5 --steps 20 --rtol 1e-10 --atol 1e-10 --reactions
engines 1e-6 fourbar mechanisms/fourbar.tcl --to 0.5 --steps 20 --rtol 1e-10 --atol 1e-10 --set coupler=3.4
engines 1e-6 rk4 mechanisms/slider-crank.tcl --analysis dynamics --to 0.02 --steps 10 --integrator rk4 --step 1e-5 --method lagrange --columns 'q.*,energy'

# Angles beyond a turn in springs, loads and outputs; a drive that starts turns away; parameters in times and defaults.
cat > "$work/turns.tcl" <<'SCRIPT'
mechanism turns
gravity {0 -9.81 0}
parameter L 0.5
parameter T 2*L
body a -mass 1 -com {0.1 0.02 0} -inertia {0.02 0.02 0.03 0.001 0.002 -0.001}
body b -mass 0.5 -com {0.05 0 0.01} -inertia {0.01 0.01 0.01}
joint r revolute ground a -axis {0 0 1} -qd0 30
joint c cylindrical a b -at {0.3 0 0} -axis {1 1 0} -qd0 {5 0.1}
torsion k r -k 0.05 -angle 1 -c 0.001
torsion kc c.angle -k 0.02
spring s ground {0 0 0} b {0.1 0 0} -k 30 -length 0.2 -c 0.1
load c.slide -20*q(c.slide)-0.5*qd(c.slide)
load r 1-2*step(t-0.3)
point p b {0.1 0.1 0}
output sum q(r)+q(c.angle)
output accel ax(p)
analysis dynamics -from 0 -to T -steps 20 -rtol 1e-11 -atol 1e-11
SCRIPT
engines 1e-6 turns "$work/turns.tcl" --reactions
engines 1e-6 less "$work/turns.tcl" --set L=0.3
cat > "$work/driven.tcl" <<'SCRIPT'
mechanism driven
body a -mass 1 -com {0.1 0 0} -inertia {0.01 0.02 0.03}
body b -mass 1 -com {0.1 0 0} -inertia {0.01 0.02 0.03}
joint r revolute ground a -axis {0 0 1}
joint s revolute a b -axis {0 1 0} -at {0.3 0 0} -q0 20
drive r 10+3*t+t^2
drive s 20-5*t
output o q(r)
analysis kinematics -from 0 -to 3 -steps 30
SCRIPT
engines 1e-9 driven "$work/driven.tcl" --reactions

# Nothing has mass, and the rod's spin is left over by the drive.
sed 's/-mass [0-9.]* -inertia {[^}]*}/-mass 0/' mechanisms/rssr.tcl > "$work/light.tcl"
engines 1e-8 light "$work/light.tcl" --analysis kinematics --steps 40

# ---- refusals are the same ----
for engine in joint cartesian; do
    expect 2 'engines are generated, joint and cartesian' "$MECHC" run mechanisms/fourbar.tcl --engine $engine --engine quick
    expect 2 'did you mean'               "$MECHC" run mechanisms/fourbar.tcl --engine $engine --integrator dop85
    expect 2 'crank'                      "$MECHC" run mechanisms/fourbar.tcl --engine $engine --set crnk=2
    expect 4 'cannot be assembled'        "$MECHC" run mechanisms/fourbar.tcl --engine $engine --set coupler=0.5 -o "$work/open"
    expect 3 'mass matrix is singular'    "$MECHC" run "$work/light.tcl" --engine $engine --analysis dynamics -o "$work/open"
    expect 0 '"degrees_of_freedom": 1'    "$MECHC" run mechanisms/fourbar.tcl --engine $engine --json --steps 2 --to 0.1 -o "$work/open"
    expect 0 'mechanism fourbar'           "$MECHC" run mechanisms/fourbar.tcl --engine $engine --dump model
done
finish
