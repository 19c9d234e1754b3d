"""The functions of texelscope's library and program for Python tensors.

StridedLayout and StridedMemoryView use the names and signatures of cuda.core.
"""

try:
    from . import _native
except ImportError as error:
    from ._missing import reason_of
    raise ImportError(reason_of(error)) from None
from ._native import (StridedLayout, StridedMemoryView, __version__, end_watch, is_watched, render, sample, scenes, view, wait_for_window,
                      watch)
from .comparison import Comparison, compare
from .picture import Picture, Pictures
from .viewable import ViewableArgument, args_viewable_as_strided_memory
from .watcher import Watcher, watching
from .window import Window, show

__all__ = ["Comparison", "Picture", "Pictures", "StridedLayout", "StridedMemoryView", "ViewableArgument", "Watcher", "Window",
           "__version__", "args_viewable_as_strided_memory", "compare", "end_watch", "is_watched", "render", "sample", "scenes", "show",
           "view", "wait_for_window", "watch", "watching"]
