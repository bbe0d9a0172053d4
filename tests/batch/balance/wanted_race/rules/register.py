"""The readings of the race."""

from bloodstones.core.rules.rulebook import Register, RuleOption


def load_register() -> Register:
    photo = RuleOption("photo_finish", (False, True), "Whether ties are told apart.", None, ())
    return Register("WR", {}, {}, {}, {}, {"photo_finish": photo})
