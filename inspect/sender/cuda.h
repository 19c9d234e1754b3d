#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "inspect/protocol/ring.h"
#include "texelscope/gpu/file_descriptor.h"

namespace texelscope::inspect {

/// The slots of an array in the memory of a CUDA device, from a pool that the window opens: nothing is copied through
/// the host. The driver is the one that the program has loaded. No function waits for the program's work but the
/// destructor, and none disturbs a capture of a stream into a graph.
class CudaSlots {
 public:
  /// Slots of `slot_bytes` on the device of `data`. @throws std::invalid_argument with the driver's error.
  CudaSlots(const void* data, std::uint64_t slot_bytes);
  ~CudaSlots();
  CudaSlots(const CudaSlots&) = delete;
  CudaSlots& operator=(const CudaSlots&) = delete;

  /// Whether the memory at `data` belongs to the device of these slots.
  [[nodiscard]] bool is_on_device_of(const void* data) const;
  /// Copies in the order of `stream` (CUstream). @throws std::invalid_argument, also while the stream is captured.
  void copy(std::size_t slot, const std::byte* from, std::uint64_t bytes, void* stream);
  /// Whether the last copy to a slot succeeded; nothing before it has completed.
  [[nodiscard]] std::optional<bool> is_copied(std::size_t slot) const noexcept;

  /// The pool, for the window.
  [[nodiscard]] int pool_file() const noexcept { return pool_file_.number(); }
  /// Members of a ring's announcement: the device and the exported memory.
  [[nodiscard]] std::string description() const;

 private:
  class Current;

  void release() const noexcept;

  std::uint64_t slot_bytes_;
  /// CUcontext, CUstream, CUdeviceptr and CUevent.
  void* context_ = nullptr;
  void* stream_ = nullptr;
  std::uint64_t memory_ = 0;
  std::array<void*, slot_count> copied_{};
  int device_ = 0;
  std::array<unsigned char, 16> uuid_{};
  std::array<unsigned char, 64> exported_{};
  gpu::FileDescriptor pool_file_;
};

}  // namespace texelscope::inspect
