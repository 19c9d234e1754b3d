#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "gpu/cpu/array/bound_texels.h"
#include "gpu/cpu/handle_table.h"
#include "gpu/cpu/memory/memory_map.h"
#include "gpu/driver/access_log.h"

namespace texelscope::gpu::cpu {

/// The device's objects that kernels name by handle or address.
struct NamedObjects {
  const HandleTable<TextureHandle, TextureBinding>& textures;
  const HandleTable<SurfaceHandle, SurfaceBinding>& surfaces;
  const MemoryMap& memory;
};

/// The numbers of objects in an access log. An object keeps its number for as long as it lives; a later object at the
/// same address has another. Used by one launch at a time.
class RecordedObjects {
 public:
  struct Texture {
    std::uint32_t number = 0;
    std::shared_ptr<TextureBinding> binding;
    std::uint64_t memory_address = 0;
  };
  struct Surface {
    std::uint32_t number = 0;
    std::shared_ptr<SurfaceBinding> binding;
  };
  /// An allocation during a launch.
  struct Memory {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::shared_ptr<MemoryBlock> block;
    /// Known after its first access.
    std::optional<std::uint32_t> number;
  };

  RecordedObjects(NamedObjects objects, AccessLog& log) : objects_{objects}, log_{log} {}

  /// The memory that a launch can access, when it is scheduled: a free that is scheduled after it removes the memory
  /// from the device's map before the launch runs. @throws std::bad_alloc.
  using ScheduledMemory = std::vector<std::weak_ptr<MemoryBlock>>;
  [[nodiscard]] ScheduledMemory scheduled_memory() const;
  /// Finds the objects of a new launch; objects that were destroyed since are forgotten. @throws std::bad_alloc.
  void begin_launch(const ScheduledMemory& scheduled);
  /// The texture or surface with a handle; null if the device has none. @throws std::bad_alloc.
  [[nodiscard]] const Texture* texture(std::uint64_t handle, AccessLog::Recording& recording);
  [[nodiscard]] const Surface* surface(std::uint64_t handle, AccessLog::Recording& recording);
  /// The allocation that contains an address; otherwise the nearest one within `distance` bytes; otherwise null.
  [[nodiscard]] Memory* memory(std::uint64_t address, std::uint64_t distance);
  [[nodiscard]] std::uint32_t number_of(Memory& memory, AccessLog::Recording& recording);

 private:
  struct Known {
    std::weak_ptr<const void> object;
    std::uint32_t number = 0;
  };
  /// The number of an object, from `make` if it has none.
  template <class Make>
  std::uint32_t number_of(std::unordered_map<const void*, Known>& known, const std::shared_ptr<const void>& object,
                          const Make& make);
  std::uint32_t memory_number(const std::shared_ptr<const MemoryBlock>& block);

  NamedObjects objects_;
  AccessLog& log_;
  std::unordered_map<const void*, Known> known_objects_;
  std::unordered_map<const void*, Known> known_memory_;
  std::unordered_map<std::uint64_t, Texture> textures_;
  std::unordered_map<std::uint64_t, Surface> surfaces_;
  /// In order of their addresses.
  std::vector<Memory> memory_;
};

}  // namespace texelscope::gpu::cpu
