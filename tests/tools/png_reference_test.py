"""Tests tools/png_reference.py with small files: it reads its own output, and rejects invalid files."""

import pathlib
import struct
import sys
import unittest
import zlib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
import png_reference  # noqa: E402


def chunk(kind, body):
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def of_palette(bits, row, more=b""):
    """One row of two pixels, with a palette of two colors."""
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 2, 1, bits, 3, 0, 0, 0)) + chunk(b"PLTE", bytes(range(6))) +
            more + chunk(b"IDAT", zlib.compress(b"\0" + row)) + chunk(b"IEND", b""))


class Reference(unittest.TestCase):
    def test_it_reads_back_its_own_output(self):
        picture = (2, 1, 3, 16, [0, 1, 2, 300, 65535, 7])
        self.assertEqual(png_reference.decode(png_reference.encode(*picture)), picture)

    def test_palettes_become_colors(self):
        self.assertEqual(png_reference.decode(of_palette(8, b"\1\0"))[4], [3, 4, 5, 0, 1, 2])
        self.assertEqual(png_reference.decode(of_palette(2, b"\x10", chunk(b"tRNS", b"\7")))[4], [0, 1, 2, 7, 3, 4, 5, 255])

    def test_a_color_beyond_the_palette_is_rejected(self):
        for file in (of_palette(8, b"\0\2"), of_palette(2, b"\x20"), of_palette(8, b"\0\2", chunk(b"tRNS", b"\7"))):
            with self.assertRaisesRegex(ValueError, "beyond the palette"):
                png_reference.decode(file)

    def test_a_wrong_checksum_is_rejected(self):
        file = bytearray(of_palette(8, b"\1\0"))
        file[40] ^= 1
        with self.assertRaisesRegex(ValueError, "checksum"):
            png_reference.decode(bytes(file))


if __name__ == "__main__":
    unittest.main()
