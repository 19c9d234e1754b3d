#!/usr/bin/env python3
"""Reads test suites of picture files by the program and by second decoders, and prints what each made of them.

  tools/picture_suites.py [--program PROGRAM] SUITE=FOLDER…

Prints the tables of docs/picture-files.md: for each suite the files that have the same values, those that differ with
by how much, and those that are refused with the reason. PNG is held against tools/png_reference.py; all else against
Pillow (package python3-pil), and bitmaps of bmpsuite that Pillow does not read against its folder html. Exit codes: 0;
1 where a file ends the program, or is refused otherwise than by one line; 2 bad usage.
"""

import json
import os
import subprocess
import sys
import tempfile
import warnings
from collections import Counter
from pathlib import Path

import png_reference

ENDINGS = {".png", ".jpg", ".jpeg", ".bmp", ".tga", ".hdr", ".pfm", ".pbm", ".pgm", ".ppm", ".pnm", ".tif", ".tiff", ".webp", ".exr", ".dds", ".ktx2"}
# A file of bmpsuite, and one of its own that shows how it should look.
BMPSUITE = {"badpalettesize": "pal8.bmp", "pal4rle": "pal4", "pal4rletrns": "pal4rletrns-0", "pal8rletrns": "pal8rletrns-0",
            "rgb16": "rgb16", "rgb16-565": "rgb16-565", "rgb16-565pal": "rgb16-565", "rgb16-231": "rgb16-231",
            "rgba16-4444": "rgba16-4444", "rgba32": "rgba32", "rgba32abf": "rgba32", "rgb32-111110": "rgb24",
            "rgb32bf": "rgb24", "pal2": "pal2", "pal8os2v2-16": "pal8.bmp", "pal8oversizepal": "pal8.bmp"}
# Larger PNGs go to Pillow, which is faster.
LARGEST_PLAIN = 400_000


def by_pillow(source, target):
    """Writes what Pillow makes of a file as PNG; else why not."""
    from PIL import Image, ImageOps
    Image.MAX_IMAGE_PIXELS = None
    try:
        with Image.open(source) as picture:
            if picture.format not in {"PNG", "JPEG", "MPO", "BMP", "DIB", "TGA", "PPM", "TIFF", "WEBP", "DDS"}:
                return f"Pillow takes it for {picture.format}"
            picture.load()
            picture = ImageOps.exif_transpose(picture)
            if picture.mode in {"P", "PA"}:
                picture = picture.convert("RGBA" if "transparency" in picture.info else "RGB")
            elif picture.mode in {"CMYK", "1"}:
                picture = picture.convert("RGB" if picture.mode == "CMYK" else "L")
            elif picture.mode == "I":
                picture = picture.convert("I;16")
            picture.info.clear()
            picture.save(target, "PNG", compress_level=1)
    except Exception as error:  # Whatever a decoder of strangers' files raises.
        return f"Pillow: {str(error).splitlines()[0] if str(error) else type(error).__name__}"
    return None


def by_second_decoder(source, target):
    """Writes what another decoder makes of a file, under a name of the same ending, as PNG; else why not."""
    data = source.read_bytes()
    own = BMPSUITE.get(source.stem, "") if source.suffix == ".bmp" else ""
    if own.endswith(".bmp") and (source.parent.parent / "g" / own).is_file():
        return by_pillow(source.parent.parent / "g" / own, target)
    if own and (source.parent.parent / "html" / f"{own}.png").is_file():
        target.write_bytes((source.parent.parent / "html" / f"{own}.png").read_bytes())
        return None
    # Pillow reads and applies EXIF data.
    if data.startswith(b"\x89PNG") and len(data) < LARGEST_PLAIN and b"eXIf" not in data:
        try:
            target.write_bytes(png_reference.encode(*png_reference.decode(data)))
            return None
        except Exception as error:
            return f"the reference: {type(error).__name__} {error}"
    return by_pillow(source, target)


def compared(program, expected, actual):
    """The exit code, the pair of the comparison or None, and standard error."""
    run = subprocess.run([program, "compare", expected, actual, "--json"], capture_output=True, text=True, timeout=100)
    try:
        pair = json.loads(run.stdout)["pairs"][0]
    except (json.JSONDecodeError, KeyError, IndexError):
        pair = None
    return run.returncode, pair, run.stderr.strip()


def refusal(program, file):
    """Why the program does not read a file; None where it does: then it is equal to itself."""
    code, pair, errors = compared(program, file, file)
    if code not in (0, 1, 2):
        return f"ENDED THE PROGRAM WITH CODE {code}"
    reason = errors if pair is None else None if pair["passed"] else pair["failures"][0]
    if reason is None:
        return None
    for part in ("expected: ", "texelscope: error: ", str(file)):
        reason = reason.replace(part, "")
    return reason.strip().removeprefix("cannot read").strip(" :").split(";")[0].replace("|", "/")


def look_at(program, file, folder):
    """(verdict, text) of one file."""
    target = Path(folder) / file.name
    reason, failure = refusal(program, file), by_second_decoder(file, target)
    if reason is not None:
        return ("refused by both" if failure else "refused", reason)
    if failure:
        return ("read", failure)
    _, pair, _ = compared(program, target, file)
    if pair["passed"]:
        return ("same values", "")
    if pair.get("max_error") is None:
        return ("differs", pair["failures"][0])
    return ("differs", f"{pair['differing_pixels']} pixels by up to {pair['max_error']:.6g}")


def main():
    program = "build/release/bin/texelscope"
    arguments = sys.argv[1:]
    if arguments[:1] == ["--program"] and len(arguments) > 1:
        program, arguments = arguments[1], arguments[2:]
    suites = [argument.split("=", 1) for argument in arguments]
    if not suites or any(len(suite) != 2 or not os.path.isdir(suite[1]) for suite in suites):
        print(__doc__, file=sys.stderr)
        return 2
    warnings.simplefilter("ignore")
    order = ["same values", "differs", "read", "refused by both", "refused"]
    rows, details, is_bad = [], [], False
    for name, folder in suites:
        files = sorted(path for path in Path(folder).rglob("*") if path.suffix.lower() in ENDINGS and path.is_file()
                       and path.parent.name != "html")
        counts = Counter()
        for file in files:
            with tempfile.TemporaryDirectory() as references:
                verdict, text = look_at(program, file, references)
            counts[verdict] += 1
            is_bad |= "ENDED THE PROGRAM" in text or "\n" in text
            if verdict != "same values":
                details.append(f"| {name} | `{file.relative_to(folder)}` | {verdict} | {text} |")
        rows.append(f"| {name} | {len(files)} | " + " | ".join(str(counts[verdict]) for verdict in order) + " |")
    print("| suite | files | " + " | ".join(order) + " |\n|---|---|" + "---|" * len(order))
    print("\n".join(rows))
    print("\n| suite | file | | |\n|---|---|---|---|")
    print("\n".join(details))
    return 1 if is_bad else 0


if __name__ == "__main__":
    sys.exit(main())
