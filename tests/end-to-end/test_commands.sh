#!/bin/bash
# The commands from outside: exit statuses, messages, files that appear whole or not at all, the cache, an installed mechc.
# Run from the project's root by tools/run-tests, which sets MECHC and BUILD.
set -u
. tests/expect.sh

# ---- the command line ----
expect 2 'mechc COMMAND FILE'         "$MECHC"
expect 2 'did you mean "check"'       "$MECHC" chekc mechanisms/fourbar.tcl
expect 2 'unknown command "zzz"'      "$MECHC" zzz
expect 2 'which script?'              "$MECHC" check
expect 2 'did you mean "--json"'      "$MECHC" check mechanisms/fourbar.tcl --jsn
expect 2 'did you mean "--analysis"'  "$MECHC" run mechanisms/fourbar.tcl --anlaysis dynamics
expect 2 'unknown option "--steps"'   "$MECHC" check mechanisms/fourbar.tcl --steps 3
expect 2 '--dump needs a value'       "$MECHC" check mechanisms/fourbar.tcl --dump
expect 2 'did you mean "topology"'    "$MECHC" check mechanisms/fourbar.tcl --dump toplogy
expect 2 'takes no value'             "$MECHC" check mechanisms/fourbar.tcl --json=yes
expect 2 'expected NAME=VALUE'        "$MECHC" check mechanisms/fourbar.tcl --set crank
expect 2 'is not a number'            "$MECHC" check mechanisms/fourbar.tcl --set crank=long
expect 2 'crank'                      "$MECHC" check mechanisms/fourbar.tcl --set crnk=2
expect 2 'one word too many'          "$MECHC" check mechanisms/fourbar.tcl more
expect 2 'did you mean "cartesian"'  "$MECHC" run mechanisms/fourbar.tcl --engine cartesain
expect 0 'mechc '                     "$MECHC" --version
expect 0 'usage: mechc COMMAND'       "$MECHC" help
expect 0 'usage: mechc run FILE'      "$MECHC" help run
expect 0 'usage: mechc run FILE'      "$MECHC" run --help
expect 0 'joint NAME TYPE'            "$MECHC" help joint
expect 0 'torsion'                    "$MECHC" help script
expect 2 'did you mean "joint"'       "$MECHC" help jiont

# ---- wrong scripts ----
expect 3 'no-such-file.tcl'           "$MECHC" check "$work/no-such-file.tcl"
printf 'mechanism m\nbody b -mass -1\n' > "$work/wrong.tcl"
expect 3 'wrong.tcl:2: '              "$MECHC" check "$work/wrong.tcl"
expect 3 'wrong.tcl:2: '              "$MECHC" generate "$work/wrong.tcl" -o "$work/wrong"
holds 'a wrong script leaves no folder' test ! -e "$work/wrong"
printf 'mechanism m\nbody b -mass 1\njoint j prismatic ground b\n' > "$work/still.tcl"
expect 3 'analysis'                   "$MECHC" run "$work/still.tcl" -o "$work/still"

