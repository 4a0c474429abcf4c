# A seven-joint robot arm that moves to a target pose under spring-like joint controllers.
#
# Shows a longer open chain with masses as run-time parameters (change the payload without compiling again), torsion springs used as
# controllers, gravity and outputs of a tool point. Sizes and masses are plausible for a table-top arm of about 0.85 m reach.

mechanism arm7 -about "Seven-joint arm under joint controllers"
gravity {0 0 -9.81}

parameter payload 2.0 -unit kg -about "mass held by the hand"
parameter stiff 1.0 -about "factor on all controller gains"

#     name     mass  mass centre         Ixx    Iyy    Izz    next joint   k    c    target
set links {
    { shoulder 3.6 {0 -0.03 0.12}      {0.033 0.033 0.008} {0 0 0.19}    900 90  0.4 }
    { upper    3.6 {0 0.06 0.04}       {0.033 0.008 0.033} {0 0.21 0}    900 90  0.6 }
    { sleeve   3.0 {0 0.03 0.13}       {0.026 0.026 0.006} {0 0 0.19}    600 60 -0.3 }
    { elbow    3.0 {0 0.067 0.034}     {0.026 0.006 0.026} {0 0.21 0}    600 60 -1.2 }
    { forearm  1.8 {0 0.02 0.076}      {0.013 0.011 0.005} {0 0 0.19}    150 8   0.2 }
    { wrist    1.7 {0 0.001 0.0}       {0.006 0.004 0.006} {0 0.081 0}   100 5   0.7 }
    { hand     0.4 {0 0 0.02}          {0.001 0.001 0.001} {0 0 0.10}    20  0.5 0.1 }
}

set parent ground
set at {0 0 0.16}
set turn {0 0 0}
set i 0
foreach link $links {
    lassign $link name mass com inertia next k c target
    incr i
    body $name -mass $mass -com $com -inertia $inertia
    joint q$i revolute $parent $name -at $at -rpy $turn
    torsion servo$i q$i -k $k*stiff -c $c*stiff -angle $target
    # Joint axes alternate: each frame is turned by a right angle about x, forth and back.
    set turn [expr {$i % 2 ? {-pi/2 0 0} : {pi/2 0 0}}]
    set parent $name
    set at $next
}
body load -mass payload -inertia {payload*0.0004 payload*0.0004 payload*0.0004}
joint grip fixed hand load -at {0 0 0.10}

point tool load {0 0 0}
foreach axis {x y z} { output tool_$axis ${axis}(tool) -unit m }

analysis dynamics -from 0 -to 3 -steps 300
