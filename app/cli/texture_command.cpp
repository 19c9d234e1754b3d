#include "app/cli/texture_command.h"

#include <fmt/format.h>

#include "app/cli/output.h"
#include "app/cli/reading_options.h"
#include "app/images/image_file.h"
#include "app/texture/texture_names.h"

namespace texelscope::app {

std::string texture_options_help() {
  return fmt::format("SOURCE is an image ({}),\n", image_endings_text()) +
         "read as (h, w, channels), or an .npy file of shape (w), (h, w), (d, h, w), each with channels (1, 2 or\n"
         "4) behind or without. Without --dims three axes are (h, w, channels) when the last is 1, 2 or 4, else\n"
         "(d, h, w); four are (d, h, w, channels). --kind layered puts the layers in front; cube takes (6, n, n),\n"
         "layered_cube (6*layers, n, n) or (layers, 6, n, n); an image gives 1D layers of its rows, or a cube of a\n"
         "column of faces.\n"
         "The numbers' type is the texels' format. With another --format an .npy file's numbers keep their values\n"
         "(floats round, integers must fit; to see bits as another type, use NumPy's view), and an image's its\n"
         "brightness.\n"
         "--mip-levels makes a mipmapped array: each level is a 2x2 (3D: 2x2x2) box filter of the one before.\n"
         "Levels are clamped to those there are, unless --mip-clamp says otherwise.";
}

void add_texture_options(CommandOptions& command, TextureOptions& options) {
  const std::vector<Word> filters = words_of(filter_mode_names());
  command.option("SOURCE", "", options.source, "the texels: an image or an .npy file",
                 {.is_required = true, .path = PathUse::read});
  command.option("--dims", "1|2|3", options.dims,
                 "rank of the texture, or of a layer; without it, from SOURCE's shape");
  command.option("--kind", "K", options.kind, "plain, layered, cube or layered_cube; without it, plain",
                 {.words = words_of(array_kind_names())});
  command.option("--resource", "R", options.resource, "array, or memory that is linear or pitch2d; without it, array",
                 {.words = words_of(resource_option_names())});
  command.option("--format", "F", options.format, "type of a channel, such as uint8 or float16; without it, SOURCE's",
                 {.words = words_of(format_names())});
  command.option("--address", "M[,M[,M]]", options.address,
                 "wrap, clamp, mirror or border, for all axes or one for each; clamp",
                 {.words = words_of(address_mode_names())});
  command.option("--filter", "F", options.filter, "point or linear; without it, point", {.words = filters});
  command.option("--read", "R", options.read, "element or normalized (integers as floats); without it, element",
                 {.words = {{"element", "as they are"}, {"normalized", "integers as floats"}}});
  command.flag("--normalized-coords", options.has_normalized_coords, "coordinates of 0 to 1 over the texture");
  command.flag("--srgb", options.is_srgb, "decode sRGB: uint8, 4 channels, --read normalized");
  command.option("--border", "R[,G[,B[,A]]]", options.border,
                 "the color outside with --address border; without it, 0,0,0,0");
  command.option("--mip-filter", "F", options.mip_filter, "point or linear between levels; without it, point",
                 {.words = filters});
  command.option("--mip-levels", "N", options.mip_levels, "make so many levels, or all; without it, no mipmap");
  command.option("--mip-bias", "B", options.mip_bias, "added to the level");
  command.option("--mip-clamp", "MIN,MAX", options.mip_clamp,
                 "the lowest and highest level; without it, 0 and the last");
  command.option("--anisotropy", "N", options.anisotropy, "largest ratio, 0 to 16; for gradients");
  command.flag("--seamless", options.is_seamless, "filter across the edges of a cube map's faces");
  command.flag("--no-trilinear-optimization", options.has_no_trilinear_optimization,
               "forbid the hardware to round between levels");
  add_reading_options(command, options.ignores_orientation, options.part);
}

TextureSetup command_texture_setup(const TextureOptions& options) {
  return texture_setup_from(options, [&](const TextureSourceOptions& source) {
    TextureSource loaded = load_texture_source(options.source, source);
    print_image_note(options.source, loaded.note);
    return loaded;
  });
}

void add_fetch_options(CommandOptions& command, TextureOptions& options) {
  command.flag("--gradients", options.has_gradients, "the coordinates' derivatives stand behind them");
  command.option("--gather", "N", options.gather, "gather this component, 0 to 3, of the four texels around");
}

}  // namespace texelscope::app
