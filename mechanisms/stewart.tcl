# Stewart platform: a plate on six legs, each a universal joint, a sliding joint and a ball joint.
#
# Shows assembly from guessed poses of bodies instead of joint coordinates, five loops that share the plate (one cluster), and six drives that move
# the plate in all its freedoms. In dynamics the legs are spring-damper actuators and the plate sinks into its equilibrium.

mechanism stewart -about "Stewart platform with six driven legs"
gravity {0 0 -9.81}

parameter swing 0.04 -unit m -about "amplitude of the leg drives"
parameter k 20000 -unit N/m -about "leg stiffness in dynamics"
parameter c 900 -unit N*s/m -about "leg damping in dynamics"

set height 0.9
body plate -mass 20 -inertia {0.6 0.6 1.1} -guess [list 0 0 $height]

# Pairs of joints stand close together: at the corners of one triangle on the ground and of another, turned by 60 degrees, on the plate.
set pi [expr {acos(-1)}]
for {set i 0} {$i < 6} {incr i} {
    set side   [expr {$i % 2 ? 1 : -1}]
    set ground [expr {(($i + 1)/2*120 + ($i % 2 ? -12 : 12))*$pi/180}]
    set plate  [expr {(($i/2)*120 + 60 + $side*10)*$pi/180}]
    set bx [expr {0.8*cos($ground)}]; set by [expr {0.8*sin($ground)}]
    set px [expr {0.45*cos($plate)}]; set py [expr {0.45*sin($plate)}]

    # The leg's z axis points from its foot to the plate.
    set dx [expr {$px - $bx}]; set dy [expr {$py - $by}]
    set long  [expr {sqrt($dx*$dx + $dy*$dy + $height*$height)}]
    set roll  [expr {-asin($dy/$long)}]
    set pitch [expr {atan2($dx, $height)}]
    body lower$i -mass 3 -com {0 0 0.2} -inertia {0.05 0.05 0.004} -guess [list $bx $by 0] -guess-rpy [list $roll $pitch 0]
    body upper$i -mass 2 -com {0 0 -0.25} -inertia {0.04 0.04 0.002} -guess [list $px $py $height] -guess-rpy [list $roll $pitch 0]

    joint foot$i universal ground lower$i -at [list $bx $by 0] -axis {1 0 0} -axis2 {0 1 0}
    joint leg$i prismatic lower$i upper$i -axis {0 0 1} -q0 $long
    joint ball$i spherical upper$i plate -child-at [list $px $py 0]

    drive leg$i $long+swing*sin(2*pi*t+$i) -for kinematics
    load  leg$i -k*(q(leg$i)-$long)-c*qd(leg$i) -for dynamics
}

analysis kinematics -from 0 -to 2 -steps 200
analysis dynamics   -from 0 -to 2 -steps 200
