#include "texelscope/gpu/surface_object.h"

#include <fmt/format.h>

#include "gpu/object/array_box.h"
#include "gpu/object/checks.h"

namespace texelscope::gpu {

class SurfaceBox {
 public:
  explicit SurfaceBox(std::shared_ptr<ArrayBox> array)
      : array_{std::move(array)},
        handle_{array_->device()->call(driver::SurfaceCreate{.array = array_->handle()}).surface} {}
  ~SurfaceBox() { array_->device()->clean_up(driver::SurfaceDestroy{handle_}); }
  SurfaceBox(const SurfaceBox&) = delete;
  SurfaceBox& operator=(const SurfaceBox&) = delete;

  [[nodiscard]] const std::shared_ptr<ArrayBox>& array() const noexcept { return array_; }
  [[nodiscard]] SurfaceHandle handle() const {
    static_cast<void>(array_->handle("surface"));
    return handle_;
  }

 private:
  std::shared_ptr<ArrayBox> array_;
  SurfaceHandle handle_;
};

namespace {

SurfaceBox& require_surface(const std::shared_ptr<SurfaceBox>& box) { return require_open(box, "surface"); }

}  // namespace

SurfaceObject SurfaceObject::from_array(const CUDAArray& array) {
  const ArrayBox& box = require_open(array.box(), "array");
  if (!box.descriptor().is_surface_load_store) {
    throw InvalidArgument(
        fmt::format("{}: surface of array {}: the array was made without is_surface_load_store: set it in its "
                    "ArrayDescriptor, or register the GL image with GraphicsFlags::surface_load_store",
                    box.device()->name(), to_string(box.descriptor())));
  }
  return SurfaceObject{std::make_shared<SurfaceBox>(array.box())};
}

SurfaceHandle SurfaceObject::handle() const { return require_surface(box_).handle(); }

CUDAArray SurfaceObject::array() const { return CUDAArray{require_surface(box_).array()}; }

Device SurfaceObject::device() const { return Device{require_surface(box_).array()->device()}; }

}  // namespace texelscope::gpu
