"""A set of a kind that no limit was fixed on: photos, encoded again, and with defects. 12 harmless and 13 broken pairs per seed.

usage: photo_pairs.py FOLDER SEED…     writes expected/NAME.png, actual/NAME.png and labels.json; needs ffmpeg, python3-pil, and
python3-matplotlib for its sample photo (a portrait of the US Navy, public domain), the background of every third seed

Objects and a sticker with text are drawn over a background: noise of all frequencies, or a part of a photo. Grain is added last.
"""

import io
import pathlib
import subprocess
import sys

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont
from set_files import write_set

WIDTH, HEIGHT = 400, 300
ROOT = pathlib.Path(__file__).resolve().parents[2]


def fractal(random):
    """Noise whose amplitude is inverse to its frequency, like that of photos, in three related channels."""
    y, x = np.meshgrid(np.fft.fftfreq(HEIGHT), np.fft.rfftfreq(WIDTH), indexing="ij")
    amplitude = 1 / np.maximum(np.hypot(x, y), 1 / WIDTH) ** 1.2
    layers = [np.fft.irfft2(amplitude * np.exp(2j * np.pi * random.rand(*amplitude.shape)), (HEIGHT, WIDTH)) for _ in range(3)]
    light, red, blue = (layer / layer.std() for layer in layers)
    return 120 + 38 * light[:, :, None] + 9 * np.stack([red, np.zeros_like(red), blue], -1)


def background(seed, random):
    if seed % 3 == 1:
        return fractal(random)
    if seed % 3 == 2:
        picture = Image.open(ROOT / "assets" / "photo.png")
    else:
        from matplotlib import cbook
        picture = Image.open(cbook.get_sample_data("grace_hopper.jpg"))
    left, top = (random.randint(0, most + 1) for most in (picture.width - WIDTH, picture.height - HEIGHT))
    return np.asarray(picture.convert("RGB").crop((left, top, left + WIDTH, top + HEIGHT)), float)


def photo(seed, missing=None, sticker=(0, 0), text=None, hue=None, grain_seed=0):
    """Numbers of 0…255 before rounding."""
    random = np.random.RandomState(seed)
    image = background(seed, random)
    factor = 4
    for number in range(5):
        x, y, size = random.randint(20, WIDTH - 60), random.randint(20, HEIGHT - 60), random.randint(14, 34)
        color, is_round = random.randint(30, 226, 3), random.rand() < 0.5
        if number == missing:
            continue
        mask = Image.new("L", (WIDTH * factor, HEIGHT * factor))
        box = [value * factor for value in (x, y, x + size, y + size)]
        getattr(ImageDraw.Draw(mask), "ellipse" if is_round else "rectangle")(box, 255)
        mask = np.asarray(mask.resize((WIDTH, HEIGHT), Image.BOX), float)[:, :, None] / 255
        shade = np.linspace(1.15, 0.85, HEIGHT * WIDTH).reshape(HEIGHT, WIDTH, 1)
        image = image * (1 - mask) + mask * shade * color
    left, top = random.randint(20, WIDTH - 150) + sticker[0], random.randint(20, HEIGHT - 60) + sticker[1]
    paper = Image.new("RGB", (110, 30), (238, 232, 200))
    font = ImageFont.truetype("DejaVuSans.ttf", 16)
    ImageDraw.Draw(paper).text((8, 5), text or f"No. {random.randint(10, 100)}5.3", (60, 40, 30), font=font)
    image[top:top + 30, left:left + 110] = np.asarray(paper)
    if hue is not None:
        image = image @ hue.T
    return image + 2 * np.random.RandomState(1000 * seed + grain_seed).randn(HEIGHT, WIDTH, 1)


def bytes_of(image):
    return Image.fromarray(np.floor(image + 0.5).clip(0, 255).astype(np.uint8))


def numbers(image):
    return np.asarray(image, float)


def encoded(image, kind, **options):
    stream = io.BytesIO()
    image.save(stream, kind, **options)
    return Image.open(stream).convert("RGB")


