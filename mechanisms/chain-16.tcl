# The chain of chain.tcl with 16 links.
set n 16
source chain.tcl
