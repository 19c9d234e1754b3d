#include "app/accesses/access_object_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace texelscope::app {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::int64_t max_number = std::int64_t{1} << 53;

std::uint32_t bits_of(float value) { return std::bit_cast<std::uint32_t>(value); }

std::vector<std::uint64_t> shape_of(const gpu::ArrayDescriptor& array) {
  std::vector<std::uint64_t> shape;
  for (int axis = 0; axis < array.shape.rank(); ++axis) {
    shape.push_back(array.shape[axis]);
  }
  return shape;
}

template <class Enumeration>
Enumeration enumeration(const JsonEntry& entry, std::int64_t last) {
  return static_cast<Enumeration>(entry.whole_number(0, last));
}

/// Floats are stored as their bits, because JSON has no NaN.
void read_floats(const JsonEntry& entry, std::span<float> floats) {
  const std::vector<JsonEntry> all = entry.elements();
  if (all.size() != floats.size()) {
    entry.fail(fmt::format("list the bits of {} floats", floats.size()));
  }
  std::ranges::transform(all, floats.begin(), [](const JsonEntry& bits) {
    return std::bit_cast<float>(
        static_cast<std::uint32_t>(bits.whole_number(0, std::numeric_limits<std::uint32_t>::max())));
  });
}

}  // namespace

Json access_object_json(const gpu::AccessObject& object) {
  Json json = {{"kind", gpu::access_object_names[static_cast<std::size_t>(object.kind)]},
               {"handle", object.handle},
               {"memory", object.memory},
               {"offset", object.offset},
               {"size_bytes", object.size_bytes}};
  if (!object.name.empty()) {
    json["name"] = object.name;
  }
  if (object.kind != gpu::AccessObject::Kind::memory) {
    json.update({{"shape", shape_of(object.array)},
                 {"format", static_cast<int>(object.array.format)},
                 {"num_channels", object.array.num_channels},
                 {"array_kind", static_cast<int>(object.array.kind)},
                 {"num_layers", object.array.num_layers},
                 {"is_surface_load_store", object.array.is_surface_load_store},
                 {"encoding", static_cast<int>(object.array.encoding)},
                 {"row_pitch_bytes", object.row_pitch_bytes},
                 {"slice_pitch_bytes", object.slice_pitch_bytes}});
  }
  if (object.kind == gpu::AccessObject::Kind::texture) {
    const gpu::TextureDescriptor& texture = object.texture;
    const auto mode = [&](int axis) { return static_cast<int>(texture.address_mode[axis]); };
    json.update({{"resource", static_cast<int>(object.resource)},
                 {"num_levels", object.num_levels},
                 {"address_modes", {mode(0), mode(1), mode(2)}},
                 {"filter", static_cast<int>(texture.filter_mode)},
                 {"read_mode", static_cast<int>(texture.read_mode)},
                 {"is_normalized", texture.normalized_coords},
                 {"is_srgb", texture.srgb},
                 {"is_trilinear_optimized", !texture.disable_trilinear_optimization},
                 {"is_seamless", texture.seamless_cubemap},
                 {"max_anisotropy", texture.max_anisotropy},
                 {"mipmap_filter", static_cast<int>(texture.mipmap_filter_mode)},
                 {"mipmap_levels",
                  {bits_of(texture.mipmap_level_bias), bits_of(texture.min_mipmap_level_clamp),
                   bits_of(texture.max_mipmap_level_clamp)}},
                 {"border_color",
                  {bits_of(texture.border_color[0]), bits_of(texture.border_color[1]), bits_of(texture.border_color[2]),
                   bits_of(texture.border_color[3])}},
                 {"smaller_levels", Json::array()}});
    for (const gpu::AccessLevel& level : object.smaller_levels) {
      json["smaller_levels"].push_back({level.offset, level.row_pitch_bytes, level.slice_pitch_bytes});
    }
  }
  return json;
}

