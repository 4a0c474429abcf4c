# Three RSSR units in series: the rocker of each drives the next.
#
# Three cut loops one behind the other, and an idle spin of every coupler as in mechanisms/rsst.tcl. The mechanism
# type is that of Lee and Yoon (1993), who print no dimensions; the first unit is mechanisms/rssr.tcl. Body origins are mass centres.

mechanism composite_rssr -about "Three spatial crank-rockers in series"

parameter crank 0.10 -unit m -about "crank length"
parameter torque 0.02 -unit N*m -about "torque on the crank in dynamics"
parameter speed 2*pi -unit rad/s -about "crank speed in kinematics"

proc dot {a b} {
    lassign $a ax ay az
    lassign $b bx by bz
    return [expr {$ax*$bx + $ay*$by + $az*$bz}]
}
proc combine {terms} {
    set sum {0 0 0}
    foreach {factor v} $terms { set sum [lmap s $sum c $v {expr {$s + $factor*$c}}] }
    return $sum
}
proc rod {name mass length} {
    set J [expr {$mass*$length**2/12}]
    body $name -mass $mass -inertia [list 1e-4 $J $J]
}

body crank -mass 0.5 -inertia {1e-4 0.5*crank^2/12 0.5*crank^2/12}
joint crank revolute ground crank -axis {0 0 1} -child-at {-crank/2 0 0} -q0 0 -hold yes

# What drives the next unit: a body, its axes at the start, the ball's place on it and in space.
set driver crank
set axes {{1 0 0} {0 1 0} {0 0 1}}
set ball {crank/2 0 0}
set place {0.1 0 0}

# Pivot; where the rocker's angle counts from and its axis (x, z of the pivot's frame); angle at the start; lengths and masses of
# rocker and coupler; the next unit's ball on the rocker: distance, angle and height from the pivot.
foreach {k pivot x z phi0 rocker coupler rockerMass couplerMass distance angle height} {
    1 {0.05 0.30 0.10} {0 1 0} {1 0 0}  1.7537520384186858   0.20 0.40 1.2 1.0 0.15 -1.2  0.05
    2 {0.35 0.45 0.30} {0 0 1} {0 1 0} -0.06034525509326971  0.20 0.40 1.0 0.8 0.15 -1.0 -0.04
    3 {0.70 0.60 0.35} {1 0 0} {0 0 1} -1.4680666859892857   0.18 0.50 0.9 0.8 0    0     0
} {
    lassign $x x1 x2 x3
    lassign $z z1 z2 z3
    set y [list [expr {$z2*$x3 - $z3*$x2}] [expr {$z3*$x1 - $z1*$x3}] [expr {$z1*$x2 - $z2*$x1}]]
    set along [combine [list [expr {cos($phi0)}] $x [expr {sin($phi0)}] $y]]
    set across [combine [list [expr {-sin($phi0)}] $x [expr {cos($phi0)}] $y]]

    # The coupler's x axis points from ball to ball, its z axis is horizontal at the start.
    set way [combine [list 1 $pivot $rocker $along -1 $place]]
    set level [list [lindex $way 1] [expr {-[lindex $way 0]}] 0]
    rod coupler$k $couplerMass $coupler
    rod output$k $rockerMass $rocker
    joint near$k spherical $driver coupler$k -at $ball -child-at [list -$coupler/2 0 0] \
        -frame [lmap a $axes {dot $way $a}] [lmap a $axes {dot $level $a}]
    joint phi$k revolute ground output$k -at $pivot -frame $x $z -child-at [list -$rocker/2 0 0] -q0 $phi0
    joint far$k spherical coupler$k output$k -at [list $coupler/2 0 0] -child-at [list $rocker/2 0 0]

    set driver output$k
    set axes [list $along $across $z]
    set reach [list [expr {$distance*cos($angle)}] [expr {$distance*sin($angle)}] $height]
    set ball [combine [list 1 $reach [expr {-$rocker/2}] {1 0 0}]]
    set place [combine [list 1 $pivot [lindex $reach 0] $along [lindex $reach 1] $across $height $z]]
}

drive crank speed*t -for kinematics
load  crank torque  -for dynamics

analysis kinematics -from 0 -to 1 -steps 400
analysis dynamics   -from 0 -to 1 -steps 200
