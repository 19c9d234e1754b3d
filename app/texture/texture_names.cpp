#include "app/texture/texture_names.h"

#include <array>
#include <vector>

#include "texelscope/gpu/data_type.h"
#include "texelscope/gpu/resource_descriptor.h"
#include "texelscope/gpu/texture_descriptor.h"

namespace texelscope::app {
namespace {

/// The names of an enum, created once; `last` is the last enumerator.
template <class Enum, Enum last>
std::span<const std::string_view> names_up_to() {
  static const std::vector<std::string_view> names = [] {
    std::vector<std::string_view> all;
    for (int i = 0; i <= static_cast<int>(last); ++i) {
      all.push_back(to_string(static_cast<Enum>(i)));
    }
    return all;
  }();
  return names;
}

}  // namespace

std::span<const std::string_view> format_names() { return names_up_to<gpu::DataType, gpu::DataType::float32>(); }

std::span<const std::string_view> address_mode_names() {
  return names_up_to<gpu::AddressMode, gpu::AddressMode::border>();
}

std::span<const std::string_view> filter_mode_names() {
  return names_up_to<gpu::FilterMode, gpu::FilterMode::linear>();
}

std::span<const std::string_view> read_mode_names() {
  return names_up_to<gpu::ReadMode, gpu::ReadMode::normalized_float>();
}

std::span<const std::string_view> resource_kind_texts() {
  return names_up_to<gpu::ResourceKind, gpu::ResourceKind::pitch_2d>();
}

std::span<const std::string_view> array_kind_names() {
  static constexpr std::array<std::string_view, 4> names{"plain", "layered", "cube", "layered_cube"};
  return names;
}

std::span<const std::string_view> resource_kind_names() {
  static constexpr std::array<std::string_view, 4> names{"array", "mipmapped_array", "linear", "pitch2d"};
  return names;
}

std::span<const std::string_view> resource_option_names() {
  static const std::vector<std::string_view> names = [] {
    std::vector<std::string_view> all(resource_kind_names().begin(), resource_kind_names().end());
    all.erase(all.begin() + static_cast<int>(gpu::ResourceKind::mipmapped_array));
    return all;
  }();
  return names;
}

std::span<const std::string_view> texture_shape_names() {
  static constexpr std::array<std::string_view, 7> names{
      "1D", "2D", "3D", "1D layered", "2D layered", "cube map", "layered cube map"};
  return names;
}

std::span<const std::string_view> boundary_mode_names() {
  static constexpr std::array<std::string_view, 3> names{"trap", "clamp", "zero"};
  return names;
}

std::string_view to_string(kernels::BoundaryMode mode) { return boundary_mode_names()[static_cast<std::size_t>(mode)]; }

}  // namespace texelscope::app
