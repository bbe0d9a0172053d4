"""The lab: a local web application to play, analyse games and ask for odds; `bloodstones lab`.

`app` combines the pages, and `security` decides which requests are allowed. Each kind of page is
one module or a package (`analysis`), with templates and scripts beside them. Imports what `api`
offers; `cli.lab` opens it. Start reading at `app`.
"""
