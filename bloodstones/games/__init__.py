"""The games of the laboratory, one package a title; no game sees another."""
