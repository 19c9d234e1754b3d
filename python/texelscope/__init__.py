"""Layouts and views of tensors, as texelscope's C++ library has them.

The names and signatures of StridedLayout and StridedMemoryView are cuda.core's.
"""

from ._native import StridedLayout, StridedMemoryView, __version__, view

__all__ = ["StridedLayout", "StridedMemoryView", "__version__", "view"]
