# The chain of chain.tcl with 2 links.
set n 2
source chain.tcl
