#!/usr/bin/env python3
"""Generates the pictures of this folder with third-party programs, and expected.txt with the values that an independent
decoder reads from each file.

  tests/app/images/from_elsewhere/make_pictures.py

Needs Debian's python3-tifffile, python3-pil, python3-numpy, imagemagick, libtiff-tools, webp and openexr. Each line of expected.txt
contains the file, the part ('-' for the first), width, height, channels, type, the largest error (0 except for lossy files, which decoders
round differently) and the values.
"""

import struct
import subprocess
import sys
from pathlib import Path

import numpy
import tifffile
from PIL import Image, ImageSequence

FOLDER = Path(__file__).resolve().parent
LINES = []


def ramp(height, width, channels, dtype):
    """Values that differ in each row, column and channel, over the whole range of the type."""
    y, x, c = numpy.meshgrid(range(height), range(width), range(channels), indexing="ij")
    value = (x * 37 + y * 101 + c * 59) % 256
    if numpy.issubdtype(dtype, numpy.floating):
        return (value / 16 - 4).astype(dtype)
    return (value.astype(numpy.uint64) * numpy.iinfo(dtype).max // 255).astype(dtype)


def expect(name, array, part="-", error=0):
    array = array[..., None] if array.ndim == 2 else array
    height, width, channels = array.shape
    array = array.astype(numpy.float32) if array.dtype.kind == "f" else array
    values = " ".join(f"{value:.9g}" if array.dtype.kind == "f" else str(value) for value in array.ravel())
    LINES.append(f"{name} {part} {width} {height} {channels} {array.dtype.name} {error} {values}")


def require_same(what, one, other):
    if not numpy.array_equal(numpy.squeeze(one), numpy.squeeze(other)):
        sys.exit(f"{what}: the two decoders disagree")


def run(*command):
    subprocess.run([str(part) for part in command], check=True, capture_output=True)


def tiff_by_tifffile(name, array, expected=None, **options):
    path = FOLDER / name
    tifffile.imwrite(path, array, metadata=None, software=False, **options)
    expect(name, array if expected is None else expected)


def tiff_by_tool(name, array, command, error=0, photometric=None, decoded=None):
    """Writes an image with tifffile, rewrites it with a tool of libtiff or ImageMagick, and expects its values, or those
    that `decoded` reads."""
    plain = FOLDER / "plain.tif"
    photometric = photometric or ("rgb" if array.ndim == 3 and array.shape[2] >= 3 else "minisblack")
    tifffile.imwrite(plain, array, metadata=None, software=False, photometric=photometric)
    run(*[FOLDER / name if part == "OUT" else plain if part == "IN" else part for part in command])
    plain.unlink()
    expect(name, array if decoded is None else decoded(FOLDER / name), error=error)


def by_pillow(mode):
    def decode(path):
        with Image.open(path) as picture:
            return numpy.array(picture.convert(mode))
    return decode


def make_tiffs():
    rgb = ramp(5, 7, 3, numpy.uint8)
    for dtype in ("uint8", "uint16", "float16", "float32", "float64"):
        tiff_by_tifffile(f"gray_{dtype}.tif", ramp(5, 7, 1, numpy.dtype(dtype))[..., 0], photometric="minisblack")
    tiff_by_tifffile("rgb_big_endian.tif", ramp(5, 7, 3, numpy.uint16), photometric="rgb", byteorder=">")
    tiff_by_tifffile("rgb_bigtiff.tif", rgb, photometric="rgb", bigtiff=True)
    tiff_by_tifffile("rgb_strips.tif", rgb, photometric="rgb", rowsperstrip=2)
    tiff_by_tifffile("rgb_tiles.tif", ramp(20, 19, 3, numpy.uint8), photometric="rgb", tile=(16, 16))
    tiff_by_tifffile("rgba_deflate.tif", ramp(5, 7, 4, numpy.uint8), photometric="rgb", extrasamples=["unassalpha"],
                     compression="zlib")
    tiff_by_tifffile("rgba_associated.tif", ramp(5, 7, 4, numpy.float32), photometric="rgb", extrasamples=["assocalpha"])
    tiff_by_tifffile("gray_alpha.tif", ramp(5, 7, 2, numpy.uint8), photometric="minisblack", planarconfig="contig",
                     extrasamples=["unassalpha"])
    planes = ramp(5, 7, 3, numpy.uint16)
    tiff_by_tifffile("rgb_planes.tif", numpy.moveaxis(planes, 2, 0), planes, photometric="rgb", planarconfig="separate")
    planes = ramp(20, 19, 3, numpy.uint8)
    tiff_by_tifffile("rgb_planes_tiles.tif", numpy.moveaxis(planes, 2, 0), planes, photometric="rgb",
                     planarconfig="separate", tile=(16, 16))
    white = ramp(5, 7, 1, numpy.uint8)[..., 0]
    tiff_by_tifffile("white_is_zero.tif", white, 255 - white, photometric="miniswhite")
    index = ramp(5, 7, 1, numpy.uint8)[..., 0]
    colors = (numpy.arange(256) * numpy.array([[97], [31], [201]]) % 256).astype(numpy.uint16)
    tiff_by_tifffile("palette.tif", index, numpy.moveaxis(colors, 0, 1)[index].astype(numpy.uint8),
                     photometric="palette", colormap=colors * 257)
    turned = ramp(5, 7, 3, numpy.uint8)
    tiff_by_tifffile("orientation_6.tif", turned, numpy.rot90(turned, -1), photometric="rgb",
                     extratags=[(274, "H", 1, 6, True)])
    pages = [ramp(5, 7, 1, numpy.uint8)[..., 0], ramp(3, 2, 3, numpy.uint16), ramp(2, 3, 1, numpy.float32)[..., 0]]
    with tifffile.TiffWriter(FOLDER / "pages.tif") as writer:
        for page in pages:
            writer.write(page, metadata=None, software=False, photometric="rgb" if page.ndim == 3 else "minisblack")
    for number, page in enumerate(pages, 1):
        expect("pages.tif", page, part=str(number))
    for name in ("lzw:2", "packbits", "zip:p9", "zstd", "lzma", "lerc"):
        tiff_by_tool(f"tool_{name.split(':')[0]}.tif", rgb, ["tiffcp", "-c", name.replace("zip:p9", "zip"), "IN", "OUT"])
    tiff_by_tool("tool_float_predictor.tif", ramp(5, 7, 3, numpy.float32), ["tiffcp", "-c", "zip:3", "IN", "OUT"])
    tiff_by_tool("tool_jpeg.tif", ramp(16, 16, 3, numpy.uint8), ["tiffcp", "-c", "jpeg:95", "IN", "OUT"], error=2,
                 decoded=by_pillow("RGB"))
    tiff_by_tool("magick_1_bit.tif", rgb, ["convert", "IN", "-type", "bilevel", "-compress", "Group4", "OUT"],
                 decoded=by_pillow("L"))
    tiff_by_tool("magick_fax_3.tif", rgb, ["convert", "IN", "-type", "bilevel", "-compress", "Fax", "OUT"],
                 decoded=by_pillow("L"))
    tiff_by_tool("magick_4_bits.tif", ramp(5, 7, 1, numpy.uint8)[..., 0],
                 ["convert", "IN", "-colorspace", "gray", "-depth", "4", "-compress", "none", "OUT"],
                 decoded=by_pillow("L"))
    tiff_by_tool("magick_cmyk.tif", rgb, ["convert", "IN", "-colorspace", "CMYK", "-compress", "LZW", "OUT"], error=1,
                 decoded=by_pillow("RGB"))


def make_webps():
    """Expects the original pixels of lossless files. For lossy files, expects the pixels that both Pillow and ImageMagick
    read."""
    rgb, rgba = ramp(9, 11, 3, numpy.uint8), ramp(9, 11, 4, numpy.uint8)
    rgba[..., 3] |= 1  # Encoders drop colors where alpha is 0.
    Image.fromarray(rgb).save(FOLDER / "lossless.webp", lossless=True)
    expect("lossless.webp", rgb)
    Image.fromarray(rgba).save(FOLDER / "lossless_alpha.webp", lossless=True, exact=True)
    expect("lossless_alpha.webp", rgba)
    plain = FOLDER / "plain.png"
    Image.fromarray(rgba).save(plain)
    run("cwebp", "-q", "90", plain, "-o", FOLDER / "lossy_alpha.webp")
    plain.unlink()
    expect("lossy_alpha.webp", by_pillow("RGBA")(FOLDER / "lossy_alpha.webp"))
    Image.fromarray(rgb).save(FOLDER / "lossy.webp", quality=80)
    expect("lossy.webp", by_pillow("RGB")(FOLDER / "lossy.webp"))
    turned = Image.Exif()
    turned[274] = 8
    Image.fromarray(rgb).save(FOLDER / "turned.webp", lossless=True, exif=turned)
    expect("turned.webp", numpy.rot90(rgb, 1))
    frames = [Image.fromarray(numpy.roll(rgba, 3 * shift, axis=1)) for shift in range(3)]
    frames[0].save(FOLDER / "animation.webp", save_all=True, append_images=frames[1:], lossless=True, exact=True)
    expect("animation.webp", rgba)
    for name in ("lossy.webp", "lossy_alpha.webp"):
        run("convert", FOLDER / name, "PNG32:" + str(plain))
        require_same(name, by_pillow("RGBA")(plain), by_pillow("RGBA")(FOLDER / name))
        plain.unlink()


def write_exr(path, channels, window, display):
    """An uncompressed single-part file, written from the specification ("OpenEXR File Layout"): no tool writes such layers."""
    names = {"<f2": 1, "<f4": 2, "<u4": 0}
    names_and_values = sorted(channels.items())
    listed = b"".join(name.encode() + b"\0" + struct.pack("<iiii", names[values.dtype.str], 0, 1, 1)
                      for name, values in names_and_values) + b"\0"
    attributes = {"channels": ("chlist", listed), "compression": ("compression", b"\0"),
                  "dataWindow": ("box2i", struct.pack("<4i", *window)),
                  "displayWindow": ("box2i", struct.pack("<4i", *display)), "lineOrder": ("lineOrder", b"\0"),
                  "pixelAspectRatio": ("float", struct.pack("<f", 1)),
                  "screenWindowCenter": ("v2f", struct.pack("<2f", 0, 0)),
                  "screenWindowWidth": ("float", struct.pack("<f", 1))}
    data = struct.pack("<ii", 20000630, 2)
    for name, (kind, value) in attributes.items():
        data += name.encode() + b"\0" + kind.encode() + b"\0" + struct.pack("<i", len(value)) + value
    data += b"\0"
    rows = [b"".join(values[y].tobytes() for _, values in names_and_values) for y in range(window[3] - window[1] + 1)]
    place = len(data) + 8 * len(rows)
    for row in rows:
        data += struct.pack("<Q", place)
        place += 8 + len(row)
    for y, row in enumerate(rows, window[1]):
        data += struct.pack("<ii", y, len(row)) + row
    path.write_bytes(data)


def make_exrs():
    deep = ramp(5, 7, 4, numpy.uint16)
    deep[..., 3] = 65535
    color = deep[..., :3] / numpy.float32(65535)
    plain = FOLDER / "plain.tif"
    tifffile.imwrite(plain, deep[..., :3], metadata=None, software=False, photometric="rgb")
    # Half floats of numbers below 1 are exact to 2 ** -12.
    for name in ("None", "ZIP", "PIZ"):
        path = FOLDER / f"magick_{name.lower()}.exr"
        run("convert", plain, "-set", "colorspace", "RGB", "-define", "exr:color-type=RGB", "-compress", name, path)
        expect(path.name, color.astype(numpy.float32), error=0.0003)
    plain.unlink()
    run("exrmaketiled", "-t", "4", "4", FOLDER / "magick_none.exr", FOLDER / "tool_tiles.exr")
    expect("tool_tiles.exr", color.astype(numpy.float32), error=0.0003)
    run("exrmaketiled", "-m", "-t", "4", "4", FOLDER / "magick_none.exr", FOLDER / "tool_levels.exr")
    expect("tool_levels.exr", color.astype(numpy.float32), error=0.0003)
    half, full = ramp(3, 4, 4, numpy.float16), ramp(3, 4, 1, numpy.float32)[..., 0]
    count = ramp(3, 4, 1, numpy.uint32)[..., 0] >> 9
    layers = {"R": half[..., 0], "G": half[..., 1], "B": half[..., 2], "A": half[..., 3], "Z": full, "id": count,
              "normal.X": half[..., 1], "normal.Y": half[..., 2], "normal.Z": half[..., 3], "light.R": full,
              "light.G": full * 2, "light.B": full * 4}
    write_exr(FOLDER / "layers.exr", layers, (-1, 2, 2, 4), (0, 0, 9, 9))
    expect("layers.exr", half)
    expect("layers.exr", half[..., 2], part="B")
    expect("layers.exr", full, part="Z")
    expect("layers.exr", count, part="id")
    expect("layers.exr", half[..., 1:], part="normal.XYZ")
    expect("layers.exr", numpy.stack([full, full * 2, full * 4], axis=2), part="light.RGB")
    run("exrmultipart", "-combine", "-i", FOLDER / "magick_zip.exr::left", FOLDER / "layers.exr::right", "-o",
        FOLDER / "tool_parts.exr", "-override", "1")
    expect("tool_parts.exr", color.astype(numpy.float32), part="left/RGB", error=0.0003)
    expect("tool_parts.exr", full, part="right/light.R")


def make_ddss():
    rgb, rgba = ramp(4, 8, 3, numpy.uint8), ramp(4, 8, 4, numpy.uint8)
    Image.fromarray(rgb).save(FOLDER / "pillow_rgb.dds")
    expect("pillow_rgb.dds", rgb)
    Image.fromarray(rgba).save(FOLDER / "pillow_rgba.dds")
    expect("pillow_rgba.dds", rgba)
    plain = FOLDER / "plain.png"
    Image.fromarray(rgba).save(plain)
    run("convert", plain, "-define", "dds:compression=none", "-define", "dds:mipmaps=2", FOLDER / "magick_levels.dds")
    plain.unlink()
    expect("magick_levels.dds", rgba)


def main():
    make_tiffs()
    make_webps()
    make_exrs()
    make_ddss()
    (FOLDER / "expected.txt").write_text("\n".join(LINES) + "\n")


if __name__ == "__main__":
    main()
