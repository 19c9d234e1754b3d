#include "texelscope/gpu/surface_object.h"

#include "gpu/object/adopted_handle.h"
#include "gpu/object/array/array_box.h"
#include "gpu/object/checks.h"

namespace texelscope::gpu {

namespace {

/// The driver's surface of an array.
class DriverSurface : public DeviceObject<SurfaceHandle, driver::SurfaceDestroy> {
 public:
  explicit DriverSurface(const ArrayBox& array)
      : DeviceObject{array.device(), array.device()->call(driver::SurfaceCreate{.array = array.handle()}).surface},
        array_{array.handle()} {}
  /// A surface created elsewhere.
  DriverSurface(const ArrayBox& array, SurfaceHandle made, const HandleOwner& owner)
      : DeviceObject{array.device(), made, owner}, array_{array.handle()} {}

  [[nodiscard]] bool is_of(const ArrayBox& array) const {
    return array.device() == device() && array.handle() == array_;
  }

 private:
  ArrayHandle array_;
};

}  // namespace

class SurfaceBox {
 public:
  explicit SurfaceBox(std::shared_ptr<ArrayBox> array)
      : array_{std::move(array)}, surface_{std::make_shared<DriverSurface>(*array_)} {}
  /// A surface created elsewhere.
  SurfaceBox(std::shared_ptr<ArrayBox> array, SurfaceHandle made, const HandleOwner& owner)
      : array_{std::move(array)}, surface_{std::make_shared<DriverSurface>(*array_, made, owner)} {}
  /// The surface of `other`, for the same array in a different mapping.
  SurfaceBox(std::shared_ptr<ArrayBox> array, const SurfaceBox& other)
      : array_{std::move(array)}, surface_{other.surface_} {}

  [[nodiscard]] const std::shared_ptr<ArrayBox>& array() const noexcept { return array_; }
  [[nodiscard]] bool is_of(const ArrayBox& array) const { return surface_->is_of(array); }
  [[nodiscard]] SurfaceHandle handle() const {
    static_cast<void>(array_->handle("surface"));
    return surface_->handle();
  }

 private:
  // The array outlives its surface.
  std::shared_ptr<ArrayBox> array_;
  std::shared_ptr<const DriverSurface> surface_;
};

namespace {

SurfaceBox& require_surface(const std::shared_ptr<SurfaceBox>& box) { return require_open(box, "surface"); }

}  // namespace

SurfaceObject SurfaceObject::from_array(const CUDAArray& array) {
  const ArrayBox& box = require_open(array.box(), "array");
  if (!box.descriptor().is_surface_load_store) {
    throw_on<InvalidArgument>(*box.device(),
                              "surface of array {}: the array was created without is_surface_load_store: set it in its "
                              "ArrayDescriptor, or register the GL image with GraphicsFlags::surface_load_store",
                              to_string(box.descriptor()));
  }
  return SurfaceObject{std::make_shared<SurfaceBox>(array.box())};
}

SurfaceObject SurfaceObject::from_handle(const Device& device, SurfaceHandle handle, const HandleOwner& owner) {
  DeviceBox& box = require_open(device.box(), "device");
  const auto found = ask_about(box, "surface", handle, driver::SurfaceGetArray{handle});
  return SurfaceObject{std::make_shared<SurfaceBox>(CUDAArray::from_handle(device, found.array).box(), handle, owner)};
}

SurfaceObject SurfaceObject::remapped(const CUDAArray& array) const {
  const SurfaceBox& box = require_surface(box_);
  return box.is_of(require_open(array.box(), "array")) ? SurfaceObject{std::make_shared<SurfaceBox>(array.box(), box)}
                                                       : from_array(array);
}

SurfaceHandle SurfaceObject::handle() const { return require_surface(box_).handle(); }

CUDAArray SurfaceObject::array() const { return CUDAArray{require_surface(box_).array()}; }

Device SurfaceObject::device() const { return Device{require_surface(box_).array()->device()}; }

}  // namespace texelscope::gpu
