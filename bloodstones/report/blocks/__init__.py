"""Tables and pictures that several sections share."""
