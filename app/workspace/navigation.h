#pragma once

#include <cstddef>
#include <vector>

#include "app/documents/documents.h"

namespace texelscope::app {

/// The history of shown scenes and labs.
class Navigation {
 public:
  /// Maximum number of entries; the oldest are dropped first.
  static constexpr std::size_t capacity = 100;

  /// Records the shown scene and lab; if they have changed, discards the forward entries.
  void record(const ShownPlace& shown) {
    if (!places_.empty() && places_[position_] == shown) {
      return;
    }
    if (!places_.empty()) {
      places_.resize(position_ + 1);
    }
    places_.push_back(shown);
    if (places_.size() > capacity) {
      places_.erase(places_.begin());
    }
    position_ = places_.size() - 1;
  }
  [[nodiscard]] bool can_go_back() const noexcept { return position_ > 0; }
  [[nodiscard]] bool can_go_forward() const noexcept { return position_ + 1 < places_.size(); }
  /// The scene or lab to show instead of the current one. Requires can_go_back() or can_go_forward().
  ShownPlace go_back() { return places_[--position_]; }
  ShownPlace go_forward() { return places_[++position_]; }

 private:
  std::vector<ShownPlace> places_;
  /// The position of the shown scene or lab.
  std::size_t position_ = 0;
};

}  // namespace texelscope::app
