#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "texelscope/gpu/cuda_array.h"
#include "texelscope/gpu/handle.h"
#include "texelscope/gpu/resource_descriptor.h"
#include "texelscope/gpu/texture_descriptor.h"
#include "texelscope/kernels/index.h"
#include "texelscope/kernels/surface_access.h"
#include "texelscope/kernels/texture_fetch.h"

namespace texelscope::gpu {

/// The kinds of accesses. Memory is linear memory, accessed through pointers.
enum class AccessKind : std::uint8_t { fetch, surface_read, surface_write, memory_read, memory_write, memory_atomic };
inline constexpr std::array<std::string_view, 6> access_kind_names = {"fetch",       "surface read", "surface write",
                                                                      "memory read", "memory write", "atomic"};
[[nodiscard]] constexpr bool is_write(AccessKind kind) noexcept {
  return kind == AccessKind::surface_write || kind == AccessKind::memory_write || kind == AccessKind::memory_atomic;
}

/// The location of an access, and the effect of its boundary mode outside.
enum class AccessPlace : std::uint8_t {
  inside,
  clamped,  ///< Outside the surface: the nearest texel was used.
  skipped,  ///< Outside the surface: zero was read, or nothing was written.
  trapped,  ///< Outside the surface, or not aligned: the launch failed.
  beyond,   ///< Outside every allocation of the device, within 64 KiB of one.
};
inline constexpr std::array<std::string_view, 5> access_place_names = {"inside", "clamped", "skipped", "trapped",
                                                                       "beyond"};

/// One access of one thread, in the form in which files store it (docs/access-recording.md).
struct Access {
  kernels::Index thread{};   ///< Index of the kernel's call.
  std::uint32_t launch = 0;  ///< Index of AccessRecording::launches.
  std::uint32_t object = 0;  ///< Index of AccessRecording::objects.
  std::uint32_t site = 0;    ///< Index of AccessRecording::sites.
  AccessKind kind = AccessKind::fetch;
  /// Bytes of the texel or the element, 1–16; a longer access of memory is recorded in parts of 16 bytes. Bytes of a
  /// fetch's result: 16.
  std::uint8_t size_bytes = 0;
  AccessPlace place = AccessPlace::inside;
  /// kernels::TextureShape of a fetch, kernels::SurfaceShape of a surface access.
  std::uint8_t shape = 0;
  /// kernels::TextureOperation of a fetch, kernels::BoundaryMode of a surface access.
  std::uint8_t mode = 0;
  std::array<std::uint8_t, 3> reserved{};  ///< 0.
  /// The first byte that was accessed, in the object's memory; 0 for fetches and where nothing was accessed.
  std::uint64_t offset = 0;
  /// Bits that were read, or that a write left; unused bytes are 0.
  std::array<std::uint32_t, 4> value{};
  /// A fetch: the bits of x, y, z, level, dx[3] and dy[3], then layer and component or element. A surface access: x in
  /// bytes, y, z, 0, then the bits before a write. Memory: four zeros, then the bits before a write.
  std::array<std::uint32_t, 12> operands{};

