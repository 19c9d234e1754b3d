"""Draws a texture through the library beside the same fetches by a GPU's tex2D(), and counts the channels that differ. Without a
GPU, only the library's picture is drawn.

usage: main.py [FILE.ppm [LIBRARY]]
"""

import sys

import numpy as np
import texture_unit
from tex2d import tex2d

SIZE = 256


def read_texels():
    """A ring on 16 × 16 texels, uint8 with four channels."""
    y, x = np.mgrid[0:16, 0:16]
    texels = np.zeros((16, 16, 4), np.uint8)
    texels[..., 0] = x * 16
    texels[..., 1] = y * 16
    texels[..., 2] = np.where(abs(np.hypot(x - 7.5, y - 7.5) - 5) < 1, 255, 60)
    texels[..., 3] = 255
    return texels


def make_coordinates():
    """A rotated and enlarged view, of shape (pixels, 2)."""
    y, x = (np.mgrid[0:SIZE, 0:SIZE].astype(np.float32) + np.float32(0.5)) / np.float32(SIZE)
    return np.stack([np.float32(1.2) * x - np.float32(0.5) * y, np.float32(0.5) * x + np.float32(1.2) * y], -1).reshape(-1, 2)


def main():
    name = sys.argv[1] if len(sys.argv) > 1 else "picture.ppm"
    library = sys.argv[2] if len(sys.argv) > 2 else "libtexelscope-texture-unit.so.0"
    texels, coordinates = read_texels(), make_coordinates()
    pictures = [np.empty((SIZE * SIZE, 4), np.float32)]
    texture = texture_unit.Texture(library, texels, texture_unit.WRAP)
    # Columns of one array: nothing is copied.
    texture.fetch_many(coordinates[:, 0], coordinates[:, 1], pictures[0])
    try:
        pictures.append(np.empty_like(pictures[0]))
        tex2d(texels, coordinates, texture_unit.WRAP, pictures[1])
        print(f"{np.count_nonzero(pictures[0] != pictures[1])} of {pictures[0].size} channels differ from tex2D()")
    except OSError as error:
        pictures.pop()
        print(f"not compared with tex2D(): {error}")
    image = np.concatenate([picture.reshape(SIZE, SIZE, 4)[..., :3] for picture in pictures], axis=1)
    with open(name, "wb") as file:
        file.write(f"P6\n{image.shape[1]} {SIZE}\n255\n".encode() + (image * 255 + 0.5).astype(np.uint8).tobytes())


if __name__ == "__main__":
    main()