gpu::AccessObject read_access_object(const JsonEntry& entry) {
  const auto number = [&](std::string_view name, std::int64_t least = 0, std::int64_t last = max_number) {
    return static_cast<std::uint64_t>(entry.at(name).whole_number(least, last));
  };
  const std::string kind = entry.at("kind").text();
  const auto found = std::ranges::find(gpu::access_object_names, kind);
  if (found == gpu::access_object_names.end()) {
    entry.at("kind").fail("use texture, surface or memory");
  }
  gpu::AccessObject object{
      .kind = static_cast<gpu::AccessObject::Kind>(found - gpu::access_object_names.begin()),
      .handle = number("handle"),
      .memory = static_cast<std::uint32_t>(number("memory", 0, std::numeric_limits<std::uint32_t>::max())),
      .offset = number("offset"),
      .size_bytes = number("size_bytes")};
  if (const std::optional<JsonEntry> name = entry.find("name")) {
    object.name = name->text();
  }
  if (object.kind == gpu::AccessObject::Kind::memory) {
    return object;
  }
  const std::vector<JsonEntry> sizes = entry.at("shape").elements();
  const auto size = [&](std::size_t axis) {
    return static_cast<std::uint64_t>(sizes[axis].whole_number(1, std::int64_t{1} << 32));
  };
  if (sizes.size() == 1) {
    object.array.shape = gpu::Extent(size(0));
  } else if (sizes.size() == 2) {
    object.array.shape = gpu::Extent(size(0), size(1));
  } else if (sizes.size() == 3) {
    object.array.shape = gpu::Extent(size(0), size(1), size(2));
  } else {
    entry.at("shape").fail("list one to three extents");
  }
  object.array.format = enumeration<gpu::DataType>(entry.at("format"), 7);
  object.array.num_channels = static_cast<int>(number("num_channels", 1, 4));
  object.array.kind = enumeration<gpu::ArrayKind>(entry.at("array_kind"), 3);
  object.array.num_layers = number("num_layers", 1, std::int64_t{1} << 32);
  object.array.is_surface_load_store = entry.at("is_surface_load_store").flag();
  object.array.encoding =
      enumeration<gpu::TexelEncoding>(entry.at("encoding"), static_cast<int>(gpu::TexelEncoding::nv12));
  object.row_pitch_bytes = number("row_pitch_bytes", 1);
  object.slice_pitch_bytes = number("slice_pitch_bytes", 1);
  if (object.kind == gpu::AccessObject::Kind::texture) {
    object.resource = enumeration<gpu::ResourceKind>(entry.at("resource"), 3);
    object.num_levels = static_cast<unsigned>(number("num_levels", 1, 32));
    const std::vector<JsonEntry> modes = entry.at("address_modes").elements();
    if (modes.size() != 3) {
      entry.at("address_modes").fail("list three modes");
    }
    const auto mode = [&](std::size_t axis) { return enumeration<gpu::AddressMode>(modes[axis], 3); };
    object.texture.address_mode = {mode(0), mode(1), mode(2)};
    object.texture.filter_mode = enumeration<gpu::FilterMode>(entry.at("filter"), 1);
    object.texture.read_mode = enumeration<gpu::ReadMode>(entry.at("read_mode"), 1);
    object.texture.normalized_coords = entry.at("is_normalized").flag();
    object.texture.max_anisotropy = static_cast<unsigned>(number("max_anisotropy", 0, 16));
    object.texture.srgb = entry.at("is_srgb").flag();
    object.texture.disable_trilinear_optimization = !entry.at("is_trilinear_optimized").flag();
    object.texture.seamless_cubemap = entry.at("is_seamless").flag();
    object.texture.mipmap_filter_mode = enumeration<gpu::FilterMode>(entry.at("mipmap_filter"), 1);
    std::array<float, 3> levels{};
    read_floats(entry.at("mipmap_levels"), levels);
    object.texture.mipmap_level_bias = levels[0];
    object.texture.min_mipmap_level_clamp = levels[1];
    object.texture.max_mipmap_level_clamp = levels[2];
    read_floats(entry.at("border_color"), object.texture.border_color);
    for (const JsonEntry& level : entry.at("smaller_levels").elements()) {
      const std::vector<JsonEntry> numbers = level.elements();
      if (numbers.size() != 3) {
        level.fail("list the offset, the row pitch and the slice pitch of a level");
      }
      const auto bytes = [&](std::size_t index, std::int64_t least) {
        return static_cast<std::uint64_t>(numbers[index].whole_number(least, max_number));
      };
      object.smaller_levels.push_back({bytes(0, 0), bytes(1, 1), bytes(2, 1)});
    }
  }
  return object;
}

}  // namespace texelscope::app
