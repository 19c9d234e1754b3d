#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "gpu/cpu/array/array_storage.h"
#include "gpu/cpu/memory/memory_map.h"
#include "gpu/cpu/texture_unit/make_texture.h"
#include "gpu/driver/calls/array.h"
#include "texelscope/kernels/host_surface.h"

namespace texelscope::gpu::cpu {

/// Texels of a resource as the texture unit sees them, and their memory.
struct BoundTexels {
  TexelView view;
  /// The memory; null if the texels are not in the device's memory.
  std::shared_ptr<const MemoryBlock> memory;
};

/// The texels of an array (one level) or of a mipmapped array, level 0 first, as a view presents them.
[[nodiscard]] BoundTexels bind_levels(std::span<const std::shared_ptr<ArrayStorage>> levels, bool is_mipmapped,
                                      const std::optional<ResourceView>& view = std::nullopt);

/// The texels of a linear or pitch-2D resource.
[[nodiscard]] BoundTexels bind_memory(const MemoryMap& memory, const driver::TextureResource& resource);

/// A texture, the memory that it reads, and its descriptors. Its handle is the address of the HostTexture, which
/// kernels dereference.
struct TextureBinding {
  driver::TextureResource resource;
  TextureDescriptor descriptor;
  std::shared_ptr<const MemoryBlock> memory;
  TexturePointer texture;
  /// The levels that it reads, or the rows of linear memory.
  std::vector<TexelLevel> levels;
  /// Layers or faces of each level; otherwise 1.
  std::uint64_t num_slices = 1;
};

/// A surface and the array that it writes. Its handle is the address of `surface`, which kernels dereference.
struct SurfaceBinding {
  std::shared_ptr<const ArrayStorage> array;
  kernels::HostSurface surface;
};

}  // namespace texelscope::gpu::cpu
