"""A decoder and encoder of PNG written from the specification alone, slow and simple, as a reference for the results of libpng."""

import struct
import zlib

CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
# Adam7: first column and row, steps (PNG specification, 8.2).
PASSES = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]


def chunks_of(data):
    """(kind, data) of each chunk. @raises ValueError for a wrong checksum."""
    at = 8
    while at + 8 <= len(data):
        size, kind = struct.unpack_from(">I4s", data, at)
        body = data[at + 8:at + 8 + size]
        if data[at + 8 + size:at + 12 + size] != struct.pack(">I", zlib.crc32(kind + body)):
            raise ValueError(f"the checksum of {kind} does not match")
        yield kind, body
        at += 12 + size


def unfiltered(stream, at, row_bytes, rows, step):
    """Rows without their filters (9.2), and the position after them."""
    above, result = bytes(row_bytes), []
    for _ in range(rows):
        kind, row = stream[at], bytearray(stream[at + 1:at + 1 + row_bytes])
        at += 1 + row_bytes
        for i in range(row_bytes):
            left = row[i - step] if i >= step else 0
            corner = above[i - step] if i >= step else 0
            if kind == 4:
                estimate = left + above[i] - corner
                guess = min((left, above[i], corner), key=lambda value: abs(estimate - value))
            else:
                guess = (0, left, above[i], (left + above[i]) // 2)[kind]
            row[i] = (row[i] + guess) & 255
        above = bytes(row)
        result.append(above)
    return result, at


def samples_of(row, count, bits):
    if bits == 16:
        return [row[2 * i] << 8 | row[2 * i + 1] for i in range(count)]
    return [row[i * bits // 8] >> (8 - bits - i * bits % 8) & ((1 << bits) - 1) for i in range(count)]


def decode(data):
    """(width, height, channels, bits, samples): 8 or 16 bits, palettes as colors, transparent colors as alpha."""
    chunks = list(chunks_of(data))
    named = dict(reversed(chunks))
    width, height, bits, color, _, _, interlaced = struct.unpack(">IIBBBBB", named[b"IHDR"])
    stream = zlib.decompress(b"".join(body for kind, body in chunks if kind == b"IDAT"))
    channels, at = CHANNELS[color], 0
    if width * height * channels * bits > 8 * len(stream):
        raise ValueError("there are too few pixels")
    pixels = [None] * (width * height)
    for x0, y0, dx, dy in PASSES if interlaced else [(0, 0, 1, 1)]:
        columns, rows = -(-(width - x0) // dx), -(-(height - y0) // dy)
        if columns <= 0 or rows <= 0:
            continue
        lines, at = unfiltered(stream, at, (columns * channels * bits + 7) // 8, rows, max(1, channels * bits // 8))
        for y, line in enumerate(lines):
            samples = samples_of(line, columns * channels, bits)
            for x in range(columns):
                pixels[(y0 + y * dy) * width + x0 + x * dx] = tuple(samples[x * channels:(x + 1) * channels])
    most, transparent = (1 << bits) - 1, named.get(b"tRNS")
    if color == 3:
        palette = named[b"PLTE"]
        alphas = (transparent or b"") + b"\xff" * 256
        if any(3 * i + 3 > len(palette) for (i,) in pixels):
            raise ValueError("a pixel has a color beyond the palette")
        pixels = [tuple(palette[3 * i:3 * i + 3]) + ((alphas[i],) if transparent else ()) for (i,) in pixels]
    else:
        if transparent and color in (0, 2):
            key = tuple(value & most for value in struct.unpack(f">{channels}H", transparent))
            pixels = [pixel + (0 if pixel == key else most,) for pixel in pixels]
        if bits < 8:
            pixels = [tuple(value * 255 // most for value in pixel) for pixel in pixels]
    return width, height, len(pixels[0]), 16 if bits == 16 else 8, [value for pixel in pixels for value in pixel]


def encode(width, height, channels, bits, samples):
    """A file of these values, without filters."""
    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
    row = width * channels
    lines = b"".join(b"\0" + struct.pack(f">{row}{'H' if bits == 16 else 'B'}", *samples[y * row:(y + 1) * row])
                     for y in range(height))
    header = struct.pack(">IIBBBBB", width, height, bits, {1: 0, 2: 4, 3: 2, 4: 6}[channels], 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(lines, 1)) + chunk(b"IEND", b"")
