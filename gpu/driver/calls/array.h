#pragma once

#include <array>
#include <cstdint>

#include "gpu/driver/calls/call.h"
#include "texelscope/gpu/cuda_array.h"
#include "texelscope/gpu/handle.h"

namespace texelscope::gpu::driver {

struct ArrayCreate {
  static constexpr CallInfo info{"cuArray3DCreate", ObjectKind::array, CallEffect::creates};
  ArrayDescriptor descriptor;
  ArrayHandle array{};  // result

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("descriptor", descriptor);
  }
  template <class Function>
  void for_each_object(Function&& function) const {
    function(array.value);
  }
};

struct ArrayDestroy {
  static constexpr CallInfo info{"cuArrayDestroy", ObjectKind::array, CallEffect::destroys};
  ArrayHandle array;

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("array", array);
  }
  template <class Function>
  void for_each_object(Function&& function) const {
    function(array.value);
  }
};

struct MipmappedArrayCreate {
  static constexpr CallInfo info{"cuMipmappedArrayCreate", ObjectKind::mipmapped_array, CallEffect::creates};
  /// Of level 0.
  ArrayDescriptor descriptor;
  unsigned num_levels = 1;
  MipmappedArrayHandle array{};  // result

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("descriptor", descriptor);
    visitor("num_levels", num_levels);
  }
  template <class Function>
  void for_each_object(Function&& function) const {
    function(array.value);
  }
};

struct MipmappedArrayDestroy {
  static constexpr CallInfo info{"cuMipmappedArrayDestroy", ObjectKind::mipmapped_array, CallEffect::destroys};
  MipmappedArrayHandle array;

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("array", array);
  }
  template <class Function>
  void for_each_object(Function&& function) const {
    function(array.value);
  }
};

/// The array of a level; it belongs to the mipmapped array.
struct MipmappedArrayGetLevel {
  static constexpr CallInfo info{"cuMipmappedArrayGetLevel"};
  MipmappedArrayHandle array;
  unsigned level = 0;
  ArrayHandle level_array{};  // result

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("array", array);
    visitor("level", level);
  }
  [[nodiscard]] ObjectReference part() const { return {ObjectKind::array, level_array.value}; }
};

/// One side of an array copy: a box of an array, or linear memory with pitches.
struct ArrayCopySide {
  /// None: the side is linear memory.
  ArrayHandle array{};
  /// First texel of the box, in texels, z in layers or faces where the array has some; arrays only.
  std::array<std::uint64_t, 3> origin{};
  DevicePointer pointer{};
  std::uint64_t row_pitch_bytes = 0;
  /// Rows from one slice to the next; linear memory only.
  std::uint64_t rows_per_slice = 0;
};

/// Copies a box of texels between arrays and linear memory, host or device.
struct ArrayCopy {
  static constexpr CallInfo info{"cuMemcpy3DAsync"};
  ArrayCopySide destination;
  ArrayCopySide source;
  Extent extent;
  std::uint64_t element_size = 0;
  StreamHandle stream;

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("destination", destination);
    visitor("source", source);
    visitor("extent", extent);
    visitor("element_size", element_size);
    visitor("stream", stream);
  }
};

}  // namespace texelscope::gpu::driver
