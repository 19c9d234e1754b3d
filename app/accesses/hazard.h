#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "texelscope/gpu/access.h"

namespace texelscope::app {

/// Effects of a recorded launch that a GPU need not repeat, or that are never intended.
enum class HazardKind : std::uint8_t {
  write_write,        ///< Two threads of a launch wrote different values to the same bytes.
  read_write,         ///< One thread read what another of the same launch changed.
  unordered_streams,  ///< The same between launches of streams that no event orders.
  out_of_range,       ///< A write that was clamped, an access that trapped, or one outside an allocation.
  not_a_number,       ///< A NaN was written by a thread that had read none.
  missing_pixel,      ///< A frame whose image was only partly written, although its contents were discarded.
};
inline constexpr std::array<std::string_view, 6> hazard_names = {"write-write",  "read-write",   "unordered-streams",
                                                                 "out-of-range", "not-a-number", "missing-pixel"};

/// One side of a hazard.
struct HazardAccess {
  std::uint32_t launch = 0;
  std::uint32_t thread = 0;  ///< Row-major number of the thread.
  std::uint32_t site = 0;
  bool is_write = false;
};

/// The first occurrence of a hazard, and how many others had the same lines.
struct Hazard {
  HazardKind kind = HazardKind::write_write;
  HazardAccess first{};   ///< The earlier access, or the only one; of missing pixels, the last write of the image.
  HazardAccess second{};  ///< Only of hazards between two accesses.
  std::uint32_t object = 0;
  std::uint64_t offset = 0;  ///< In the object's memory.
  gpu::AccessPlace place = gpu::AccessPlace::inside;
  std::uint64_t count = 1;
  std::string detail{};  ///< How many pixels are missing; otherwise empty.
};

/// The index of a thread with a row-major number.
[[nodiscard]] kernels::Index thread_index(const kernels::LaunchExtent& extent, std::uint32_t number);

/// "thread (3, 4) of launch 7 (Blur)".
[[nodiscard]] std::string thread_text(const gpu::AccessLaunch& launch, const kernels::Index& thread);

/// "buffer_a"; for an object without a name "surface 2".
[[nodiscard]] std::string short_object_text(const gpu::AccessRecording& recording, std::uint32_t object);
/// "surface 2 (64x64 uint8x4)", "memory 0 (256 bytes)"; with a name "surface 2, buffer_a (64x64 uint8x4)".
[[nodiscard]] std::string object_text(const gpu::AccessRecording& recording, std::uint32_t object);

/// A place in an object as a kernel's author names it: "texel (3, 4) of surface 2 (64x64 uint8x4)", "byte 16 of memory
/// 0 (256 bytes)"; only the object for a place outside its texels.
[[nodiscard]] std::string place_text(const gpu::AccessRecording& recording, std::uint32_t object, std::uint64_t offset);

/// One line that names both lines of code, threads and launches, and the reason why a GPU may differ.
[[nodiscard]] std::string hazard_text(const Hazard& hazard, const gpu::AccessRecording& recording);

}  // namespace texelscope::app
