"""A package that is not installed is named, with the command to install it."""

import pytest

from equidyn.output.extras import require_extra


def test_the_error_of_the_import_is_the_cause():
    with pytest.raises(ImportError, match=r"no_such_module.*equidyn\[view\]") as raised:
        require_extra("view", "no_such_module")
    assert isinstance(raised.value.__cause__, ModuleNotFoundError)
