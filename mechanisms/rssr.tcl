# RSSR: a spatial crank-rocker with a rod between two ball joints.
#
# Shows the classic spatial four-bar: crank about z, rocker about x, and an idle spin of the coupler as in rsst.tcl. The mechanism
# type is that of Lee and Yoon (1993), who print no dimensions. Body origins are mass centres.

mechanism rssr -about "Spatial crank-rocker"

parameter crank 0.10 -unit m -about "crank length"
parameter coupler 0.40 -unit m -about "coupler length"
parameter rocker 0.20 -unit m -about "rocker length"
parameter torque 0.02 -unit N*m -about "torque on the crank in dynamics"
parameter speed 2*pi -unit rad/s -about "crank speed in kinematics"
parameter phi0 1.7537520384186858 -unit rad -about "rocker angle with the crank at zero"

body crank   -mass 0.5 -inertia {1e-4 0.5*crank^2/12 0.5*crank^2/12}
body coupler -mass 1.0 -inertia {1e-4 coupler^2/12 coupler^2/12}
body rocker  -mass 1.2 -inertia {1e-4 1.2*rocker^2/12 1.2*rocker^2/12}

joint crank revolute ground crank -axis {0 0 1} -child-at {-crank/2 0 0} -q0 0 -hold yes
# The frame of the first ball joint is the coupler's start: x from ball to ball, z horizontal.
set x 0.05-crank
set y 0.30+rocker*cos(phi0)
set z 0.10+rocker*sin(phi0)
joint near spherical crank coupler -at {crank/2 0 0} -frame [list $x $y $z] [list $y -($x) 0] -child-at {-coupler/2 0 0}
# The rocker's x axis points along it, its z axis along the axis of rotation.
joint phi revolute ground rocker -at {0.05 0.30 0.10} -axis {1 0 0} -child-at {-rocker/2 0 0} -child-frame {0 0 1} {0 1 0} -q0 phi0
joint far spherical coupler rocker -at {coupler/2 0 0} -child-at {rocker/2 0 0}

drive crank speed*t -for kinematics
load  crank torque  -for dynamics

analysis kinematics -from 0 -to 2 -steps 400
analysis dynamics   -from 0 -to 2 -steps 400
