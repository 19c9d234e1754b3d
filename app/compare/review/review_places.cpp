#include "app/compare/review/review_places.h"

#include <algorithm>
#include <exception>
#include <utility>
#include <vector>

#include "app/compare/rules/compare_by_rules.h"
#include "app/files/abandoned_tasks.h"
#include "app/files/file_error.h"
#include "app/images/image_convert.h"

namespace texelscope::app {
namespace {

/// Places that are kept although they are not wanted anymore.
constexpr std::size_t most_kept = 256;
/// A texture is created one frame after its image is set, and drawn in the next.
constexpr int frames_of_change = 3;

std::optional<Image> read_image(const FilePlace& file, const ReadOptions& reading) {
  try {
    return read_compared(ImageReader(file), reading);
  } catch (const FileError&) {
    return std::nullopt;
  }
}

std::shared_ptr<const PlaceImage> made_place(const ReviewPair& pair, const ReadOptions& reading) {
  ImagePair images;
  const auto [actual, expected] = paths_of(pair);
  images.expected = read_image({expected, pair.files.expected_folder}, reading);
  images.actual = read_image({actual, pair.files.actual_folder}, reading);
  std::optional<PlaceImage> place = place_image(images, pair.result);
  if (!place) {
    return nullptr;
  }
  place->image = with_array_channels(std::move(place->image));
  return std::make_shared<const PlaceImage>(*std::move(place));
}

}  // namespace

std::shared_ptr<const PlaceImage> ReviewPlaces::want(std::size_t pair) {
  wanted_.insert(pair);
  const auto found = made_.find(pair);
  return found == made_.end() ? nullptr : found->second;
}

void ReviewPlaces::update(const std::vector<ReviewPair>& pairs, const ComparisonRules& rules) {
  const std::set<std::size_t> wanted = std::exchange(wanted_, {});
  frames_to_draw_ = std::max(frames_to_draw_ - 1, 0);
  if (is_ready(making_)) {
    frames_to_draw_ = frames_of_change;
    try {
      made_[next_] = making_.get();
    } catch (const std::exception&) {
      // The card stays empty: the pair itself shows the error.
      made_[next_] = nullptr;
    }
  }
  if (made_.size() > most_kept) {
    std::erase_if(made_, [&](const auto& place) { return !wanted.contains(place.first); });
  }
  const auto next = std::ranges::find_if(wanted, [&](std::size_t pair) { return !made_.contains(pair); });
  if (!making_.valid() && next != wanted.end()) {
    next_ = *next;
    ReadOptions reading = rules.for_image(pairs[next_].files.name).reading;
    if (!pairs[next_].result.part.empty()) {
      reading.part = pairs[next_].result.part;
    }
    making_ = std::async(std::launch::async, made_place, pairs[next_], std::move(reading));
  }
}

}  // namespace texelscope::app
