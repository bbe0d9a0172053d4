from typing import Any

import pytest

from bloodstones.batch import extra
from bloodstones.core.errors import InputError


def test_missing_packages_are_named_with_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    def find(name: str) -> Any:
        return None if name in ("joblib", "pyarrow") else object()

    monkeypatch.setattr(extra, "find_spec", find)
    with pytest.raises(InputError, match="got none called joblib, pyarrow") as caught:
        extra.require_study_extra()
    assert caught.value.tip == "pip install 'bloodstones[study]'"


def test_complete_environment_is_accepted() -> None:
    extra.require_study_extra()
