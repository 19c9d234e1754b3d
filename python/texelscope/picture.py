"""Pictures that notebooks display."""

import base64
import html
import os

from . import _native


class Picture:
    """A picture in memory, which Jupyter displays."""

    def __init__(self, png, text):
        self._png = png
        self._text = text

    def __repr__(self):
        return f"Picture({self._text})"

    def _repr_png_(self):
        return self._png

    def _repr_mimebundle_(self, include=None, exclude=None):
        bundle = {"image/png": self._png, "text/plain": repr(self)}
        return {kind: value for kind, value in bundle.items()
                if (include is None or kind in include) and (exclude is None or kind not in exclude)}

    def save(self, path):
        """Writes a PNG file, atomically. Raises ValueError for a name with a different extension."""
        ending = os.path.splitext(os.fspath(path))[1]
        if ending.lower() not in ("", ".png"):
            raise ValueError(f"cannot write {path}: pictures are written as PNG, not as {ending}; "
                             "use a name that ends in .png")
        _native._write_file(os.fspath(path), self._png)


class Pictures(tuple):
    """Several pictures, which Jupyter displays side by side."""

    def _repr_html_(self):
        return "".join(figure(picture, picture._text) for picture in self)


def figure(picture, caption):
    """A picture and its caption, as HTML."""
    encoded = base64.b64encode(picture._png).decode()
    return (f'<figure style="display:inline-block;vertical-align:top;margin:0 8px 8px 0"><img alt="" style="max-width:'
            f'480px;image-rendering:pixelated" src="data:image/png;base64,{encoded}">'
            f"<figcaption>{html.escape(caption)}</figcaption></figure>")
