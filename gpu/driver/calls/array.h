#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "gpu/driver/calls/call.h"
#include "texelscope/gpu/cuda_array.h"
#include "texelscope/gpu/handle.h"
#include "texelscope/gpu/resource_descriptor.h"
#include "texelscope/gpu/texture_descriptor.h"

namespace texelscope::gpu::driver {

struct ArrayCreate {
  static constexpr CallInfo info{"cuArray3DCreate", ObjectKind::array, CallEffect::creates};
  ArrayDescriptor descriptor;
  ArrayHandle array{};  // result
  TEXELSCOPE_ARGUMENTS(descriptor)
  TEXELSCOPE_OBJECT(array)
};

struct ArrayDestroy {
  static constexpr CallInfo info{"cuArrayDestroy", ObjectKind::array, CallEffect::destroys};
  ArrayHandle array;
  TEXELSCOPE_ARGUMENTS(array)
};

/// not_supported for a format that DataType lacks.
struct ArrayGetDescriptor {
  static constexpr CallInfo info{"cuArray3DGetDescriptor"};
  ArrayHandle array;
  ArrayDescriptor described{};  // result
  TEXELSCOPE_ARGUMENTS(array)
};

/// The array of one plane, which belongs to the multi-planar array.
struct ArrayGetPlane {
  static constexpr CallInfo info{"cuArrayGetPlane", ObjectKind::array, CallEffect::hands_out};
  ArrayHandle array;
  unsigned plane = 0;
  ArrayHandle plane_array{};  // result
  TEXELSCOPE_ARGUMENTS(array, plane)
  TEXELSCOPE_OBJECT(plane_array)
};

struct MipmappedArrayCreate {
  static constexpr CallInfo info{"cuMipmappedArrayCreate", ObjectKind::mipmapped_array, CallEffect::creates};
  /// The descriptor of level 0.
  ArrayDescriptor descriptor;
  unsigned num_levels = 1;
  MipmappedArrayHandle array{};  // result
  TEXELSCOPE_ARGUMENTS(descriptor, num_levels)
  TEXELSCOPE_OBJECT(array)
};

struct MipmappedArrayDestroy {
  static constexpr CallInfo info{"cuMipmappedArrayDestroy", ObjectKind::mipmapped_array, CallEffect::destroys};
  MipmappedArrayHandle array;
  TEXELSCOPE_ARGUMENTS(array)
};

/// The array of a level; it belongs to the mipmapped array.
struct MipmappedArrayGetLevel {
  static constexpr CallInfo info{"cuMipmappedArrayGetLevel", ObjectKind::array, CallEffect::hands_out};
  MipmappedArrayHandle array;
  unsigned level = 0;
  ArrayHandle level_array{};  // result
  TEXELSCOPE_ARGUMENTS(array, level)
  TEXELSCOPE_OBJECT(level_array)
};

/// Queries the descriptor of level 0 and the number of levels.
struct MipmappedArrayGetDescriptor {
  static constexpr CallInfo info{"cuMipmappedArrayGetLevel"};
  MipmappedArrayHandle array;
  ArrayDescriptor described{};  // result
  unsigned levels = 0;          // result
  TEXELSCOPE_ARGUMENTS(array)
};

/// One side of an array copy: a box of an array, or linear memory with pitches.
struct ArrayCopySide {
  /// The array; null if the side is linear memory.
  ArrayHandle array{};
  /// First texel of the box, in texels, with z in layers or faces if the array has any; arrays only.
  std::array<std::uint64_t, 3> origin{};
  DevicePointer pointer{};
  std::uint64_t row_pitch_bytes = 0;
  /// Rows from one slice to the next; linear memory only.
  std::uint64_t rows_per_slice = 0;
};

/// Copies a box of texels between arrays and linear memory, host or device.
struct ArrayCopy {
  static constexpr CallInfo info{.name = "cuMemcpy3DAsync", .kind = WorkKind::copy};
  ArrayCopySide destination;
  ArrayCopySide source;
  Extent extent;
  std::uint64_t element_size = 0;
  StreamHandle stream;
  TEXELSCOPE_ARGUMENTS(destination, source, extent, element_size, stream)
};

/// The location of a texture's texels (CUDA_RESOURCE_DESC), their type, and their view (CUDA_RESOURCE_VIEW_DESC).
struct TextureResource {
  /// Belongs to the resource itself, not to its view.
  ResourceFacts facts{};
  /// Only the member for the kind is set.
  ArrayHandle array{};
  MipmappedArrayHandle mipmapped_array{};
  DevicePointer pointer{};
  /// Pitch-2D memory only.
  std::size_t pitch_bytes = 0;
  /// Arrays and mipmapped arrays only.
  std::optional<ResourceView> view{};
};

struct TextureCreate {
  static constexpr CallInfo info{"cuTexObjectCreate", ObjectKind::texture, CallEffect::creates};
  TextureResource resource;
  TextureDescriptor descriptor{};
  TextureHandle texture{};  // result
  TEXELSCOPE_ARGUMENTS(resource, descriptor)
  TEXELSCOPE_OBJECT(texture)
};

struct TextureDestroy {
  static constexpr CallInfo info{"cuTexObjectDestroy", ObjectKind::texture, CallEffect::destroys};
  TextureHandle texture;
  TEXELSCOPE_ARGUMENTS(texture)
};

/// Queries the arguments of TextureCreate, as far as the driver stores them.
struct TextureGetDescriptors {
  static constexpr CallInfo info{"cuTexObjectGetResourceDesc"};
  TextureHandle texture;
  TextureResource resource{};      // result
  TextureDescriptor descriptor{};  // result
  TEXELSCOPE_ARGUMENTS(texture)
};

struct SurfaceCreate {
  static constexpr CallInfo info{"cuSurfObjectCreate", ObjectKind::surface, CallEffect::creates};
  ArrayHandle array;
  SurfaceHandle surface{};  // result
  TEXELSCOPE_ARGUMENTS(array)
  TEXELSCOPE_OBJECT(surface)
};

struct SurfaceDestroy {
  static constexpr CallInfo info{"cuSurfObjectDestroy", ObjectKind::surface, CallEffect::destroys};
  SurfaceHandle surface;
  TEXELSCOPE_ARGUMENTS(surface)
};

struct SurfaceGetArray {
  static constexpr CallInfo info{"cuSurfObjectGetResourceDesc"};
  SurfaceHandle surface;
  ArrayHandle array{};  // result
  TEXELSCOPE_ARGUMENTS(surface)
};

}  // namespace texelscope::gpu::driver
