"""How notebooks are tests, and which are left out where what they show is not installed."""

import pytest

from documenting.course import files_that_lack_a_library
from documenting.kernels import look_for_replies

look_for_replies()
collect_ignore = files_that_lack_a_library()


class Notebook(pytest.File):
    """A chapter of the course."""

    def collect(self):
        yield Execution.from_parent(self, name="execution")


class Execution(pytest.Item):
    """All cells in a kernel of its own, one after the other."""

    def runtest(self):
        import nbformat
        from nbclient import NotebookClient

        notebook = nbformat.read(self.path, as_version=4)
        NotebookClient(notebook, timeout=300).execute(cwd=self.path.parent)

    def repr_failure(self, excinfo):
        # the cell and its traceback
        return str(excinfo.value)

    def reportinfo(self):
        return self.path, 0, self.path.name


def pytest_collect_file(file_path, parent):
    if file_path.suffix == ".ipynb":
        return Notebook.from_parent(parent, path=file_path)
    return None
