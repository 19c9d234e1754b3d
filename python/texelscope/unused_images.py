"""The expected images that no test of a pytest session used."""

import fnmatch
import os
import pathlib


def place_of(config, module):
    """The folder of the expected images of a test module, and the name of their subfolder."""
    return module.parent / config.getini("image_folder"), module.stem


class ImageTests:
    """The tests with images, and those that ran to their end. An image is unused only if all tests of its module ran."""

    def __init__(self):
        # By folder and module.
        self.collected = {}
        self.ended = set()

    def collect(self, items, is_complete):
        """Adds the tests of the session; a test that is not selected never ends."""
        for item in items:
            if "image_regression" in getattr(item, "fixturenames", ()):
                folder, module = place_of(item.config, item.path)
                tests = self.collected.setdefault((str(folder), module), set())
                tests.add(item.nodeid)
                if not is_complete:
                    tests.add("tests that were not selected")

    def add(self, other):
        """Adds the tests of a pytest-xdist worker: the value of as_data()."""
        for folder, module, tests in other["collected"]:
            self.collected.setdefault((folder, module), set()).update(tests)
        self.ended.update(other["ended"])

    def as_data(self):
        return {"collected": [[*place, sorted(tests)] for place, tests in self.collected.items()], "ended": sorted(self.ended)}

    def unused(self, config, used, prunes):
        """The paths of images that no test used, of modules whose tests all ran and of modules that no longer exist; removes
        them on request. used: paths. @raises OSError"""
        groups = {}
        for (folder, module), tests in self.collected.items():
            if tests <= self.ended:
                groups.setdefault(folder, set()).add(module)
        found = []
        for folder, modules in groups.items():
            if not os.path.isdir(folder):
                continue
            from . import _native
            names = [os.path.relpath(path, folder) for path in used]
            modules |= _former_modules(config, pathlib.Path(folder))
            found += [os.path.join(folder, name) for name in _native._find_unused(folder, names, sorted(modules), prunes)]
        return sorted(found)


def _former_modules(config, folder):
    """The subfolders that are named like test modules, but have none."""
    image_folder = pathlib.Path(config.getini("image_folder"))
    if image_folder.is_absolute() or len(image_folder.parts) != 1 or image_folder.parts[0] == "..":
        # Modules of several folders may share this one.
        return set()
    patterns = config.getini("python_files")
    return {path.name for path in folder.iterdir()
            if path.is_dir() and not (folder.parent / f"{path.name}.py").exists()
            and any(fnmatch.fnmatch(f"{path.name}.py", pattern) for pattern in patterns)}
