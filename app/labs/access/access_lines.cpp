#include "app/labs/access/access_lines.h"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <string_view>

#include "app/accesses/hazard.h"
#include "app/accesses/pixel_history.h"
#include "app/labs/access/access_study.h"
#include "app/texture/texture_setup.h"

namespace texelscope::app {
namespace {

std::string fetch_place(const kernels::TextureFetch& fetch) {
  if (fetch.operation == kernels::TextureOperation::element) {
    return fmt::format("element {}", fetch.element);
  }
  // As many digits as a line has room for; the Textures lab has all.
  const std::array coordinates{fetch.x, fetch.y, fetch.z};
  std::string text;
  for (int axis = 0; axis < num_coordinates(fetch.shape); ++axis) {
    text += fmt::format("{}{:.6g}", text.empty() ? "(" : ", ", coordinates[static_cast<std::size_t>(axis)]);
  }
  text += ")";
  if (is_layered(fetch.shape)) {
    text += fmt::format(", layer {}", fetch.layer);
  }
  return fetch.operation == kernels::TextureOperation::sample_level ? fmt::format("{}, level {}", text, fetch.level)
                                                                    : text;
}

std::string surface_place(const gpu::AccessObject& object, const kernels::SurfaceAccess& at) {
  const auto size = static_cast<int>(object.array.element_size());
  const bool is_row = object.array.shape.rank() == 1;
  const bool is_flat = at.z == 0 && object.array.shape.depth() <= 1;
  return is_flat ? is_row ? fmt::format("({})", at.x_bytes / size) : fmt::format("({}, {})", at.x_bytes / size, at.y)
                 : fmt::format("({}, {}, {})", at.x_bytes / size, at.y, at.z);
}

}  // namespace

AccessLines access_lines(const gpu::AccessRecording& recording, std::size_t access, bool is_first) {
  const gpu::Access& of = recording.accesses.at(access);
  const gpu::AccessObject& object = recording.objects.at(of.object);
  AccessLines lines{.value = value_text(recording, of, of.value), .note = place_note(of)};
  const std::string place = of.kind == gpu::AccessKind::fetch ? fetch_place(of.fetch())
                            : object.kind == gpu::AccessObject::Kind::surface
                                ? surface_place(object, of.position())
                                : fmt::format("byte {}", static_cast<std::int64_t>(of.offset));
  lines.what = fmt::format("{} of {} at {}", access_verb(of.kind), short_object_text(recording, of.object), place);
  if (gpu::is_write(of.kind)) {
    lines.value = fmt::format("{} → {}", is_first ? "undefined" : value_text(recording, of, of.before()), lines.value);
  }
  return lines;
}

std::string_view access_verb(gpu::AccessKind kind) {
  constexpr std::array<std::string_view, 6> verbs = {"fetch", "read", "write", "read", "write", "atomic"};
  return verbs[static_cast<std::size_t>(kind)];
}

std::string short_index_text(const kernels::Index& thread) {
  return thread.z == 0 ? fmt::format("thread ({}, {})", thread.x, thread.y)
                       : fmt::format("thread ({}, {}, {})", thread.x, thread.y, thread.z);
}

std::string short_thread_text(const gpu::Access& access) {
  return fmt::format("{} of launch {}", short_index_text(access.thread), access.launch);
}

std::string short_kernel_name(std::string_view name) {
  name = name.substr(0, name.find('<'));
  const std::size_t last = name.rfind("::");
  return std::string{last == std::string_view::npos ? name : name.substr(last + 2)};
}

std::string short_count_text(std::uint64_t count) {
  if (count < 10'000) {
    return fmt::format("{}", count);
  }
  auto number = static_cast<double>(count);
  std::size_t unit = 0;
  constexpr std::string_view units = "kMGT";
  for (number /= 1000; number >= 999.5 && unit + 1 < units.size(); ++unit) {
    number /= 1000;
  }
  return fmt::format("{:.3g}{}", number, units[unit]);
}

}  // namespace texelscope::app
