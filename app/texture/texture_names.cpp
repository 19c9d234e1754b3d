#include "app/texture/texture_names.h"

#include <vector>

#include "texelscope/gpu/data_type.h"
#include "texelscope/gpu/texture_descriptor.h"

namespace texelscope::app {
namespace {

/// Made once for each enum, whose last enumerator is `last`.
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

}  // namespace texelscope::app
