#!/usr/bin/env python3
"""Reads test suites of picture files with the program and with second decoders, and prints their results.

  tools/picture_suites.py [--program PROGRAM] [--bcdec LIBRARY] SUITE=FOLDER…

Prints the tables of docs/picture-files.md: for each suite and format, the files with the same values, those that differ, with the
difference, and those that are rejected, with the reason. PNG is compared with tools/png_reference.py, bitmaps of bmpsuite that Pillow does
not read with its folder html, and everything else with the decoders of tools/second_decoders.py (packages ffmpeg, python3-pil and
python3-numpy), and blocks with bcdec, if its header is compiled as a shared library. Only the first picture of a file is compared, except for KTX2, where all are. Exit codes: 0; 1 if a file crashes the
program, or its rejection is not exactly one line; 2 for invalid usage.
"""

import ctypes
import json
import os
import resource
import subprocess
import sys
import tempfile
import warnings
from collections import Counter
from pathlib import Path

import png_reference
import second_decoders
from second_decoders import (allowed_error, by_bcdec, by_dds_specification, by_ffmpeg, by_ffmpeg_exr, by_ktx_specification, by_pillow,
                             by_radiance_specification, by_tiff_specification, tiff)

FORMATS = {".png": "PNG", ".jpg": "JPEG", ".jpeg": "JPEG", ".bmp": "BMP", ".tga": "TGA", ".hdr": "HDR", ".pfm": "PFM",
           ".pbm": "PNM", ".pgm": "PNM", ".ppm": "PNM", ".pnm": "PNM", ".tif": "TIFF", ".tiff": "TIFF",
           ".webp": "WebP", ".exr": "EXR", ".dds": "DDS", ".ktx": "KTX", ".ktx2": "KTX2"}
# The second decoders per format, the most independent one first; Pillow is the default.
DECODERS = {"PNG": [by_ffmpeg, by_pillow], "TIFF": [by_tiff_specification, by_ffmpeg, by_pillow],
            "WebP": [by_ffmpeg, by_pillow], "BMP": [by_pillow, by_ffmpeg], "TGA": [by_pillow, by_ffmpeg],
            "PNM": [by_ffmpeg, by_pillow], "DDS": [by_dds_specification, by_bcdec, by_ffmpeg, by_pillow], "EXR": [by_ffmpeg_exr],
            "PFM": [by_ffmpeg], "HDR": [by_radiance_specification], "KTX2": [by_ktx_specification, by_bcdec], "KTX": []}
# Files of bmpsuite, and the reference files that show their expected appearance.
BMPSUITE = {"badpalettesize": "pal8.bmp", "pal4rle": "pal4", "pal4rletrns": "pal4rletrns-0", "pal8rletrns": "pal8rletrns-0",
            "rgb16": "rgb16", "rgb16-565": "rgb16-565", "rgb16-565pal": "rgb16-565", "rgb16-231": "rgb16-231",
            "rgba16-4444": "rgba16-4444", "rgba32": "rgba32", "rgba32abf": "rgba32", "rgb32-111110": "rgb24",
            "rgb32bf": "rgb24", "pal2": "pal2", "pal8os2v2-16": "pal8.bmp", "pal8oversizepal": "pal8.bmp"}
# Larger PNGs, and those with EXIF data, use faster decoders that support EXIF.
LARGEST_PLAIN = 400_000
MOST_MEMORY = 8 << 30
ORDER = ["same values", "differs", "read", "refused by both", "refused"]


def by_png_reference(file):
    return png_reference.encode(*png_reference.decode(file.read_bytes()))


def by_bmpsuite(file):
    """The file of the suite that shows the expected appearance of this file."""
    own = BMPSUITE[file.stem]
    if own.endswith(".bmp"):
        return by_pillow(file.parent.parent / "g" / own)
    return (file.parent.parent / "html" / f"{own}.png").read_bytes()


def decoders_of(file):
    if file.suffix == ".bmp" and file.stem in BMPSUITE and (file.parent.parent / "html").is_dir():
        return [by_bmpsuite]
    data = file.read_bytes()
    pixels = int.from_bytes(data[16:20], "big") * int.from_bytes(data[20:24], "big")
    if data.startswith(b"\x89PNG") and max(len(data), pixels / 4) < LARGEST_PLAIN and b"eXIf" not in data:
        return [by_png_reference]
    return DECODERS.get(FORMATS[file.suffix.lower()], [by_pillow])


def compared(program, expected, actual, *options):
    """The exit code, the pair of the comparison or None, and standard error."""
    run = subprocess.run([program, "compare", expected, actual, "--json", *options], capture_output=True, text=True,
                         timeout=100)
    try:
        pair = json.loads(run.stdout)["pairs"][0]
    except (json.JSONDecodeError, KeyError, IndexError):
        pair = None
    return run.returncode, pair, run.stderr.strip()


