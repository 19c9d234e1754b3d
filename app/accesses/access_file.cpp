#include "app/accesses/access_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "app/files/file.h"
#include "app/files/file_error.h"
#include "app/files/json_entry.h"
#include "app/files/json_text.h"

namespace texelscope::app {
namespace {

using Json = nlohmann::ordered_json;

static_assert(std::endian::native == std::endian::little);
constexpr std::string_view magic = "TXACCESS";
constexpr std::uint32_t version = 1;
constexpr std::uintmax_t max_file_bytes = std::uintmax_t{1} << 31;
constexpr std::size_t header_bytes = 24;
constexpr std::int64_t most = std::int64_t{1} << 53;

Json extent_json(const kernels::LaunchExtent& extent) { return {extent.width, extent.height, extent.depth}; }

Json launch_json(const gpu::AccessLaunch& launch) {
  return {{"kernel", launch.kernel},
          {"extent", extent_json(launch.extent)},
          {"block", extent_json(launch.block)},
          {"stream", launch.stream.value},
          {"is_recordable", launch.is_recordable},
          {"is_replayed", launch.is_replayed},
          {"is_trapped", launch.is_trapped},
          {"counts", launch.counts},
          {"num_dropped", launch.num_dropped},
          {"num_threads", launch.num_threads}};
}

std::vector<std::uint64_t> shape_of(const gpu::ArrayDescriptor& array) {
  std::vector<std::uint64_t> shape;
  for (int axis = 0; axis < array.shape.rank(); ++axis) {
    shape.push_back(array.shape[axis]);
  }
  return shape;
}

Json object_json(const gpu::AccessObject& object) {
  Json json = {{"kind", gpu::access_object_names[static_cast<std::size_t>(object.kind)]},
               {"handle", object.handle},
               {"memory", object.memory},
               {"offset", object.offset},
               {"size_bytes", object.size_bytes}};
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
                 {"max_anisotropy", texture.max_anisotropy},
                 {"smaller_levels", Json::array()}});
    for (const gpu::AccessLevel& level : object.smaller_levels) {
      json["smaller_levels"].push_back({level.offset, level.row_pitch_bytes, level.slice_pitch_bytes});
    }
  }
  return json;
}

template <class Enumeration>
Enumeration enumeration(const JsonEntry& entry, std::int64_t last) {
  return static_cast<Enumeration>(entry.whole_number(0, last));
}

kernels::LaunchExtent read_extent(const JsonEntry& entry) {
  const std::vector<JsonEntry> sizes = entry.elements();
  if (sizes.size() != 3) {
    entry.fail("list width, height and depth");
  }
  const auto size = [&](std::size_t axis) {
    return static_cast<std::int32_t>(sizes[axis].whole_number(1, std::numeric_limits<std::int32_t>::max()));
  };
  return {size(0), size(1), size(2)};
}

gpu::AccessLaunch read_launch(const JsonEntry& entry, std::uint32_t number) {
  gpu::AccessLaunch launch{.number = number,
                           .kernel = entry.at("kernel").text(),
                           .extent = read_extent(entry.at("extent")),
                           .block = read_extent(entry.at("block")),
                           .is_recordable = entry.at("is_recordable").flag(),
                           .is_replayed = entry.at("is_replayed").flag(),
                           .is_trapped = entry.at("is_trapped").flag()};
  launch.stream.value = static_cast<std::uint64_t>(entry.at("stream").whole_number(0, most));
  const std::vector<JsonEntry> counts = entry.at("counts").elements();
  if (counts.size() != launch.counts.size()) {
    entry.at("counts").fail("list one number for each kind");
  }
  std::ranges::transform(counts, launch.counts.begin(), [](const JsonEntry& count) {
    return static_cast<std::uint64_t>(count.whole_number(0, most));
  });
  launch.num_dropped = static_cast<std::uint64_t>(entry.at("num_dropped").whole_number(0, most));
  launch.num_threads = static_cast<std::uint64_t>(entry.at("num_threads").whole_number(0, most));
  return launch;
}

