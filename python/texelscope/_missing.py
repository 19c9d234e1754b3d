"""Why the module's native part cannot be loaded, and what to do."""

import importlib.machinery
import pathlib
import sys


def reason_of(error):
    """One line about an ImportError of _native."""
    folder = pathlib.Path(__file__).parent
    files = [file.name for file in folder.glob("_native.*.so")]
    fitting = [name for name in files if any(name == "_native" + suffix for suffix in importlib.machinery.EXTENSION_SUFFIXES)]
    if fitting:
        return (f"texelscope: {fitting[0]} cannot be loaded: {error}; install the library that is named (Debian, Ubuntu: apt install "
                "libgl1 libegl1 for OpenGL, and what tools/packages.txt lists to run)")
    if files:
        return (f"texelscope: this module is {', '.join(files)}, and this Python is {sys.implementation.cache_tag}: make one for it "
                f"with {sys.executable} -m pip install --no-build-isolation . in the sources")
    return f"texelscope: there is no native part in {folder}: build the target texelscope_python, or pip install the sources"
