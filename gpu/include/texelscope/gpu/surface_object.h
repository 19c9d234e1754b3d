#pragma once

#include <memory>

#include "texelscope/gpu/cuda_array.h"
#include "texelscope/gpu/handle_owner.h"

namespace texelscope::gpu {

class SurfaceBox;

/// An array bound for reading and writing texels from kernels. A cheap reference that keeps the array alive.
class SurfaceObject {
 public:
  /// @throws InvalidArgument if the array was created without is_surface_load_store.
  [[nodiscard]] static SurfaceObject from_array(const CUDAArray& array);

  /// A surface created elsewhere (CUsurfObject, cudaSurfaceObject_t). The driver reports its array
  /// (cuSurfObjectGetResourceDesc), which is borrowed regardless of who owns the surface.
  /// @throws InvalidArgument for null, or a surface that has been destroyed or belongs to a different context.
  [[nodiscard]] static SurfaceObject from_handle(const Device& device, SurfaceHandle handle,
                                                 const HandleOwner& owner = {});

  /// A surface of `array`, which came from a different mapping of the same graphics resource: if the driver returned
  /// the same array again (it usually does), reuses the handle of this surface without a driver call; otherwise
  /// equivalent to from_array(array).
  /// @throws like from_array(); InvalidState if the array's mapping has ended.
  [[nodiscard]] SurfaceObject remapped(const CUDAArray& array) const;

  /// For kernels: construct a kernels::Surface from it. @throws InvalidState when closed, or after the array's mapping
  /// has ended.
  [[nodiscard]] SurfaceHandle handle() const;
  [[nodiscard]] CUDAArray array() const;  ///< The array that it accesses.
  [[nodiscard]] Device device() const;

  [[nodiscard]] bool is_closed() const noexcept { return box_ == nullptr; }
  /// Drops this reference; closing again has no effect.
  void close() noexcept { box_.reset(); }

  explicit SurfaceObject(std::shared_ptr<SurfaceBox> box) : box_{std::move(box)} {}

 private:
  std::shared_ptr<SurfaceBox> box_;
};

}  // namespace texelscope::gpu
