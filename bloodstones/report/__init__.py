"""The report of a study: findings, the text made from them, and the typeset document."""
