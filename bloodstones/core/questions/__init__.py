"""Questions and answers: what can be asked, and what comes back, declared once as data.

A question is a class with typed parameters (`question`, `parameters`), an answer is data
(`answer`); questions about one thing are a family (`families`). `function` makes a Python function
of a question; the command line makes a command of it. This room imports from `core` alone. Start
reading in `question`.
"""