# ---- check ----
for script in mechanisms/*.tcl; do expect 0 'degrees of freedom' "$MECHC" check "$script"; done
expect 0 'loop a b c d: 3 of the 5 conditions of joint c are already implied' "$MECHC" check mechanisms/fourbar.tcl
expect 0 'degrees of freedom: 1 '     "$MECHC" check mechanisms/fourbar.tcl
expect 0 'degrees of freedom: 1 '     "$MECHC" check mechanisms/rscr.tcl
expect 0 'degrees of freedom: 2 '     "$MECHC" check mechanisms/rssr.tcl
expect 0 'degrees of freedom: 6 '     "$MECHC" check mechanisms/stewart.tcl
expect 4 'not assembled'              "$MECHC" check mechanisms/fourbar.tcl --set coupler=0.5
cat > "$work/overdriven.tcl" <<'SCRIPT'
mechanism overdriven
body crank -mass 1 -inertia {1 1 1}
body rod -mass 1 -inertia {1 1 1}
body slider -mass 1 -inertia {1 1 1}
joint turn revolute ground crank -q0 0.5
joint pin revolute crank rod -at {1 0 0} -q0 -0.7
joint slide prismatic ground slider -axis {1 0 0} -q0 3
joint wrist revolute rod slider -at {3 0 0}
drive turn 0.5+t
drive slide 3.7
analysis kinematics -from 0 -to 1 -steps 10
SCRIPT
expect 3 'inertia'                    "$MECHC" run mechanisms/double-pendulum.tcl --set J1=-1 -o "$work/negative"
expect 3 'overdriven.tcl:'             "$MECHC" check "$work/overdriven.tcl"
expect 3 'overdriven.tcl:10: drive slide' "$MECHC" run "$work/overdriven.tcl" -o "$work/overdriven"
holds 'a refused run leaves no folder' test ! -e "$work/overdriven"
cat > "$work/massless.tcl" <<'SCRIPT'
mechanism massless
body arm -mass 1 -com {1 0 0} -inertia {1 1 1}
body tip -mass 0
joint root revolute ground arm -axis {0 1 0}
joint end revolute arm tip -at {1 0 0} -axis {0 1 0}
drive root t -for kinematics
drive end 2*t -for kinematics
analysis dynamics -from 0 -to 1 -steps 10
analysis kinematics -from 0 -to 1 -steps 10
SCRIPT
for command in check run generate build; do
    expect 3 'massless.tcl:5: joint "end": nothing has inertia against its speed end, so the mass matrix is singular; give body "tip"' \
        "$MECHC" $command "$work/massless.tcl" $([ $command = check ] || echo -o "$work/massless")
done
holds 'a singular mass matrix leaves no folder' test ! -e "$work/massless"
expect 0 ''                           "$MECHC" run "$work/massless.tcl" --analysis kinematics -o "$work/massless"
cat > "$work/crank.tcl" <<'SCRIPT'
mechanism crank
body crank -mass 1 -inertia {1 1 1}
body rod -mass 1 -inertia {1 1 1}
body piston -mass 1
joint turn revolute ground crank -q0 0.5
joint pin revolute crank rod -at {1 0 0} -q0 -0.7
joint wrist revolute rod piston -at {3 0 0} -cut no
joint slide prismatic ground piston -axis {1 0 0} -q0 3 -cut yes
analysis dynamics -from 0 -to 0.1 -steps 2
SCRIPT
expect 3 'or write -cut yes at joint "wrist"' "$MECHC" check "$work/crank.tcl"
sed '/^analysis/d' "$work/crank.tcl" > "$work/still-crank.tcl"
expect 0 'warning: joint "wrist": nothing has inertia' "$MECHC" check "$work/still-crank.tcl"
sed -e '/^joint wrist/s/-cut no/-cut yes/' -e '/^joint slide/s/-cut yes//' "$work/crank.tcl" > "$work/cut-crank.tcl"
expect 0 'degrees of freedom: 1 '     "$MECHC" check "$work/cut-crank.tcl"
printf '#!/bin/sh\nexec sleep 20\n' > "$work/slow-cc"; chmod +x "$work/slow-cc"
for signal in INT TERM HUP; do
    CC=$work/slow-cc env --default-signal=INT,TERM,HUP "$MECHC" build mechanisms/fourbar.tcl -o "$work/stopped" --quiet 2> /dev/null &
    mechc=$!
    for i in $(seq 100); do compgen -G "$work/stopped/.mechc-*" > /dev/null && break; sleep 0.1; done
    sleep 0.3
    kill -$signal $mechc; wait $mechc 2> /dev/null
    holds "SIG$signal: the status is the signal" test $? -gt 128
    holds "SIG$signal leaves no folder" test ! -e "$work/stopped"
done
sed -e 's/^joint d .*/& -hold yes/' -e 's/^joint [bc] .*/& -hold yes/' mechanisms/fourbar.tcl > "$work/held.tcl"
expect 3 'joint "c": -hold yes cannot be honoured' "$MECHC" check "$work/held.tcl"
sed 's/^joint c .*/& -hold yes -q0 {1.2}/' mechanisms/fourbar.tcl > "$work/held.tcl"
expect 4 'c (held at 1.2, would have to be' "$MECHC" check "$work/held.tcl"
sed 's/-at {base 0 0}/-at {base 0 0.5}/' mechanisms/fourbar.tcl > "$work/skew.tcl"
expect 4 '1 of the 5 conditions of joint c contradicts the rest of the loop: displacement along z' "$MECHC" check "$work/skew.tcl"
expect 4 'skew.tcl:18: not assembled' "$MECHC" check "$work/skew.tcl"
cat > "$work/large.tcl" <<'SCRIPT'
mechanism large
set last ground
for {set i 0} {$i < 8000} {incr i} {
    body b$i -mass 1 -inertia {1 1 1}
    joint j$i revolute $last b$i -at {1 0 0}
    set last b$i
}
SCRIPT
expect 3 'large.tcl:1: mechanism "large" is too large' "$MECHC" check "$work/large.tcl"
holds 'quiet check prints nothing' test -z "$("$MECHC" check mechanisms/fourbar.tcl --quiet 2>&1)"

