"""Drawing whole games anew: sums of lines drawn with replacement."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bloodstones.stats.intervals import CELLS_AT_ONCE

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


def resampled_sums(lines: Floats, resamples: int, *, seed: int) -> Floats:
    """Return the sums of as many lines as there are, drawn with replacement, again and again.

    Equal lines are exchangeable: how often each distinct one is drawn is the same multinomial
    experiment and far less work.

    Parameters
    ----------
    lines
        One line a game (or luck), shape (games, columns).
    resamples
        Number of tables drawn.
    seed
        The same seed gives the same sums.

    Returns
    -------
    ndarray
        Shape (resamples, columns).

    Examples
    --------
    >>> import numpy as np
    >>> resampled_sums(np.ones((5, 2)), 3, seed=1).tolist()
    [[5.0, 5.0], [5.0, 5.0], [5.0, 5.0]]
    """
    import numpy as np

    distinct, frequency = np.unique(lines, axis=0, return_counts=True)
    chances = frequency / len(lines)
    rng = np.random.default_rng(seed)
    step = max(1, CELLS_AT_ONCE // len(distinct))
    sums = np.empty((resamples, lines.shape[1]))
    for start in range(0, resamples, step):
        size = min(step, resamples - start)
        sums[start : start + size] = rng.multinomial(len(lines), chances, size=size) @ distinct
    return sums
