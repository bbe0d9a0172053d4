"""A race decided by one roll and a handicap, with its desk."""

TITLE = "Handicap race"
DESK = "desk"
