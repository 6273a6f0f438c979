/* Processes: there can be 255 at a time; here the maker may stop at any time before. */
proctype Leaf() { false }
init { do :: run Leaf() :: break od; false }
