"""The numbers of the race, as commands read them."""

from tests.batch.balance.handicap.rules import numbers

load_numbers = numbers.load_numbers
