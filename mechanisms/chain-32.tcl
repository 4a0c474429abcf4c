# The chain of chain.tcl with 32 links.
set n 32
source chain.tcl
