# Planar four-bar: a crank-rocker swinging under gravity.
#
# Shows a planar loop described in space: two of the five conditions of the cut joint do the work, the other three are implied by the
# parallel axes. They are found, reported by `mechc check` and handled.

mechanism fourbar -about "Planar crank-rocker"
parameter crank 1.0 -unit m
parameter coupler 3.5 -unit m
parameter rocker 2.5 -unit m
parameter base 4.0 -unit m
gravity {0 -9.81 0}
foreach {b L} {ab crank bc coupler dc rocker} {
    body $b -mass $L -com "$L/2 0 0" -inertia "0 $L^3/12 $L^3/12"
}
joint a revolute ground ab -axis {0 0 1} -q0 {pi/3} -hold yes
joint b revolute ab bc -at {crank 0 0} -axis {0 0 1} -q0 {-0.6}
joint d revolute ground dc -at {base 0 0} -axis {0 0 1} -q0 {1.7}
joint c revolute bc dc -at {coupler 0 0} -child-at {rocker 0 0} -axis {0 0 1}
analysis dynamics -from 0 -to 10 -steps 1000
