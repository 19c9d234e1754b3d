#include "app/sources/source_description.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <charconv>
#include <limits>
#include <vector>

#include "app/files/json_entry.h"
#include "app/files/json_text.h"
#include "app/text/escape.h"
#include "inspect/protocol/message.h"
#include "inspect/protocol/ring.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

using nlohmann::ordered_json;

constexpr std::int64_t max_number = std::numeric_limits<std::int64_t>::max();
/// Strides and offsets: distances within an array.
constexpr auto max_distance = static_cast<std::int64_t>(inspect::max_array_bytes);

gpu::ElementType type_named(const JsonEntry& entry) {
  using enum gpu::ElementKind;
  static const std::array types = {
      gpu::element_type_of<bool>,
      gpu::element_type_of<std::int8_t>,
      gpu::element_type_of<std::uint8_t>,
      gpu::element_type_of<std::int16_t>,
      gpu::element_type_of<std::uint16_t>,
      gpu::element_type_of<std::int32_t>,
      gpu::element_type_of<std::uint32_t>,
      gpu::element_type_of<std::int64_t>,
      gpu::element_type_of<std::uint64_t>,
      gpu::ElementType(floating_point, 16),
      gpu::ElementType(bfloat16, 16),
      gpu::element_type_of<float>,
      gpu::element_type_of<double>,
      gpu::ElementType(complex, 32),
      gpu::element_type_of<std::complex<float>>,
      gpu::element_type_of<std::complex<double>>,
      gpu::ElementType(float8_e4m3fn, 8),
      gpu::ElementType(float8_e5m2, 8),
      gpu::ElementType(float8_e4m3fnuz, 8),
      gpu::ElementType(float8_e5m2fnuz, 8),
      gpu::ElementType(float8_e8m0fnu, 8),
  };
  const std::string name = entry.text();
  for (const gpu::ElementType& type : types) {
    if (to_string(type) == name) {
      return type;
    }
  }
  entry.fail("use the name of a type of numbers, such as float32");
}

gpu::Dimensions numbers(const JsonEntry& list, std::int64_t least, std::int64_t most) {
  list.allow_at_most(inspect::max_rank);
  std::vector<std::int64_t> values;
  for (const JsonEntry& element : list.elements()) {
    values.push_back(element.whole_number(least, most));
  }
  return gpu::Dimensions(std::span<const std::int64_t>(values));
}

template <class Byte, std::size_t Count>
void read_hexadecimal(const JsonEntry& entry, std::array<Byte, Count>& bytes) {
  const std::string text = entry.text();
  for (std::size_t i = 0; i < Count; ++i) {
    unsigned value = 0;
    const char* const digits = text.data() + 2 * i;
    if (text.size() != 2 * Count || std::from_chars(digits, digits + 2, value, 16).ptr != digits + 2) {
      entry.fail("use two hexadecimal digits for each byte");
    }
    bytes[i] = static_cast<Byte>(value);
  }
}

std::string name_of(const JsonEntry& json) {
  const JsonEntry entry = json.at("name");
  std::string name = shown_line(entry.text(inspect::max_name_bytes), inspect::max_name_bytes);
  if (name.empty()) {
    entry.fail("use 1 to 200 bytes");
  }
  return name;
}

template <class Value, class Parse>
Value choice(const JsonEntry& json, std::string_view key, Value initial, const Parse& parse) {
  const std::optional<JsonEntry> entry = json.find(key);
  if (!entry) {
    return initial;
  }
  const std::optional<Value> value = parse(entry->text());
  if (!value) {
    entry->fail("use one of CUDA's names in lower case");
  }
  return *value;
}

float number_or(const JsonEntry& json, std::string_view key) { return static_cast<float>(json.number_or(key, 0)); }

gpu::TextureDescriptor texture_of(const JsonEntry& json) {
  json.allow_only({"address_mode", "filter_mode", "mipmap_filter_mode", "normalized_float", "normalized_coords", "srgb",
                   "seamless_cubemap", "disable_trilinear_optimization", "max_anisotropy", "mipmap_level_bias",
                   "min_mipmap_level_clamp", "max_mipmap_level_clamp", "border_color"});
  gpu::TextureDescriptor texture;
  if (const auto modes = json.find("address_mode")) {
    modes->allow_at_most(3);
    std::array<gpu::AddressMode, 3> parsed{};
    std::size_t count = 0;
    for (const JsonEntry& mode : modes->elements()) {
      const auto value = gpu::address_mode_from_string(mode.text());
      if (!value) {
        mode.fail("use wrap, clamp, mirror or border");
      }
      parsed[count++] = *value;
    }
    if (count == 0) {
      modes->fail("list one mode for each axis");
    }
    for (std::size_t axis = count; axis < parsed.size(); ++axis) {
      parsed[axis] = parsed[count - 1];
    }
    texture.address_mode = gpu::AddressModes{parsed[0], parsed[1], parsed[2]};
  }
  texture.filter_mode = choice(json, "filter_mode", texture.filter_mode, gpu::filter_mode_from_string);
  texture.mipmap_filter_mode =
      choice(json, "mipmap_filter_mode", texture.mipmap_filter_mode, gpu::filter_mode_from_string);
  texture.read_mode =
      json.flag_or("normalized_float", false) ? gpu::ReadMode::normalized_float : gpu::ReadMode::element;
  texture.normalized_coords = json.flag_or("normalized_coords", false);
  texture.srgb = json.flag_or("srgb", false);
  texture.seamless_cubemap = json.flag_or("seamless_cubemap", false);
  texture.disable_trilinear_optimization = json.flag_or("disable_trilinear_optimization", false);
  if (const auto anisotropy = json.find("max_anisotropy")) {
    texture.max_anisotropy = static_cast<unsigned>(anisotropy->whole_number(0, 16));
  }
  texture.mipmap_level_bias = number_or(json, "mipmap_level_bias");
  texture.min_mipmap_level_clamp = number_or(json, "min_mipmap_level_clamp");
  texture.max_mipmap_level_clamp = number_or(json, "max_mipmap_level_clamp");
  if (const auto border = json.find("border_color")) {
    border->allow_at_most(4);
    std::size_t channel = 0;
    for (const JsonEntry& value : border->elements()) {
      texture.border_color[channel++] = static_cast<float>(value.number());
    }
  }
  return texture;
}

