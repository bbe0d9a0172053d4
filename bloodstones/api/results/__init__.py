"""Results of studies as pandas frames: `results` has the class, `measures` its methods.

May import all that `api` may. Start with `results`.
"""