gpu::AccessObject read_object(const JsonEntry& entry) {
  const auto number = [&](std::string_view name, std::int64_t least = 0, std::int64_t last = most) {
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
    for (const JsonEntry& level : entry.at("smaller_levels").elements()) {
      const std::vector<JsonEntry> numbers = level.elements();
      if (numbers.size() != 3) {
        level.fail("list the offset, the row pitch and the slice pitch of a level");
      }
      const auto bytes = [&](std::size_t index, std::int64_t least) {
        return static_cast<std::uint64_t>(numbers[index].whole_number(least, most));
      };
      object.smaller_levels.push_back({bytes(0, 0), bytes(1, 1), bytes(2, 1)});
    }
  }
  return object;
}

/// The numbers of a map, by name. `each(name, number)` for each.
template <class Map, class Each>
void for_numbers(Map& map, const Each& each)
  requires std::is_same_v<std::remove_const_t<Map>, LineMap>
{
  each("accesses", map.accesses);
  each("texels", map.texels);
  each("bytes", map.bytes);
  each("requests", map.requests);
  each("sectors", map.sectors);
  each("distinct", map.distinct);
  each("distinct_bytes", map.distinct_bytes);
  each("bank_conflicts", map.bank_conflicts);
}
template <class Map, class Each>
void for_numbers(Map& map, const Each& each)
  requires std::is_same_v<std::remove_const_t<Map>, TexelMap>
{
  each("num_texels", map.num_texels);
  each("reads", map.reads);
  each("read_texels", map.read_texels);
  each("most_reads", map.most_reads);
  each("writes", map.writes);
  each("written_once", map.written_once);
  each("written_often", map.written_often);
}

template <class Map>
Json map_json(const Map& map) {
  Json json = {{"launch", map.launch}, {"object", map.object}};
  if constexpr (std::is_same_v<Map, LineMap>) {
    json["site"] = map.site;
    json["kind"] = gpu::access_kind_names[static_cast<std::size_t>(map.kind)];
  }
  for_numbers(map, [&](const char* name, std::uint64_t number) { json[name] = number; });
  return json;
}

template <class Map>
Map read_map(const JsonEntry& entry, const gpu::AccessRecording& recording) {
  const auto index = [&](std::string_view name, std::size_t count) {
    return static_cast<std::uint32_t>(entry.at(name).whole_number(0, static_cast<std::int64_t>(count) - 1));
  };
  Map map;
  map.launch = index("launch", recording.launches.size());
  map.object = index("object", recording.objects.size());
  if constexpr (std::is_same_v<Map, LineMap>) {
    map.site = index("site", recording.sites.size());
    const auto kind = std::ranges::find(gpu::access_kind_names, entry.at("kind").text());
    if (kind == gpu::access_kind_names.end()) {
      entry.at("kind").fail("use a kind of access");
    }
    map.kind = static_cast<gpu::AccessKind>(kind - gpu::access_kind_names.begin());
  }
  for_numbers(map, [&]<class Number>(const char* name, Number& number) {
    number = static_cast<Number>(
        entry.at(name).whole_number(0, std::min<std::int64_t>(most, std::numeric_limits<Number>::max() / 2)));
  });
  return map;
}

void require(bool is_valid, const std::filesystem::path& path, std::string_view reason) {
  if (!is_valid) {
    throw FileError(fmt::format("cannot read the recorded accesses {}: {}", path.string(), reason));
  }
}

}  // namespace

Json maps_json(const RecordedAccesses& recorded) {
  const gpu::AccessRecording& recording = recorded.recording;
  Json json = {{"launches", Json::array()},
               {"objects", Json::array()},
               {"sites", Json::array()},
               {"lines", Json::array()},
               {"texels", Json::array()}};
  for (const gpu::AccessLaunch& launch : recording.launches) {
    json["launches"].push_back(launch_json(launch));
  }
  for (const gpu::AccessObject& object : recording.objects) {
    json["objects"].push_back(object_json(object));
  }
  for (const gpu::AccessSite& site : recording.sites) {
    json["sites"].push_back(
        {{"file", site.file}, {"line", site.line}, {"module", site.module}, {"address", site.address}});
  }
  std::ranges::transform(recorded.lines, std::back_inserter(json["lines"]), map_json<LineMap>);
  std::ranges::transform(recorded.texels, std::back_inserter(json["texels"]), map_json<TexelMap>);
  return json;
}

