"""What is shown as text: tables that fit the terminal, and answers.

Imports `core` and rich. Start with `answers`.
"""
