#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace texelscope::app {

struct State;

/// The history of shown scenes and labs.
class Navigation {
 public:
  /// Maximum number of entries; the oldest are dropped first.
  static constexpr std::size_t capacity = 100;

  /// Records the shown scene and lab; if they have changed, discards the forward entries.
  void record(const State& state);
  [[nodiscard]] bool can_go_back() const noexcept { return position_ > 0; }
  [[nodiscard]] bool can_go_forward() const noexcept { return position_ + 1 < places_.size(); }
  /// Shows the previous scene or lab. Requires can_go_back().
  void go_back(State& state);
  /// Shows the next scene or lab. Requires can_go_forward().
  void go_forward(State& state);

 private:
  /// A scene, and the lab opened in its place.
  struct Place {
    std::size_t scene = 0;
    std::optional<std::size_t> lab;
    bool operator==(const Place&) const = default;
  };

  void show(std::size_t position, State& state);

  std::vector<Place> places_;
  /// The position of the shown scene or lab.
  std::size_t position_ = 0;
};

}  // namespace texelscope::app
