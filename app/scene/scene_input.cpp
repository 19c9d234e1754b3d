#include "app/scene/scene_input.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <climits>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "app/images/image_file.h"
#include "app/text/escape.h"
#include "app/text/option_text.h"
#include "app/texture/texel_numbers.h"
#include "app/texture/texture_source.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

/// Scales to 0–1; if all are equal, they become 0.
void normalize(std::span<float> densities) {
  float low = std::numeric_limits<float>::max();
  float high = std::numeric_limits<float>::lowest();
  for (const float density : densities) {
    if (std::isfinite(density)) {
      low = std::min(low, density);
      high = std::max(high, density);
    }
  }
  // In double, because the difference of two floats may exceed the largest float.
  const double range = static_cast<double>(high) - static_cast<double>(low);
  for (float& density : densities) {
    const double share = range > 0 ? (static_cast<double>(density) - static_cast<double>(low)) / range : 0;
    density = std::isnan(share) ? 0.0F : static_cast<float>(std::clamp(share, 0.0, 1.0));
  }
}

/// The types of pictures that represent the numbers of an array exactly, the best first; at last float32, which rounds.
std::vector<gpu::DataType> picture_types(const gpu::ElementType& element) {
  using enum gpu::DataType;
  const std::optional<gpu::DataType> type = element.data_type();
  constexpr std::array own = {uint8, uint16, uint32, int32, float32};
  if (type && std::ranges::find(own, *type) != own.end()) {
    return {*type};
  }
  // Object numbers are often of a type with 64 bits, but small.
  const bool is_wide_integer =
      element == gpu::element_type_of<std::int64_t> || element == gpu::element_type_of<std::uint64_t>;
  return is_wide_integer ? std::vector{uint32, int32, float32} : std::vector{float32};
}

/// The texels in the first type that represents all of them.
void take_texels(TextureSource& source, const gpu::StridedMemoryView& numbers, std::span<const gpu::DataType> types) {
  for (const gpu::DataType type : types) {
    try {
      source.array.format = type;
      source.texels = texel_numbers(numbers, type);
      return;
    } catch (const gpu::InvalidArgument&) {
      if (type == types.back()) {
        throw;
      }
    }
  }
}

/// The numbers of a picture in a type that pictures support; those of a volume as float32.
TextureSource texels_of(const gpu::StridedMemoryView& numbers) {
  TextureSource source;
  gpu::Dimensions shape = numbers.layout().shape();
  // CUDA arrays have no three-channel format.
  const bool has_three_channels = shape.size() == 3 && shape[2] == 3;
  if (has_three_channels) {
    shape[2] = 4;
  }
  source.array = array_of_shape(shape, gpu::DataType::float32, gpu::ArrayKind::plain, {});
  if (has_three_channels) {
    source.array.num_channels = 3;
  }
  take_texels(source, numbers,
              source.array.shape.rank() < 3 ? picture_types(numbers.type()) : std::vector{gpu::DataType::float32});
  return source;
}

/// A part of an array of shape (h, w, channels): "color", its first three channels, or one by "channel N" or number.
gpu::StridedMemoryView part_of(const gpu::StridedMemoryView& numbers, std::string_view part) {
  constexpr std::string_view prefix = "channel ";
  const gpu::StridedLayout& layout = numbers.layout();
  const std::int64_t count = layout.shape().size() == 3 ? layout.shape()[2] : 0;
  if (part == "color" && count >= 3) {
    return numbers.view(layout.sliced({gpu::AxisSlice::all(), gpu::AxisSlice::all(), {0, 3}}));
  }
  const auto channel = number_from<std::int64_t>(part.substr(part.starts_with(prefix) ? prefix.size() : 0));
  if (!channel || *channel < 1 || *channel > count) {
    throw gpu::InvalidArgument(fmt::format(
        "it has no part '{}': {}", shown_line(part, 80),
        count > 0
            ? fmt::format("as an array of shape (h, w, channels), its parts are color, and channel 1 to {}", count)
            : "only an array of shape (h, w, channels) has parts; omit the part"));
  }
  return numbers.view(layout.sliced({gpu::AxisSlice::all(), gpu::AxisSlice::all(), *channel - 1}));
}

}  // namespace

SceneInput kind_of(const Image& image) { return image.depth > 1 ? SceneInput::volume : SceneInput::picture; }

std::shared_ptr<const Image> input_for(const SceneDeclaration& scene, std::shared_ptr<const Image> image) {
  return image && scene.takes == kind_of(*image) ? std::move(image) : nullptr;
}

std::shared_ptr<const Image> require_input(const SceneDeclaration& scene, const std::string& source,
                                           const std::function<Image()>& load) {
  if (scene.takes == SceneInput::none) {
    throw ParameterError(fmt::format("scene {} takes no picture; omit the input, or render scene image", scene.name));
  }
  Image image = load();
  if (scene.takes != kind_of(image)) {
    throw ParameterError(
        scene.takes == SceneInput::volume
            ? fmt::format("scene {} requires a volume, an array of shape (d, h, w), but {} is a picture; use a "
                          "different input, or render scene image",
                          scene.name, source)
            : fmt::format("scene {} requires a picture, but {} is a volume; use a different input, or render scene "
                          "volume_slice",
                          scene.name, source));
  }
  return std::make_shared<const Image>(std::move(image));
}

Image scene_input_of(const gpu::StridedMemoryView& numbers) {
  TextureSource source = texels_of(numbers);
  const gpu::Extent& shape = source.array.shape;
  if (shape.rank() == 1 || (shape.rank() == 3 && source.array.num_channels != 1)) {
    throw gpu::InvalidArgument(
        fmt::format("a scene requires an array of shape (h, w [, channels]) or a volume of shape (d, h, w), but this "
                    "is {}D with {} channels; reshape it",
                    shape.rank(), source.array.num_channels));
  }
  if (!is_image_size(static_cast<std::int64_t>(shape.width()), static_cast<std::int64_t>(shape.height())) ||
      shape.depth() > max_image_extent) {
    throw gpu::InvalidArgument(
        fmt::format("{} exceeds {} along an axis, or a slice has more than {} texels; use a "
                    "part of it",
                    to_string(shape), max_image_extent, INT_MAX));
  }
  Image image{static_cast<int>(shape.width()), static_cast<int>(shape.height()),
              source.array.num_channels,       source.array.format,
              std::move(source.texels),        static_cast<int>(shape.depth())};
  const gpu::ElementType& element = numbers.type();
  const bool is_wide = element == gpu::element_type_of<double> || element == gpu::element_type_of<std::int64_t> ||
                       element == gpu::element_type_of<std::uint64_t>;
  if (is_wide && image.type == gpu::DataType::float32) {
    add_note(image.note, fmt::format("{} rounded to float32", to_string(element)));
  }
  if (shape.rank() == 3) {
    normalize({reinterpret_cast<float*>(image.pixels.data()), image.pixels.size() / sizeof(float)});
  }
  return image;
}

bool is_scene_tensor(const std::filesystem::path& path) { return path.extension() == ".npy"; }

Image load_scene_input(const std::filesystem::path& path, const ReadOptions& options) {
  if (!is_scene_tensor(path)) {
    return load_image(path, options);
  }
  const gpu::StridedMemoryView numbers = gpu::StridedMemoryView::from_npy(path);
  try {
    return scene_input_of(options.part.empty() ? numbers : part_of(numbers, options.part));
  } catch (const gpu::InvalidArgument& error) {
    throw gpu::InvalidArgument(fmt::format("cannot display {}: {}", path.string(), error.what()));
  }
}

}  // namespace texelscope::app
