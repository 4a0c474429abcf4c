# The chain of chain.tcl with 64 links.
set n 64
source chain.tcl
