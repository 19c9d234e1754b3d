"""The 40 pairs: 20 that nobody would report as a bug, and 20 with a defect that a reviewer wants to see.

The labels are a graphics engineer's judgment of the two images, not a program's.
"""

import dataclasses
import typing

import numpy as np

import flat_scenes as flat
import image_scenes as images
import shaded_scenes as shaded
from raster import CENTER, MSAA_4, MSAA_8, Look, mirrored, tent, to_bytes, to_srgb


@dataclasses.dataclass(frozen=True)
class Case:
    """`expected` and `actual` take a Variant and return an array (height, width, 3 or 4) of 8 bits. Both receive the same choices."""

    name: str
    is_broken: bool
    reason: str
    expected: typing.Callable
    actual: typing.Callable


def table_srgb(linear):
    """The curve from a table of 2048 entries, without interpolation."""
    table = np.floor(to_srgb(np.arange(2048) / 2047) + 0.5)
    return table[np.floor(np.clip(linear, 0, 1) * 2047 + 0.5).astype(int)]


def other_lamp_points(count):
    return shaded.disc_samples(np.random.RandomState(count), count)


def darkened(image, factor):
    return to_bytes(image.astype(float) * factor)


def with_square(variant):
    image = images.photo(variant)
    top, left = variant.whole(100, 180), variant.whole(40, 300)
    image[top:top + 8, left:left + 8] = (220, 30, 30)
    return image


def with_hot_pixel(variant):
    image = shaded.Room(variant).draw()
    image[variant.whole(120, 200), variant.whole(40, 280)] = (255, 255, 255)
    return image


HARMLESS = [
    ("text_moved_an_eighth", "a different text rasterizer places glyphs 1/8 pixel to the right",
     lambda v: flat.panel(v), lambda v: flat.panel(v, text=Look(shift=(0.125, 0.0)))),
    ("lines_moved_an_eighth", "the sample grid of a different line rasterizer is 1/8 pixel off",
     lambda v: flat.chart(v), lambda v: flat.chart(v, shapes=Look(shift=(0.125, 0.125)))),
    ("mesh_msaa_4_and_8", "edges with 4 samples instead of 8",
     lambda v: shaded.mesh(v, MSAA_8), lambda v: shaded.mesh(v, MSAA_4)),
    ("map_rotated_samples", "the GPU has a different pattern of 8 samples: the standard pattern, mirrored",
     lambda v: flat.city_map(v, shapes=Look(MSAA_8)), lambda v: flat.city_map(v, shapes=Look(mirrored(MSAA_8)))),
    ("chart_tent_filter", "coverage with a slightly wider filter: a tent of radius 0.6 instead of the pixel's square",
     lambda v: flat.chart(v), lambda v: flat.chart(v, text=Look(tent(12, 0.6)), shapes=Look(tent(12, 0.6)))),
    ("sky_half_floats", "rendered into 16-bit floats before 8 bits: rounding by at most 1",
     lambda v: images.sky(v), lambda v: images.sky(v, half_floats=True)),
    ("layers_rounded_each", "16 blends into an 8-bit target that keeps no fractions: rounding by 1 or 2",
     lambda v: flat.layers(v), lambda v: flat.layers(v, rounds_each=True)),
    ("sky_other_dithering", "random dithering instead of an ordered pattern, within 1",
     lambda v: images.sky(v, "ordered"), lambda v: images.sky(v, "random")),
    ("sky_dithered_or_not", "dithered instead of rounded, within 1",
     lambda v: images.sky(v), lambda v: images.sky(v, "ordered")),
    ("floor_8_bit_weights", "the texture unit filters with weights of 8 bits, the reference with floats",
     lambda v: shaded.floor(v), lambda v: shaded.floor(v, weight_bits=8)),
    ("floor_anisotropic_probes", "the anisotropic filter uses 8 probes instead of 16",
     lambda v: shaded.floor(v, probes=16), lambda v: shaded.floor(v, probes=8)),
    ("photo_high_quality_jpeg", "the texture was compressed as JPEG of quality 95",
     lambda v: images.photo(v), lambda v: images.through_blocks(images.photo(v), 95)),
    ("sprites_hidden_colors", "pixels of alpha 0 have a different color, which is never visible",
     lambda v: flat.sprites(v), lambda v: flat.sprites(v, hidden=(255, 255, 255))),
    ("photo_cut_to_8_bits", "16 bits were truncated to 8 instead of rounded",
     lambda v: images.photo(v), lambda v: np.floor(np.clip(images.landscape(v), 0, 255)).astype(np.uint8)),
    ("room_srgb_table", "the sRGB curve is read from a table of 2048 entries",
     lambda v: shaded.Room(v).draw(), lambda v: shaded.Room(v).draw(encode=table_srgb)),
    ("room_shadow_samples", "the soft shadow's edge uses 16 different samples of the lamp",
     lambda v: shaded.Room(v).draw(), lambda v: shaded.Room(v).draw(lamp_points=other_lamp_points(16))),
    ("box_other_noise", "the remaining noise of a path tracer with a different seed, within 3",
     lambda v: images.box_with_noise(v), lambda v: images.box_with_noise(v, noise_seed=1)),
    ("text_coverage_gamma", "the coverage of glyphs is mapped by a curve with exponent 0.9: slightly bolder text",
     lambda v: flat.panel(v), lambda v: flat.panel(v, text=Look(gamma=0.9))),
    ("sprites_premultiplied",
     "colors were multiplied by alpha and rounded to 8 bits: coarse at low alpha, invisible when blended",
     lambda v: flat.sprites(v), lambda v: flat.sprites(v, premultiplied=True)),
    ("mesh_snapped_corners", "the rasterizer has 4 bits of subpixel precision instead of 8",
     lambda v: shaded.mesh(v, MSAA_8, snap=256), lambda v: shaded.mesh(v, MSAA_8, snap=16)),
]

