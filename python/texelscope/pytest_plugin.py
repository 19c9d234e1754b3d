"""Image regression tests for pytest: the fixture image_regression.

    def test_menu(image_regression):
        image_regression(render_menu(), preset="visual")

The expected image is expected_images/<test module>/<test>.png next to the module. `pytest --image-update` replaces the expected
images of failing comparisons; `pytest --image-report DIR` writes a page with all images of the session; `pytest --image-prune`
removes expected images that no test used.
"""

import os
import pathlib
import re
import shutil
import sys
import tempfile
import types

import pytest

from .unused_images import ImageTests, place_of

_UPDATE = "run pytest with --image-update"
_TITLE = "Images of pytest"
# The key of the data that a pytest-xdist worker sends to the controller.
_FOUND = "texelscope_images"
_session = pytest.StashKey()
_failures = pytest.StashKey()
# Extensions of image formats that cannot be written.
_OTHER_ENDINGS = {".avif", ".bmp", ".dds", ".gif", ".hdr", ".heic", ".jpeg", ".jpg", ".jxl", ".ktx2", ".npy", ".pgm", ".pnm",
                  ".ppm", ".svg", ".tga", ".tif", ".tiff", ".webp"}


class _Session:
    """The images and the report of a session."""

    def __init__(self, target):
        self.target = target
        # The report of the process that compares images.
        self.report = None
        # The report folder of a pytest-xdist worker.
        self.folder = None
        # The report folders of workers, which are merged at the end.
        self.reports = []
        # The test and fixture of each image, by the path of the expected image.
        self.users = {}
        self.updated = []
        self.tests = ImageTests()
        # The paths of expected images that no test used.
        self.unused = []
        self.error = None

    def fail(self, error):
        """Records an error; the first one is reported at the end of the session."""
        self.error = self.error or str(error)

    def page(self):
        path = pathlib.Path(self.target).absolute()
        return path if path.suffix.lower() in (".html", ".htm") else path / "index.html"

    def open_report(self, is_worker):
        """The report, created for the first image. None if none was requested or it cannot be written."""
        if self.target and self.report is None and self.error is None:
            from . import _native
            try:
                if is_worker:
                    self.folder = tempfile.mkdtemp(prefix="texelscope_images_")
                self.report = _native._SessionReport(self.folder or str(pathlib.Path(self.target).absolute()))
            except OSError as error:
                self.fail(error)
        return self.report

    def finish(self):
        """Writes the report, if any images were compared."""
        try:
            if self.report is not None:
                self.report.finish(_TITLE)
            elif self.reports:
                from . import _native
                _native._merge_session_reports(self.reports, str(pathlib.Path(self.target).absolute()), _TITLE)
        except OSError as error:
            self.fail(error)
        for folder in self.reports:
            shutil.rmtree(folder, ignore_errors=True)


def pytest_addoption(parser):
    group = parser.getgroup("images", "image regression tests (texelscope)")
    group.addoption("--image-update", action="store_true", help="replace expected images with failing actual ones")
    group.addoption("--image-report", metavar="DIR", help="write a page with all images of the session to DIR/index.html")
    group.addoption("--image-prune", action="store_true", help="remove expected images that no test used")
    parser.addini("image_folder", "folder of expected images, relative to the test module", default="expected_images")


def _require_writable(target):
    """Fails early, before long work. @raises pytest.UsageError"""
    path = pathlib.Path(target).absolute()
    there = next((folder for folder in (path, *path.parents) if os.path.lexists(folder)), path)
    is_page = there == path and path.is_file() and path.suffix.lower() in (".html", ".htm")
    if not is_page and not there.is_dir():
        raise pytest.UsageError(f"--image-report cannot write {path}: {there} is a file; specify another folder")
    if not os.access(there, os.W_OK):
        raise pytest.UsageError(f"--image-report cannot write {path}: permission denied for {there}; specify another folder")


def pytest_configure(config):
    target = config.getoption("image_report")
    if target and not _is_worker(config):
        _require_writable(target)
    config.stash[_session] = _Session(target)


def pytest_deselected(items):
    for item in items:
        item.config.stash[_session].tests.collect([item], False)


def pytest_collection_finish(session):
    # A test ID selects only part of a module.
    session.config.stash[_session].tests.collect(session.items, not any("::" in str(arg) for arg in session.config.args))


def _is_worker(config):
    return hasattr(config, "workerinput")


def _call_stack(frame):
    """A traceback like that of an exception raised at this frame."""
    stack = None
    while frame is not None and frame.f_globals.get("__name__", "").split(".")[0] not in ("_pytest", "pluggy"):
        stack = types.TracebackType(stack, frame, frame.f_lasti, frame.f_lineno)
        frame = frame.f_back
    return stack


