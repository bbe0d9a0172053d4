"""Questions and answers: what can be asked, and what comes back, declared once as data.

A question is a class with typed parameters (`question`, `parameters`), an answer is data
(`answer`); questions about one thing are a family (`families`). What is made of them knows no
question: functions of Python (`function`) and their stubs (`stub`), fragments of HTML (`html`),
forms (`form`, `form_html`, from `controls`); the command line makes commands, and `output` says
how one writes a file. This room imports from `core` alone. Start reading in `question`.
"""
