#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/labs/interop/interop_tools.h"

namespace texelscope::app {

struct PresentPathDeclaration {
  PresentPathKind kind;
  /// Stable: tests and `bench interop --json` use it.
  std::string_view name;
  std::string_view title;
  /// Its operation, step by step.
  std::string_view text;
  /// Empty for kernel_alone.
  std::string_view renderer;
};

/// All of them, in the order of PresentPathKind.
[[nodiscard]] const std::array<PresentPathDeclaration, 6>& present_path_kinds();

/// The results of one path so far.
struct PresentationFigure {
  PresentPathKind kind = PresentPathKind::kernel_alone;
  int rounds = 0;
  /// Medians over the rounds.
  PresentationTimes median;
  double minimum_whole_us = 0;
  /// The reason why this path is unavailable or failed; empty if it works.
  std::string reason;
};

/// Measures all paths in turn, so that other load affects them equally.
class PresentationCost {
 public:
  PresentationCost(int width, int height, int rounds);

  [[nodiscard]] int width() const noexcept { return width_; }
  [[nodiscard]] int height() const noexcept { return height_; }
  /// Continues for about `seconds`, measuring at least one path of one round. Skips a path that cannot be opened, fails
  /// or shows wrong texels, and stores the reason. @returns whether anything was done.
  bool advance(InteropTools& tools, double seconds);
  /// Whether all rounds are done; then no path is open.
  [[nodiscard]] bool is_done() const noexcept { return round_ >= rounds_; }
  /// Rounds completed by all paths.
  [[nodiscard]] int rounds_done() const noexcept { return round_; }
  [[nodiscard]] int rounds() const noexcept { return rounds_; }
  [[nodiscard]] std::vector<PresentationFigure> figures() const;
  /// The path that presents a frame fastest; kernel_alone if unknown.
  [[nodiscard]] PresentPathKind fastest() const;
  /// Closes the open paths, and ends the measurement.
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
