# RSST: a spatial slider-crank, the rod hanging in two ball joints.
#
# Shows a freedom that no drive moves: the rod can spin about its own axis. A kinematic run names it and lets it
# move with the least kinetic energy. The ball joint declared last is cut. The mechanism type is that of Lee and Yoon (1993), the
# dimensions follow a slider-crank of Haug (1989). Body origins are mass centres.

mechanism rsst -about "Spatial slider-crank"

parameter crank 0.08 -unit m -about "crank length"
parameter rod 0.30 -unit m -about "rod length"
parameter height 0.12 -unit m -about "height of the crank axis above the slider"
parameter side 0.10 -unit m -about "sideways offset of the crank axis"
parameter torque 0.02 -unit N*m -about "torque on the crank in dynamics"
parameter speed 2*pi -unit rad/s -about "crank speed in kinematics"
parameter start sqrt(rod^2-(side+crank)^2-height^2) -unit m -about "slider position with the crank at zero"

body crank  -mass 0.12 -inertia {1e-4 1e-5 1e-4}
body rod    -mass 0.5  -inertia {4e-4 4e-3 4e-3}
body slider -mass 2.0  -inertia {1e-4 1e-4 1e-4}

# The crank's y axis points along it and its z axis against the axis of rotation.
joint crank revolute ground crank -at {0 side height} -axis {1 0 0} -child-frame {0 0 -1} {1 0 0} -q0 0 -hold yes
# The frame of the first ball joint is the rod's start: x along the rod, z horizontal. So the rod starts with e = 1 0 0 0.
joint near spherical crank rod -at {0 crank 0} -frame {-height -(side+crank) -start} {0 -start side+crank} -child-at {-rod/2 0 0}
joint slide prismatic ground slider -axis {1 0 0} -q0 start
joint far spherical rod slider -at {rod/2 0 0}

drive crank speed*t -for kinematics
load  crank torque  -for dynamics

analysis kinematics -from 0 -to 2 -steps 400
analysis dynamics   -from 0 -to 2 -steps 400
