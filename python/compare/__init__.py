"""texelscope's comparison of images and arrays, and its pytest fixture image_regression, without the rest of texelscope."""

from ._native import __version__
from .comparison import Comparison, compare
from .picture import Picture

__all__ = ["Comparison", "Picture", "__version__", "compare"]
