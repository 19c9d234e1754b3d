#include "app/interop/observed_image.h"

#include <array>
#include <exception>

#include "app/core/shown_pattern.h"
#include "app/interop/renderer_call_list.h"

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

LoanedImage::LoanedImage(const gpu::Device& device) : stream_{device.create_stream()}, hold_{device} {}

LoanedImage::~LoanedImage() = default;

void LoanedImage::end_loan() noexcept {
  hold_.let_go();
  lent_.reset();
  is_lent_ = false;
  surface_.reset();
}

std::vector<LifeCall> LoanedImage::take(LifeStep step, std::uint32_t frame) {
  RendererCallList calls;
  switch (step) {
    case LifeStep::made:
      image_ = &make();
      break;
    case LifeStep::lent:
      surface_.reset();
      // The former loan ends before: its end would say that the image is not lent.
      lent_.reset();
      lent_ = image_->lend(stream_);
      surface_ = lent_->surface();
      is_lent_ = true;
      break;
    case LifeStep::writing:
      hold_.hold(stream_);
      write_shown_pattern(*surface_, frame, stream_);
      break;
    case LifeStep::written:
      hold_.let_go();
      stream_.synchronize();
      break;
    case LifeStep::given_back:
      lent_->give_back();
      is_lent_ = false;
      break;
    case LifeStep::drawn:
      draw();
      break;
  }
  return calls.take();
}

void LoanedImage::draw() {
  Image picture{image_->width(), image_->height(), 4, gpu::DataType::uint8, {}};
  picture.pixels.resize(static_cast<std::size_t>(picture.width) * static_cast<std::size_t>(picture.height) * 4);
  image_->read(picture.pixels);
  picture_ = std::make_shared<const Image>(std::move(picture));
}

std::vector<Refusal> LoanedImage::refusals() {
  std::vector<Refusal> refusals;
  if (is_lent_) {
    add_refusal(refusals, "draw it", [&] {
      std::array<std::byte, 4> texel{};
      image_->read({0, 0, 1, 1}, texel);
    });
    add_refusal(refusals, "lend it again", [&] { static_cast<void>(image_->lend(stream_)); });
  } else if (lent_ != nullptr) {
    add_refusal(refusals, "write it", [&] { static_cast<void>(surface_->handle()); });
    add_refusal(refusals, "give it back again", [&] { lent_->give_back(); });
  }
  return refusals;
}

}  // namespace texelscope::app
