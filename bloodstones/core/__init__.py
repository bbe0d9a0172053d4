"""What all rooms stand on: errors, contracts, files, kernels, questions, rules, hexes.

Imports nothing but itself. Start with `errors`, then `contract.game`.
"""