# ---- generation repeats itself byte by byte, under address randomisation ----
for script in fourbar rscr stewart chain-16; do
    for i in 1 2 3 4; do "$MECHC" generate "mechanisms/$script.tcl" -o "$work/repeat-$script-$i" --quiet || bad "generate $script"; done
    for i in 2 3 4; do holds "$script: generation $i is the same" diff -rq "$work/repeat-$script-1" "$work/repeat-$script-$i"; done
done
(cd mechanisms && "$MECHC" generate fourbar.tcl -o "$work/elsewhere" --quiet)
holds 'the folder it is called from does not matter' diff -rq "$work/repeat-fourbar-1" "$work/elsewhere"
for stage in model topology program; do
    "$MECHC" check mechanisms/rscr.tcl --dump $stage > "$work/dump-1"
    "$MECHC" check mechanisms/rscr.tcl --dump $stage > "$work/dump-2"
    holds "--dump $stage repeats itself" cmp -s "$work/dump-1" "$work/dump-2"
    holds "--dump $stage prints something" test -s "$work/dump-1"
done

# ---- names that mean something to C, C++, the linker or make ----
for name in math m all class Makefile; do
    { sed "s/^mechanism fourbar/mechanism $name/; s/\\<ab\\>/char/g; s/\\<bc\\>/new/g; s/\\<crank\\>/signed/g; s/\\<rocker\\>/sizeof/g" mechanisms/fourbar.tcl
      printf 'body short -mass 1 -inertia {1 1 1}\njoint char revolute char short\nload char -signed*qd(char)\noutput x q(char)\noutput X qd(char)\n'; } > "$work/name.tcl"
    expect 0 'sin/cos' "$MECHC" generate "$work/name.tcl" -o "$work/name-$name"
    strict="-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -fsyntax-only -I$work/name-$name -Iruntime"
    for file in "$work/name-$name"/*.c; do
        holds "gcc: ${file##*/}" gcc -std=c99 $strict "$file"
        holds "g++: ${file##*/}" g++ -x c++ $strict "$file"
        if command -v clang > /dev/null; then holds "clang: ${file##*/}" clang -std=c99 $strict "$file"; fi
    done
done

# ---- places that cannot be written ----
for command in 'check mechanisms/fourbar.tcl' 'check mechanisms/fourbar.tcl --json' help --version; do
    expect 4 'standard output cannot be written' bash -c "\"$MECHC\" $command > /dev/full"
done
touch "$work/file"
expect 4 'cannot be written'          "$MECHC" generate mechanisms/fourbar.tcl -o "$work/file/below"
expect 4 'cannot be written'          "$MECHC" generate mechanisms/fourbar.tcl -o "$work/file"
# A file-size limit of zero stands for the full disk: every write fails.
full_disk() {
    local text status
    text=$(trap '' XFSZ; ulimit -f 0; "$MECHC" generate mechanisms/fourbar.tcl -o "$work/full" 2>&1)
    status=$?
    echo "$text"
    return $status
}
expect 4 'cannot be written'          full_disk
holds 'a full disk leaves nothing behind' test ! -e "$work/full"

