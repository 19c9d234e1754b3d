"""A set of a kind that no limit was fixed on: pages in Chromium. 11 harmless and 16 broken pairs per seed.

usage: page_pairs.py FOLDER SEED…     writes expected/NAME.png, actual/NAME.png and labels.json; needs chromium and python3-pil

All variants of a page are frames of one tall page, so that a seed takes three screenshots.
"""

import base64
import html
import io
import pathlib
import random
import subprocess
import sys
import tempfile

from PIL import Image
from set_files import write_set

WIDTH, HEIGHT = 480, 340
WORDS = "Account Budget Calendar Design Export Filter Garden History Invoice Journal Kitchen Library Market Network Office".split()
ROOT = pathlib.Path(__file__).resolve().parents[2]


def picture(seed, quality):
    """A data URL of a small photo."""
    image = Image.open(ROOT / "assets" / "photo.png").convert("RGB").crop((40 * seed, 300, 40 * seed + 96, 396))
    stream = io.BytesIO()
    image.save(stream, "JPEG", quality=quality, subsampling=0) if quality else image.save(stream, "PNG")
    return f"data:image/{'jpeg' if quality else 'png'};base64,{base64.b64encode(stream.getvalue()).decode()}"


def page(seed, css="", quality=0, **change):
    """A page of a shop: head, three cards with numbers, a chart, a form. css is added to its style."""
    rng = random.Random(seed)
    words = rng.sample(WORDS, 10)
    hue, amount = rng.randrange(360), rng.randrange(1100, 9900)
    points = " ".join(f"{14 * x},{rng.uniform(8, 66):.2f}" for x in range(11))
    cards = "".join(f"<div class=card><b>{words[n]}</b><p>{amount + 37 * n:,}.{n}4</p><span class=tag>{words[n + 3]}</span></div>" for n in range(3))
    text = f"""<style>
body {{ margin: 12px; font: 13px/20px 'DejaVu Sans', sans-serif; color: #222; background: #f7f8fa }}
h1 {{ font-size: 19px; margin: 0 0 8px }} a {{ color: hsl({hue} 70% 35%) }}
.row {{ display: flex; gap: 10px; margin-bottom: 10px }}
.card {{ flex: 1; background: #fff; border: 1px solid #d4d7de; border-radius: 8px; padding: 8px; box-shadow: 0 2px 6px #0003 }}
.card p {{ font-size: 17px; margin: 2px 0 }} .tag {{ background: hsl({hue} 60% 90%); border-radius: 9px; padding: 1px 8px; font-size: 11px }}
svg {{ width: 150px; height: 76px; background: #fff }} polyline {{ fill: none; stroke: hsl({hue} 70% 45%); stroke-width: 1.6 }}
button {{ background: hsl({hue} 65% 38%); color: #fff; border: 0; border-radius: 5px; padding: 5px 14px; font: 13px 'DejaVu Sans' }}
input {{ border: 1px solid #b8bcc6; border-radius: 4px; padding: 4px; width: 110px; font: 12px 'DejaVu Sans' }}
.check {{ display: inline-block; width: 12px; height: 12px; border: 1px solid #666; border-radius: 2px; vertical-align: middle; position: relative }}
.check::after {{ content: ''; position: absolute; left: 3px; top: 0; width: 4px; height: 8px; border: solid #222; border-width: 0 2px 2px 0; transform: rotate(40deg) }}
{css}</style>
<h1>{words[6]} and {words[7]}</h1><div class=row>{cards}</div>
<div class=row><svg><polyline points="{points}"/><circle cx="75" cy="20" r="5" fill="#c44"/></svg><img src="{picture(seed, quality)}" height=76>
<div style="font-size:11px; line-height:16px">Open the <a href="#x">{words[8].lower()}</a> at 12:30, or at the latest on 8 May. The price is 1.50 a month for 6 users.</div></div>
<button>Save {words[9].lower()}</button> <input placeholder="Search in {words[1]}"> <span class=check></span> Remember"""
    assert all(old in text for old in change.get("replace", {}))
    for old, new in change.get("replace", {}).items():
        text = text.replace(old, new, 1)
    return text


