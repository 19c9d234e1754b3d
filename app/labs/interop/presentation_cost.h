#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/device/renderer_kind.h"

namespace texelscope::app {

class InteropTools;

/// A way to show what a kernel writes; the first shows nothing, and is what the others are measured against.
enum class PresentPathKind : std::uint8_t {
  kernel_alone,
  gl_mapped,
  gl_pixel_buffer,
  gl_read_back,
  vulkan_shared,
  vulkan_read_back,
};

struct PresentPathDeclaration {
  PresentPathKind kind;
  /// Stable: tests and `bench interop --json` use it.
  std::string_view name;
  std::string_view title;
  /// What it does, step by step.
  std::string_view text;
  /// None of kernel_alone.
  std::string_view renderer;
};

/// All of them, in the order of PresentPathKind.
[[nodiscard]] const std::array<PresentPathDeclaration, 6>& present_path_kinds();

/// Of one frame, in microseconds.
struct PresentationTimes {
  /// Until all calls have returned.
  double host_us = 0;
  /// Until the renderer has read a texel of the frame back: then it could have drawn it.
  double whole_us = 0;
};

/// One way, opened for images of one size: RGBA with 8 bits a channel.
class PresentPath {
 public:
  PresentPath() = default;
  PresentPath(const PresentPath&) = delete;
  PresentPath& operator=(const PresentPath&) = delete;
  virtual ~PresentPath() = default;

  /// Runs the kernel that writes test_pattern(`frame`) and shows it. Nothing is left at work. @throws errors of the
  /// device and the renderer.
  [[nodiscard]] virtual PresentationTimes show(std::uint32_t frame) = 0;
  /// What is shown, read back from the renderer. @throws as show().
  [[nodiscard]] virtual std::vector<std::byte> read() = 0;
};

/// What is known of one way by now.
struct PresentationFigure {
  PresentPathKind kind = PresentPathKind::kernel_alone;
  int rounds = 0;
  /// Medians over the rounds.
  PresentationTimes median;
  double minimum_whole_us = 0;
  /// Why there is no such way here, or what went wrong; empty for one that works.
  std::string reason;
};

/// Measures all ways in turns, so that what else the machine does befalls all alike.
class PresentationCost {
 public:
  PresentationCost(int width, int height, int rounds);

  [[nodiscard]] int width() const noexcept { return width_; }
  [[nodiscard]] int height() const noexcept { return height_; }
  /// Goes on for about `seconds`, at least one way in one round. A way that cannot be opened, fails or shows other
  /// texels than the kernel wrote gets its reason, and is left out. @returns whether anything was done.
  bool advance(InteropTools& tools, double seconds);
  /// Whether all rounds are done; then nothing is held open.
  [[nodiscard]] bool is_done() const noexcept { return round_ >= rounds_; }
  /// Rounds that all ways have done.
  [[nodiscard]] int rounds_done() const noexcept { return round_; }
  [[nodiscard]] int rounds() const noexcept { return rounds_; }
  [[nodiscard]] std::vector<PresentationFigure> figures() const;
  /// The way that shows a frame first; kernel_alone when none is known.
  [[nodiscard]] PresentPathKind fastest() const;
  /// Closes what is open, and ends the measurement.
  void stop();

 private:
  struct Way {
    std::unique_ptr<PresentPath> present_path;
    std::vector<double> host_us;
    std::vector<double> whole_us;
    std::string reason;
  };
  void open(InteropTools& tools, Way& way, PresentPathKind kind) const;
  void measure(InteropTools& tools, Way& way, PresentPathKind kind);

  int width_;
  int height_;
  int rounds_;
  int round_ = 0;
  std::size_t next_ = 0;
  std::array<Way, 6> ways_;
};

}  // namespace texelscope::app