# ---- compilers ----
expect 4 'no C compiler'              env -u CC -u CFLAGS PATH=/nowhere "$MECHC" build mechanisms/fourbar.tcl -o "$work/none"
holds 'no compiler, no folder' test ! -e "$work/none"
expect 4 'CC="no-such-cc"'            env CC=no-such-cc "$MECHC" build mechanisms/fourbar.tcl -o "$work/none"
expect 4 'could not be compiled'      env CFLAGS=--no-such-flag "$MECHC" build mechanisms/fourbar.tcl -o "$work/none"
holds 'a failed compilation leaves nothing behind' test ! -e "$work/none"

expect 0 ''                           "$MECHC" build mechanisms/fourbar.tcl -o "$work/built"
for file in fourbar libfourbar.a libfourbar.so fourbar.h; do holds "build writes $file" test -s "$work/built/$file"; done
holds 'build leaves no objects' test -z "$(find "$work/built" -name '*.o' -o -name '.mechc*')"

# ---- the cache: a compiler that counts its calls ----
real=${CC:-$(command -v clang || command -v gcc)}
printf '#!/bin/bash\necho call >> "%s/calls"\nexec %s "$@"\n' "$work" "$real" > "$work/counting-cc"
chmod +x "$work/counting-cc"
run_counted() { CC="$work/counting-cc" "$MECHC" run mechanisms/double-pendulum.tcl --to 0.5 --steps 5 --quiet -o "$1"; }
run_counted "$work/first" || bad 'the first run'
calls=$(wc -l < "$work/calls")
run_counted "$work/second" || bad 'the second run'
CC="$work/counting-cc" "$MECHC" run mechanisms/double-pendulum.tcl --to 0.5 --steps 5 --quiet --set m2=8 -o "$work/third" || bad 'a run with --set'
holds '--set changes the results' test -n "$(cmp "$work/first/results.csv" "$work/third/results.csv")"
holds 'the first run compiles' test "$calls" -gt 0
holds 'neither the second run nor --set compiles' test "$(wc -l < "$work/calls")" -eq "$calls"
holds 'both runs write the same results' cmp -s "$work/first/results.csv" "$work/second/results.csv"
# Two runs at once with an empty cache do not disturb each other.
echo "# $$" | cat mechanisms/double-pendulum.tcl - | sed "s/parameter m1 5/parameter m1 5.$$/" > "$work/both.tcl"
"$MECHC" run "$work/both.tcl" --to 0.5 --steps 5 --quiet -o "$work/both-1" & one=$!
"$MECHC" run "$work/both.tcl" --to 0.5 --steps 5 --quiet -o "$work/both-2" & two=$!
wait $one; holds 'first of two runs at once' test $? -eq 0
wait $two; holds 'second of two runs at once' test $? -eq 0
holds 'both have results' cmp -s "$work/both-1/results.csv" "$work/both-2/results.csv"

# ---- run: options reach the solver, failures keep their status ----
expect 0 ''                           "$MECHC" run mechanisms/fourbar.tcl --to 1 --steps 10 -o "$work/run"
holds 'steps + 1 rows and a header' test "$(wc -l < "$work/run/results.csv")" -eq 12
holds 'run.json is there' test -s "$work/run/run.json"
expect 2 'method'                     "$MECHC" run mechanisms/fourbar.tcl --method nonsense -o "$work/run2"
expect 4 ''                           "$MECHC" run mechanisms/fourbar.tcl --set coupler=0.5 -o "$work/run3"

# ---- an installed mechc works from any directory ----
env -u CC -u CFLAGS make --no-print-directory BUILD="${BUILD:-build}" ${SANITIZE:+SANITIZE=$SANITIZE} install PREFIX="$work/prefix" > "$work/install.log" 2>&1
holds 'make install' test $? -eq 0
(cd / && XDG_CACHE_HOME="$work/cache" "$work/prefix/bin/mechc" run "$work/prefix/share/mechc/mechanisms/free-body.tcl" --steps 4 --quiet -o "$work/installed")
holds 'an installed mechc runs' test -s "$work/installed/results.csv"
holds 'it keeps its solvers in the cache of the user' test -d "$work/cache/mechc"

finish
