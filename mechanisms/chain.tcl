# A serial chain of n revolute joints, axes alternating between z and y.
#
# Shows a mechanism written by a loop, and how the cost of its equations grows with n. All numbers are constants. Set n here, or
# write a file of two lines as chain-16.tcl does.

if {![info exists n]} { set n 7 }

mechanism chain$n -about "Serial chain of $n revolute joints"
gravity {0 0 -9.81}

for {set i 1} {$i <= $n} {incr i} {
    body link$i -mass 1+0.1*$i -com {0.5 0.02 -0.03} -inertia [list 0.03+0.001*$i 0.1 0.12]
    set parent [expr {$i == 1 ? "ground" : "link[expr {$i - 1}]"}]
    set at     [expr {$i == 1 ? {0 0 0} : {1 0 0}}]
    set axis   [expr {$i % 2 ? {0 0 1} : {0 1 0}}]
    joint j$i revolute $parent link$i -at $at -axis $axis -q0 0.3*sin($i) -qd0 0.5*cos(2*$i)
}

analysis dynamics -from 0 -to 1 -steps 100
