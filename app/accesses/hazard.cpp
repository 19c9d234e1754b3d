#include "app/accesses/hazard.h"

#include <fmt/format.h>

#include <optional>

#include "app/accesses/texel_place.h"

namespace texelscope::app {
namespace {

std::string access_text(const HazardAccess& access, const gpu::AccessRecording& recording, bool names_launch) {
  const gpu::AccessLaunch& launch = recording.launches.at(access.launch);
  const kernels::Index thread = thread_index(launch.extent, access.thread);
  return fmt::format(
      "{} in {}", gpu::to_string(recording.sites.at(access.site)),
      names_launch ? thread_text(launch, thread) : fmt::format("thread ({}, {}, {})", thread.x, thread.y, thread.z));
}

}  // namespace

kernels::Index thread_index(const kernels::LaunchExtent& extent, std::uint32_t number) {
  const std::int64_t row = std::int64_t{number} / extent.width;
  return {static_cast<std::int32_t>(number % static_cast<std::uint32_t>(extent.width)),
          static_cast<std::int32_t>(row % extent.height), static_cast<std::int32_t>(row / extent.height)};
}

std::string thread_text(const gpu::AccessLaunch& launch, const kernels::Index& thread) {
  return fmt::format("thread ({}, {}, {}) of launch {} ({})", thread.x, thread.y, thread.z, launch.number,
                     launch.kernel);
}

std::string short_object_text(const gpu::AccessRecording& recording, std::uint32_t object) {
  const gpu::AccessObject& of = recording.objects.at(object);
  return of.name.empty() ? fmt::format("{} {}", gpu::access_object_names[static_cast<std::size_t>(of.kind)], object)
                         : of.name;
}

std::string object_text(const gpu::AccessRecording& recording, std::uint32_t object) {
  const gpu::AccessObject& of = recording.objects.at(object);
  return fmt::format(
      "{} {}{}{} ({})", gpu::access_object_names[static_cast<std::size_t>(of.kind)], object,
      of.name.empty() ? "" : ", ", of.name,
      of.kind == gpu::AccessObject::Kind::memory ? fmt::format("{} bytes", of.size_bytes) : gpu::to_string(of.array));
}

std::string place_text(const gpu::AccessRecording& recording, std::uint32_t object, std::uint64_t offset) {
  const gpu::AccessObject& of = recording.objects.at(object);
  const std::string name = object_text(recording, object);
  if (of.kind == gpu::AccessObject::Kind::memory) {
    return fmt::format("byte {} of {}", static_cast<std::int64_t>(offset), name);
  }
  const std::optional<TexelPlace> texel = texel_place(of, offset);
  return texel ? fmt::format("texel ({}, {}{}) of {}{}", texel->x, texel->y,
                             texel->z == 0 ? "" : fmt::format(", {}", texel->z),
                             texel->level == 0 ? "" : fmt::format("level {} of ", texel->level), name)
               : name;
}

std::string hazard_text(const Hazard& hazard, const gpu::AccessRecording& recording) {
  const std::string name{hazard_names[static_cast<std::size_t>(hazard.kind)]};
  const std::string more =
      hazard.count > 1 ? fmt::format(" ({} times at these lines; this is the first)", hazard.count) : "";
  const std::string place = place_text(recording, hazard.object, hazard.offset);
  switch (hazard.kind) {
    case HazardKind::write_write:
      return fmt::format("{}: {} is written at {}, and with a different value at {}; the last of them is undefined{}",
                         name, place, access_text(hazard.first, recording, true),
                         access_text(hazard.second, recording, false), more);
    case HazardKind::read_write: {
      const bool is_read_first = !hazard.first.is_write;
      return fmt::format("{}: {} is {} at {}, and {} at {}; which comes first is undefined{}", name, place,
                         is_read_first ? "read" : "written", access_text(hazard.first, recording, true),
                         is_read_first ? "changed" : "read", access_text(hazard.second, recording, false), more);
    }
    case HazardKind::unordered_streams:
      return fmt::format("{}: {} is {} at {}, and {} at {} on another stream, without an event between them{}", name,
                         place, hazard.first.is_write ? "written" : "read", access_text(hazard.first, recording, true),
                         hazard.second.is_write ? "written" : "read", access_text(hazard.second, recording, true),
                         more);
    case HazardKind::out_of_range:
      return fmt::format("{}: {} accesses {} out of range; the access {}{}", name,
                         access_text(hazard.first, recording, true),
                         hazard.place == gpu::AccessPlace::beyond ? place : object_text(recording, hazard.object),
                         hazard.place == gpu::AccessPlace::clamped   ? "changed the nearest texel instead"
                         : hazard.place == gpu::AccessPlace::skipped ? "was skipped"
                         : hazard.place == gpu::AccessPlace::trapped ? "ended the launch"
                                                                     : "was made outside the allocation",
                         more);
    case HazardKind::not_a_number:
      return fmt::format("{}: {} is the first NaN, written at {}, whose thread had read none{}", name, place,
                         access_text(hazard.first, recording, true), more);
    case HazardKind::missing_pixel:
      return fmt::format(
          "{}: {} is not written ({}), and its contents are undefined, because the image was registered "
          "with write_discard; the last write is at {}{}",
          name, place, hazard.detail, access_text(hazard.first, recording, true), more);
  }
  return name;
}

}  // namespace texelscope::app
