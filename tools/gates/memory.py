"""The peak memory of commands, relative to the size of their data."""

import random
import struct
import zipfile
import zlib

from gate_kit import at_most

MIB = 1 << 20
GIB = 1 << 30


def peak_bytes(context, *arguments, codes=(0,)):
    """The peak resident size of a run of the program. @raises Failure for any other exit code."""
    return context.timed([context.program, *arguments], codes)[1]


def npy_header(shape):
    text = f"{{'descr': '|u1', 'fortran_order': False, 'shape': {shape}, }}"
    text += " " * (-(len(text) + 11) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text.encode()


def write_zeros(path, shape, size):
    """An array of zeros, stored as a sparse file."""
    with path.open("wb") as file:
        file.write(npy_header(shape))
        file.truncate(file.tell() + size)


def write_picture(path, extent, seed):
    """A PNG of this width and height in red, green and blue."""
    # Repetitive, so that it compresses well.
    row = (random.Random(seed).randbytes(3072) * (extent // 1024 + 1))[:3 * extent]
    packer = zlib.compressobj(1)

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    with path.open("wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", extent, extent, 8, 2, 0, 0, 0)))
        for y in range(extent):
            turn = 3 * (7 * y % extent)
            if data := packer.compress(b"\0" + row[turn:] + row[:turn]):
                file.write(chunk(b"IDAT", data))
        file.write(chunk(b"IDAT", packer.flush()) + chunk(b"IEND", b""))


def write_raw_picture(path, extent):
    """A TGA file of this width and height with four channels of zeros, uncompressed; stored as a sparse file."""
    with path.open("wb") as file:
        file.write(struct.pack("<2xB9xHHBB", 2, extent, extent, 32, 0x28))
        file.truncate(file.tell() + 4 * extent**2)


def write_archive(path, members, size):
    """Arrays of zeros in an .npz file, which compresses them a thousandfold."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for number in range(members):
            with archive.open(f"zeros_{number}.npy", "w", force_zip64=True) as member:
                member.write(npy_header((size // 8192, 8192)))
                for _ in range(size // MIB):
                    member.write(bytes(MIB))


def measure(context):
    context.require()
    array = context.work / "array.npy"
    write_zeros(array, (32768, 32768), GIB)
    peak = peak_bytes(context, "copy", array, context.work / "turned.npy", "--op", "permuted(1,0)", "--device", "cpu")
    yield at_most("memory of copy, 1 GiB transposed", peak / GIB, 2.1, "bytes per byte")
    (context.work / "turned.npy").unlink()
    peak = peak_bytes(context, "copy", array, "--op", "permuted(1,0)", "--plan")
    yield at_most("memory of copy --plan, 1 GiB", peak / MIB, 100, "MiB")
    array.unlink()

    pictures = context.work / "first.png", context.work / "second.png"
    for seed, path in enumerate(pictures):
        write_picture(path, 8000, seed)
    peak = peak_bytes(context, "compare", *pictures, codes=(1,))
    yield at_most("memory of compare, two images of 8000x8000", peak / 8000**2, 12, "bytes per pixel")

    picture = context.work / "large.png"
    write_picture(picture, 12000, 3)
    peak = peak_bytes(context, "render", "image", "--input", picture, "--device", "cpu", "--out", context.work / "frame.png")
    yield at_most("memory of render, a picture of 12000x12000", peak / 12000**2, 8, "bytes per pixel")

    raw = context.work / "raw.tga"
    write_raw_picture(raw, 16384)
    peak = peak_bytes(context, "explain", raw, "--at", "3,4", "--device", "cpu")
    yield at_most("memory of explain, a picture of 1 GiB", peak / GIB, 2.1, "bytes per byte")
    raw.unlink()

    archive = context.work / "zeros.npz"
    write_archive(archive, 3, 256 * MIB)
    peak = peak_bytes(context, "picture", archive, "--device", "cpu", "--out", context.work / "window.png")
    yield at_most("memory of the tensor lab, the first of three arrays of 256 MiB in an archive", peak / (256 * MIB), 1.6,
                  "bytes per byte")