def changed(old, new):
    return {"replace": {old: new}}


HARMLESS = {
    "photo_jpeg_98": {"quality": 98},
    "ground_one_level": {"css": "body { background: #f7f8f9 }"},
    "button_one_level": {"css": "button { filter: brightness(1.005) }"},
    "shadow_a_little_wider": {"css": ".card { box-shadow: 0 2px 6.3px #0003 }"},
    "chart_moved_an_eighth": {"css": "polyline, circle { transform: translate(.125px, .125px) }"},
    "chart_layer": {"css": "svg { will-change: transform }"},
    "text_layer": {"css": "h1, p { will-change: transform; transform: translateZ(0) }"},
    "radius_a_tenth": {"css": ".card { border-radius: 8.1px }"},
    "opacity_997": {"css": "body { opacity: .997 }"},
}
BROKEN = {
    "radius": {"css": ".card { border-radius: 6px }"},
    "no_shadow": {"css": ".card { box-shadow: none }"},
    "no_border": {"css": ".card { border-color: transparent }"},
    "taller_button": {"css": "button { padding-bottom: 6px }"},
    "link_color": {"css": "a { color: #555 }"},
    "no_underline": {"css": "a { text-decoration: none }"},
    "bold": {"css": "h1 { font-weight: 500 }"},
    "paler_hint": {"css": "input::placeholder { color: #999 }"},
    "unchecked": {"css": ".check::after { display: none }"},
    "tag_radius": {"css": ".tag { border-radius: 4px }"},
    "thinner_chart": {"css": "polyline { stroke-width: 1.1 }"},
    "no_point": {"css": "circle { display: none }"},
    "comma": changed("1.50 a", "1,50 a"),
    "time": changed("12:30", "12:80"),
    "digit": changed("6 users", "8 users"),
    "letter": changed("price", "prise"),
}
# Other ways to draw the same page; hinting by whole pixels would change the layout.
FLAGS = {"without_hinting": ["--font-render-hinting=none"], "drawn_by_a_gpu": ["--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--enable-gpu-rasterization"]}


def screenshots(pages, flags=()):
    frames = "".join(f'<iframe srcdoc="{html.escape(text)}" style="display:block; border:0; width:{WIDTH}px; height:{HEIGHT}px"></iframe>' for text in pages)
    with tempfile.TemporaryDirectory() as folder:
        file, image = pathlib.Path(folder, "page.html"), pathlib.Path(folder, "page.png")
        file.write_text(f'<meta charset=utf-8><body style="margin:0">{frames}', encoding="utf-8")
        subprocess.run(["chromium", "--headless", "--no-sandbox", "--hide-scrollbars", "--font-render-hinting=slight", *flags,
                        f"--window-size={WIDTH},{HEIGHT * len(pages)}", f"--screenshot={image}", file.as_uri()], check=True, capture_output=True)
        whole = Image.open(image).convert("RGB")
        return [whole.crop((0, HEIGHT * n, WIDTH, HEIGHT * (n + 1))) for n in range(len(pages))]


def pairs(seed):
    changes = {**HARMLESS, **BROKEN}
    expected, *others = screenshots([page(seed), *(page(seed, **change) for change in changes.values())])
    for name, image in zip(changes, others):
        yield f"{name}_{seed}", "harmless" if name in HARMLESS else "broken", expected, image
    for name, flags in FLAGS.items():
        yield f"{name}_{seed}", "harmless", expected, screenshots([page(seed)], flags)[0]


if __name__ == "__main__":
    write_set(sys.argv[1], (pair for seed in map(int, sys.argv[2:]) for pair in pairs(seed)))
