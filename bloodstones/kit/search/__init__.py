"""Players that look ahead, in any game: they sample worlds that fit their view and play them on.

A game hands its kernels over as arguments, in one thin entry of its own (`deciding.decide`).
"""