def video(image, codec, *options):
    """The first frame after an encoder, without subsampled colors."""
    raw = ["-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{WIDTH}x{HEIGHT}"]
    file = subprocess.run(["ffmpeg", "-v", "error", *raw, "-i", "-", "-c:v", codec, *options, "-pix_fmt", "yuv444p", "-f", "matroska", "-"],
                          input=image.tobytes(), capture_output=True, check=True).stdout
    frame = subprocess.run(["ffmpeg", "-v", "error", "-i", "-", "-f", "rawvideo", "-pix_fmt", "rgb24", "-"], input=file, capture_output=True, check=True)
    return Image.frombytes("RGB", (WIDTH, HEIGHT), frame.stdout)


def through_linear(image, steps):
    linear = (numbers(image) / 255) ** 2.2
    return bytes_of((np.floor(linear * steps + 0.5) / steps) ** (1 / 2.2) * 255)


def turned_hue(degrees):
    """A rotation of colors around gray."""
    cosine, sine = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return cosine * np.eye(3) + (1 - cosine) / 3 + sine / 3 ** 0.5 * np.array([[0, -1, 1], [1, 0, -1], [-1, 1, 0]])


def marked(image, box, amount):
    pixels = numbers(image)
    left, top, right, bottom = box
    pixels[top:bottom, left:right] += amount
    return bytes_of(pixels)


# (expected, actual) of a seed; a function alone changes the plain photo.
HARMLESS = {
    "jpeg_98": lambda image: encoded(image, "JPEG", quality=98, subsampling=0),
    "jpeg_95": lambda image: encoded(image, "JPEG", quality=95, subsampling=0),
    "webp_100": lambda image: encoded(image, "WEBP", quality=100),
    "h264": lambda image: video(image, "libx264", "-qp", "8"),
    "h265": lambda image: video(image, "libx265", "-x265-params", "log-level=none:qp=8"),
    "brighter_by_0.4_percent": lambda image: bytes_of(numbers(image) * 1.004),
    "darker_by_0.4_percent": lambda image: bytes_of(numbers(image) * 0.996),
    "one_level_brighter": lambda image: bytes_of(numbers(image) + 1),
    "16_bits_of_linear_light": lambda image: through_linear(image, 65535),
    "more_grain": lambda image: bytes_of(numbers(image) + np.random.RandomState(7).randn(HEIGHT, WIDTH, 1)),
    "dithered": lambda image: bytes_of(numbers(image) + np.random.RandomState(8).rand(HEIGHT, WIDTH, 3) - 0.5),
}
BROKEN = {
    "dust": lambda image: marked(image, (150, 120, 154, 124), -60),
    "scratch": lambda image: marked(image, (60, 150, 340, 151), 14),
    "banding": lambda image: bytes_of(np.floor(numbers(image) / 8) * 8 + 4),
    "jpeg_40": lambda image: encoded(image, "JPEG", quality=40),
    "out_of_focus": lambda image: image.filter(ImageFilter.GaussianBlur(0.8)),
    "white_balance": lambda image: bytes_of(numbers(image) * (1.03, 1, 0.98)),
    "clipped_light": lambda image: bytes_of(np.minimum(numbers(image), 200)),
    "shadow": lambda image: marked(image, (100, 80, 180, 160), -5),
    "moved_by_a_pixel": lambda image: Image.fromarray(np.roll(np.asarray(image), 1, axis=1)),
}
REDRAWN = {"other_grain": ("harmless", {"grain_seed": 1}), "missing_object": ("broken", {"missing": 4}), "moved_sticker": ("broken", {"sticker": (1, 1)}),
           "other_digit": ("broken", {"text": "No. 865.8"}), "other_hue": ("broken", {"hue": turned_hue(6)})}


def pairs(seed):
    plain = bytes_of(photo(seed))
    for label, changes in (("harmless", HARMLESS), ("broken", BROKEN)):
        for name, change in changes.items():
            yield f"{name}_{seed}", label, plain, change(plain)
    for name, (label, options) in REDRAWN.items():
        expected = bytes_of(photo(seed, text="No. 865.3")) if "text" in options else plain
        yield f"{name}_{seed}", label, expected, bytes_of(photo(seed, **options))


if __name__ == "__main__":
    write_set(sys.argv[1], (pair for seed in map(int, sys.argv[2:]) for pair in pairs(seed)))
