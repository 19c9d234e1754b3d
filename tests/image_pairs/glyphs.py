"""A stroke font. A glyph consists of lines through points "xy" on a grid: y 0 is the top of capitals, 2 that of small letters, 6 the
baseline."""

from raster import stroke

GLYPHS = {
    "A": "06 20 46|14 34", "B": "00 06 36 45 44 33 03|33 42 41 30 00", "C": "41 30 10 01 05 16 36 45", "D": "00 06 26 44 42 20 00",
    "E": "40 00 06 46|03 33", "F": "40 00 06|03 33", "G": "41 30 10 01 05 16 36 45 43 23", "H": "00 06|40 46|03 43", "I": "00 06",
    "J": "30 35 26 16 05", "K": "00 06|40 03 46", "L": "00 06 46", "M": "06 00 24 40 46", "N": "06 00 46 40",
    "O": "10 30 41 45 36 16 05 01 10", "P": "06 00 30 41 42 33 03", "Q": "10 30 41 45 36 16 05 01 10|24 47", "R": "06 00 30 41 42 33 03|23 46",
    "S": "41 30 10 01 02 13 33 44 45 36 16 05", "T": "00 40|20 26", "U": "00 05 16 36 45 40", "V": "00 26 40", "W": "00 16 23 36 40",
    "X": "00 46|40 06", "Y": "00 23 40|23 26", "Z": "00 40 06 46",
    "a": "12 22 33 36|33 13 04 05 16 26 35", "b": "00 06 26 35 33 22 02", "c": "33 22 12 03 05 16 26 35", "d": "30 36 16 05 03 12 32",
    "e": "04 34 33 22 12 03 05 16 26 35", "f": "30 20 11 16|02 32", "g": "36 16 05 03 12 32 37 28 08", "h": "00 06|03 12 22 33 36",
    "i": "02 06|00 00", "j": "12 17 08|10 10", "k": "00 06|32 04 36", "l": "00 06", "m": "02 06|03 12 23 26|23 32 43 46",
    "n": "02 06|03 12 22 33 36", "o": "12 22 33 35 26 16 05 03 12", "p": "02 08|02 22 33 35 26 06", "q": "32 38|32 12 03 05 16 36",
    "r": "02 06|04 12 22", "s": "33 22 12 03 13 24 35 26 16 05", "t": "10 15 26 36|02 32", "u": "02 05 16 26 35 32|35 36", "v": "02 26 42",
    "w": "02 16 24 36 42", "x": "02 36|32 06", "y": "02 16 32|16 08", "z": "02 32 06 36",
    "0": "10 20 31 35 26 16 05 01 10", "1": "01 10 16|06 26", "2": "01 10 20 31 32 06 36", "3": "00 30 12 22 33 35 26 16 05",
    "4": "26 20 04 34", "5": "30 00 03 23 34 35 26 16 05", "6": "30 10 01 05 16 26 35 34 23 03", "7": "00 30 16",
    "8": "10 20 31 32 23 13 02 01 10|13 04 05 16 26 35 34 23", "9": "06 26 35 31 20 10 01 02 13 33",
    ".": "06 06", ",": "06 07", ":": "03 03|06 06", "-": "04 24", "+": "04 34|12 16", "/": "06 30", "%": "06 40|01 11|35 45", " ": "",
}
SPACE_BETWEEN = 1.7


def lines_of(glyph):
    return [[(int(point[0]), int(point[1])) for point in line.split()] for line in GLYPHS[glyph].split("|") if line]


def advance(glyph):
    """The advance width, in units of the grid."""
    return max((x for line in lines_of(glyph) for x, _ in line), default=1) + SPACE_BETWEEN


def text_width(text, size):
    return sum(advance(glyph) for glyph in text) * size / 6


def draw_text(canvas, x, y, text, size, color, moved=None):
    """Draws text whose capitals are `size` pixels high, starting at x on the baseline y. `moved`: the number of pixels
    by which glyphs are moved right, by index."""
    unit = size / 6
    for number, glyph in enumerate(text):
        left = x + (moved or {}).get(number, 0)
        for line in lines_of(glyph):
            points = [(left + px * unit, y + (py - 6) * unit) for px, py in line]
            canvas.fill(stroke(points, max(size / 7.5, 1.1)), color, look=canvas.text_look)
        x += advance(glyph) * unit
