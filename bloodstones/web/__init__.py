"""The lab: a local page to play on the map, ask odds and look at games; `bloodstones lab`.

`app` puts it together; `security` says who may ask; a room's pages stand in one module each, their
templates and scripts beside them. Imports what `api` offers; `cli.lab` opens it. Start
reading at `app`.
"""
