# A free-flying body that tumbles.
#
# Shows the free joint with Euler parameters, and rotation about the middle principal axis, which is unstable: the body turns over again and
# again (the motion of a thrown racket). Energy and angular momentum stay constant while it falls.

mechanism free_body -about "Tumbling rigid body in free flight"
gravity {0 0 -9.81}

parameter spin 6 -unit rad/s -about "rate about the middle principal axis"
parameter up 12 -unit m/s -about "throwing speed"

body racket -mass 0.4 -inertia {0.001 0.003 0.0035}
joint flight free ground racket -q0 {0 0 1 1 0 0 0} -qd0 {1 0 up 0.01 spin 0}

# Angular momentum about the mass centre in body axes, and its size.
output momentum sqrt((0.001*qd(flight.wx))^2+(0.003*qd(flight.wy))^2+(0.0035*qd(flight.wz))^2) -unit N*m*s

analysis dynamics -from 0 -to 2.4 -steps 480
