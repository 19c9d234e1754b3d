"""Displays tensors in a window of this process, or as pictures if no window can be opened."""

import atexit
import os
import sys
import threading

from . import _native
from .picture import Picture, Pictures

# Held while a window is open, because the window system library is bound to one thread.
_turn = threading.Lock()
# The request for the open window to close.
_request = None


class Window:
    """A window in a separate thread. It displays changes in the tensors' memory, and releases the tensors when it is
    closed, by close() or by the user."""

    def __init__(self, tensors, view, request, options):
        self._request = request
        self._is_open = threading.Event()
        self._error = None
        self._thread = threading.Thread(target=self._run, args=(tensors, view, options), name="texelscope.show",
                                        daemon=True)
        try:
            self._thread.start()
        except BaseException:
            _turn.release()
            raise
        try:
            self._is_open.wait()
        except BaseException:
            self.close()
            raise
        self._raise()

    def _run(self, tensors, view, options):
        try:
            _native._explore(tensors, view, self._request, self._is_open.set, **options)
        except BaseException as error:
            # The traceback would keep the tensors alive.
            self._error = error.with_traceback(None)
        finally:
            _turn.release()
            self._is_open.set()

    def _raise(self):
        error, self._error = self._error, None
        if error is not None:
            raise error

    def __repr__(self):
        return f"Window({'open' if self.is_open else 'closed'})"

    @property
    def is_open(self):
        return self._thread.is_alive()

    def close(self):
        """Closes the window and waits until it is closed. Does nothing if it is closed already."""
        self._request.set()
        self.wait()

    def wait(self, timeout=None):
        """Waits until the window is closed, or for `timeout` seconds, and returns whether it is closed. Raises an error of the
        window's thread, once."""
        self._thread.join(timeout)
        if not self._thread.is_alive():
            self._raise()
        return not self._thread.is_alive()


@atexit.register
def _close_at_exit():
    if _request is not None:
        _request.set()
        # The window's thread must not return to an interpreter that has exited.
        _turn.acquire(timeout=10)


def _is_in_notebook():
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    return getattr(shell, "kernel", None) is not None


def _has_window():
    return not _is_in_notebook() and bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _with_names(tensors, name):
    if len(tensors) == 1 and isinstance(tensors[0], dict):
        if name is not None:
            raise TypeError("a dict already contains the names; omit name")
        return [(str(key), tensor) for key, tensor in tensors[0].items()]
    names = [name] if isinstance(name, str) else name
    if names is None:
        names = ["tensor"] if len(tensors) == 1 else [f"tensor {number}" for number in range(len(tensors))]
    if len(names) != len(tensors):
        raise TypeError(f"{len(names)} names for {len(tensors)} tensors; pass one for each")
    return list(zip(names, tensors))


def show(*tensors, name=None, block=None, device=None, renderer="gl", size=(1280, 720), **view):
    """Opens a window on tensors of any library and rank, in this process, without copying; changes in their memory are
    displayed.

    show(a), show(a, b) or show({"weights": a}). name: the name of one tensor, or a sequence of names. block: True waits in
    this thread until the window is closed; False returns a Window, which runs in a separate thread (default: False if Python
    is interactive). device: None selects the tensors' own device. View options: axes=(rows, columns), channels, index, map,
    range, … (docs/python.md).

    In a notebook, or without a display, returns a Picture instead, or Pictures for several tensors.
    """
    global _request
    named = _with_names(tensors, name)
    if not named:
        raise TypeError("nothing to show; pass a tensor")
    if not _has_window():
        pictures = []
        for name, tensor in named:
            png, text = _native._tensor_picture(tensor, view, device)
            pictures.append(Picture(png, f"{name}: {text}"))
        return pictures[0] if len(pictures) == 1 else Pictures(pictures)
    options = {"device": device, "renderer": renderer, "size": size}
    if not _turn.acquire(blocking=False):
        raise RuntimeError("a window of show() is open, and only one at a time is possible; close it first, or show "
                           "several tensors in one window with show(a, b)")
    if block is None:
        block = not (hasattr(sys, "ps1") or sys.flags.interactive)
    _request = _native._CloseRequest()
    if not block:
        return Window(named, view, _request, options)
    try:
        _native._explore(named, view, _request, None, **options)
    finally:
        _turn.release()
    return None
