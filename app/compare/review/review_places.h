#pragma once

#include <cstddef>
#include <future>
#include <map>
#include <memory>
#include <set>
#include <vector>

#include "app/compare/report/place_picture.h"
#include "app/compare/review/review_pair.h"
#include "app/compare/rules/compare_by_rules.h"

namespace texelscope::app {

/// The places of the failing pairs, as on the cards of a report, made one by one on another thread while they are
/// wanted.
class ReviewPlaces {
 public:
  /// The place of a pair, by its index; null until it is made, and if neither image can be read. Wants it until the
  /// next update().
  [[nodiscard]] std::shared_ptr<const PlaceImage> want(std::size_t pair);
  /// Takes what was made, and begins with the next one that was wanted.
  void update(const std::vector<ReviewPair>& pairs, const ComparisonRules& rules);
  /// Whether a place is being made, or the window has not drawn the last one yet.
  [[nodiscard]] bool is_busy() const { return making_.valid() || frames_to_draw_ > 0; }

 private:
  std::set<std::size_t> wanted_;
  std::map<std::size_t, std::shared_ptr<const PlaceImage>> made_;
  std::future<std::shared_ptr<const PlaceImage>> making_;
  /// The pair whose place is being made.
  std::size_t next_ = 0;
  int frames_to_draw_ = 0;
};

}  // namespace texelscope::app
