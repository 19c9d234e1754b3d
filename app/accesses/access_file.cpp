#include "app/accesses/access_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "app/accesses/access_object_json.h"
#include "app/files/file.h"
#include "app/files/file_error.h"
#include "app/files/json_entry.h"
#include "app/files/json_text.h"

namespace texelscope::app {
namespace {

using Json = nlohmann::ordered_json;

static_assert(std::endian::native == std::endian::little);
constexpr std::string_view magic = "TXACCESS";
constexpr std::uint32_t version = 2;
constexpr std::uintmax_t max_file_bytes = std::uintmax_t{1} << 31;
constexpr std::size_t header_bytes = 24;
/// Enumerators of kernels::TextureShape, which has at least as many as SurfaceShape, and of kernels::TextureOperation,
/// which has at least as many as BoundaryMode.
constexpr std::uint8_t num_shapes = 7;
constexpr std::uint8_t num_modes = 5;
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

/// In the order of RecordedAccesses::Undefined.
constexpr std::array<std::string_view, 3> undefined_names = {"none", "frame", "all"};

Json site_json(const gpu::AccessSite& site) {
  Json json = {{"file", site.file}, {"line", site.line}, {"module", site.module}, {"address", site.address}};
  for (const gpu::SourcePlace& caller : site.callers) {
    json["callers"].push_back({{"file", caller.file}, {"line", caller.line}});
  }
  return json;
}

gpu::AccessSite read_site(const JsonEntry& entry) {
  const auto place = [](const JsonEntry& of, std::int64_t least) {
    return gpu::SourcePlace{of.at("file").text(),
                            static_cast<int>(of.at("line").whole_number(least, std::numeric_limits<int>::max()))};
  };
  gpu::AccessSite site{place(entry, 0), entry.at("module").text(),
                       static_cast<std::uint64_t>(entry.at("address").whole_number(0, most))};
  if (const std::optional<JsonEntry> callers = entry.find("callers")) {
    for (const JsonEntry& caller : callers->elements()) {
      site.callers.push_back(place(caller, 1));
    }
    if (site.callers.size() > gpu::AccessSite::max_callers) {
      callers->fail(fmt::format("list at most {} callers", gpu::AccessSite::max_callers));
    }
  }
  return site;
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

Json access_json(const HazardAccess& access) {
  return {{"launch", access.launch}, {"thread", access.thread}, {"site", access.site}, {"is_write", access.is_write}};
}

Json hazard_json(const Hazard& hazard) {
  return {{"kind", hazard_names[static_cast<std::size_t>(hazard.kind)]},
          {"first", access_json(hazard.first)},
          {"second", access_json(hazard.second)},
          {"object", hazard.object},
          {"offset", hazard.offset},
          {"place", static_cast<int>(hazard.place)},
          {"count", hazard.count},
          {"detail", hazard.detail}};
}

/// A number below `count`.
std::uint32_t read_index(const JsonEntry& entry, std::size_t count) {
  return static_cast<std::uint32_t>(entry.whole_number(0, static_cast<std::int64_t>(count) - 1));
}

Hazard read_hazard(const JsonEntry& entry, const gpu::AccessRecording& recording) {
  if (recording.launches.empty() || recording.sites.empty() || recording.objects.empty()) {
    entry.fail("list the launches, sites and objects that it refers to");
  }
  const auto access = [&](std::string_view name) {
    const JsonEntry side = entry.at(name);
    return HazardAccess{
        read_index(side.at("launch"), recording.launches.size()),
        static_cast<std::uint32_t>(side.at("thread").whole_number(0, std::numeric_limits<std::uint32_t>::max())),
        read_index(side.at("site"), recording.sites.size()), side.at("is_write").flag()};
  };
  const auto kind = std::ranges::find(hazard_names, entry.at("kind").text());
  if (kind == hazard_names.end()) {
    entry.at("kind").fail("use a kind of hazard");
  }
  return {.kind = static_cast<HazardKind>(kind - hazard_names.begin()),
          .first = access("first"),
          .second = access("second"),
          .object = read_index(entry.at("object"), recording.objects.size()),
          .offset = static_cast<std::uint64_t>(entry.at("offset").whole_number(0, most)),
          .place = static_cast<gpu::AccessPlace>(entry.at("place").whole_number(0, gpu::access_place_names.size() - 1)),
          .count = static_cast<std::uint64_t>(entry.at("count").whole_number(0, most)),
          .detail = entry.at("detail").text()};
}

void require(bool is_valid, const std::string& name, std::string_view reason) {
  if (!is_valid) {
    throw FileError(fmt::format("cannot read the recorded accesses {}: {}", name, reason));
  }
}

/// The bytes of a file, from the first to the last.
class Bytes {
 public:
  Bytes(std::span<const std::byte> file, const std::string& name) : rest_{file}, name_{name} {}

  [[nodiscard]] std::span<const std::byte> take(std::size_t size) {
    require(size <= rest_.size(), name_, "it is truncated; record it again");
    const std::span<const std::byte> taken = rest_.first(size);
    rest_ = rest_.subspan(size);
    return taken;
  }
  template <class Value>
  [[nodiscard]] std::vector<Value> take_list(std::size_t count) {
    require(count <= rest_.size() / sizeof(Value), name_, "it is truncated; record it again");
    std::vector<Value> values(count);
    if (count > 0) {
      std::memcpy(values.data(), take(count * sizeof(Value)).data(), count * sizeof(Value));
    }
    return values;
  }
  template <class Value>
  [[nodiscard]] Value take_one() {
    return take_list<Value>(1).front();
  }
  [[nodiscard]] bool is_at_end() const { return rest_.empty(); }

 private:
  std::span<const std::byte> rest_;
  const std::string& name_;
};

template <class Values>
void put(std::ostream& out, const Values& values) {
  const auto bytes = std::as_bytes(std::span{values});
  out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

void read_texels(const JsonEntry& whole, Bytes& bytes, RecordedAccesses& recorded) {
  const gpu::AccessRecording& recording = recorded.recording;
  const auto size = [](const JsonEntry& entry) { return static_cast<std::size_t>(entry.whole_number(0, most)); };
  for (const JsonEntry& entry : whole.at("textures").elements()) {
    FetchedTexture& texture = recorded.textures.emplace_back();
    texture.launch = read_index(entry.at("launch"), recording.launches.size());
    texture.object = read_index(entry.at("object"), recording.objects.size());
    for (const JsonEntry& level : entry.at("level_bytes").elements()) {
      texture.levels.push_back(bytes.take_list<std::byte>(size(level)));
    }
  }
  for (const JsonEntry& entry : whole.at("counts").elements()) {
    TexelCounts& counts = recorded.counts.emplace_back();
    counts.launch = read_index(entry.at("launch"), recording.launches.size());
    counts.object = read_index(entry.at("object"), recording.objects.size());
    counts.texel_bytes = static_cast<std::uint32_t>(entry.at("texel_bytes").whole_number(1, 64));
    counts.reads = bytes.take_list<std::uint16_t>(size(entry.at("num_reads")));
    counts.writes = bytes.take_list<std::uint16_t>(size(entry.at("num_writes")));
  }
}

}  // namespace

Json maps_json(const RecordedAccesses& recorded) {
  const gpu::AccessRecording& recording = recorded.recording;
  Json json = {{"launches", Json::array()}, {"objects", Json::array()}, {"sites", Json::array()},
               {"lines", Json::array()},    {"texels", Json::array()},  {"textures", Json::array()},
               {"counts", Json::array()}};
  for (const gpu::AccessLaunch& launch : recording.launches) {
    json["launches"].push_back(launch_json(launch));
  }
  for (const gpu::AccessObject& object : recording.objects) {
    json["objects"].push_back(access_object_json(object));
  }
  for (const gpu::AccessSite& site : recording.sites) {
    json["sites"].push_back(site_json(site));
  }
  std::ranges::transform(recorded.lines, std::back_inserter(json["lines"]), map_json<LineMap>);
  std::ranges::transform(recorded.texels, std::back_inserter(json["texels"]), map_json<TexelMap>);
  for (const FetchedTexture& texture : recorded.textures) {
    Json sizes = Json::array();
    for (const std::vector<std::byte>& level : texture.levels) {
      sizes.push_back(level.size());
    }
    json["textures"].push_back({{"launch", texture.launch}, {"object", texture.object}, {"level_bytes", sizes}});
  }
  for (const TexelCounts& counts : recorded.counts) {
    json["counts"].push_back({{"launch", counts.launch},
                              {"object", counts.object},
                              {"texel_bytes", counts.texel_bytes},
                              {"num_reads", counts.reads.size()},
                              {"num_writes", counts.writes.size()}});
  }
  if (recorded.undefined != RecordedAccesses::Undefined::none) {
    json["undefined"] = undefined_names[static_cast<std::size_t>(recorded.undefined)];
  }
  if (!recording.touching.empty()) {
    json["touching"] = recording.touching;
  }
  if (recorded.hazards) {
    json["hazards"] = Json::array();
    std::ranges::transform(*recorded.hazards, std::back_inserter(json["hazards"]), hazard_json);
  }
  return json;
}

void write_accesses(std::ostream& out, const RecordedAccesses& recorded) {
  std::string text = maps_json(recorded).dump(1, ' ', false, Json::error_handler_t::replace);
  // Records begin at a multiple of 8 bytes.
  text.resize((text.size() + 7) / 8 * 8, ' ');
  const std::array sizes{version, static_cast<std::uint32_t>(text.size())};
  const std::uint64_t count = recorded.recording.accesses.size();
  put(out, magic);
  put(out, sizes);
  put(out, std::array{count});
  put(out, text);
  put(out, recorded.recording.accesses);
  for (const FetchedTexture& texture : recorded.textures) {
    for (const std::vector<std::byte>& level : texture.levels) {
      put(out, level);
    }
  }
  for (const TexelCounts& counts : recorded.counts) {
    put(out, counts.reads);
    put(out, counts.writes);
  }
}

void write_accesses(const std::filesystem::path& path, const RecordedAccesses& recorded) {
  write_file(path, [&](std::ostream& out) { write_accesses(out, recorded); });
}

RecordedAccesses read_accesses(const std::filesystem::path& path) {
  return read_accesses(read_file(path, max_file_bytes), path.string());
}

RecordedAccesses read_accesses(std::span<const std::byte> file, const std::string& name) {
  require(file.size() >= header_bytes && std::memcmp(file.data(), magic.data(), magic.size()) == 0, name,
          "it does not begin with TXACCESS; use a file of texelscope render --record-accesses");
  Bytes bytes{file.subspan(magic.size()), name};
  const auto file_version = bytes.take_one<std::uint32_t>();
  require(file_version == version, name,
          fmt::format("it has version {}, not {}; record it again", file_version, version));
  const auto text_bytes = bytes.take_one<std::uint32_t>();
  const auto count = bytes.take_one<std::uint64_t>();
  const std::span<const std::byte> text = bytes.take(text_bytes);
  RecordedAccesses recorded;
  gpu::AccessRecording& recording = recorded.recording;
  const Json json = parse_json({reinterpret_cast<const char*>(text.data()), text.size()});
  const JsonEntry whole{json};
  for (const JsonEntry& entry : whole.at("launches").elements()) {
    recording.launches.push_back(read_launch(entry, static_cast<std::uint32_t>(recording.launches.size())));
  }
  for (const JsonEntry& entry : whole.at("objects").elements()) {
    recording.objects.push_back(read_access_object(entry));
  }
  for (const JsonEntry& entry : whole.at("sites").elements()) {
    recording.sites.push_back(read_site(entry));
  }
  for (const JsonEntry& entry : whole.at("lines").elements()) {
    recorded.lines.push_back(read_map<LineMap>(entry, recording));
  }
  for (const JsonEntry& entry : whole.at("texels").elements()) {
    recorded.texels.push_back(read_map<TexelMap>(entry, recording));
  }
  if (const std::optional<JsonEntry> hazards = whole.find("hazards")) {
    recorded.hazards.emplace();
    for (const JsonEntry& entry : hazards->elements()) {
      recorded.hazards->push_back(read_hazard(entry, recording));
    }
  }
  recording.accesses = bytes.take_list<gpu::Access>(count);
  for (const gpu::Access& access : recording.accesses) {
    require(access.launch < recording.launches.size() && access.object < recording.objects.size() &&
                access.site < recording.sites.size() && access.size_bytes <= 16 && access.shape < num_shapes &&
                access.mode < num_modes && static_cast<std::size_t>(access.kind) < gpu::access_kind_names.size() &&
                static_cast<std::size_t>(access.place) < gpu::access_place_names.size(),
            name, "an access refers to nothing in the file; record it again");
  }
  if (const std::optional<JsonEntry> undefined = whole.find("undefined")) {
    const auto found = std::ranges::find(undefined_names, undefined->text());
    if (found == undefined_names.end()) {
      undefined->fail("use none, frame or all");
    }
    recorded.undefined = static_cast<RecordedAccesses::Undefined>(found - undefined_names.begin());
  }
  if (const std::optional<JsonEntry> touching = whole.find("touching")) {
    for (const JsonEntry& entry : touching->elements()) {
      recording.touching.push_back(read_index(entry, recording.accesses.size()));
    }
  }
  read_texels(whole, bytes, recorded);
  require(bytes.is_at_end(), name, "it is longer than its contents; record it again");
  return recorded;
}

}  // namespace texelscope::app
