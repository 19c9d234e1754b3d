#include "app/compare/review/review_pair.h"

namespace texelscope::app {

std::string_view to_string(ReviewState state) {
  constexpr std::array<std::string_view, 5> names{"open", "accepted", "removed", "masked", "rejected"};
  return names[static_cast<std::size_t>(state)];
}

ReviewState ReviewPair::state() const {
  if (!result.has_passed()) {
    return decision == ReviewState::rejected ? decision : ReviewState::open;
  }
  const bool is_of_failing = decision == ReviewState::open || decision == ReviewState::rejected;
  return is_of_failing ? ReviewState::accepted : decision;
}

std::array<std::filesystem::path, 2> paths_of(const ReviewPair& pair) {
  const FilePair& files = pair.files;
  const std::string& accepted = pair.result.accepted_image;
  return {files.actual, accepted.empty() ? files.expected : files.expected.parent_path() / accepted};
}

}  // namespace texelscope::app
