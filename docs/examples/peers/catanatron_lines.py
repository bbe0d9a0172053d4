"""A game, and a rate of wins, with Catanatron."""

from catanatron import Color, Game, RandomPlayer

players = [RandomPlayer(Color.RED), RandomPlayer(Color.BLUE)]
won = [Game(players, seed=n).play() for n in range(10)]
rate = won.count(Color.RED) / len(won)