class ImageRegression:
    """Compares the images of one test with the expected images."""

    def __init__(self, request, folder):
        self._node = request.node
        self._config = request.config
        module = request.path
        self._expected, self._module = place_of(self._config, module)
        inside = module.is_relative_to(self._config.rootpath)
        self._group = module.parent.relative_to(self._config.rootpath) if inside else pathlib.Path()
        self._folder = folder
        # "test_menu[dark-2]" of the class TestAll becomes "TestAll_test_menu_dark-2".
        names = [request.cls.__name__, request.node.name] if request.cls else [request.node.name]
        self._test = re.sub(r"[^\w.-]+", "_", "_".join(names)).strip("_")
        self._count = 0
        self._node.stash[_failures] = []

    def _name(self, name, array):
        __tracebackhide__ = True
        if name is None:
            self._count += 1
            name = self._test if self._count == 1 else f"{self._test}_{self._count}"
        ending = os.path.splitext(name)[1].lower()
        if ending in _OTHER_ENDINGS:
            raise ValueError(f"an expected image cannot be {name!r}: it is a PNG file, or an OpenEXR file for floats; use a name "
                             f"that ends in .png or .exr, or has no extension")
        if ending not in (".png", ".exr"):
            name += ".exr" if array.dtype.kind == "f" else ".png"
        return f"{self._module}/{name}"

    def _use(self, name):
        """Image names are unique in a session, because two images of one name would overwrite each other's files. @raises ValueError"""
        __tracebackhide__ = True
        users = self._config.stash[_session].users
        path = str(self._expected / name)
        test, fixture = users.get(path, (self._node.nodeid, None))
        # A rerun of a test has a new fixture.
        if test != self._node.nodeid or fixture is self:
            raise ValueError(_name_clash(path, test, self._node.nodeid))
        users[path] = (self._node.nodeid, self)

    def __call__(self, image, name=None, **limits):
        """Fails the test, at its end, if the image differs from the expected one by more than the
        limits, which are the same as for texelscope.compare().

        image: an array of any library, (h, w) or (h, w, channels) of uint8, uint16 or float32, or the path of an image. name
        defaults to the name of the test, with _2 appended for its second image.
        """
        __tracebackhide__ = True
        # Imported only when needed: pytest loads plugins in every session.
        from . import _native
        from .comparison import _load

        array = _load(image, "the image")
        name = self._name(name, array)
        self._use(name)
        session = self._config.stash[_session]
        report = session.open_report(_is_worker(self._config))
        try:
            check = _native._check_picture(array, name, limits, str(self._expected), str(self._folder),
                                           self._config.getoption("image_update"), _UPDATE, report,
                                           (self._group / name).as_posix(), str(session.page()) if report else "",
                                           self._node.nodeid)
        except OSError as error:
            check = {"updated": False, "passed": False, "text": str(error)}
        if check["updated"]:
            session.updated.append(str(self._expected / name))
        if not check["passed"]:
            self._node.stash[_failures].append((check["text"], _call_stack(sys._getframe(1))))


@pytest.fixture
def image_regression(request, tmp_path):
    """A function that compares an image with the expected one; see texelscope.pytest_plugin."""
    return ImageRegression(request, tmp_path)


def _place(stack):
    """The file and line where a traceback ends."""
    while stack.tb_next is not None:
        stack = stack.tb_next
    return f"{os.path.relpath(stack.tb_frame.f_code.co_filename)}:{stack.tb_lineno}"


def _failure_text(failures):
    if len(failures) == 1:
        return failures[0][0]
    # pytest prints the first line in its summary.
    reason = failures[0][0].splitlines()[0]
    return "\n".join([f"{reason}, the first of {len(failures)} failing images",
                      *(f"{_place(stack)}: {text}" for text, stack in failures)])


@pytest.hookimpl(hookwrapper=True)
def pytest_pyfunc_call(pyfuncitem):
    """Fails a test at its end, so that all its images are compared, reported and accepted together."""
    outcome = yield
    if outcome.excinfo is None:
        pyfuncitem.config.stash[_session].tests.ended.add(pyfuncitem.nodeid)
    failures = pyfuncitem.stash.get(_failures, [])
    if not failures:
        return
    if outcome.excinfo is not None and not issubclass(outcome.excinfo[0], pytest.skip.Exception):
        pyfuncitem.add_report_section("call", "images", _failure_text(failures))
        return
    failure = pytest.fail.Exception(_failure_text(failures)).with_traceback(failures[0][1])
    # pluggy before 1.1 has no force_exception().
    if not hasattr(outcome, "force_exception"):
        raise failure
    outcome.force_exception(failure)


def _name_clash(path, one, other):
    return f"two images have the name {path}, one of {one} and one of {other}; use a different name for each: " \
           f'image_regression(image, name="…")'


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node, error):
    """Called when a pytest-xdist worker has ended. The comparisons of a crashed worker are lost; pytest reports the crash."""
    session = node.config.stash[_session]
    found = getattr(node, "workeroutput", {}).get(_FOUND)
    if found is None:
        return
    for path, test in found["users"].items():
        if path in session.users:
            session.fail(_name_clash(path, session.users[path][0], test))
        session.users[path] = (test, None)
    session.updated += found["updated"]
    session.tests.add(found["tests"])
    if found["folder"] is not None:
        session.reports.append(found["folder"])
    if found["error"] is not None:
        session.fail(found["error"])


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session):
    found = session.config.stash[_session]
    found.finish()
    if _is_worker(session.config):
        session.config.workeroutput[_FOUND] = {"users": {path: test for path, (test, fixture) in found.users.items()},
                                               "updated": found.updated, "folder": found.folder, "error": found.error,
                                               "tests": found.tests.as_data()}
        return
    try:
        found.unused = found.tests.unused(session.config, found.users, session.config.getoption("image_prune"))
    except OSError as error:
        found.fail(error)
    if found.error is not None and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter, config):
    found = config.stash[_session]
    for path in sorted(set(found.updated)):
        terminalreporter.write_line(f"texelscope: wrote {path}")
    for path in found.unused:
        told = "removed {}, which no test used" if config.getoption("image_prune") else "no test used {}; --image-prune removes it"
        terminalreporter.write_line(f"texelscope: {told.format(path)}")
    if found.error is not None:
        terminalreporter.write_line(f"texelscope: error: {found.error}", red=True)
    elif found.target and found.users:
        terminalreporter.write_line(f"texelscope: the images of {len(found.users)} comparisons are in {found.page()}")
