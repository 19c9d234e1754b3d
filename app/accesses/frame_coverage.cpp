#include "app/accesses/frame_coverage.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

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

bool is_discarding(const gpu::CallView& call) {
  const std::string arguments = call.arguments();
  constexpr std::string_view name = "flags=";
  const std::size_t at = arguments.find(name);
  unsigned flags = 0;
  if (at != std::string::npos) {
    std::from_chars(arguments.data() + at + name.size(), arguments.data() + arguments.size(), flags);
  }
  return (flags & static_cast<unsigned>(gpu::GraphicsFlags::write_discard)) != 0;
}

}  // namespace

std::vector<std::string> FrameCoverage::follow(const gpu::CallView& call) {
  const std::string_view name = call.name();
  std::vector<std::string> missing;
  if (name == "cuGraphicsGLRegisterImage" && is_discarding(call)) {
    discarded_.insert(call.object(0));
  } else if (name == "cuGraphicsUnregisterResource") {
    discarded_.erase(call.object(0));
  } else if (name == "cuGraphicsSubResourceGetMappedArray") {
    const std::optional<std::uint64_t> resource = named(call, gpu::ObjectKind::graphics_resource);
    if (resource && discarded_.contains(*resource)) {
      arrays_[call.object(0)] = *resource;
    }
  } else if (name == "cuSurfObjectCreate") {
    const std::optional<std::uint64_t> array = named(call, gpu::ObjectKind::array);
    const auto found = array ? arrays_.find(*array) : arrays_.end();
    images_.erase(call.object(0));
    if (found != arrays_.end()) {
      images_[call.object(0)].resource = found->second;
    }
  } else if (name == "cuGraphicsUnmapResources") {
    for (const gpu::ObjectReference& object : call.named_objects()) {
      const auto is_of = [&](std::uint64_t resource) {
        return object.kind == gpu::ObjectKind::graphics_resource && resource == object.handle;
      };
      for (const auto& [handle, image] : images_) {
        if (is_of(image.resource) && image.num_written > 0 && image.num_written < image.is_written.size()) {
          const auto first =
              static_cast<std::uint64_t>(std::ranges::find(image.is_written, false) - image.is_written.begin());
          const std::uint64_t width = image.surface.array.shape.width();
          missing.push_back(fmt::format(
              "{} of {} texels of the frame ({}) are not written, the first at ({}, {}); their contents are undefined, "
              "because the image was registered with write_discard",
              image.is_written.size() - image.num_written, image.is_written.size(), gpu::to_string(image.surface.array),
              first % width, first / width));
        }
      }
      std::erase_if(images_, [&](const auto& entry) { return is_of(entry.second.resource); });
      std::erase_if(arrays_, [&](const auto& entry) { return is_of(entry.second); });
    }
  }
  return missing;
}

void FrameCoverage::write(const gpu::AccessObject& surface, std::uint64_t offset, std::uint32_t size_bytes) {
  const auto found = images_.find(surface.handle);
  if (found == images_.end()) {
    return;
  }
  Image& image = found->second;
  const std::uint64_t width = surface.array.shape.width();
  if (image.is_written.empty()) {
    image.surface = surface;
    image.is_written.resize(width * surface.array.shape.height() * surface.array.copy_extent().depth());
  }
  const std::uint64_t within = offset - surface.offset;
  const std::uint64_t row = within / surface.slice_pitch_bytes * surface.array.shape.height() +
                            within % surface.slice_pitch_bytes / surface.row_pitch_bytes;
  const std::uint64_t first = within % surface.row_pitch_bytes / surface.array.element_size();
  const std::uint64_t count = std::max<std::uint64_t>(1, size_bytes / surface.array.element_size());
  for (std::uint64_t texel = row * width + first;
       texel < std::min(row * width + first + count, image.is_written.size()); ++texel) {
    image.num_written += image.is_written[texel] ? 0 : 1;
    image.is_written[texel] = true;
  }
}

}  // namespace texelscope::app
