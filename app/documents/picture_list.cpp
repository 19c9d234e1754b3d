#include "app/documents/picture_list.h"

#include <algorithm>
#include <array>
#include <system_error>
#include <utility>

#include "app/files/file_kinds.h"
#include "app/text/name_order.h"

namespace texelscope::app {
namespace fs = std::filesystem;

fs::path plain_path(const fs::path& path) {
  std::error_code error;
  const fs::path absolute = fs::absolute(path, error);
  return (error ? path : absolute).lexically_normal();
}

namespace {

/// `path` must be a result of plain_path().
std::optional<std::size_t> find_picture(const PictureList& list, const fs::path& path, const ReadOptions& reading) {
  const auto found = std::ranges::find_if(
      list.pictures, [&](const ListedPicture& picture) { return picture.path == path && picture.reading == reading; });
  return found == list.pictures.end() ? std::nullopt
                                      : std::optional{static_cast<std::size_t>(found - list.pictures.begin())};
}

/// Adjusts a position to the removal of the picture at `removed`.
void follow_removal(std::optional<std::size_t>& position, std::size_t removed) {
  if (position == removed) {
    position.reset();
  } else if (position && *position > removed) {
    --*position;
  }
}

}  // namespace

std::span<const std::string_view> picture_comparison_names() {
  static constexpr std::array<std::string_view, 8> names{"off",      "split",   "absolute", "signed",
                                                         "relative", "squared", "flip",     "overlay"};
  return names;
}

std::span<const std::string_view> picture_comparison_titles() {
  static constexpr std::array<std::string_view, 8> titles{"No comparison",
                                                          "Split",
                                                          "Absolute difference",
                                                          "Signed difference",
                                                          "Relative difference",
                                                          "Squared difference",
                                                          "FLIP",
                                                          "Overlay"};
  return titles;
}

std::vector<fs::path> pictures_in(const fs::path& folder) {
  std::vector<fs::path> pictures;
  std::error_code error;
  for (fs::directory_iterator entry{folder, error}; !error && entry != fs::directory_iterator{};
       entry.increment(error)) {
    std::error_code unknown;
    const bool is_picture = is_image_name(entry->path()) || small_extension(entry->path()) == ".npy";
    if (is_picture && entry->is_regular_file(unknown)) {
      pictures.push_back(entry->path());
    }
  }
  sort_by_name(pictures, [](const fs::path& picture) { return picture.filename().string(); });
  return pictures;
}

void take_shown(PictureList& list, const fs::path& path, const ReadOptions& reading, std::shared_ptr<const Image> image,
                const std::optional<fs::file_time_type>& time) {
  const fs::path wanted = plain_path(path);
  std::optional<std::size_t> position = find_picture(list, wanted, reading);
  if (!position) {
    // A different part or orientation of the shown file replaces the shown picture.
    const bool is_same_file = list.shown && list.pictures[*list.shown].path == wanted;
    position = is_same_file ? *list.shown : list.pictures.size();
    list.pictures.resize(std::max(list.pictures.size(), *position + 1));
    list.pictures[*position].path = wanted;
    list.pictures[*position].reading = reading;
  }
  if (list.shown && list.shown != position) {
    list.other = list.shown;
  }
  list.shown = position;
  list.asked = position;
  if (list.other == position) {
    list.other.reset();
  }
  if (!list.other && list.pictures.size() > 1) {
    list.other = position_after(list, 1);
  }
  ListedPicture& picture = list.pictures[*position];
  const std::optional<fs::file_time_type> written = time ? time : time_written(wanted);
  // A picture whose pixels were only freed keeps its thumbnail.
  const bool has_other_pixels = picture.image && picture.image != image;
  const bool was_written_since = picture.written && picture.written != written;
  picture.has_asked_thumbnail = picture.has_asked_thumbnail && !has_other_pixels && !was_written_since;
  picture.image = std::move(image);
  picture.error.clear();
  picture.written = written;
  for (std::size_t i = 0; i < list.pictures.size(); ++i) {
    if (list.shown != i && list.other != i && !is_live_path(list.pictures[i].path)) {
      list.pictures[i].image.reset();
    }
  }
}

bool is_live_path(const fs::path& path) { return path.native().starts_with(std::string(live_folder) + "/"); }

void list_live_picture(PictureList& list, const fs::path& path, std::shared_ptr<const Image> image) {
  std::optional<std::size_t> position = find_picture(list, path, {});
  if (!position) {
    position = list.pictures.size();
    insert_picture(list, *position, path, {});
    if (list.shown && !list.other) {
      list.other = position;
    }
  }
  ListedPicture& picture = list.pictures[*position];
  // A thumbnail of each state would cost more than it shows.
  picture.has_asked_thumbnail = picture.has_asked_thumbnail && picture.thumbnail != nullptr;
  picture.image = std::move(image);
}

void set_image(PictureList& list, const fs::path& path, const ReadOptions& reading, std::shared_ptr<const Image> image,
               const std::optional<fs::file_time_type>& time) {
  if (const std::optional<std::size_t> position = find_picture(list, plain_path(path), reading)) {
    ListedPicture& picture = list.pictures[*position];
    picture.image = std::move(image);
    picture.written = time;
  }
}

void set_error(PictureList& list, const fs::path& path, const ReadOptions& reading, const std::string& error) {
  if (const std::optional<std::size_t> position = find_picture(list, plain_path(path), reading)) {
    list.pictures[*position].error = error;
  }
}

void list_again(PictureList& list, std::size_t position, const fs::path& path, const ReadOptions& reading) {
  list.removed.reset();
  if (find_picture(list, plain_path(path), reading)) {
    return;
  }
  insert_picture(list, std::min(position, list.pictures.size()), plain_path(path), reading);
}

void insert_picture(PictureList& list, std::size_t position, const fs::path& path, const ReadOptions& reading) {
  list.pictures.insert(list.pictures.begin() + static_cast<std::ptrdiff_t>(position),
                       {.path = path, .reading = reading});
  for (std::optional<std::size_t>* const place : {&list.shown, &list.other, &list.asked}) {
    if (*place && **place >= position) {
      ++**place;
    }
  }
}

std::optional<PicturePair> picture_pair(const PictureList& list) {
  return list.shown && list.other
             ? std::optional(PicturePair{std::min(*list.shown, *list.other), std::max(*list.shown, *list.other)})
             : std::nullopt;
}

std::optional<std::size_t> position_after(const PictureList& list, int step) {
  if (list.pictures.empty()) {
    return std::nullopt;
  }
  const auto count = static_cast<std::ptrdiff_t>(list.pictures.size());
  const std::optional<std::size_t> last = list.asked ? list.asked : list.shown;
  const auto from = last ? static_cast<std::ptrdiff_t>(*last) + step : 0;
  return static_cast<std::size_t>((from % count + count) % count);
}

void remove_picture(PictureList& list, std::size_t position) {
  if (position >= list.pictures.size()) {
    return;
  }
  list.pictures.erase(list.pictures.begin() + static_cast<std::ptrdiff_t>(position));
  follow_removal(list.shown, position);
  follow_removal(list.other, position);
  follow_removal(list.asked, position);
}

std::optional<fs::file_time_type> time_written(const fs::path& file) {
  std::error_code error;
  const fs::file_time_type time = fs::last_write_time(file, error);
  return error ? std::nullopt : std::optional{time};
}

}  // namespace texelscope::app
