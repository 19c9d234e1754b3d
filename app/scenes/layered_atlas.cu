#include <cmath>

#include "app/scenes/scene_arrays.h"
#include "app/scenes/scene_kernel.h"

namespace texelscope::app::layered_atlas {
extern const SceneDeclaration scene;
namespace {

using namespace kernels;

enum Tile : std::int32_t { deep_water, water, sand, grass, flowers, wood, pines, rock, snow, house, tile_count };

constexpr std::int32_t tile_size = 32;
/// The plain array has the same tiles side by side, in rows of this many.
constexpr std::int32_t atlas_columns = 4;
constexpr std::int32_t atlas_rows = (tile_count + atlas_columns - 1) / atlas_columns;
/// Tiles along each side of the map, which repeats.
constexpr std::int32_t map_size = 64;

/// Material of a tile: its color and mottling.
TEXELSCOPE_KERNEL_FUNCTION Float3 ground_color(std::int32_t tile) {
  constexpr Float3 colors[tile_count] = {{0.08F, 0.24F, 0.47F}, {0.16F, 0.47F, 0.66F}, {0.90F, 0.79F, 0.53F},
                                         {0.42F, 0.64F, 0.27F}, {0.42F, 0.64F, 0.27F}, {0.30F, 0.52F, 0.23F},
                                         {0.26F, 0.45F, 0.26F}, {0.51F, 0.47F, 0.45F}, {0.90F, 0.93F, 0.97F},
                                         {0.42F, 0.64F, 0.27F}};
  return colors[tile];
}

/// Writes each texel of each tile to its layer and to its position in the plain array.
struct DrawTiles {
  Surface layers;
  Surface atlas;
  float phase;

  /// A round crown lit from the upper left; nothing outside it.
  TEXELSCOPE_KERNEL_FUNCTION static Float3 crown(Float3 under, Float2 at, Float2 center, float radius, Float3 color) {
    const Float2 offset = at - center;
    const float distance = kernels::length(offset) / radius;
    if (distance >= 1.0F) {
      const float shadow = kernels::length(offset - Float2{1.5F, 2.0F}) / radius;
      return shadow < 1.0F ? under * 0.72F : under;
    }
    const float light = 0.95F - (offset.x + offset.y) / radius * 0.32F - distance * distance * 0.2F;
    return color * light;
  }

  TEXELSCOPE_KERNEL_FUNCTION static Float3 house_color(Float3 under, std::int32_t x, std::int32_t y) {
    const bool is_roof = x >= 6 && x < 27 && y >= 6 && y < 19;
    const bool is_wall = x >= 8 && x < 25 && y >= 19 && y < 26;
    if (is_roof) {
      const float tiles = ((x + (y / 3) * 2) % 4 == 0 || y % 3 == 0) ? 0.85F : 1.0F;
      return Float3{0.78F, 0.30F, 0.22F} * (y < 12 ? tiles * 1.1F : tiles * 0.85F);
    }
    if (is_wall) {
      const bool is_door = x >= 15 && x < 18 && y >= 21;
      const bool is_window = (x == 10 || x == 11 || x == 21 || x == 22) && y >= 21 && y < 24;
      return is_door ? Float3{0.40F, 0.26F, 0.17F}
                     : (is_window ? Float3{0.98F, 0.88F, 0.52F} : Float3{0.94F, 0.90F, 0.80F});
    }
    const bool is_shadow = x >= 9 && x < 30 && y >= 10 && y < 28;
    return is_shadow ? under * 0.72F : under;
  }

