#include "app/interop/array_runner.h"

#include <utility>

#include "app/images/image_convert.h"
#include "app/interop/shared/last_stream_use.h"

namespace texelscope::app {

ArrayRunner::ArrayRunner(const gpu::Device& device, const SceneDeclaration& declaration, int width, int height,
                         std::shared_ptr<const Image> image)
    : device_{device},
      declaration_{declaration},
      width_{width},
      height_{height},
      image_{std::move(image)},
      stream_{device.create_stream("scene")} {
  start();
}

ArrayRunner::~ArrayRunner() { wait_at_the_end(stream_); }

void ArrayRunner::start() {
  // The previous scene's last frame may still read its objects.
  stream_.synchronize();
  scene_ = declaration_.make({device_, stream_, width_, height_, image_});
  const gpu::DataType type = scene_->format() == FrameFormat::rgba8 ? gpu::DataType::uint8 : gpu::DataType::float32;
  array_ = gpu::CUDAArray::from_descriptor(
      device_, {gpu::Extent(static_cast<std::size_t>(width_), static_cast<std::size_t>(height_)), type, 4, true});
  surface_ = gpu::SurfaceObject::from_array(*array_);
  next_ = 0;
}

Image ArrayRunner::frame(std::uint64_t number, const ParameterValues& values, const std::function<void()>& on_frame) {
  std::uint64_t next = number;
  if (declaration_.has_history) {
    if (!next_ || number + 1 < *next_) {
      start();
    }
    next = *next_;
  }
  next_.reset();
  for (; next <= number; ++next) {
    on_frame();
    const FrameInput input{next, width_, height_, {}};
    scene_->prepare(input, values, stream_);
    scene_->draw(input, values, *surface_, stream_);
  }
  Image image{width_, height_, 4, array_->format(), {}};
  image.is_premultiplied = image_ != nullptr && image_->is_premultiplied;
  image.pixels.resize(static_cast<std::size_t>(array_->size_bytes()));
  array_->copy_to(std::span(image.pixels), stream_);
  stream_.synchronize();
  next_ = number + 1;
  return with_8_bits(image);
}

}  // namespace texelscope::app
