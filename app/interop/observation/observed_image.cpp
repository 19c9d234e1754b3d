#include "app/interop/observation/observed_image.h"

#include <array>
#include <chrono>
#include <exception>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/images/image_convert.h"
#include "app/labs/interop/ownership_trace.h"
#include "app/labs/interop/test_pattern.h"
#include "render/common/call_observer.h"
#include "render/common/observed_call.h"

namespace texelscope::app {

StreamHold::StreamHold(const gpu::Device& device) {
  if (device.id().kind == gpu::DeviceKind::cpu) {
    gate_ = std::make_shared<HostTimelineSemaphore>();
    semaphore_ = gpu::ExternalSemaphore::from_host_timeline(device, gate_);
  }
}

StreamHold::~StreamHold() { let_go(); }

void StreamHold::hold(const gpu::Stream& stream) {
  if (semaphore_) {
    semaphore_->wait(stream, ++holds_);
  }
}

void StreamHold::let_go() noexcept {
  if (gate_) {
    gate_->signal(holds_);
  }
}

/// Writes down the renderer's calls of this thread for as long as it lives; who saw them before still does.
class RendererCallList final : public render::CallObserver {
 public:
  RendererCallList();

  bool before(std::string_view name) noexcept override;
  void after(std::string_view name, std::string_view failure, render::CallClock::time_point start,
             render::CallClock::time_point end) noexcept override;

  [[nodiscard]] std::vector<LifeCall> take() { return std::move(calls_); }

 private:
  render::CallObserver* former_;
  std::vector<LifeCall> calls_;
  render::ObserveCalls observed_{*this};
};

RendererCallList::RendererCallList() : former_{render::call_observer()} {}

bool RendererCallList::before(std::string_view name) noexcept { return former_ != nullptr && former_->before(name); }

void RendererCallList::after(std::string_view name, std::string_view failure, render::CallClock::time_point start,
                             render::CallClock::time_point end) noexcept {
  const std::chrono::duration<double, std::micro> host = end - start;
  calls_.push_back({.name = std::string{name}, .is_renderer = true, .start = start, .host_us = host.count()});
  if (former_ != nullptr) {
    former_->after(name, failure, start, end);
  }
}

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
      // The former acquisition ends before: its end would say that the image is not acquired.
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
    case OwnershipState::released:
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
  Image picture = rgba8_image(image_->width(), image_->height());
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
