#include "app/documents/listed_folders.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <set>
#include <system_error>
#include <utility>
#include <vector>

#include "app/text/name_order.h"

namespace texelscope::app {
namespace {

namespace fs = std::filesystem;

/// File systems with coarse times cannot tell two changes within this time apart.
constexpr std::chrono::seconds coarsest_time{2};

/// Whether a time is so close to now that the next change may leave it as it is.
bool is_recent(const std::optional<fs::file_time_type>& time) {
  const auto age = fs::file_time_type::clock::now() - time.value_or(fs::file_time_type::min());
  return time && age < coarsest_time && age > -coarsest_time;
}

/// Whether the picture is shown, or its pixels are still there to flip to and to compare with.
bool is_in_use(const PictureList& list, std::size_t position) {
  return list.shown == position || (list.other == position && list.pictures[position].image);
}

/// Removes the picture, or marks it as missing while it is in use.
void drop(PictureList& list, std::size_t position) {
  if (is_in_use(list, position)) {
    list.pictures[position].is_missing = true;
  } else {
    remove_picture(list, position);
  }
}

bool is_on_disk(const fs::path& file) {
  std::error_code error;
  return fs::exists(file, error);
}

/// The position for a new picture: among those of its folder by name, otherwise at the end.
std::size_t position_for(const PictureList& list, const fs::path& picture) {
  const std::string name = picture.filename().string();
  const fs::path folder = picture.parent_path();
  std::size_t position = list.pictures.size();
  bool is_among = false;
  for (std::size_t i = 0; i < list.pictures.size(); ++i) {
    if (list.pictures[i].path.parent_path() != folder) {
      continue;
    }
    if (is_name_before(name, list.pictures[i].path.filename().string())) {
      return i;
    }
    position = i + 1;
    is_among = true;
  }
  return is_among ? position : list.pictures.size();
}

void follow(PictureList& list, ListedFolder& folder) {
  const std::optional<fs::file_time_type> written = time_written(folder.path);
  if (!written || written == folder.written) {
    return;
  }
  folder.written = is_recent(written) ? std::nullopt : written;
  const std::vector<fs::path> found = pictures_in(folder.path);
  const std::set<fs::path> present(found.begin(), found.end());
  for (std::size_t i = list.pictures.size(); i-- > 0;) {
    const fs::path& path = list.pictures[i].path;
    if (folder.known.contains(path) && !present.contains(path)) {
      drop(list, i);
    }
  }
  std::erase_if(folder.known, [&](const fs::path& path) { return !present.contains(path); });
  std::set<fs::path> listed;
  for (const ListedPicture& picture : list.pictures) {
    listed.insert(picture.path);
  }
  for (const fs::path& path : found) {
    if (folder.known.contains(path)) {
      continue;
    }
    if (is_recent(time_written(path))) {
      folder.written.reset();
      continue;
    }
    folder.known.insert(path);
    if (!listed.contains(path) && list.pictures.size() < max_listed_pictures) {
      insert_picture(list, position_for(list, path), path, folder.reading);
    }
  }
}

/// Adds a folder to those that the list follows, and returns its pictures, which the caller lists.
std::vector<fs::path> start_following(PictureList& list, const fs::path& folder, const ReadOptions& reading) {
  fs::path path = plain_path(folder);
  if (!path.has_filename()) {
    path = path.parent_path();
  }
  const std::optional<fs::file_time_type> written = time_written(path);
  std::vector<fs::path> pictures = pictures_in(path);
  std::erase_if(list.folders, [&](const ListedFolder& known) { return known.path == path; });
  list.folders.push_back({.path = std::move(path),
                          .known = {pictures.begin(), pictures.end()},
                          .written = is_recent(written) ? std::nullopt : written,
                          .reading = reading});
  return pictures;
}

}  // namespace

std::optional<std::size_t> add_files(PictureList& list, std::span<const fs::path> files, const ReadOptions& reading) {
  std::map<fs::path, std::size_t> positions;
  for (std::size_t i = 0; i < list.pictures.size(); ++i) {
    if (list.pictures[i].reading == reading) {
      positions.emplace(list.pictures[i].path, i);
    }
  }
  std::optional<std::size_t> first;
  const auto add = [&](const fs::path& file) {
    const auto [place, is_added] = positions.emplace(plain_path(file), list.pictures.size());
    if (is_added && list.pictures.size() < max_listed_pictures) {
      list.pictures.push_back({.path = place->first, .reading = reading});
    }
    if (!first && place->second < list.pictures.size()) {
      first = place->second;
    }
  };
  for (const fs::path& file : files) {
    std::error_code error;
    if (fs::is_directory(file, error)) {
      std::ranges::for_each(start_following(list, file, reading), add);
    } else {
      add(file);
    }
  }
  return first;
}

bool has_changed_folder(const PictureList& list) {
  const auto is_changed = [](const ListedFolder& folder) {
    const std::optional<fs::file_time_type> written = time_written(folder.path);
    return written && written != folder.written;
  };
  if (std::ranges::any_of(list.folders, is_changed)) {
    return true;
  }
  for (std::size_t i = 0; i < list.pictures.size(); ++i) {
    if (list.pictures[i].is_missing && (!is_in_use(list, i) || is_on_disk(list.pictures[i].path))) {
      return true;
    }
  }
  return false;
}

void follow_folders(PictureList& list) {
  for (ListedFolder& folder : list.folders) {
    follow(list, folder);
  }
  for (std::size_t i = list.pictures.size(); i-- > 0;) {
    if (!list.pictures[i].is_missing) {
      continue;
    }
    if (is_on_disk(list.pictures[i].path)) {
      list.pictures[i].is_missing = false;
    } else {
      drop(list, i);
    }
  }
  if (list.shown && !list.other && list.pictures.size() > 1) {
    list.other = (*list.shown + 1) % list.pictures.size();
  }
}

}  // namespace texelscope::app
