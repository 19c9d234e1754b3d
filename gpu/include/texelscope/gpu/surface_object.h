#pragma once

#include <memory>

#include "texelscope/gpu/cuda_array.h"
#include "texelscope/gpu/handle_owner.h"

namespace texelscope::gpu {

class SurfaceBox;

/// An array bound for reading and writing texels by kernels. A cheap reference that keeps the array alive.
class SurfaceObject {
 public:
  /// @throws InvalidArgument when the array was made without is_surface_load_store.
  [[nodiscard]] static SurfaceObject from_array(const CUDAArray& array);

  /// A surface that others made (CUsurfObject, cudaSurfaceObject_t). The driver tells its array
  /// (cuSurfObjectGetResourceDesc), which is borrowed, whoever owns the surface.
  /// @throws InvalidArgument for null, or one that is destroyed or of another context.
  [[nodiscard]] static SurfaceObject from_handle(const Device& device, SurfaceHandle handle,
                                                 const HandleOwner& owner = {});

  /// A surface of `array`, which another mapping of the same graphics resource gave: with the handle of this one and
  /// without a call of the driver where the driver gave the same array again (it mostly does), else from_array(array).
  /// @throws as from_array(); InvalidState when the array's mapping has ended.
  [[nodiscard]] SurfaceObject remapped(const CUDAArray& array) const;

  /// For kernels: make a kernels::Surface from it. @throws InvalidState when closed, or when the array's mapping has
  /// ended.
  [[nodiscard]] SurfaceHandle handle() const;
  [[nodiscard]] CUDAArray array() const;  ///< What it writes.
  [[nodiscard]] Device device() const;

  [[nodiscard]] bool is_closed() const noexcept { return box_ == nullptr; }
  /// Drops this reference; closing again is nothing.
  void close() noexcept { box_.reset(); }

  explicit SurfaceObject(std::shared_ptr<SurfaceBox> box) : box_{std::move(box)} {}

 private:
  std::shared_ptr<SurfaceBox> box_;
};

}  // namespace texelscope::gpu
