"""The functions of texelscope's library and program for Python tensors.

StridedLayout and StridedMemoryView use the names and signatures of cuda.core.
"""

try:
    from . import _native
except ImportError as error:
    from ._missing import reason_of
    raise ImportError(reason_of(error)) from None
from ._native import StridedLayout, StridedMemoryView, __version__, render, sample, scenes, view
from .comparison import Comparison, compare
from .picture import Picture, Pictures
from .viewable import ViewableArgument, args_viewable_as_strided_memory
from .window import Window, show

__all__ = ["Comparison", "Picture", "Pictures", "StridedLayout", "StridedMemoryView", "ViewableArgument", "Window", "__version__",
           "args_viewable_as_strided_memory", "compare", "render", "sample", "scenes", "show", "view"]
