"""Compiled kernels: how they are declared, laid out, dispatched by state and kept on disk.

Imports nothing but `core`. Start with `kernel`, then `layout` and `dispatch`.
"""