/// Throws for a part that is not within its array, or whose array would be larger than arrays may be.
void require_within_whole(const SourceDescription& source, const JsonEntry& entry) {
  const SourcePart& part = *source.part;
  const gpu::Dimensions& shape = source.layout.shape();
  const auto is_within = [&](std::int64_t first, std::int64_t count, std::int64_t extent) {
    return count > 0 && first < extent && (extent - 1 - first) / part.step >= count - 1;
  };
  if (shape.size() < 2 || !is_within(part.row, shape[0], part.rows) ||
      !is_within(part.column, shape[1], part.columns)) {
    entry.fail("use rows and columns of the whole array");
  }
  std::int64_t bytes = source.type.itemsize();
  for (const std::int64_t extent : source.whole_shape()) {
    if (extent != 0 && bytes > max_distance / extent) {
      entry.fail("use extents of an array of at most 2 GiB");
    }
    bytes *= extent;
  }
}

}  // namespace

gpu::Dimensions SourceDescription::whole_shape() const {
  gpu::Dimensions shape = layout.shape();
  if (part) {
    shape[0] = part->rows;
    shape[1] = part->columns;
  }
  return shape;
}

std::string SourceDescription::text() const {
  const gpu::Dimensions whole = whole_shape();
  const std::span<const std::int64_t> shape = whole;
  return fmt::format("{} ({}{})", to_string(type), fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
}

SourceDescription parse_source(std::string_view text) {
  const ordered_json parsed = parse_json(text, 8);
  const JsonEntry json{parsed};
  SourceDescription source{.name = name_of(json), .type = type_named(json.at("type")), .layout = {}};
  source.bytes = static_cast<std::uint64_t>(json.at("bytes").whole_number(0, max_distance));
  const std::int64_t offset = json.at("offset").whole_number(0, max_distance);
  source.time = json.at("time").whole_number(0, max_number);
  source.skipped = static_cast<std::uint64_t>(json.at("skipped").whole_number(0, max_number));
  const std::int64_t itemsize = source.type.itemsize();
  try {
    const gpu::Dimensions shape = numbers(json.at("shape"), 0, max_distance);
    const gpu::Dimensions strides = numbers(json.at("strides"), -max_distance, max_distance);
    if (offset % itemsize != 0) {
      json.at("offset").fail("use a multiple of the element's size");
    }
    source.layout = gpu::StridedLayout(shape, strides, itemsize, gpu::StrideUnit::bytes, offset / itemsize);
    // Checks the extent; the memory itself comes later.
    const std::byte nothing{};
    static_cast<void>(gpu::StridedMemoryView::from_external(
        {.pointer = gpu::DevicePointer{reinterpret_cast<std::uintptr_t>(&nothing)}, .size_bytes = source.bytes},
        source.layout, source.type));
  } catch (const gpu::InvalidArgument& error) {
    throw FileError(fmt::format("the layout of \"{}\" is invalid: {}", source.name, error.what()));
  }
  if (const auto texture = json.find("texture")) {
    source.texture = texture_of(*texture);
  }
  if (const auto part = json.find("part")) {
    source.part =
        SourcePart{part->at("row").whole_number(0, max_distance), part->at("column").whole_number(0, max_distance),
                   part->at("step").whole_number(1, max_distance), part->at("rows").whole_number(0, max_distance),
                   part->at("columns").whole_number(0, max_distance)};
    require_within_whole(source, *part);
  }
  return source;
}

SourceProcess parse_process(std::string_view text) {
  const ordered_json parsed = parse_json(text, 8);
  const JsonEntry json{parsed};
  return {json.at("process").whole_number(0, max_number), shown_line(json.at("program").text(), 64)};
}

SourceRing parse_ring(std::string_view text) {
  const ordered_json parsed = parse_json(text, 8);
  const JsonEntry json{parsed};
  constexpr auto max_slot_bytes = static_cast<std::int64_t>(inspect::max_array_bytes + 65536);
  SourceRing ring{name_of(json), static_cast<std::uint64_t>(json.at("slot_bytes").whole_number(1, max_slot_bytes))};
  if (const auto memory = json.find("memory")) {
    ring.memory.emplace();
    read_hexadecimal(json.at("device"), ring.memory->device);
    read_hexadecimal(*memory, ring.memory->exported);
    ring.memory->bytes = inspect::slot_count * ring.slot_bytes;
  }
  return ring;
}

}  // namespace texelscope::app
