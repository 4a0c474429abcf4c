# Four-bar with equal links, a torsion spring and a force on the coupler.
#
# Shows a linkage with a singular position: with base 2 it is a parallelogram, and all joints are in line when the crank lies
# flat. Data of Park, Yoo, Hwang and Bae (1997), example 2. Case I is what stands here; it never reaches the singular position.
#   case II              --set base=1.9 --set start=1.1036
#   through the singular position: --set rate=-1.5   or   --set Fy=-70
# Body origins are mass centres; every link is 2 m long.

mechanism parallelogram -about "Planar four-bar with equal links"

parameter base 2.0 -unit m -about "distance of the ground pivots"
parameter start 1.047 -unit rad -about "crank angle at the start"
parameter rate 0 -unit rad/s -about "crank speed at the start"
parameter Fx 80 -unit N -about "force on the coupler"
parameter Fy 70 -unit N
parameter px 0 -unit m -about "where the force acts, along the coupler from its middle"

body b1 -mass 5 -inertia {5 5 10}
body b2 -mass 7 -inertia {10 10 20}
body b3 -mass 9 -inertia {12.5 12.5 25}

joint theta1 revolute ground b1 -child-at {-1 0 0} -q0 start -qd0 rate -hold yes
joint theta2 revolute b1 b2 -at {1 0 0} -child-at {-1 0 0} -q0 -start -qd0 -rate
joint theta3 revolute ground b3 -at {base 0 0} -child-at {-1 0 0} -q0 start -qd0 rate
joint c revolute b2 b3 -at {1 0 0} -child-at {1 0 0}

torsion spring theta1 -k 100 -angle 0.524
force push b2 {Fx Fy 0} -at {px 0 0}

output coupler_angle q(theta1)+q(theta2) -unit rad

analysis dynamics -from 0 -to 10 -steps 500