  /// The operands of a fetch.
  [[nodiscard]] kernels::TextureFetch fetch() const noexcept;
  /// The position of a surface access.
  [[nodiscard]] kernels::SurfaceAccess position() const noexcept;
  /// The bits before a write.
  [[nodiscard]] std::array<std::uint32_t, 4> before() const noexcept;
};
static_assert(sizeof(Access) == 104);

/// A level of a mipmapped array that is smaller than the first.
struct AccessLevel {
  std::uint64_t offset = 0;  ///< Bytes in the memory before its first texel.
  std::uint64_t row_pitch_bytes = 0;
  std::uint64_t slice_pitch_bytes = 0;
};

/// A texture, a surface or an allocation that kernels accessed.
struct AccessObject {
  enum class Kind : std::uint8_t { texture, surface, memory };
  Kind kind = Kind::memory;
  /// The handle that kernels use, or the address of an allocation.
  std::uint64_t handle = 0;
  /// Number of the memory. Objects with the same number share it: a texture and a surface of one array, levels of one
  /// mipmapped array.
  std::uint32_t memory = 0;
  std::uint64_t offset = 0;      ///< Bytes in the memory before its first texel.
  std::uint64_t size_bytes = 0;  ///< Bytes from the first texel or element to the end.
  /// The array's, of the level that a surface accesses or of level 0; default for an allocation.
  ArrayDescriptor array{};
  std::uint64_t row_pitch_bytes = 0;
  std::uint64_t slice_pitch_bytes = 0;
  ResourceKind resource = ResourceKind::array;  ///< Textures only.
  unsigned num_levels = 1;                      ///< Textures only.
  /// Textures only: the levels after the first that it reads, at increasing offsets.
  std::vector<AccessLevel> smaller_levels{};
  TextureDescriptor texture{};  ///< Textures only.
  /// The author's name for it, such as "buffer_a"; the recorder knows none.
  std::string name{};
};
inline constexpr std::array<std::string_view, 3> access_object_names = {"texture", "surface", "memory"};

/// A line of source code.
struct SourcePlace {
  std::string file;  ///< Empty if the module has no line table or addr2line is not installed.
  int line = 0;      ///< From 1; 0 if unknown.
  bool operator==(const SourcePlace&) const = default;
};

/// The place of an access in a kernel's source: the innermost line outside the library's headers.
struct AccessSite : SourcePlace {
  static constexpr std::size_t max_callers = 8;

  std::string module{};       ///< The file of the kernel's code.
  std::uint64_t address = 0;  ///< Offset in the module of the instruction behind the access.
  /// If the line is in a function that was inlined: the line of its call, then the line of that function's call, and so
  /// on, outside the library's headers; at most max_callers.
  std::vector<SourcePlace> callers{};

  /// Whether both are the same line, called at the same lines.
  [[nodiscard]] bool has_same_lines(const AccessSite& other) const {
    return static_cast<const SourcePlace&>(*this) == other && callers == other.callers;
  }
};
/// "FILE:12", or "module+0x1234"; with callers "HELPER:12, called at FILE:41, from line 90". A file is left out if it
/// is that of the place before.
[[nodiscard]] std::string to_string(const AccessSite& site);

/// A launch of a kernel.
struct AccessLaunch {
  std::uint32_t number = 0;  ///< In scheduling order, from 0.
  std::string kernel;        ///< The kernel's type.
  kernels::LaunchExtent extent{};
  kernels::LaunchExtent block{};  ///< Threads per block, as on a GPU.
  StreamHandle stream{};
  /// Whether the kernel was compiled for recording; the accesses of other kernels are unknown.
  bool is_recordable = false;
  bool is_replayed = false;  ///< Whether a graph ran it again.
  bool is_trapped = false;   ///< Whether it failed.
  /// The accesses of all recorded threads by kind, including those that were dropped.
  std::array<std::uint64_t, 6> counts{};
  std::uint64_t num_dropped = 0;  ///< Accesses that exceeded the recorder's limit.
  std::uint64_t num_threads = 0;  ///< Threads whose accesses were recorded.
};

/// A recording: the accesses of each thread are in order, threads of a launch in row-major order of their indices.
struct AccessRecording {
  std::vector<AccessLaunch> launches;
  std::vector<AccessObject> objects;
  std::vector<AccessSite> sites;
  std::vector<Access> accesses;
  /// The indices of accesses of AccessRecorderOptions::touching, in order; empty without it.
  std::vector<std::uint64_t> touching{};
};

/// A byte of a memory, whose numbers are those of AccessObject::memory.
struct MemoryByte {
  std::uint32_t memory = 0;
  std::uint64_t offset = 0;
  bool operator==(const MemoryByte&) const = default;
};

/// Bytes that an access read or wrote.
struct AccessedBytes {
  std::uint32_t memory = 0;  ///< AccessObject::memory.
  std::uint32_t size_bytes = 0;
  std::uint64_t offset = 0;
  std::uint32_t sample = 0;  ///< Number of an anisotropic fetch's sample; otherwise 0.
};

}  // namespace texelscope::gpu
