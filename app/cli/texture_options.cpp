#include "app/cli/texture_options.h"

#include <CLI/CLI.hpp>

namespace texelscope::app {

const char* const texture_options_help =
    "SOURCE is an image (png, jpg, bmp, tga, hdr, pgm, ppm), read as (h, w, channels), or an .npy file of shape (w),\n"
    "(h, w), (d, h, w), each with channels (1, 2 or 4) behind or without. Without --dims three axes are (h, w,\n"
    "channels) when the last is 1, 2 or 4, else (d, h, w); four are (d, h, w, channels). --kind layered puts the "
    "layers\n"
    "in front; cube takes (6, n, n), layered_cube (6*layers, n, n) or (layers, 6, n, n); an image gives 1D layers of\n"
    "its rows, or a cube of a column of faces.\n"
    "The numbers' type is the texels' format. With another --format an .npy file's numbers keep their values (floats\n"
    "round, integers must fit; to see bits as another type, use NumPy's view), and an image's its brightness.\n"
    "--mip-levels makes a mipmapped array: each level is a 2x2 (3D: 2x2x2) box filter of the one before. Levels are\n"
    "clamped to those there are, unless --mip-clamp says otherwise.";

void add_texture_options(CLI::App& command, TextureOptions& options) {
  command.add_option("SOURCE", options.source, "the texels: an image or an .npy file")->type_name("")->required();
  command.add_option("--dims", options.dims, "rank of the texture, or of a layer; without it, from SOURCE's shape")
      ->type_name("1|2|3");
  command.add_option("--kind", options.kind, "plain, layered, cube or layered_cube; without it, plain")->type_name("K");
  command.add_option("--resource", options.resource, "array, or memory that is linear or pitch2d; without it, array")
      ->type_name("R");
  command.add_option("--format", options.format, "type of a channel, such as uint8 or float16; without it, SOURCE's")
      ->type_name("F");
  command
      .add_option("--address", options.address, "wrap, clamp, mirror or border, for all axes or one for each; clamp")
      ->type_name("M[,M[,M]]");
  command.add_option("--filter", options.filter, "point or linear; without it, point")->type_name("F");
  command.add_option("--read", options.read, "element or normalized (integers as floats); without it, element")
      ->type_name("R");
  command.add_flag("--normalized-coords", options.has_normalized_coords, "coordinates of 0 to 1 over the texture");
  command.add_flag("--srgb", options.is_srgb, "decode sRGB: uint8, 4 channels, --read normalized");
  command.add_option("--border", options.border, "the colour outside with --address border; without it, 0,0,0,0")
      ->type_name("R[,G[,B[,A]]]");
  command.add_option("--mip-filter", options.mip_filter, "point or linear between levels; without it, point")
      ->type_name("F");
  command.add_option("--mip-levels", options.mip_levels, "make so many levels, or all; without it, no mipmap")
      ->type_name("N");
  command.add_option("--mip-bias", options.mip_bias, "added to the level")->type_name("B");
  command.add_option("--mip-clamp", options.mip_clamp, "the lowest and highest level; without it, 0 and the last")
      ->type_name("MIN,MAX");
  command.add_option("--anisotropy", options.anisotropy, "largest ratio, 0 to 16; for gradients")->type_name("N");
  command.add_flag("--seamless", options.is_seamless, "filter across the edges of a cube map's faces");
  command.add_flag("--no-trilinear-optimization", options.has_no_trilinear_optimization,
                   "forbid the hardware to round between levels");
}

}  // namespace texelscope::app
