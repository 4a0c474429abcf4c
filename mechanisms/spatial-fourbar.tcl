# Spatial four-bar R-U-S-R: a wheel drives a rocker through a coupler held by a universal and a ball joint.
#
# Shows a universal joint, a torsion spring with a damper, and frames given by axis directions. Masses and inertias are those of
# Park, Yoo, Hwang and Bae (1997), example 3; the geometry is that of the Haug (1989) linkage with the same masses. Body origins are mass
# centres, long axes are y.

mechanism spatial_fourbar -about "Spatial four-bar with a universal and a ball joint"

constant radius 2
constant rocker 7.4
constant cz sqrt(7.4^2-3.5^2)
constant length sqrt(7.5^2+8.5^2+(cz-2)^2)
parameter k 1 -unit N*m/rad
parameter c 5 -unit N*m*s/rad
gravity {0 -9.81 0}

body wheel   -mass 2 -inertia {4 2 2}
body coupler -mass 1 -inertia {12.4 0.01 12.4}
body rocker  -mass 1 -inertia {4.54 0.01 4.54}

joint theta revolute ground wheel -axis {1 0 0} -q0 0 -hold yes
# First axis: the wheel's x; second: the coupler's z, which starts at right angles to the wheel's x and to the coupler.
joint hooke universal wheel coupler -at {0 0 radius} -frame {1 0 0} {0 -(cz-2) -8.5} -child-at {0 -length/2 0} \
    -axis {1 0 0} -axis2 {0 0 1} -q0 {0 asin(7.5/length)}
# phi counts from the ground's z axis; the rocker's y axis points along it, its z axis along the axis of rotation.
joint phi revolute ground rocker -at {-4 -8.5 0} -axis {0 1 0} -child-at {0 -rocker/2 0} -child-frame {-1 0 0} {0 1 0} -q0 asin(-3.5/7.4)
joint s spherical coupler rocker -at {0 length/2 0} -child-at {0 rocker/2 0}

torsion spring theta -k k -c c

analysis dynamics -from 0 -to 10 -steps 500
