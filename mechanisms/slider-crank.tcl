# Slider-crank: the crank of a small compressor, driven at constant speed.
#
# Shows a drive in both analyses, an input torque found by kinetostatics (column f.crank), a force law on the slider that depends on
# its position, and a prismatic joint in a planar loop.

mechanism slider_crank -about "Compressor crank with a gas spring on the piston"

parameter crank 0.04 -unit m -about "crank radius"
parameter rod 0.14 -unit m -about "connecting rod length"
parameter speed 157.08 -unit rad/s -about "crank speed, 1500 turns a minute"
parameter gas 60 -unit N -about "gas force at bottom dead centre"
parameter stroke 2*crank -unit m
parameter dead 0.012 -unit m -about "clearance at top dead centre"
gravity {0 0 -9.81}

body crank  -mass 0.8 -com {crank/3 0 0} -inertia {1e-4 6e-4 6e-4}
body rod    -mass 0.35 -com {rod/3 0 0} -inertia {2e-5 8e-4 8e-4}
body piston -mass 0.3 -inertia {1e-4 1e-4 1e-4}

joint crank revolute ground crank -axis {0 1 0} -q0 0.3 -qd0 speed -hold yes
joint pin revolute crank rod -at {crank 0 0} -axis {0 1 0} -q0 -0.4
joint slide prismatic ground piston -axis {1 0 0} -q0 crank+rod
joint wrist revolute rod piston -at {rod 0 0} -axis {0 1 0}

# The gas is squeezed as the piston moves out; its volume is what is left to the head.
load slide -gas*(stroke+dead)/(crank+rod+dead-q(slide))
drive crank 0.3+speed*t

output piston_speed qd(slide) -unit m/s

analysis kinematics -from 0 -to 0.08 -steps 400
analysis dynamics   -from 0 -to 0.08 -steps 400
