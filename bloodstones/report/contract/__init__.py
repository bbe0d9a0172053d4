"""What a section is, what it sees (`findings`), what a game declares for its reports.

Imports `document.model`, `front.part` and `language` alone. Start with `section`.
"""
