"""Writes the .npy files that npy_fuzz starts from; needs no NumPy.

usage: npy_corpus.py FOLDER
"""

import pathlib
import struct
import sys

DESCRS = [
    "'|b1'", "'|i1'", "'<i2'", "'>i4'", "'<u8'", "'>f2'", "'<f4'", "'>f8'", "'<f16'", "'>c8'", "'<c16'", "'>c32'", "'|S3'",
    "'>U2'", "'|V5'", "'<M8[ns]'", "'>m8[25s]'", "'<M8'", "'|O'", "[('a', '<f4'), ('b', '|i1')]", "('<f4', (2,))", "'|V0'",
    "'<M8[s", "'<f12'",
]
SHAPES = [
    "()", "(3,)", "(2, 3)", "(0, 4)", "(2L, 1L)", "(1, 1, 1, 2)", "(-1,)", "(4611686018427387904, 4)", "(3)", "(1.5,)",
    "(" + "1, " * 64 + ")", "(" + "1, " * 65 + ")",
]
DICTIONARIES = [
    "{{'descr': {descr}, 'fortran_order': {order}, 'shape': {shape}, }}",
    "{{'shape':{shape},'fortran_order':{order},'descr':{descr}}}\n\n",
    "{{'shape': {shape}, 'shape': {shape}, 'descr': {descr}}}",
    "{{\"descr\": {descr}, 'fortran_order': {order}, 'shape': {shape} ",
]


def npy(version, dictionary, data):
    text = dictionary.encode("latin1")
    prefix = b"\x93NUMPY" + bytes([version, 0]) + struct.pack("<H" if version == 1 else "<I", 0)
    text += b" " * (-(len(prefix) + len(text) + 1) % 64) + b"\n"
    return b"\x93NUMPY" + bytes([version, 0]) + struct.pack("<H" if version == 1 else "<I", len(text)) + text + data


def inputs():
    data = bytes(range(1, 200))
    for number, descr in enumerate(DESCRS):
        dictionary = DICTIONARIES[0].format(descr=descr, order=("False", "True")[number % 2], shape="(2, 3)")
        yield npy(1 + number % 3, dictionary, data)
    for shape in SHAPES:
        yield npy(1, DICTIONARIES[0].format(descr="'>f4'", order="True", shape=shape), data)
    for dictionary in DICTIONARIES:
        yield npy(2, dictionary.format(descr="'<i2'", order="False", shape="(2,)"), data)
    whole = npy(1, DICTIONARIES[0].format(descr="'<f8'", order="False", shape="(2,)"), data[:16])
    yield from (whole[:size] for size in (0, 3, 7, 9, 40, 128, len(whole) - 1))
    yield whole[:6] + b"\x04\x01" + whole[8:]
    yield b"\x93NUMPY\x02\x00\xff\xff\xff\xff{"


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for number, content in enumerate(inputs()):
        (folder / f"seed_{number:03}").write_bytes(content)


if __name__ == "__main__":
    main()