  TEXELSCOPE_KERNEL_FUNCTION Float3 color(std::int32_t tile, std::int32_t x, std::int32_t y) const {
    const auto seed = static_cast<std::uint32_t>(tile);
    const auto column = static_cast<std::uint32_t>(x);
    const auto row = static_cast<std::uint32_t>(y);
    const float speckle = kernels::unit_float(kernels::hash(column, row, seed));
    const float patch = kernels::unit_float(kernels::hash(column / 4U, row / 4U, seed + 50U));
    const Float2 at{static_cast<float>(x) + 0.5F, static_cast<float>(y) + 0.5F};
    Float3 color = ground_color(tile) * (0.92F + 0.10F * speckle + 0.06F * patch);
    switch (tile) {
      case deep_water:
      case water: {
        // Whole waves fit a tile, so that it continues in its neighbors.
        constexpr float turn = 6.2831853F / static_cast<float>(tile_size);
        const float wave =
            kernels::sine(at.y * (turn * 3.0F) + kernels::sine(at.x * turn + phase) * 1.4F + phase * 2.0F);
        const float crest = kernels::smooth_step(0.75F, 1.0F, wave);
        const float shade = tile == water ? 0.30F : 0.14F;
        return ground_color(tile) * (0.97F + 0.05F * wave) + Float3{shade, shade, shade} * crest;
      }
      case flowers:
        if (kernels::hash(column / 2U, row / 2U, 77U) % 11U == 0U) {
          const std::uint32_t draw = kernels::hash(column / 2U, row / 2U, 78U) % 3U;
          color = draw == 0U ? Float3{0.97F, 0.93F, 0.94F}
                             : (draw == 1U ? Float3{0.95F, 0.45F, 0.55F} : Float3{0.98F, 0.84F, 0.30F});
        }
        return color;
      case wood: {
        const Float3 leaves = Float3{0.27F, 0.56F, 0.22F} * (0.85F + 0.3F * speckle);
        color = crown(color, at, {9, 9}, 8, leaves);
        color = crown(color, at, {23, 12}, 7.5F, leaves);
        return crown(color, at, {13, 23}, 8, leaves);
      }
      case pines: {
        const Float3 needles = Float3{0.16F, 0.39F, 0.25F} * (0.8F + 0.4F * speckle);
        color = crown(color, at, {8, 8}, 6, needles);
        color = crown(color, at, {23, 9}, 6.5F, needles);
        color = crown(color, at, {9, 24}, 6.5F, needles);
        return crown(color, at, {24, 24}, 6, needles);
      }
      case rock: {
        color = crown(color, at, {11, 12}, 10, Float3{0.60F, 0.56F, 0.53F} * (0.9F + 0.2F * speckle));
        return crown(color, at, {24, 23}, 7, Float3{0.57F, 0.53F, 0.51F} * (0.9F + 0.2F * speckle));
      }
      case house:
        return house_color(color, x, y);
      default:
        return color;
    }
  }

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    // The atlas has unused tiles, which filtering at a tile's edge also reads.
    const bool is_tile = index.z < tile_count;
    const Float3 shown = is_tile ? color(index.z, index.x, index.y) : Float3{0, 0, 0};
    const Uchar4 texel = kernels::to_unorm8(Float4{shown.x, shown.y, shown.z, is_tile ? 1.0F : 0.0F});
    if (is_tile) {
      layers.write_2d_layered(texel, index.x, index.y, index.z);
    }
    atlas.write_2d(texel, index.z % atlas_columns * tile_size + index.x, index.z / atlas_columns * tile_size + index.y);
  }
};

/// The layer of each tile of the landscape.
struct DrawMap {
  Surface map;

  /// Tileable noise with the period of the map: the corner values wrap around.
  TEXELSCOPE_KERNEL_FUNCTION static float noise(float x, float y, std::uint32_t cells, std::uint32_t seed) {
    const float column = kernels::floor(x);
    const float row = kernels::floor(y);
    const float a = kernels::smooth_step(0, 1, x - column);
    const float b = kernels::smooth_step(0, 1, y - row);
    const auto left = static_cast<std::uint32_t>(kernels::float_to_int(column)) % cells;
    const auto top = static_cast<std::uint32_t>(kernels::float_to_int(row)) % cells;
    const std::uint32_t right = (left + 1U) % cells;
    const std::uint32_t bottom = (top + 1U) % cells;
    const auto value = [seed](std::uint32_t i, std::uint32_t j) {
      return kernels::unit_float(kernels::hash(i, j, seed));
    };
    return kernels::mix(kernels::mix(value(left, top), value(right, top), a),
                        kernels::mix(value(left, bottom), value(right, bottom), a), b);
  }

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    const auto x = static_cast<float>(index.x);
    const auto y = static_cast<float>(index.y);
    const float height = noise(x / 8.0F, y / 8.0F, 8U, 11U) * 0.65F + noise(x / 4.0F, y / 4.0F, 16U, 12U) * 0.35F;
    const float growth = noise(x / 4.0F, y / 4.0F, 16U, 13U) * 0.6F + noise(x / 2.0F, y / 2.0F, 32U, 14U) * 0.4F;
    const std::uint32_t draw =
        kernels::hash(static_cast<std::uint32_t>(index.x), static_cast<std::uint32_t>(index.y), 15U) % 16U;
    std::int32_t tile = growth > 0.56F ? (height > 0.6F ? pines : wood) : grass;
    if (tile == grass) {
      tile = draw < 1U ? house : (draw < 4U ? flowers : grass);
    }
    tile = height < 0.36F ? deep_water : (height < 0.45F ? water : (height < 0.49F ? sand : tile));
    tile = height > 0.76F ? snow : (height > 0.69F ? rock : tile);
    map.write_2d(static_cast<std::uint8_t>(tile), index.x, index.y);
  }
};

enum class View : std::int32_t { split, layers, atlas };

