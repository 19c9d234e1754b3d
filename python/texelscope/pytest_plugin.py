"""Images as expected results of tests: the fixture image_regression of pytest.

    def test_menu(image_regression):
        image_regression(render_menu(), max_error=1)

The expected image is expected_images/<test module>/<test>.png beside the module. `pytest --image-update` takes images that
fail for the expected ones; `pytest --image-report DIR` writes a page of all images of the session.
"""

import os
import pathlib
import re

import pytest

_UPDATE = "run pytest with --image-update"
# What a worker of pytest-xdist sends to the process that started it.
_PAIRS = "texelscope_image_pairs"
_UPDATED = "texelscope_updated_images"
_session = pytest.StashKey()


class _Session:
    """The images that were compared, and the expected ones that were written."""

    def __init__(self):
        self.pairs = []
        self.updated = []


def pytest_addoption(parser):
    group = parser.getgroup("images", "images as expected results (texelscope)")
    group.addoption("--image-update", action="store_true", help="take images that fail for the expected ones")
    group.addoption("--image-report", metavar="DIR", help="write a page of all images of the session to DIR/index.html")
    parser.addini("image_folder", "the folder of expected images, from that of the test module", default="expected_images")


def pytest_configure(config):
    config.stash[_session] = _Session()


def _is_worker(config):
    return hasattr(config, "workeroutput")


class ImageRegression:
    """Compares images of one test with those that are expected."""

    def __init__(self, request, folder):
        self._config = request.config
        module = request.path
        self._module = module.stem
        self._expected = module.parent / self._config.getini("image_folder")
        inside = module.is_relative_to(self._config.rootpath)
        self._group = module.parent.relative_to(self._config.rootpath) if inside else pathlib.Path()
        report = self._config.getoption("image_report")
        self._folder = pathlib.Path(report).absolute() / "images" / self._group if report else folder
        # "test_menu[dark-2]" of the class TestAll becomes "TestAll_test_menu_dark-2".
        names = [request.cls.__name__, request.node.name] if request.cls else [request.node.name]
        self._test = re.sub(r"[^\w.-]+", "_", "_".join(names)).strip("_")
        self._count = 0

    def _name(self, name, array):
        if name is None:
            self._count += 1
            name = self._test if self._count == 1 else f"{self._test}_{self._count}"
        if os.path.splitext(name)[1] not in (".png", ".exr"):
            name += ".exr" if array.dtype.kind == "f" else ".png"
        return f"{self._module}/{name}"

    def __call__(self, image, name=None, **limits):
        """Fails where an image is not the expected one within the limits, which are those of texelscope.compare().

        An array of any library, (h, w) or (h, w, channels) of uint8, uint16 or float32, or the path of an image. Without a
        name it is that of the test; a second image of the test has _2 behind it.
        """
        __tracebackhide__ = True
        # Not before it is needed: pytest loads plugins in every session.
        from . import _native
        from .comparison import _load

        array = _load(image, "the image")
        name = self._name(name, array)
        # Numbers of NumPy are none that workers can send.
        limits = {limit: getattr(value, "item", lambda value=value: value)() for limit, value in limits.items() if value is not None}
        check = _native._check_picture(array, name, limits, str(self._expected), str(self._folder),
                                       self._config.getoption("image_update"), _UPDATE)
        session = self._config.stash[_session]
        if check["updated"]:
            session.updated.append(str(self._expected / name))
        if self._config.getoption("image_report"):
            actual = self._folder / name
            if check["updated"] or check["is_same"]:
                actual = self._expected / name
            elif check["passed"]:
                actual.parent.mkdir(parents=True, exist_ok=True)
                _native._save_picture(str(actual), array)
            session.pairs.append(((self._group / name).as_posix(), str(self._expected), name, str(actual), limits))
        if not check["passed"]:
            pytest.fail(check["text"], pytrace=False)


@pytest.fixture
def image_regression(request, tmp_path):
    """A function that compares an image with the expected one: see texelscope.pytest_plugin."""
    return ImageRegression(request, tmp_path)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node, error):
    """A worker of pytest-xdist has ended. What one that crashed had compared is lost, and pytest tells the crash."""
    session = node.config.stash[_session]
    output = getattr(node, "workeroutput", {})
    session.pairs += [tuple(pair) for pair in output.get(_PAIRS, [])]
    session.updated += output.get(_UPDATED, [])


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session):
    config = session.config
    found = config.stash[_session]
    if _is_worker(config):
        config.workeroutput[_PAIRS] = found.pairs
        config.workeroutput[_UPDATED] = found.updated
    elif found.pairs:
        from . import _native
        _native._write_session_report(str(config.getoption("image_report")), "Images of pytest", found.pairs)


def pytest_terminal_summary(terminalreporter, config):
    found = config.stash[_session]
    for path in sorted(set(found.updated)):
        terminalreporter.write_line(f"texelscope: wrote {path}")
    if found.pairs:
        page = pathlib.Path(config.getoption("image_report")) / "index.html"
        terminalreporter.write_line(f"texelscope: the images of {len(found.pairs)} comparisons are in {page}")