BROKEN = [
    ("wrong_glyph", "one letter of a label is wrong",
     lambda v: flat.panel(v), lambda v: flat.panel(v, wrong_glyph=("eaon", "ooec"))),
    ("missing_shadow", "one ball does not cast its faint shadow on the floor",
     lambda v: shaded.Room(v).draw(ball_shadow=0.35), lambda v: shaded.Room(v).draw(ball_shadow=0.0)),
    ("swapped_channels", "red and blue of one sprite are exchanged",
     lambda v: flat.sprites(v), lambda v: flat.sprites(v, swapped=7)),
    ("moved_edge", "a button is one pixel wider",
     lambda v: flat.panel(v), lambda v: flat.panel(v, button_grows=1)),
    ("wrong_gamma_of_a_texture", "one texture is decoded with 1.8 instead of 2.2",
     lambda v: shaded.Room(v).draw(), lambda v: shaded.Room(v).draw(texture_gamma=1.8)),
    ("red_square", "8 × 8 pixels are red",
     lambda v: images.photo(v), with_square),
    ("hot_pixel", "one pixel is white",
     lambda v: shaded.Room(v).draw(), with_hot_pixel),
    ("missing_hairline", "one faint line of the grid is missing",
     lambda v: flat.chart(v), lambda v: flat.chart(v, has_all_gridlines=False)),
    ("wrong_mip_level", "the floor is read one level too coarse",
     lambda v: shaded.floor(v), lambda v: shaded.floor(v, bias=1.0)),
    ("nearest_filter", "the floor is read without a filter",
     lambda v: shaded.floor(v), lambda v: shaded.floor(v, filtering="nearest")),
    ("no_antialiasing", "edges have one sample per pixel",
     lambda v: shaded.mesh(v, MSAA_8), lambda v: shaded.mesh(v, CENTER)),
    ("half_a_texel", "the texture is shifted by half a texel",
     lambda v: images.magnified_tiles(v), lambda v: images.magnified_tiles(v, offset=0.0)),
    ("seams_between_tiles", "lines of one pixel between tiles are too bright by 8",
     lambda v: images.terrain(v), lambda v: images.terrain(v, seam=8)),
    ("depth_fighting", "a decal and the floor below it show through each other in stripes",
     lambda v: shaded.Room(v).draw(decal="on top"), lambda v: shaded.Room(v).draw(decal="fights")),
    ("lost_alpha", "one sprite has alpha 0 everywhere; its colors are right",
     lambda v: flat.sprites(v), lambda v: flat.sprites(v, transparent=11)),
    ("brighter", "the light is 3 % too bright",
     lambda v: images.photo(v), lambda v: darkened(images.photo(v), 1.03)),
    ("banding", "the sky has 5 bits per channel",
     lambda v: images.sky(v, "ordered"), lambda v: images.sky(v, bits=5)),
    ("missing_status", "a red mark of 3 × 3 pixels is missing",
     lambda v: flat.panel(v), lambda v: flat.panel(v, has_status=False)),
    ("kerning", "one letter is one pixel off",
     lambda v: flat.panel(v), lambda v: flat.panel(v, kerning=1)),
    ("watermark", "a text is faintly written over the map",
     lambda v: flat.city_map(v), lambda v: flat.city_map(v, ghost=0.025)),
]

CASES = [Case(name, is_broken, *rest) for is_broken, rows in ((False, HARMLESS), (True, BROKEN)) for name, *rest in rows]
