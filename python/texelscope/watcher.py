"""Shows a training loop's tensors, and the arrays among a function's variables, in the window of another process."""

import collections
import functools
import inspect
import operator
import sys
import time

from ._native import is_watched, watch
from .viewable import PROTOCOLS


class Pace:
    """Limits the time that showing takes to 1 % of all."""

    __slots__ = ("next_time",)

    def __init__(self):
        self.next_time = 0

    def show(self, show, *arguments):
        """Calls show(*arguments), unless that would take more."""
        begin = time.perf_counter()
        if begin >= self.next_time:
            show(*arguments)
            end = time.perf_counter()
            self.next_time = end + 99 * (end - begin)


# By the place of a watched block or function.
_paces = collections.defaultdict(Pace)


class Watcher:
    """A callback for training loops: watcher(step, loss_map=…, weights=…) shows these arrays at every `every`-th step. A
    function in place of an array is called at such steps only, if a window is open, and returns the array. Showing takes
    at most 1 % of the time, so that steps are left out; always=True shows each such step."""

    __slots__ = ("_pace", "always", "every")

    def __init__(self, every=100, *, always=False):
        self.every = operator.index(every)
        self.always = bool(always)
        self._pace = Pace()
        if self.every < 1:
            raise ValueError(f"every cannot be {every}; use a number of steps, 1 or more")

    def __call__(self, step, /, **arrays):
        if step % self.every or not is_watched():
            return
        if self.always:
            self._show(arrays)
        else:
            self._pace.show(self._show, arrays)

    def _show(self, arrays):
        for name, array in arrays.items():
            watch(name, array() if callable(array) else array, always=self.always)

    def __repr__(self):
        return f"Watcher(every={self.every}, always={self.always})"


class watching:  # noqa: N801: used like a function
    """Shows the arrays among a function's variables as "function.variable". In a with statement, when its block ends, also
    by an exception, and whenever the function that it returns is called:

        with texelscope.watching() as show:
            for step in range(1000):
                …
                show()

    As a decorator, @texelscope.watching(), after each call: the arguments and the result ("function.return").

    Nothing is traced, so that code in between runs at full speed. Showing takes at most 1 % of the time, and the last state
    of a block is shown as well, unless blocks follow one another so fast that it would take more. Variables whose names begin
    with _, and arrays that a window cannot show, are left out. `name` replaces the function's name."""

    def __init__(self, name=None):
        self._name = name
        self._place = None
        self._pace = Pace()

    def __enter__(self):
        frame = sys._getframe(1)
        self._place = (frame.f_code.co_filename, frame.f_lineno)
        return self._show_caller

    def __exit__(self, *error):
        if is_watched():
            _paces[self._place].show(self._show_frame, sys._getframe(1), True)

    def __call__(self, function):
        signature = inspect.signature(function)
        prefix = f"{self._name or function.__name__}."
        place = (function.__module__, function.__qualname__)

        def show(positional, named, result):
            _show(prefix, {**signature.bind(*positional, **named).arguments, "return": result}, True)

        @functools.wraps(function)
        def call(*positional, **named):
            result = function(*positional, **named)
            if is_watched():
                _paces[place].show(show, positional, named, result)
            return result

        return call

    def _show_caller(self):
        """Shows the arrays among the caller's variables."""
        if is_watched():
            self._pace.show(self._show_frame, sys._getframe(1), False)

    def _show_frame(self, frame, always):
        code = frame.f_code
        name = self._name or ("" if code.co_name == "<module>" else code.co_name)
        variables = frame.f_locals
        _show(f"{name}." if name else "", variables, always)
        # Before Python 3.13, this dict keeps the arrays alive until the function ends. Somebody else may use it.
        if code.co_flags & inspect.CO_OPTIMIZED and sys.version_info < (3, 13) and sys.getrefcount(variables) <= 3:
            variables.clear()


def _is_array(name, value):
    kind = type(value)
    return not name.startswith("_") and any(hasattr(kind, protocol) for protocol in PROTOCOLS) and getattr(value, "shape", None) != ()


def _show(prefix, variables, always):
    for name, value in list(variables.items()):
        if _is_array(name, value):
            try:
                watch(prefix + name, value, always=always)
            except (BufferError, NotImplementedError, RuntimeError, TypeError, ValueError):
                # Nobody asked for this one, such as an array of strings.
                continue
