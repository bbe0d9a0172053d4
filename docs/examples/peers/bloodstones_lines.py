"""Ten tasks with bloodstones."""

import bloodstones as bs

game = bs.load_game("bloodstones")
odds = game.odds("hill_folk: giant", "horse_lords: swordsman", terrain="hills")
change = odds.what_if()
spread = odds.distribution
picture = odds.plot()

one = game.playthrough("dragon_riders:warlord", "horse_lords:builder").finish()
results = game.simulate("dragon_riders:warlord", "horse_lords:builder", games=100, jobs=2)
rates = results.win_rates()
rows = results.rows

two = {"players": [2]}
weak = {"weak": {"dragon.modifier": 3}}
study = bs.Study(game="bloodstones", lineups=two, strategies=["champion"], arms=weak, replicates=2)
differences = study.run().what_ifs()
