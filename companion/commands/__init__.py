"""The commands of `tapis`, one module each, found by themselves. Modules that start with `_` are shared parts."""
