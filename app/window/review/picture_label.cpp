#include "app/window/review/picture_label.h"

#include <filesystem>
#include <optional>

#include "app/compare/review/review.h"
#include "app/text/shown_path.h"
#include "app/workspace/state.h"

namespace texelscope::app {

PictureLabel picture_label(const State& state, std::size_t position) {
  const PictureList& list = state.pictures.list;
  const ListedPicture& picture = list.pictures[position];
  const std::string part = picture.reading.part.empty() ? "" : " (" + picture.reading.part + ")";
  const std::string fault = picture.error.empty() && !picture.is_missing ? "" : "!";
  if (state.review.pairs) {
    const auto [actual, expected] = state.review.pairs->paths();
    const auto is_at = [&](const std::filesystem::path& path) { return plain_path(path) == picture.path; };
    if (is_at(actual)) {
      return {"Actual" + part, fault};
    }
    if (is_at(expected)) {
      return {"Expected" + part, fault};
    }
  }
  const std::optional<PicturePair> pair = state.review.pairs ? std::nullopt : picture_pair(list);
  const std::string mark = state.review.pairs    ? ""
                           : !pair               ? (list.shown == position ? "A" : "")
                           : pair->a == position ? "A"
                           : pair->b == position ? "B"
                                                 : "";
  return {shown_file_name(picture.path) + part, fault.empty() ? mark : fault};
}

}  // namespace texelscope::app
