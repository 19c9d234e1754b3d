"""Reads pictures with decoders other than the program's, as arrays of (rows, columns, channels), for tools/picture_suites.py.

`ffmpeg` has its own decoders for TIFF, WebP, EXR, DDS, PFM and PNM; Pillow uses libtiff, libwebp and libjpeg, as the
program does. The rest follows the specifications.
"""

import ctypes
import json
import struct
import subprocess
import tempfile
import zlib
from pathlib import Path

import numpy

# ffmpeg pixel formats: the sample type, and the positions of red, green, blue and alpha, or of gray and alpha.
INTERLEAVED = {"gray": ("u1", [0]), "ya8": ("u1", [0, 1]), "rgb24": ("u1", [0, 1, 2]), "bgr24": ("u1", [2, 1, 0]),
               "rgba": ("u1", [0, 1, 2, 3]), "bgra": ("u1", [2, 1, 0, 3]), "argb": ("u1", [1, 2, 3, 0]),
               "abgr": ("u1", [3, 2, 1, 0]), "rgb0": ("u1", [0, 1, 2]), "bgr0": ("u1", [2, 1, 0]),
               "0bgr": ("u1", [3, 2, 1]),
               "gray16le": ("<u2", [0]), "gray16be": (">u2", [0]), "ya16le": ("<u2", [0, 1]), "ya16be": (">u2", [0, 1]),
               "rgb48le": ("<u2", [0, 1, 2]), "rgb48be": (">u2", [0, 1, 2]), "rgba64le": ("<u2", [0, 1, 2, 3]),
               "rgba64be": (">u2", [0, 1, 2, 3]), "bgra64le": ("<u2", [2, 1, 0, 3]), "grayf32le": ("<f4", [0])}
PLANES = {"gbrp": ("u1", [2, 0, 1]), "gbrap": ("u1", [2, 0, 1, 3]), "gbrpf32le": ("<f4", [2, 0, 1]),
          "gbrapf32le": ("<f4", [2, 0, 1, 3])}
# The lowest bit and the number of bits of red, green and blue.
PACKED = {"rgb555le": [(10, 5), (5, 5), (0, 5)], "rgb565le": [(11, 5), (5, 6), (0, 5)],
          "rgb444le": [(8, 4), (4, 4), (0, 4)]}


def tiff(pictures, alpha=2):
    """An uncompressed TIFF file of images with 8 or 16 bits or floats, one per page; colors are multiplied if alpha is 1."""
    data = b"II*\0\x08\0\0\0"
    for number, pixels in enumerate(pictures, 1):
        rows, columns, channels = pixels.shape
        kind = 3 if pixels.dtype.kind == "f" else 1
        tags = {256: [columns], 257: [rows], 258: [8 * pixels.itemsize] * channels, 259: [1],
                262: [2 if channels > 2 else 1], 273: [0], 277: [channels], 278: [rows], 279: [pixels.nbytes],
                339: [kind] * channels} | ({338: [alpha]} if channels in (2, 4) else {})
        behind = len(data) + 2 + 12 * len(tags) + 4
        entries, lists, space = b"", b"", 16
        tags[273] = [behind + space]
        for tag, values in sorted(tags.items()):
            packed = struct.pack(f"<{len(values)}{'I' if len(values) == 1 else 'H'}", *values)
            if len(packed) > 4:
                packed, lists = struct.pack("<I", behind + len(lists)), lists + packed
            entries += struct.pack("<HHI", tag, 4 if len(values) == 1 else 3, len(values)) + packed.ljust(4, b"\0")
        size = pixels.nbytes + pixels.nbytes % 2
        following = behind + space + size if number < len(pictures) else 0
        data += struct.pack("<H", len(tags)) + entries + struct.pack("<I", following) + lists.ljust(space, b"\0")
        data += pixels.astype(pixels.dtype.newbyteorder("<")).tobytes().ljust(size, b"\0")
    return data


