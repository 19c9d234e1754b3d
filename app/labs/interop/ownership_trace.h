#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/device/renderer_kind.h"
#include "app/images/image.h"
#include "texelscope/gpu/call_observer.h"
#include "texelscope/gpu/stream_profiler.h"

namespace texelscope::app {

/// A step in the life of an image that a renderer and a device share.
enum class OwnershipState : std::uint8_t { made, acquired, writing, written, released, drawn };

/// In the order of OwnershipState. Stable: sessions, tests and `bench interop --json` use them.
inline constexpr std::array<std::string_view, 6> ownership_state_names = {"made",    "acquired", "writing",
                                                                          "written", "released", "drawn"};
[[nodiscard]] std::string_view name_of(OwnershipState step);
[[nodiscard]] std::string_view title_of(OwnershipState step, RendererKind renderer);
/// The step's effect and its reason, in a sentence or two.
[[nodiscard]] std::string_view text_of(OwnershipState step, RendererKind renderer);

enum class ImageOwner : std::uint8_t { renderer, device };

/// The state of a timeline semaphore and pending waits; 0 for none.
struct TimelineFacts {
  std::uint64_t value = 0;
  /// The values that the stream waits for, and that the renderer's next commands will wait for.
  std::uint64_t stream_waits_for = 0;
  std::uint64_t renderer_waits_for = 0;
  /// The value that the stream will signal; 0 once it has.
  std::uint64_t stream_signals = 0;
};

/// The state of an image's objects at one moment.
struct ImageFacts {
  ImageOwner owner = ImageOwner::renderer;
  /// "GL texture 7", "VkImage 0x55d0".
  std::string image;
  std::string layout;
  /// The memory of the texels, and the device's access to that memory.
  std::string memory;
  /// The family of the owning queue; empty for OpenGL, which has none.
  std::string queue_family;
  /// "mapped as array 0x5d0", "not mapped".
  std::string mapping;
  /// None where a driver call orders both sides.
  std::optional<TimelineFacts> timeline;
  /// Whether the stream has completed all its work.
  bool is_stream_done = true;
};

/// The facts as rows of name and value.
[[nodiscard]] std::vector<std::pair<std::string_view, std::string>> rows_of(const ImageFacts& facts);
/// The pending waits, as a sentence.
[[nodiscard]] std::string waits_text(const ImageFacts& facts);

/// A call that is not allowed now, and its error.
struct Refusal {
  std::string_view action;
  std::string text;
};

/// A call of the driver or of the renderer.
struct LifeCall {
  std::string name;
  bool is_renderer = false;
  gpu::CallClock::time_point start;
  double host_us = 0;
};

/// An image that can be moved through its steps and examined at each. All members throw the errors of device and
/// renderer.
class ObservedImage {
 public:
  ObservedImage() = default;
  ObservedImage(const ObservedImage&) = delete;
  ObservedImage& operator=(const ObservedImage&) = delete;
  /// Ends pending work; reports a failure as a diagnostic.
  virtual ~ObservedImage() = default;

  [[nodiscard]] virtual RendererKind renderer() const noexcept = 0;
  /// The steps of a frame in their order, all but `made`.
  [[nodiscard]] virtual std::span<const OwnershipState> steps() const noexcept = 0;
  /// Takes a step: `made` first, then the steps of a frame, over and over. The kernel writes test_pattern(`frame`).
  /// @returns the renderer's calls.
  [[nodiscard]] virtual std::vector<LifeCall> take(OwnershipState step, std::uint32_t frame) = 0;
  [[nodiscard]] virtual ImageFacts facts() const = 0;
  /// Tries calls that are not allowed now. They leave the state unchanged.
  [[nodiscard]] virtual std::vector<Refusal> refusals() = 0;
  /// The image that the renderer last drew; null before.
  [[nodiscard]] virtual std::shared_ptr<const Image> picture() const = 0;
};

/// The observations of one step.
struct OwnershipRecord {
  OwnershipState step = OwnershipState::made;
  ImageFacts facts;
  std::vector<Refusal> refusals;
  /// Ordered by start.
  std::vector<LifeCall> calls;
  std::shared_ptr<const Image> picture;
};

/// A frame of an image, step by step.
class OwnershipTrace {
 public:
  /// Creates the image. Without `profiler`, which may be null, the device's calls are unknown. @throws as
  /// ObservedImage.
  OwnershipTrace(std::unique_ptr<ObservedImage> image, std::shared_ptr<gpu::StreamProfiler> profiler);

  /// Takes the next step; after a frame's last step, the first of the next frame. @throws as ObservedImage.
  void step();
  [[nodiscard]] OwnershipState next() const;
  /// Whether the frame is complete.
  [[nodiscard]] bool is_frame_over() const { return records_.size() == steps().size() + 1; }
  /// Reads the facts of the last step again, since pending work continues.
  void refresh();

  [[nodiscard]] RendererKind renderer() const { return image_->renderer(); }
  [[nodiscard]] std::span<const OwnershipState> steps() const { return image_->steps(); }
  /// From 1.
  [[nodiscard]] std::uint32_t frame() const { return frame_; }
  /// The frame's initial state (the new image, or as drawn in the previous frame) and its steps so far.
  [[nodiscard]] const std::vector<OwnershipRecord>& records() const { return records_; }

 private:
  [[nodiscard]] OwnershipRecord take(OwnershipState step);

  std::unique_ptr<ObservedImage> image_;
  std::shared_ptr<gpu::StreamProfiler> profiler_;
  std::uint32_t frame_ = 1;
  std::vector<OwnershipRecord> records_;
};

}  // namespace texelscope::app
