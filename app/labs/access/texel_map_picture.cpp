#include "app/labs/access/texel_map_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/accesses/hazard.h"
#include "app/accesses/texel_place.h"
#include "app/images/color_map.h"
#include "app/images/image_convert.h"

namespace texelscope::app {
namespace {

const std::vector<std::uint16_t>& numbers_of(const RecordedAccesses& recorded, const TexelMapChoice& choice) {
  const TexelCounts& counts = recorded.counts[choice.counts];
  return choice.is_of_writes ? counts.writes : counts.reads;
}

const gpu::AccessObject& object_of(const RecordedAccesses& recorded, const TexelMapChoice& choice) {
  return recorded.recording.objects[choice.object];
}

Rgb color_of(std::uint32_t count, std::uint32_t most, bool is_of_writes) {
  if (count == 0) {
    return rgb(0x08080A);
  }
  if (is_of_writes) {
    return count == 1 ? rgb(0x3A6EA5) : rgb(0xF2A33A);
  }
  const double part = std::log1p(count) / std::log1p(std::max(most, 1U));
  return color_ramp(ColorMap::ember)[static_cast<std::size_t>(std::lround(part * 255))];
}

}  // namespace

std::vector<TexelMapChoice> texel_map_choices(const RecordedAccesses& recorded) {
  std::vector<TexelMapChoice> choices;
  for (std::size_t i = 0; i < recorded.counts.size(); ++i) {
    const TexelCounts& counts = recorded.counts[i];
    const gpu::AccessObject& object = recorded.recording.objects[counts.object];
    if (object.kind == gpu::AccessObject::Kind::memory || object.array.encoding != gpu::TexelEncoding::element ||
        !is_image_size(static_cast<std::int64_t>(object.array.shape.width()),
                       static_cast<std::int64_t>(object.array.shape.height()))) {
      continue;
    }
    for (const bool is_of_writes : {true, false}) {
      if (!(is_of_writes ? counts.writes : counts.reads).empty()) {
        choices.push_back({i, counts.object, is_of_writes,
                           fmt::format("Launch {}: {} of {}{}", counts.launch, is_of_writes ? "writes" : "reads",
                                       object.array.copy_extent().depth() > 1 ? "the first slice of " : "",
                                       object_text(recorded.recording, counts.object))});
      }
    }
  }
  return choices;
}

std::optional<std::uint32_t> texel_count(const RecordedAccesses& recorded, const TexelMapChoice& choice, std::int64_t x,
                                         std::int64_t y) {
  const gpu::AccessObject& object = object_of(recorded, choice);
  if (x < 0 || y < 0 || x >= static_cast<std::int64_t>(object.array.shape.width()) ||
      y >= static_cast<std::int64_t>(object.array.shape.height())) {
    return std::nullopt;
  }
  const std::uint64_t texel_bytes = recorded.counts[choice.counts].texel_bytes;
  const std::uint64_t texel =
      texel_offset(object, static_cast<std::uint64_t>(x), static_cast<std::uint64_t>(y)) / texel_bytes;
  const std::vector<std::uint16_t>& numbers = numbers_of(recorded, choice);
  return texel < numbers.size() ? numbers[texel] : 0;
}

std::shared_ptr<const Image> texel_map_picture(const RecordedAccesses& recorded, const TexelMapChoice& choice) {
  const gpu::AccessObject& object = object_of(recorded, choice);
  Image image =
      rgba8_image(static_cast<int>(object.array.shape.width()), static_cast<int>(object.array.shape.height()));
  const std::uint32_t most = *std::ranges::max_element(numbers_of(recorded, choice));
  std::byte* pixel = image.pixels.data();
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x, pixel += 4) {
      const Rgb color = color_of(*texel_count(recorded, choice, x, y), most, choice.is_of_writes);
      pixel[0] = std::byte{color.red};
      pixel[1] = std::byte{color.green};
      pixel[2] = std::byte{color.blue};
      pixel[3] = std::byte{255};
    }
  }
  return std::make_shared<const Image>(std::move(image));
}

std::vector<MapColor> texel_map_legend(const RecordedAccesses& recorded, const TexelMapChoice& choice) {
  if (choice.is_of_writes) {
    return {{color_of(0, 1, true), "0"}, {color_of(1, 1, true), "1"}, {color_of(2, 1, true), "2 or more"}};
  }
  const std::uint32_t most = *std::ranges::max_element(numbers_of(recorded, choice));
  std::vector<MapColor> legend;
  for (const double part : {0.0, 0.25, 0.5, 0.75, 1.0}) {
    const auto count = static_cast<std::uint32_t>(std::lround(std::expm1(part * std::log1p(most))));
    if (legend.empty() || legend.back().text != fmt::format("{}", count)) {
      legend.push_back({color_of(count, most, false), fmt::format("{}", count)});
    }
  }
  return legend;
}

std::string texel_map_text(const RecordedAccesses& recorded, const TexelMapChoice& choice) {
  const TexelCounts& counts = recorded.counts[choice.counts];
  const auto map = std::ranges::find_if(recorded.texels, [&](const TexelMap& each) {
    return each.launch == counts.launch && each.object == counts.object;
  });
  if (map == recorded.texels.end() || map->num_texels == 0) {
    return "";
  }
  const auto share = [&](std::uint64_t texels) {
    return 100.0 * static_cast<double>(texels) / static_cast<double>(map->num_texels);
  };
  return choice.is_of_writes
             ? fmt::format("{:.3g} % never written, {:.3g} % once, {:.3g} % more often",
                           share(map->num_texels - std::min(map->num_texels, map->written_once + map->written_often)),
                           share(map->written_once), share(map->written_often))
             : fmt::format("{:.3g} % never read, {:.3g} reads of a texel on average, {} at most",
                           share(map->num_texels - std::min(map->num_texels, map->read_texels)),
                           static_cast<double>(map->reads) / static_cast<double>(map->num_texels), map->most_reads);
}

}  // namespace texelscope::app
