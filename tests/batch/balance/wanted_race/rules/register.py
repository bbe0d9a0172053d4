"""The readings of the race."""

from bloodstones.core.rules.rulebook import Option, Register


def load_register() -> Register:
    photo = Option("photo_finish", (False, True), "Whether ties are told apart.", None, ())
    return Register("WR", {}, {}, {}, {}, {"photo_finish": photo})
