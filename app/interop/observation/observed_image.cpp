#include "app/interop/observation/observed_image.h"

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <exception>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/images/image_convert.h"
#include "app/interop/shared/shared_gl_image.h"
#include "app/interop/shared/shared_vulkan_image.h"
#include "app/labs/interop/ownership_trace.h"
#include "app/labs/interop/test_pattern.h"
#include "render/common/call_observer.h"
#include "render/common/observed_call.h"

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

class ObservedGLImage final : public AcquiredImage {
 public:
  ObservedGLImage(const gpu::GLContext& context, int width, int height)
      : AcquiredImage{context.device()}, context_{context}, width_{width}, height_{height} {}
  ~ObservedGLImage() override { end_acquisition(); }

  [[nodiscard]] RendererKind renderer() const noexcept override { return RendererKind::gl; }
  [[nodiscard]] std::span<const OwnershipState> steps() const noexcept override {
    // If pixels are copied through the host, the unmap waits for the stream, which may be blocked before the kernel.
    static constexpr std::array all = {OwnershipState::acquired, OwnershipState::writing, OwnershipState::written,
                                       OwnershipState::released, OwnershipState::drawn};
    return all;
  }
  [[nodiscard]] ImageFacts facts() const override {
    const bool is_mapped = image_->is_mapped();
    const bool is_direct = context_.path() == gpu::InteropPath::direct;
    return {
        .owner = is_mapped ? ImageOwner::device : ImageOwner::renderer,
        .image = fmt::format("GL texture {}, {} × {} RGBA8", image_->texture().name(), width_, height_),
        .layout = "chosen by the driver",
        .memory =
            is_direct ? "OpenGL's, written by the device directly" : "OpenGL's; the unmap copies through the host",
        .queue_family = {},
        .mapping = is_mapped ? fmt::format("mapped as array {:#x}", surface()->array().handle().value) : "not mapped",
        .timeline = std::nullopt,
        .is_stream_done = stream().is_done()};
  }

 private:
  SharedImage& make() override { return image_.emplace(context_, FrameFormat::rgba8, width_, height_); }

  gpu::GLContext context_;
  int width_;
  int height_;
  std::optional<SharedGLImage> image_;
};

class ObservedVulkanImage final : public AcquiredImage {
 public:
  ObservedVulkanImage(const render::vulkan::Context& context, const gpu::Device& device, int width, int height)
      : AcquiredImage{device}, context_{context}, device_{device}, width_{width}, height_{height} {}
  ~ObservedVulkanImage() override { end_acquisition(); }

  [[nodiscard]] RendererKind renderer() const noexcept override { return RendererKind::vulkan; }
  [[nodiscard]] std::span<const OwnershipState> steps() const noexcept override {
    static constexpr std::array all = {OwnershipState::acquired, OwnershipState::writing, OwnershipState::released,
                                       OwnershipState::written, OwnershipState::drawn};
    return all;
  }
  [[nodiscard]] ImageFacts facts() const override;

 private:
  SharedImage& make() override { return image_.emplace(context_, device_, FrameFormat::rgba8, width_, height_); }

  render::vulkan::Context context_;
  gpu::Device device_;
  int width_;
  int height_;
  std::optional<SharedVulkanImage> image_;
};

ImageFacts ObservedVulkanImage::facts() const {
  using render::vulkan::Turn;
  const render::vulkan::Image& image = image_->image();
  const render::vulkan::TurnFacts turn = image.turn();
  const bool is_exported = image.sharing() == render::vulkan::Sharing::exported;
  TimelineFacts timeline{.value = turn.value,
                         .stream_waits_for = turn.turn == Turn::compute ? turn.last_value : 0,
                         .renderer_waits_for = turn.waits_for,
                         .stream_signals = turn.value < turn.waits_for ? turn.waits_for : 0};
  const std::string reach = is_exported ? std::string{"optimal tiling, exported as a file descriptor"}
                                        : fmt::format("{}, row pitch {} bytes, mapped on the host",
                                                      image.sharing() == render::vulkan::Sharing::mapped
                                                          ? "linear tiling"
                                                          : "optimal tiling, copied from and to a buffer",
                                                      image.mapped().row_pitch_bytes);
  return {.owner = turn.turn == Turn::vulkan ? ImageOwner::renderer : ImageOwner::device,
          .image = fmt::format("VkImage, {} × {} RGBA8", width_, height_),
          .layout = "VK_IMAGE_LAYOUT_GENERAL",
          .memory = reach,
          .queue_family = turn.is_external ? "VK_QUEUE_FAMILY_EXTERNAL" : fmt::format("{}", turn.queue_family),
          .mapping = fmt::format("imported once as array {:#x}", image_->array().handle().value),
          .timeline = timeline,
          .is_stream_done = stream().is_done()};
}

}  // namespace

StreamHold::StreamHold(const gpu::Device& device) {
  if (device.id().kind == gpu::DeviceKind::cpu) {
    // A user may inspect one step for a long time.
    gate_ = std::make_shared<HostTimelineSemaphore>(std::chrono::hours{1});
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

/// Records the renderer's calls of this thread during its lifetime; the previous observer still receives them.
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

AcquiredImage::AcquiredImage(const gpu::Device& device) : stream_{device.create_stream("interop lab")}, hold_{device} {}

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
      // The former acquisition must end first, because its end marks the image as not acquired.
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
    add_refusal(refusals, "release it again", [&] { acquired_->release(); });
  }
  return refusals;
}

std::unique_ptr<ObservedImage> observe_gl_image(const gpu::GLContext& context, int width, int height) {
  return std::make_unique<ObservedGLImage>(context, width, height);
}

std::unique_ptr<ObservedImage> observe_vulkan_image(const render::vulkan::Context& context, const gpu::Device& device,
                                                    int width, int height) {
  return std::make_unique<ObservedVulkanImage>(context, device, width, height);
}

}  // namespace texelscope::app
