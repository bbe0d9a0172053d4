"""What can be asked about maps: a question a module, each a command below `bloodstones maps`.

What they share is in `common` (kinds of parameters) and `figures` (tables). Start reading in
`show`.
"""
