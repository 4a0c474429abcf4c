# Double pendulum: an open chain of two links, pushed by a torque and a force.
#
# Shows a mechanism without loops: its equations are integrated as they are. Data of Park, Yoo, Hwang and Bae (1997), example 1: no
# gravity, the force keeps its direction and acts at the free end. Body origins are mass centres.

mechanism double_pendulum -about "Planar double pendulum under a torque and a force"

parameter m1 5 -unit kg
parameter m2 7 -unit kg
parameter J1 10 -unit kg*m^2
parameter J2 20 -unit kg*m^2
parameter torque 10 -unit N*m -about "on the first link"
parameter Fx 8 -unit N -about "at the free end"
parameter Fy 7 -unit N

body upper -mass m1 -inertia {J1/2 J1/2 J1}
body lower -mass m2 -inertia {J2/2 J2/2 J2}

joint shoulder revolute ground upper -child-at {-1 0 0} -q0 0.5236
joint elbow revolute upper lower -at {1 0 0} -child-at {-1 0 0} -q0 0.7854-0.5236

load shoulder torque
force pull lower {Fx Fy 0} -at {1 0 0}

point tip lower {1 0 0}
output theta2 q(shoulder)+q(elbow) -unit rad
output tip_x x(tip) -unit m
output tip_y y(tip) -unit m
output balance -torque*q(shoulder)-Fx*x(tip)-Fy*y(tip) -unit J

analysis dynamics -from 0 -to 50 -steps 500
