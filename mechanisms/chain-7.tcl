# The chain of chain.tcl with 7 links.
set n 7
source chain.tcl
