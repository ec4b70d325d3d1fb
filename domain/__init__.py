"""The rules: standard library and msgspec only; no clock, no dice, no I/O, no log."""