def by_pillow(file):
    from PIL import Image, ImageOps
    Image.MAX_IMAGE_PIXELS = None
    with Image.open(file) as picture:
        if picture.format not in {"PNG", "JPEG", "MPO", "BMP", "DIB", "TGA", "PPM", "TIFF", "WEBP", "DDS"}:
            raise ValueError(f"Pillow identifies it as {picture.format}")
        picture.load()
        # Pillow rotates TIFF images itself, which must not happen twice.
        picture = picture if picture.format == "TIFF" else ImageOps.exif_transpose(picture)
        if picture.mode in {"P", "PA"}:
            picture = picture.convert("RGBA" if "transparency" in picture.info else "RGB")
        elif picture.mode in {"CMYK", "1"}:
            picture = picture.convert("RGB" if picture.mode == "CMYK" else "L")
        elif picture.mode not in {"L", "LA", "RGB", "RGBA", "I;16", "I;16B", "I", "F"}:
            raise ValueError(f"Pillow's pixels are {picture.mode}")
        pixels = numpy.asarray(picture)
    if pixels.dtype.kind in "iu" and pixels.itemsize > 1:
        pixels = pixels.astype("<u2")
    return pixels.reshape(pixels.shape[0], pixels.shape[1], -1)


def colors_of_video(luma, chroma):
    """Colors from luma and from (blue, red) chroma per 2x2 pixels, like `fancy` in libwebp's documentation."""
    rows, columns = luma.shape

    def upsampled(plane):
        near = numpy.repeat(numpy.repeat(plane.astype(int), 2, 0), 2, 1)[:rows, :columns]
        padded = numpy.pad(plane.astype(int), 1, "edge")
        row, column = numpy.arange(rows), numpy.arange(columns)
        beside, above = column // 2 + 1 + 2 * (column % 2) - 1, row // 2 + 1 + 2 * (row % 2) - 1
        side = padded[numpy.ix_(row // 2 + 1, beside)]
        other = padded[numpy.ix_(above, column // 2 + 1)]
        corner = padded[numpy.ix_(above, beside)]
        return ((near + 3 * side + 3 * other + corner + 8 >> 3) + near) >> 1

    blue, red = (upsampled(plane) for plane in chroma)
    light = luma.astype(int) * 19077 >> 8
    sums = [light + (red * 26149 >> 8) - 14234, light - (blue * 6419 >> 8) - (red * 13320 >> 8) + 8708,
            light + (blue * 33050 >> 8) - 17685]
    return numpy.stack([numpy.clip(value >> 6, 0, 255) for value in sums], 2).astype("u1")


def by_ffmpeg(file):
    source = ["-v", "error", "-f", "image2", "-pattern_type", "none", "-i", file]
    entries = ["-show_entries", "stream=codec_name,pix_fmt,width,height", "-of", "json"]
    probe = subprocess.run(["ffprobe", *entries, *source], capture_output=True, text=True, timeout=100)
    stream = json.loads(probe.stdout or "{}").get("streams", [{}])[0]
    name, columns, rows = stream.get("pix_fmt"), stream.get("width"), stream.get("height")
    run = subprocess.run(["ffmpeg", *source, "-frames:v", "1", "-f", "rawvideo", "-"], capture_output=True,
                         timeout=100)
    # ffmpeg continues after undecodable data, and reports it.
    if run.stderr or not run.stdout or not columns:
        raise ValueError((run.stderr.decode(errors="replace").splitlines() or ["no pixels"])[0].split("] ", 1)[-1])
    raw = run.stdout
    if name in INTERLEAVED:
        kind, order = INTERLEAVED[name]
        pixels = numpy.frombuffer(raw, kind).reshape(rows, columns, -1)[:, :, order]
    elif name in PLANES:
        kind, order = PLANES[name]
        pixels = numpy.frombuffer(raw, kind).reshape(-1, rows, columns)[order].transpose(1, 2, 0)
    elif name in PACKED:
        words = numpy.frombuffer(raw, "<u2").reshape(rows, columns)
        channels = [(words >> low & ((1 << bits) - 1)) * (255 / ((1 << bits) - 1)) for low, bits in PACKED[name]]
        pixels = numpy.rint(numpy.stack(channels, 2)).astype("u1")
    elif name == "pal8":
        palette = numpy.frombuffer(raw[-1024:], "u1").reshape(256, 4)[:, [2, 1, 0]]
        pixels = palette[numpy.frombuffer(raw[:-1024], "u1").reshape(rows, columns)]
    elif name in {"monoblack", "monowhite"}:
        pixels = numpy.unpackbits(numpy.frombuffer(raw, "u1").reshape(rows, -1), axis=1)[:, :columns, None]
        pixels = (pixels ^ (name == "monowhite")) * numpy.uint8(255)
    elif name in {"yuv420p", "yuva420p"} and stream["codec_name"] == "webp":
        chroma_rows, chroma_columns = -(-rows // 2), -(-columns // 2)
        sizes = [rows * columns] + [chroma_rows * chroma_columns] * 2
        luma, *chroma, alpha = numpy.split(numpy.frombuffer(raw, "u1"), numpy.cumsum(sizes))
        pixels = colors_of_video(luma.reshape(rows, columns), [plane.reshape(chroma_rows, -1) for plane in chroma])
        if name == "yuva420p":
            pixels = numpy.concatenate([pixels, alpha.reshape(rows, columns, 1)], 2)
    else:
        raise ValueError(f"ffmpeg's pixels are {name}")
    return pixels


def exr(pixels, data_window, display_window):
    """An uncompressed EXR file of floats, with these windows: left, top, right and bottom, inclusive."""
    rows, columns, channels = pixels.shape
    order = sorted(zip("RGBA" if channels > 2 else "YA", range(channels)))
    names = b"".join(name.encode() + b"\0" + struct.pack("<iB3x2i", 2, 0, 1, 1) for name, _ in order) + b"\0"
    attributes = [("channels", "chlist", names), ("compression", "compression", b"\0"),
                  ("dataWindow", "box2i", struct.pack("<4i", *data_window)),
                  ("displayWindow", "box2i", struct.pack("<4i", *display_window)), ("lineOrder", "lineOrder", b"\0"),
                  ("pixelAspectRatio", "float", struct.pack("<f", 1)),
                  ("screenWindowCenter", "v2f", struct.pack("<2f", 0, 0)),
                  ("screenWindowWidth", "float", struct.pack("<f", 1))]
    data = struct.pack("<2i", 20000630, 2)
    for name, kind, value in attributes:
        data += f"{name}\0{kind}\0".encode() + struct.pack("<i", len(value)) + value
    data += b"\0"
    size = 4 * columns * channels
    places = numpy.arange(rows, dtype="<u8") * (8 + size) + len(data) + 8 * rows
    lines = pixels.astype("<f4").transpose(0, 2, 1)[:, [place for _, place in order]]
    return data + places.tobytes() + b"".join(struct.pack("<2i", data_window[1] + row, size) + line.tobytes()
                                              for row, line in enumerate(lines))


def by_ffmpeg_exr(file):
    """A file with the pixels of the data window, at its place. FFmpeg reads a copy whose display window ends with it."""
    data = file.read_bytes()
    of_data, of_display = (data.index(name + b"Window\0box2i\0") + len(name) + 17 for name in (b"data", b"display"))
    windows = [struct.unpack_from("<4i", data, place) for place in (of_data, of_display)]
    left, top, right, bottom = windows[0]
    if left < 0 or top < 0:
        raise ValueError("ffmpeg leaves out pixels before (0, 0)")
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy.exr"
        copy.write_bytes(data[:of_display] + struct.pack("<4i", 0, 0, right, bottom) + data[of_display + 16:])
        pixels = by_ffmpeg(copy)[top:, left:]
    if pixels.dtype.kind != "f":
        raise ValueError("ffmpeg makes 16 bits of integers of 32")
    return exr(pixels, *windows)


def unpacked_lzw(data):
    out, table, bits, held, count, previous = bytearray(), [], 9, 0, 0, None
    for byte in data:
        held, count = held << 8 | byte, count + 8
        if count < bits:
            continue
        count -= bits
        code, held = held >> count, held & ((1 << count) - 1)
        if code == 257:
            break
        if code == 256:
            table, bits, previous = [bytes([i]) for i in range(256)] + [b"", b""], 9, None
            continue
        entry = table[code] if code < len(table) else previous + previous[:1]
        if previous is not None:
            table.append(previous + entry[:1])
        out += entry
        previous = entry
        bits = min(12, max(9, (len(table) + 1).bit_length()))
    return bytes(out)


def unpacked_runs(data):
    out, at = bytearray(), 0
    while at < len(data):
        count = data[at]
        if count < 128:
            out, at = out + data[at + 1:at + 2 + count], at + 2 + count
        else:
            out, at = out + data[at + 1:at + 2] * ((257 - count) % 129), at + (1 if count == 128 else 2)
    return bytes(out)


TIFF_COMPRESSIONS = {1: bytes, 5: unpacked_lzw, 8: zlib.decompress, 32946: zlib.decompress, 32773: unpacked_runs}


def by_tiff_specification(file):
    """TIFF 6.0 and BigTIFF with plain, LZW, PackBits and deflate pixels: gray, colors, palettes, alpha."""
    data = file.read_bytes()
    order = {b"II": "<", b"MM": ">"}[data[:2]]
    version, = struct.unpack_from(order + "H", data, 2)
    first, counts, places, space = {42: (4, "H", "I", 4), 43: (8, "Q", "Q", 8)}[version]
    page, = struct.unpack_from(order + places, data, first)
    tags, size = {}, 4 + 2 * space
    at = page + struct.calcsize(order + counts)
    for at in range(at, at + size * struct.unpack_from(order + counts, data, page)[0], size):
        tag, kind, count = struct.unpack_from(order + "HH" + places, data, at)
        if kind in (3, 4, 16):
            form, inside = f"{order}{count}{ {3: 'H', 4: 'I', 16: 'Q'}[kind] }", at + 4 + space
            if struct.calcsize(form) > space:
                inside, = struct.unpack_from(order + places, data, inside)
            tags[tag] = struct.unpack_from(form, data, inside)
    number = {tag: values[0] for tag, values in tags.items() if values}
    columns, rows, samples, bits = number[256], number[257], number.get(277, 1), number.get(258, 1)
    is_float, colors, predictor = number.get(339, 1) == 3, number[262], number.get(317, 1)
    if (colors > 3 or set(tags.get(258, (1,))) != {bits} or number.get(339, 1) not in (1, 3) or predictor > 2 or
            number.get(259, 1) not in TIFF_COMPRESSIONS or bits > (64 if is_float else 16)):
        raise ValueError("an unsupported kind of TIFF")
    width, height = number.get(322, columns), min(number.get(323, number.get(278, rows)), 1 << 15)
    together, planes = (samples, 1) if number.get(284, 1) == 1 else (1, samples)
    across, down = -(-columns // width), -(-rows // height)
    kind = f"{order}{'f' if is_float else 'u'}{bits // 8}"
    pixels = numpy.zeros((down * height, across * width, samples), kind if bits in (8, 16, 32, 64) else "u2")
    places, sizes = tags.get(324) or tags[273], tags.get(325) or tags[279]
    for index, (place, size) in enumerate(zip(places, sizes)):
        plane, inside = divmod(index, across * down)
        top, left = inside // across * height, inside % across * width
        lines = height if 322 in tags else min(height, rows - top)
        line_bytes = (width * together * bits + 7) // 8
        packed = data[place:place + size]
        if number.get(266) == 2:
            packed = numpy.packbits(numpy.unpackbits(numpy.frombuffer(packed, "u1")), bitorder="little").tobytes()
        raw = TIFF_COMPRESSIONS[number.get(259, 1)](packed)[:lines * line_bytes]
        if bits in (8, 16, 32, 64):
            part = numpy.frombuffer(raw, kind).reshape(lines, width, together)
        else:
            stream = numpy.unpackbits(numpy.frombuffer(raw, "u1").reshape(lines, -1), axis=1)
            digits = stream[:, :width * together * bits].reshape(lines, width, together, bits)
            part = digits @ (1 << numpy.arange(bits)[::-1])
        if predictor == 2:
            whole = part.view(f"{order}u{part.itemsize}")
            part = numpy.cumsum(whole, axis=1, dtype=whole.dtype.newbyteorder("=")).view(part.dtype.newbyteorder("="))
        pixels[top:top + lines, left:left + width, plane:plane + together if planes > 1 else None] = part
    pixels = pixels[:rows, :columns]
    if is_float:
        return pixels[:, :, :4].astype("<f4")
    most = (1 << bits) - 1
    scaled = numpy.rint(pixels * (65535 / most)).astype("<u2")
    if colors == 0:
        scaled[:, :, 0] = 65535 - scaled[:, :, 0]
    if colors == 3:
        # All programs read only the upper 8 of 16 bits.
        palette = (numpy.array(tags[320]) >> 8).astype("<u2").reshape(3, -1).T * 257
        scaled = numpy.concatenate([palette[pixels[:, :, 0]], scaled[:, :, 1:]], 2)
    return scaled[:, :, :4 if colors in (2, 3) else 2]


def by_radiance_specification(file):
    data = file.read_bytes()
    at = data.index(b"\n\n") + 2
    line, at = data[at:data.index(b"\n", at)].split(), data.index(b"\n", at) + 1
    if not data.startswith(b"#?") or line[0::2] != [b"-Y", b"+X"]:
        raise ValueError("an unsupported order of rows")
    rows, columns = int(line[1]), int(line[3])
    pixels = numpy.zeros((rows, columns, 4), "u1")
    for y in range(rows):
        if not 8 <= columns < 32768 or data[at:at + 2] != b"\2\2":
            pixels[y] = numpy.frombuffer(data, "u1", 4 * columns, at).reshape(columns, 4)
            at += 4 * columns
            continue
        at += 4
        for channel in range(4):
            x = 0
            while x < columns:
                count, at = data[at], at + 1
                if count > 128:
                    pixels[y, x:x + count - 128, channel], at, x = data[at], at + 1, x + count - 128
                else:
                    pixels[y, x:x + count, channel] = numpy.frombuffer(data, "u1", count, at)
                    at, x = at + count, x + count
    scale = numpy.where(pixels[:, :, 3] == 0, 0.0, numpy.exp2(pixels[:, :, 3] - 136.0))
    return (pixels[:, :, :3] * scale[:, :, None]).astype("<f4")


# DDS formats with floats and 16 bits: by FourCC number, and by DXGI_FORMAT.
DDS_NUMBERS = {36: ("<u2", 4), 111: ("<f2", 1), 112: ("<f2", 2), 113: ("<f2", 4), 114: ("<f4", 1),
               115: ("<f4", 2), 116: ("<f4", 4)}
DXGI_NUMBERS = {28: ("u1", 4), 2: ("<f4", 4), 6: ("<f4", 3), 10: ("<f2", 4), 16: ("<f4", 2), 34: ("<f2", 2),
                41: ("<f4", 1), 54: ("<f2", 1)}


def by_dds_specification(file):
    """The first image with floats or 16 bits, which other decoders do not read."""
    data = file.read_bytes()
    rows, columns = struct.unpack_from("<2I", data, 12)
    start, formats = (148, DXGI_NUMBERS) if data[84:88] == b"DX10" else (128, DDS_NUMBERS)
    form, = struct.unpack_from("<I", data, 128 if start == 148 else 84)
    is_red_and_green = data[80:84] == b"\x40\0\0\0" and data[92:100] == b"\xff\xff\0\0\0\0\xff\xff"
    if form not in formats and not is_red_and_green:
        raise ValueError(f"format {form}")
    kind, channels = ("<u2", 2) if is_red_and_green else formats[form]
    texels = numpy.frombuffer(data, kind, rows * columns * channels, start).reshape(rows, columns, channels)
    return texels.astype("<f4" if kind == "<f2" else kind)


# VkFormat: the sample type and the channel order.
KTX_FORMATS = {first + number: ("u1", order) for first, order in ((9, [0]), (16, [0, 1]), (23, [0, 1, 2]),
               (30, [2, 1, 0]), (37, [0, 1, 2, 3]), (44, [2, 1, 0, 3])) for number in (0, 6)}
KTX_FORMATS |= {first + 7 * (channels - 1): (kind, list(range(channels))) for first, kind in ((70, "<u2"), (76, "<f2"))
                for channels in (1, 2, 3, 4)}
KTX_FORMATS |= {100 + 3 * channels: ("<f4", list(range(channels + 1))) for channels in (0, 1, 2, 3)}


def by_ktx_specification(file):
    """All images of a file: for each layer its faces, their levels, and their slices."""
    data = file.read_bytes()
    numbers = struct.unpack_from("<9I", data, 12)
    form, _, width, height, depth, layers, faces, levels, packed = numbers
    if packed or form not in KTX_FORMATS or faces not in (1, 6):
        raise ValueError(f"format {form}, supercompression {packed}, {faces} faces")
    kind, order = KTX_FORMATS[form]
    stored = []
    for level in range(max(1, levels)):
        place, size, _ = struct.unpack_from("<3Q", data, 80 + 24 * level)
        extents = [max(1, extent >> level) for extent in (depth, height, width)]
        texels = numpy.frombuffer(data[place:place + size], kind)
        stored.append(texels.reshape(max(1, layers), faces, *extents, len(order)))
    return [stored[level][layer, face, slice_][:, :, order].astype("<f4" if kind == "<f2" else kind)
            for layer in range(max(1, layers)) for face in range(faces) for level in range(len(stored))
            for slice_ in range(stored[level].shape[2])]


# bcdec (github.com/iOrange/bcdec), which its users compile as a library; None without --bcdec.
BCDEC = None
# The number of a block format: the letters of DDS, DXGI_FORMAT and VkFormat. Negative for signed numbers.
BLOCK_LETTERS = {b"DXT1": 1, b"DXT2": 2, b"DXT3": 2, b"DXT4": 3, b"DXT5": 3, b"ATI1": 4, b"BC4U": 4, b"ATI2": 5,
                 b"BC5U": 5}
DXGI_BLOCKS = {first + i: number for first, count, number in ((70, 3, 1), (73, 3, 2), (76, 3, 3), (79, 2, 4), (82, 2, 5),
                                                             (94, 2, 6), (96, 1, -6), (97, 3, 7)) for i in range(count)}
VULKAN_BLOCKS = {131: 1, 132: 1, 133: 1, 134: 1, 135: 2, 136: 2, 137: 3, 138: 3, 139: 4, 141: 5, 143: 6, 144: -6, 145: 7,
                 146: 7}


def of_blocks(number, data, width, height):
    """The picture that bcdec decodes from blocks."""
    kind = abs(number)
    columns, rows = -(-width // 4), -(-height // 4)
    texels = numpy.zeros((4 * rows, 4 * columns, {4: 1, 5: 2, 6: 3}.get(kind, 4)), "u2" if kind == 6 else "u1")
    decode = getattr(BCDEC, "bcdec_bc6h_half" if kind == 6 else f"bcdec_bc{kind}")
    pitch = texels.strides[0] // texels.itemsize if kind == 6 else texels.strides[0]
    size, blocks = 8 if kind in (1, 4) else 16, ctypes.create_string_buffer(data, len(data))
    for block in range(columns * rows):
        target = texels.ctypes.data + block // columns * 4 * texels.strides[0] + block % columns * 4 * texels.strides[1]
        decode(ctypes.c_void_p(ctypes.addressof(blocks) + block * size), ctypes.c_void_p(target), pitch,
               *([int(number < 0)] if kind == 6 else []))
    texels = texels[:height, :width]
    return texels.view("<f2").astype("<f4") if kind == 6 else texels


def blocks_of(data, number, width, height, start):
    count = -(-width // 4) * -(-height // 4) * (8 if abs(number) in (1, 4) else 16)
    if start + count > len(data):
        raise ValueError("too few blocks")
    return of_blocks(number, data[start:start + count], width, height)


def by_bcdec(file):
    """The first picture of a DDS file, or all pictures of a KTX2 file, of BC1 to BC7 blocks."""
    data = file.read_bytes()
    if BCDEC is None:
        raise ValueError("no bcdec")
    if data[:4] == b"DDS ":
        height, width = struct.unpack_from("<2I", data, 12)
        if data[84:88] == b"DX10":
            return blocks_of(data, DXGI_BLOCKS[struct.unpack_from("<I", data, 128)[0]], width, height, 148)
        return blocks_of(data, BLOCK_LETTERS[data[84:88]], width, height, 128)
    form, _, width, height, depth, layers, faces, levels, packed = struct.unpack_from("<9I", data, 12)
    if packed or depth:
        raise ValueError("supercompressed, or a volume")
    number, pictures = VULKAN_BLOCKS[form], []
    for image in range(max(1, layers) * faces):
        for level in range(max(1, levels)):
            wide, high = max(1, width >> level), max(1, height >> level)
            size = -(-wide // 4) * -(-high // 4) * (8 if abs(number) in (1, 4) else 16)
            place, = struct.unpack_from("<Q", data, 80 + 24 * level)
            pictures.append(blocks_of(data, number, wide, high, place + image * size))
    return [picture[:, :, :3] if form in (131, 132) else picture for picture in pictures]


# The specification's tolerance for BC1 to BC5: 1/255 and 3 % of the endpoints' difference, of 255 or 65535.
def allowed_error(decoder, pictures):
    """The largest error that does not count as a difference."""
    if decoder is not by_bcdec:
        return 0
    first = pictures[0] if isinstance(pictures, list) else pictures
    return 0 if first.dtype.kind == "f" else 8.65 if first.shape[2] > 2 else 8.65 * 257
