# RSCR: a crank drives, through a ball joint, a coupler that slides and turns on a swinging link.
#
# Shows a spatial loop with four different joints: revolute, spherical, cylindrical, revolute. The ball joint has the most
# freedom and is cut, which leaves four coordinates and three conditions: one freedom. The mechanism type, two turns of the
# crank and the constant torque are those of Lee and Yoon (1993), who print no dimensions. Body origins are mass centres.

mechanism rscr -about "Spatial RSCR linkage with a cylindrical joint"

parameter crank 0.10 -unit m -about "crank length"
parameter offset 0.16 -unit m -about "distance of the ball joint from the cylinder axis"
parameter torque 0.02 -unit N*m -about "torque on the crank in dynamics"
parameter speed 2*pi -unit rad/s -about "crank speed in kinematics"

body crank   -mass 0.5 -inertia {1e-4 0.5*crank^2/12 0.5*crank^2/12}
body coupler -mass 1.0 -inertia {2e-3 1.2e-2 1.1e-2}
body link3   -mass 1.5 -inertia {3e-3 4e-3 5e-3}

joint crank revolute ground crank -axis {0 0 1} -child-at {-crank/2 0 0} -q0 0 -hold yes
joint ball spherical crank coupler -at {crank/2 0 0} -child-at {-0.1 offset 0}
joint psi revolute ground link3 -at {0.40 0 0.10} -axis {0 1 0} -child-at {0.05 -0.02 0} -q0 0.2
joint c cylindrical link3 coupler -at {0.05 0 0} -child-at {-0.1 0 0} -axis {1 0 0} -q0 {-1.7 -0.27}

drive crank speed*t -for kinematics
load  crank torque  -for dynamics

analysis kinematics -from 0 -to 2 -steps 400
analysis dynamics   -from 0 -to 2 -steps 400
