#include "app/cli/texture_command.h"

#include <fmt/format.h>

#include "app/cli/output.h"
#include "app/cli/reading_options.h"
#include "app/images/image_file.h"
#include "app/texture/texture_names.h"

namespace texelscope::app {

std::string texture_options_help() {
  return fmt::format("SOURCE is an image ({}),\n", image_endings_text()) +
         "read as (h, w, channels), or an .npy file of shape (w), (h, w) or (d, h, w), each optionally followed by\n"
         "channels (1, 2 or 4). Without --dims, three axes are (h, w, channels) if the last is 1, 2 or 4, otherwise\n"
         "(d, h, w); four are (d, h, w, channels). --kind layered expects the layers first; cube expects (6, n, "
         "n),\n"
         "layered_cube (6*layers, n, n) or (layers, 6, n, n). The rows of an image become 1D layers, and a column "
         "of\n"
         "faces becomes a cube.\n"
         "The texel format is the type of the data. With a different --format, data of an .npy file keeps its values\n"
         "(floats are rounded, and integers must fit; to reinterpret bits, use NumPy's view), and an image keeps its\n"
         "brightness.\n"
         "--mip-levels creates a mipmapped array: each level is a 2x2 (3D: 2x2x2) box filter of the previous one,\n"
         "or that of the file if it is a texture with levels (DDS, KTX, KTX2).\n"
         "Levels are clamped to the existing levels, unless --mip-clamp overrides this.";
}

void add_texture_options(CommandOptions& command, TextureOptions& options) {
  const std::vector<Word> filters = words_of(filter_mode_names());
  command.option("SOURCE", "", options.source, "the texels: an image or an .npy file",
                 {.is_required = true, .path = PathUse::read});
  command.option("--dims", "1|2|3", options.dims, "rank of the texture or of a layer (default: from SOURCE's shape)");
  command.option("--kind", "K", options.kind, "plain, layered, cube or layered_cube (default: plain)",
                 {.words = words_of(array_kind_names())});
  command.option("--resource", "R", options.resource, "array, linear or pitch2d memory (default: array)",
                 {.words = words_of(resource_option_names())});
  command.option("--format", "F", options.format, "channel type, such as uint8 or float16 (default: SOURCE's)",
                 {.words = words_of(format_names())});
  command.option("--address", "M[,M[,M]]", options.address,
                 "wrap, clamp, mirror or border, for all axes or per axis (default: clamp)",
                 {.words = words_of(address_mode_names())});
  command.option("--filter", "F", options.filter, "point or linear (default: point)", {.words = filters});
  command.option("--read", "R", options.read, "element or normalized (integers as floats) (default: element)",
                 {.words = {{"element", "values as stored"}, {"normalized", "integers as floats"}}});
  command.flag("--normalized-coords", options.has_normalized_coords, "use coordinates from 0 to 1 over the texture");
  command.flag("--srgb", options.is_srgb, "decode sRGB; needs uint8, 4 channels and --read normalized");
  command.option("--border", "R[,G[,B[,A]]]", options.border, "border color for --address border (default: 0,0,0,0)");
  command.option("--mip-filter", "F", options.mip_filter, "point or linear, between levels (default: point)",
                 {.words = filters});
  command.option("--mip-levels", "N", options.mip_levels, "number of levels to create, or all (default: no mipmap)");
  command.option("--mip-bias", "B", options.mip_bias, "value added to the level");
  command.option("--mip-clamp", "MIN,MAX", options.mip_clamp, "lowest and highest level (default: 0 and the last)");
  command.option("--anisotropy", "N", options.anisotropy, "largest anisotropy ratio, 0 to 16; needs gradients");
  command.flag("--seamless", options.is_seamless, "filter across the edges of a cube map's faces");
  command.flag("--no-trilinear-optimization", options.has_no_trilinear_optimization,
               "disable the hardware's trilinear optimization");
  command.flag("--straight", options.is_straight, "divide the colors of an image that are multiplied by alpha by it");
  add_reading_options(command, options.ignores_orientation, options.part);
}

TextureSetup command_texture_setup(const TextureOptions& options, std::string* note) {
  const std::filesystem::path file = options.source;
  require_part(options.part, std::span(&file, 1));
  return texture_setup_from(options, [&](const TextureSourceOptions& source) {
    TextureSource loaded = load_texture_source(options.source, source);
    if (loaded.place != std::array<int, 2>{}) {
      add_note(loaded.note,
               fmt::format("its first pixel is at ({}, {}), and coordinates in texels are those of the file",
                           loaded.place[0], loaded.place[1]));
    }
    print_image_note(options.source, loaded.note);
    if (note != nullptr) {
      *note = loaded.note;
    }
    return loaded;
  });
}

void add_fetch_options(CommandOptions& command, TextureOptions& options) {
  command.flag("--gradients", options.has_gradients, "read derivatives after the coordinates");
  command.option("--gather", "N", options.gather, "gather this component, 0 to 3, of the four surrounding texels");
}

}  // namespace texelscope::app
