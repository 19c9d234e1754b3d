"""Pictures that notebooks show."""

import base64
import html
import os

from . import _native


class Picture:
    """A picture in memory, which Jupyter shows."""

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
        """Writes it as a PNG file, which is complete or stays as it was. A name of another ending is a ValueError."""
        ending = os.path.splitext(os.fspath(path))[1]
        if ending.lower() not in ("", ".png"):
            raise ValueError(f"cannot write {path}: pictures are written as PNG, not as {ending}; "
                             "give a name that ends in .png")
        _native._write_file(os.fspath(path), self._png)


class Pictures(tuple):
    """Several of them, beside each other where Jupyter shows them."""

    def _repr_html_(self):
        return "".join(figure(picture, picture._text) for picture in self)


def figure(picture, caption):
    """A picture and a line below it, as HTML."""
    encoded = base64.b64encode(picture._png).decode()
    return (f'<figure style="display:inline-block;vertical-align:top;margin:0 8px 8px 0"><img alt="" style="max-width:'
            f'480px;image-rendering:pixelated" src="data:image/png;base64,{encoded}">'
            f"<figcaption>{html.escape(caption)}</figcaption></figure>")