/// For each pixel, the map selects the tile, and the tile's texture provides the color.
struct DrawLandscape {
  Texture map;
  Texture layers;
  Texture atlas;
  Surface output;
  View view;
  std::int32_t split;
  /// In tiles.
  Float2 first;
  float tiles_per_pixel;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    if (view == View::split && index.x == split) {
      write_color(output, {1, 1, 1}, index.x, index.y);
      return;
    }
    const float x = first.x + static_cast<float>(index.x) * tiles_per_pixel;
    const float y = first.y + static_cast<float>(index.y) * tiles_per_pixel;
    const float u = x - kernels::floor(x);
    const float v = y - kernels::floor(y);
    constexpr float tile_share = 1.0F / static_cast<float>(map_size);
    const auto tile = static_cast<std::int32_t>(map.sample_2d<kernels::Uint4>(x * tile_share, y * tile_share).x);
    const bool is_layers = view == View::layers || (view == View::split && index.x < split);
    const std::int32_t row = tile / atlas_columns;
    const std::int32_t column = tile % atlas_columns;
    const Float4 texel = is_layers ? layers.sample_2d_layered(u, v, tile)
                                   : atlas.sample_2d((static_cast<float>(column) + u) / atlas_columns,
                                                     (static_cast<float>(row) + v) / atlas_rows);
    output.write_2d(kernels::to_unorm8(texel), index.x, index.y);
  }
};

class LayeredAtlasScene final : public PreparedScene<MovingScene> {
 public:
  explicit LayeredAtlasScene(const SceneSetup& setup)
      : map_{setup.device, {extent_2d(map_size, map_size), gpu::DataType::uint8, 1}},
        // Layer numbers are read without conversion.
        map_texture_{gpu::TextureObject::from_array(
            map_.array(), {.address_mode = gpu::AddressMode::wrap, .normalized_coords = true})},
        layers_{setup.device,
                {.shape = extent_2d(tile_size, tile_size),
                 .format = gpu::DataType::uint8,
                 .num_channels = 4,
                 .kind = gpu::ArrayKind::layered,
                 .num_layers = tile_count},
                linear_normalized(gpu::AddressMode::clamp)},
        atlas_{setup.device,
               {extent_2d(atlas_columns * tile_size, atlas_rows * tile_size), gpu::DataType::uint8, 4},
               linear_normalized(gpu::AddressMode::clamp)} {}

  void begin(const gpu::Stream& stream) override {
    kernels::launch(stream, {map_size, map_size}, DrawMap{map_.surface()});
  }

  void draw(const FrameInput& input, const ParameterValues& values, const gpu::SurfaceObject& output,
            const gpu::Stream& stream) override {
    prepare(input, values, stream);
    const double speed = values.real("speed");
    kernels::launch(stream, {tile_size, tile_size, atlas_columns * atlas_rows},
                    DrawTiles{layers_.surface(), atlas_.surface(), frame_phase(input, 1.3 * speed)});
    // The map repeats, and so does the path over it.
    const double way = scene_seconds(input, values);
    const double tiles_per_pixel = values.real("tiles_across") / input.width;
    const double x = std::fmod(way * 0.9, map_size);
    const double y = std::fmod(way * 0.5, map_size);
    kernels::launch(stream, {input.width, input.height},
                    DrawLandscape{Texture(map_texture_.handle()),
                                  layers_.texture(),
                                  atlas_.texture(),
                                  Surface(output.handle()),
                                  static_cast<View>(values.choice("view")),
                                  split_column(input, values.real("split")),
                                  {static_cast<float>(x), static_cast<float>(y)},
                                  static_cast<float>(tiles_per_pixel)});
  }

 private:
  SurfaceArray map_;
  gpu::TextureObject map_texture_;
  SampledArray layers_;
  SampledArray atlas_;
};

std::vector<Parameter> parameters() {
  return {
      choice_parameter("view", "split", {"split", "layers", "atlas"},
                       "Tiles from layers next to the same tiles from a plain array, or only one of the two."),
      real_parameter("split", 0.5, {0, 1, false, ""}, "Position of the split line, as a fraction of the width."),
      real_parameter("tiles_across", 9, {1, 64, true, ""}, "Tiles across the frame's width."),
      real_parameter("speed", 1, {0, 16, false, "×"}, "Speed of the landscape; 0 stops it."),
  };
}

}  // namespace

const SceneDeclaration scene{
    .name = "layered_atlas",
    .title = "Tiles in layers",
    .teaches =
        "A texture of layer numbers selects a layer of an array for each tile of a landscape, and filtering stays "
        "within that layer. In a plain array with the same tiles side by side, linear filtering mixes in neighbors, "
        "so seams appear at the edges of tiles.",
    .controls = "Hold the left mouse button to move the split line.",
    .parameters = &parameters,
    .default_frame = 240,
    .takes_pointer = true,
    .make = &make_scene<LayeredAtlasScene>,
};

}  // namespace texelscope::app::layered_atlas
