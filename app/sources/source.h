#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "texelscope/gpu/file_descriptor.h"
#include "texelscope/gpu/strided_memory_view.h"
#include "texelscope/gpu/texture_descriptor.h"

/// Arrays of other processes, which these send while they run.
namespace texelscope::app {

/// An array of a connected process: the connection's number, and the array's number in it.
struct SourceKey {
  std::uint64_t connection = 0;
  std::uint32_t number = 0;
  auto operator<=>(const SourceKey&) const = default;
};

/// The rows and columns of an array that were sent over a network.
struct SourcePart {
  std::int64_t row = 0;
  std::int64_t column = 0;
  std::int64_t step = 1;
  /// Extents of the whole array.
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  bool operator==(const SourcePart&) const = default;
};

/// Memory of a CUDA device that another process has exported.
struct SourceMemory {
  std::array<std::uint8_t, 16> device{};
  /// See gpu::Buffer::ipc_descriptor_of().
  std::array<std::byte, 64> exported{};
  std::uint64_t bytes = 0;
  gpu::FileDescriptor pool;
};

/// A state in such memory. The process does not write it while this object exists.
struct SourceDeviceState {
  std::shared_ptr<const SourceMemory> memory;
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;
  std::shared_ptr<const void> hold;
};
struct SourceDrawing;

/// A received state of an array.
struct SourceFrame {
  /// Counts from 1.
  std::uint64_t number = 0;
  /// Owns its memory; read-only. Nothing can access it if the state is on a device.
  gpu::StridedMemoryView view;
  /// When the process copied it, in nanoseconds since 1970.
  std::int64_t time = 0;
  std::optional<gpu::TextureDescriptor> texture{};
  std::optional<SourcePart> part{};
  std::optional<SourceDeviceState> on_device{};
  /// The lines and areas that the program drew over the picture; null for none.
  std::shared_ptr<const SourceDrawing> drawing{};
};

/// An array as the list shows it.
struct SourceFacts {
  SourceKey key;
  /// 0 if unknown.
  std::int64_t process = 0;
  std::string program;
  std::string name;
  /// Such as "float32 (1080, 1920, 4)"; empty before the first description.
  std::string type{};
  /// Whether its process is not on this machine, or does not share memory.
  bool is_remote = false;
  bool has_ended = false;
  /// Copies that were announced, and those that the process left out.
  std::uint64_t updates = 0;
  std::uint64_t skipped = 0;
  /// Per second, over the last ones.
  double rate = 0;
  /// Seconds since the last.
  double age = 0;
};

}  // namespace texelscope::app
