#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace texelscope::gpu {

/// The selection along one axis, as in Python: a single index, which removes the axis, or start:stop:step. Negative
/// indices count from the end. Without a start or stop, the range begins or ends at the end of the axis, as seen in the
/// direction of the step. A start or stop beyond the axis is clamped to it.
class AxisSlice {
 public:
  constexpr AxisSlice(std::int64_t index) noexcept : start_{index}, is_index_{true}, has_start_{true} {}
  constexpr AxisSlice(std::optional<std::int64_t> start, std::optional<std::int64_t> stop,
                      std::optional<std::int64_t> step = std::nullopt) noexcept
      : start_{start.value_or(0)},
        stop_{stop.value_or(0)},
        step_{step.value_or(1)},
        has_start_{start.has_value()},
        has_stop_{stop.has_value()},
        has_step_{step.has_value()} {}
  /// ":"
  [[nodiscard]] static constexpr AxisSlice all() noexcept { return {std::nullopt, std::nullopt}; }
  /// Whether this is a single index rather than a range.
  [[nodiscard]] constexpr bool is_index() const noexcept { return is_index_; }
  /// The index, if is_index().
  [[nodiscard]] constexpr std::int64_t index() const noexcept { return start_; }
  [[nodiscard]] constexpr bool has_start() const noexcept { return has_start_; }  ///< Whether a start is present.
  [[nodiscard]] constexpr bool has_stop() const noexcept { return has_stop_; }    ///< Whether a stop is present.
  [[nodiscard]] constexpr bool has_step() const noexcept { return has_step_; }    ///< Whether a step is present.
  /// 0 if absent.
  [[nodiscard]] constexpr std::int64_t start() const noexcept { return start_; }
  [[nodiscard]] constexpr std::int64_t stop() const noexcept { return stop_; }
  /// 1 if absent.
  [[nodiscard]] constexpr std::int64_t step() const noexcept { return step_; }

  constexpr bool operator==(const AxisSlice&) const noexcept = default;

 private:
  std::int64_t start_ = 0;
  std::int64_t stop_ = 0;
  std::int64_t step_ = 1;
  bool is_index_ = false;
  bool has_start_ = false;
  bool has_stop_ = false;
  bool has_step_ = false;
};

/// As in Python: "3", ":", "1:", "::-2", "1:7:2".
[[nodiscard]] std::string to_string(const AxisSlice& slice);

}  // namespace texelscope::gpu
