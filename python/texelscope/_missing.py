"""Explains why the native part of the module cannot be loaded, and how to fix it."""

import importlib.machinery
import pathlib
import sys


def reason_of(error):
    """One line about an ImportError of _native."""
    folder = pathlib.Path(__file__).parent
    files = [file.name for file in folder.glob("_native.*.so")]
    fitting = [name for name in files if any(name == "_native" + suffix for suffix in importlib.machinery.EXTENSION_SUFFIXES)]
    if fitting:
        return (f"texelscope: {fitting[0]} cannot be loaded: {error}; install the missing library (Debian, Ubuntu: apt install "
                "libgl1 libegl1 for OpenGL, and the runtime packages in tools/packages.txt)")
    if files:
        return (f"texelscope: this module is {', '.join(files)}, but this Python is {sys.implementation.cache_tag}; build it for this "
                f"Python: run {sys.executable} -m pip install --no-build-isolation . in the source folder")
    return f"texelscope: {folder} has no native part; build the target texelscope_python, or pip install the source folder"