def refusal(program, file):
    """Why the program cannot read a file; None if it can, in which case it equals itself."""
    code, pair, errors = compared(program, file, file)
    if code not in (0, 1, 2):
        return f"ENDED THE PROGRAM WITH CODE {code}"
    if pair is not None and not pair["passed"] and pair["failures"][0].startswith("part "):
        # Of several pictures, the first counts.
        code, pair, errors = compared(program, file, file, "--part", "1")
    reason = errors if pair is None else None if pair["passed"] else pair["failures"][0]
    if reason is None:
        return None
    for part in ("expected: ", "texelscope: error: ", str(file)):
        reason = reason.replace(part, "")
    return reason.strip().removeprefix("cannot read").strip(" :").split(";")[0].replace("|", "/")


def difference(program, decoder, file, folder):
    """None if the values of the second decoder are equal, with straight or with premultiplied colors; else the difference."""
    pictures = decoder(file)
    straight = difference_from(program, decoder, file, folder, pictures, 2)
    is_same = straight is None or difference_from(program, decoder, file, folder, pictures, 1) is None
    return None if is_same else straight


def difference_from(program, decoder, file, folder, pictures, alpha):
    target = Path(folder) / file.name
    is_several = isinstance(pictures, list) and len(pictures) > 1
    if isinstance(pictures, bytes):
        target.write_bytes(pictures)
    else:
        target.write_bytes(tiff(pictures if isinstance(pictures, list) else [pictures], alpha))
    # Only Pillow applies the EXIF orientation.
    options = [] if decoder is by_pillow else ["--ignore-orientation"]
    if limit := allowed_error(decoder, pictures):
        options += ["--max-error", str(limit)]
    for number in range(1, len(pictures) + 1 if is_several else 2):
        _, pair, errors = compared(program, target, file, *options, "--part", str(number))
        if pair is None or pair.get("max_error") is None and not pair["passed"]:
            return errors if pair is None else pair["failures"][0]
        if not pair["passed"]:
            return f"{pair['differing_pixels']} pixels by up to {pair['max_error']:.6g}"
    return None


def look_at(program, file, folder):
    """(verdict, text, second decoder) of one file."""
    reason, texts, is_read = refusal(program, file), [], False
    for decoder in decoders_of(file):
        name = decoder.__name__.removeprefix("by_").replace("_", " ")
        try:
            if reason is not None:
                decoder(file)
                return ("refused", reason, name)
            text = difference(program, decoder, file, folder)
            if text is None and not is_read:
                return ("same values", "", name)
            texts.append(f"{name}: {text or 'the same values'}")
            is_read = True
        except Exception as error:  # Decoders of untrusted files may raise anything.
            texts.append(f"{name}: " + (str(error) or type(error).__name__).splitlines()[0].replace("|", "/"))
    if reason is not None:
        return ("refused by both", reason, "")
    return ("differs" if is_read else "read", "; ".join(texts), "")


def table(title, rows):
    lines = [f"| {name} | {sum(counts.values())} | " + " | ".join(str(counts[verdict]) for verdict in ORDER) + " |"
             for name, counts in rows.items()]
    return f"| {title} | files | " + " | ".join(ORDER) + " |\n|---|---|" + "---|" * len(ORDER) + "\n" + "\n".join(lines)


def main():
    program = "build/release/bin/texelscope"
    arguments = sys.argv[1:]
    if arguments[:1] == ["--program"] and len(arguments) > 1:
        program, arguments = arguments[1], arguments[2:]
    if arguments[:1] == ["--bcdec"] and len(arguments) > 1:
        second_decoders.BCDEC, arguments = ctypes.CDLL(os.path.abspath(arguments[1])), arguments[2:]
    suites = [argument.split("=", 1) for argument in arguments]
    if not suites or any(len(suite) != 2 or not os.path.isdir(suite[1]) for suite in suites):
        print(__doc__, file=sys.stderr)
        return 2
    warnings.simplefilter("ignore")
    # Suites contain small files with more pixels than fit in memory.
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    by_suite, by_format, seconds, details, is_bad = {}, {}, Counter(), {}, False
    for suite, folder in suites:
        files = sorted(path for path in Path(folder).rglob("*") if path.suffix.lower() in FORMATS and path.is_file()
                       and path.parent.name != "html")
        for file in files:
            with tempfile.TemporaryDirectory() as references:
                verdict, text, second = look_at(program, file, references)
            name = FORMATS[file.suffix.lower()]
            by_suite.setdefault(suite, Counter())[verdict] += 1
            by_format.setdefault(name, Counter())[verdict] += 1
            is_bad |= "ENDED THE PROGRAM" in text or "\n" in text
            if verdict == "same values":
                seconds[name, second] += 1
            else:
                details.setdefault((suite, verdict, text), []).append(f"`{file.relative_to(folder)}`")
    print(table("suite", by_suite), table("format", by_format), sep="\n\n")
    equals = [f"{name} {second} {count}" for (name, second), count in sorted(seconds.items())]
    print("\nThe same values as: " + ", ".join(equals))
    print("\n| suite | files | | result |\n|---|---|---|---|")
    for (suite, verdict, text), files in details.items():
        print(f"| {suite} | {', '.join(files)} | {verdict} | {text} |")
    return 1 if is_bad else 0


if __name__ == "__main__":
    sys.exit(main())
