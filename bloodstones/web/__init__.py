"""The lab: a local page to play on the map, analyse games and ask odds; `bloodstones lab`.

`app` puts it together; `security` says who may ask; a room's pages stand in one module each, or in
a room of their own (`analysis`), templates and scripts beside them. Imports what `api` offers;
`cli.lab` opens it. Start reading at `app`.
"""
