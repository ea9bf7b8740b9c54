"""Heap: two take stones from a heap in turn, and who takes the last one wins. Small, so that it compiles fast."""
