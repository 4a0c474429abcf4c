# The chain of chain.tcl with 4 links.
set n 4
source chain.tcl
