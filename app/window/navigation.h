#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace texelscope::app {

struct State;

/// The scenes and labs that were shown one after the other, to go back to.
class Navigation {
 public:
  /// How many are kept; the oldest go first.
  static constexpr std::size_t capacity = 100;

  /// Takes down which scene and lab are shown. When it is another one than before, those that one went back from are
  /// gone.
  void record(const State& state);
  [[nodiscard]] bool can_go_back() const noexcept { return position_ > 0; }
  [[nodiscard]] bool can_go_forward() const noexcept { return position_ + 1 < places_.size(); }
  /// Shows what was shown before. Only where it can.
  void go_back(State& state);
  /// And on again.
  void go_forward(State& state);

 private:
  /// A scene, and the lab that is open in its place.
  struct Place {
    std::size_t scene = 0;
    std::optional<std::size_t> lab;
    bool operator==(const Place&) const = default;
  };

  void show(std::size_t position, State& state);

  std::vector<Place> places_;
  /// Of what is shown.
  std::size_t position_ = 0;
};

}  // namespace texelscope::app
