"""The document as a value (`model`), and how it is written: Typst for the PDF, HTML, files.

Knows no study and no game, and imports no other package of `report`. Start with `model`,
then `typeset`.
"""
