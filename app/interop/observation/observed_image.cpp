#include "app/interop/observation/observed_image.h"

#include <array>
#include <exception>

#include "app/interop/observation/renderer_call_list.h"
#include "app/labs/interop/test_pattern.h"

namespace texelscope::app {
namespace {

template <class Work>
void add_refusal(std::vector<Refusal>& refusals, std::string_view action, Work&& work) {
  try {
    work();
  } catch (const std::exception& error) {
    refusals.push_back({action, error.what()});
  }
}

}  // namespace

AcquiredImage::AcquiredImage(const gpu::Device& device) : stream_{device.create_stream()}, hold_{device} {}

AcquiredImage::~AcquiredImage() = default;

void AcquiredImage::end_acquisition() noexcept {
  hold_.let_go();
  acquired_.reset();
  is_acquired_ = false;
  surface_.reset();
}

std::vector<LifeCall> AcquiredImage::take(OwnershipState step, std::uint32_t frame) {
  RendererCallList calls;
  switch (step) {
    case OwnershipState::made:
      image_ = &make();
      break;
    case OwnershipState::acquired:
      surface_.reset();
      // The former loan ends before: its end would say that the image is not lent.
      acquired_.reset();
      acquired_ = image_->acquire(stream_);
      surface_ = acquired_->surface();
      is_acquired_ = true;
      break;
    case OwnershipState::writing:
      hold_.hold(stream_);
      write_test_pattern(*surface_, frame, stream_);
      break;
    case OwnershipState::written:
      hold_.let_go();
      stream_.synchronize();
      break;
    case OwnershipState::given_back:
      acquired_->release();
      is_acquired_ = false;
      break;
    case OwnershipState::drawn:
      draw();
      break;
  }
  return calls.take();
}

void AcquiredImage::draw() {
  Image picture{image_->width(), image_->height(), 4, gpu::DataType::uint8, {}};
  picture.pixels.resize(static_cast<std::size_t>(picture.width) * static_cast<std::size_t>(picture.height) * 4);
  image_->read(picture.pixels);
  picture_ = std::make_shared<const Image>(std::move(picture));
}

std::vector<Refusal> AcquiredImage::refusals() {
  std::vector<Refusal> refusals;
  if (is_acquired_) {
    add_refusal(refusals, "draw it", [&] {
      std::array<std::byte, 4> texel{};
      image_->read({0, 0, 1, 1}, texel);
    });
    add_refusal(refusals, "acquire it again", [&] { static_cast<void>(image_->acquire(stream_)); });
  } else if (acquired_ != nullptr) {
    add_refusal(refusals, "write it", [&] { static_cast<void>(surface_->handle()); });
    add_refusal(refusals, "give it back again", [&] { acquired_->release(); });
  }
  return refusals;
}

}  // namespace texelscope::app
