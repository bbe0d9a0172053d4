"""A ladder of strategies: tables drawn by lot, each played with its strategies in every seat."""
