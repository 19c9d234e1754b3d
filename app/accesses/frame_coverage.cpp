#include "app/accesses/frame_coverage.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

#include "app/accesses/texel_place.h"
#include "texelscope/gpu/graphics_resource.h"

namespace texelscope::app {
namespace {

/// The handle of the first object of a kind among a call's arguments.
std::optional<std::uint64_t> named(const gpu::CallView& call, gpu::ObjectKind kind) {
  for (const gpu::ObjectReference& object : call.named_objects()) {
    if (object.kind == kind) {
      return object.handle;
    }
  }
  return std::nullopt;
}

/// The number behind a text in a call's arguments; 0 if there is none.
std::uint64_t number_behind(const gpu::CallView& call, std::string_view text, int base) {
  const std::string arguments = call.arguments();
  const std::size_t at = arguments.find(text);
  std::uint64_t number = 0;
  if (at != std::string::npos) {
    std::from_chars(arguments.data() + at + text.size(), arguments.data() + arguments.size(), number, base);
  }
  return number;
}

bool is_discarding(const gpu::CallView& call) {
  return (number_behind(call, "flags=", 10) & static_cast<unsigned>(gpu::GraphicsFlags::write_discard)) != 0;
}

/// The hazard of an image that was partly written.
Hazard missing_pixels(const gpu::AccessObject& surface, const std::vector<bool>& is_written,
                      std::uint64_t num_missing) {
  const std::uint64_t width = surface.array.shape.width();
  const std::uint64_t height = surface.array.shape.height();
  const auto first = static_cast<std::uint64_t>(std::ranges::find(is_written, false) - is_written.begin());
  const std::uint64_t row = first / width;
  return {.kind = HazardKind::missing_pixel,
          .offset = texel_offset(surface, first % width, row % height, row / height),
          .detail = fmt::format("{} of {} texels are missing", num_missing, is_written.size())};
}

}  // namespace

std::vector<Hazard> FrameCoverage::follow(const gpu::CallView& call) {
  const std::string_view name = call.name();
  std::vector<Hazard> missing;
  if (name == "cuGraphicsGLRegisterImage" && is_discarding(call)) {
    discarded_.insert(call.object(0));
  } else if (name == "cuGraphicsUnregisterResource") {
    discarded_.erase(call.object(0));
  } else if (name == "cuGraphicsSubResourceGetMappedArray") {
    const std::optional<std::uint64_t> resource = named(call, gpu::ObjectKind::graphics_resource);
    if (resource && discarded_.contains(*resource)) {
      images_[call.object(0)].resource = *resource;
    }
  } else if (name == "cuSurfObjectCreate") {
    if (const std::optional<std::uint64_t> array = named(call, gpu::ObjectKind::array)) {
      surfaces_[call.object(0)] = *array;
    }
  } else if (name == "cuSurfObjectDestroy") {
    surfaces_.erase(call.object(0));
  } else if (call.work_kind() == gpu::WorkKind::copy && !images_.empty()) {
    if (const auto found = images_.find(number_behind(call, "destination=array 0x", 16)); found != images_.end()) {
      found->second.is_unknown = true;
    }
  } else if (name == "cuGraphicsUnmapResources") {
    for (const gpu::ObjectReference& object : call.named_objects()) {
      std::erase_if(images_, [&](const auto& entry) {
        const Image& image = entry.second;
        if (object.kind != gpu::ObjectKind::graphics_resource || image.resource != object.handle) {
          return false;
        }
        if (!image.is_unknown && image.num_written < image.is_written.size()) {
          Hazard& hazard = missing.emplace_back(
              missing_pixels(image.surface, image.is_written, image.is_written.size() - image.num_written));
          hazard.first = image.last_write;
          hazard.object = image.object;
        }
        return true;
      });
    }
  }
  return missing;
}

void FrameCoverage::write_unknown() {
  for (auto& [array, image] : images_) {
    image.is_unknown = true;
  }
}

void FrameCoverage::write(const gpu::AccessObject& surface, const HazardAccess& by, const gpu::Access& access) {
  const auto array = surfaces_.find(surface.handle);
  const auto found = array == surfaces_.end() ? images_.end() : images_.find(array->second);
  if (found == images_.end()) {
    return;
  }
  Image& image = found->second;
  const std::uint64_t width = surface.array.shape.width();
  if (image.is_written.empty()) {
    image.is_written.resize(width * surface.array.shape.height() * surface.array.copy_extent().depth());
  }
  if (image.num_written == 0 || image.object != access.object) {
    image.surface = surface;
    image.object = access.object;
  }
  image.last_write = by;
  const std::optional<TexelPlace> place = texel_place(surface, access.offset);
  if (!place) {
    return;
  }
  const std::uint64_t first = (place->z * surface.array.shape.height() + place->y) * width + place->x;
  const std::uint64_t count = std::max<std::uint64_t>(1, access.size_bytes / surface.array.element_size());
  for (std::uint64_t texel = first; texel < std::min(first + count, image.is_written.size()); ++texel) {
    image.num_written += image.is_written[texel] ? 0 : 1;
    image.is_written[texel] = true;
  }
}

}  // namespace texelscope::app