void write_accesses(const std::filesystem::path& path, const RecordedAccesses& recorded) {
  const gpu::AccessRecording& recording = recorded.recording;
  std::string text = maps_json(recorded).dump(1, ' ', false, Json::error_handler_t::replace);
  // Records begin at a multiple of 8 bytes.
  text.resize((text.size() + 7) / 8 * 8, ' ');
  write_file(path, [&](std::ostream& out) {
    const auto put = [&](const auto& value) { out.write(reinterpret_cast<const char*>(&value), sizeof(value)); };
    out.write(magic.data(), static_cast<std::streamsize>(magic.size()));
    put(version);
    put(static_cast<std::uint32_t>(text.size()));
    put(static_cast<std::uint64_t>(recording.accesses.size()));
    out.write(text.data(), static_cast<std::streamsize>(text.size()));
    const auto bytes = std::as_bytes(std::span{recording.accesses});
    out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  });
}

RecordedAccesses read_accesses(const std::filesystem::path& path) {
  const std::vector<std::byte> file = read_file(path, max_file_bytes);
  require(file.size() >= header_bytes && std::memcmp(file.data(), magic.data(), magic.size()) == 0, path,
          "it does not begin with TXACCESS; use a file of texelscope render --record-accesses");
  std::uint32_t file_version = 0;
  std::uint32_t text_bytes = 0;
  std::uint64_t count = 0;
  std::memcpy(&file_version, file.data() + 8, 4);
  std::memcpy(&text_bytes, file.data() + 12, 4);
  std::memcpy(&count, file.data() + 16, 8);
  require(file_version == version, path,
          fmt::format("it has version {}, not {}; record it again", file_version, version));
  const std::size_t rest = file.size() - header_bytes;
  require(text_bytes <= rest && (rest - text_bytes) % sizeof(gpu::Access) == 0 &&
              (rest - text_bytes) / sizeof(gpu::Access) == count,
          path, "it is truncated; record it again");
  RecordedAccesses recorded;
  gpu::AccessRecording& recording = recorded.recording;
  const std::string_view text{reinterpret_cast<const char*>(file.data() + header_bytes), text_bytes};
  const Json json = parse_json(text);
  const JsonEntry whole{json};
  for (const JsonEntry& entry : whole.at("launches").elements()) {
    recording.launches.push_back(read_launch(entry, static_cast<std::uint32_t>(recording.launches.size())));
  }
  for (const JsonEntry& entry : whole.at("objects").elements()) {
    recording.objects.push_back(read_object(entry));
  }
  for (const JsonEntry& entry : whole.at("sites").elements()) {
    recording.sites.push_back(
        {entry.at("file").text(), static_cast<int>(entry.at("line").whole_number(0, std::numeric_limits<int>::max())),
         entry.at("module").text(), static_cast<std::uint64_t>(entry.at("address").whole_number(0, most))});
  }
  for (const JsonEntry& entry : whole.at("lines").elements()) {
    recorded.lines.push_back(read_map<LineMap>(entry, recording));
  }
  for (const JsonEntry& entry : whole.at("texels").elements()) {
    recorded.texels.push_back(read_map<TexelMap>(entry, recording));
  }
  recording.accesses.resize(count);
  if (count > 0) {
    std::memcpy(recording.accesses.data(), file.data() + header_bytes + text_bytes, count * sizeof(gpu::Access));
  }
  for (const gpu::Access& access : recording.accesses) {
    require(access.launch < recording.launches.size() && access.object < recording.objects.size() &&
                access.site < recording.sites.size() && access.size_bytes <= 16 &&
                static_cast<std::size_t>(access.kind) < gpu::access_kind_names.size() &&
                static_cast<std::size_t>(access.place) < gpu::access_place_names.size(),
            path, "an access refers to nothing in the file; record it again");
  }
  return recorded;
}

}  // namespace texelscope::app
