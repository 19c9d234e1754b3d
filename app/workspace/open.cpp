#include "app/workspace/open.h"

#include <fmt/format.h>

#include <exception>
#include <memory>
#include <system_error>
#include <utility>
#include <vector>

#include "app/documents/document.h"
#include "app/documents/listed_folders.h"
#include "app/documents/picture_document.h"
#include "app/files/file_kinds.h"
#include "app/images/image_reader.h"
#include "app/scene/scene_input.h"
#include "app/workspace/course.h"
#include "app/workspace/session.h"
#include "app/workspace/undo.h"

namespace texelscope::app {
namespace {

namespace fs = std::filesystem;

void remember(State& state, const fs::path& file) { state.recent_files.add(file, state.notices, state.now); }

/// Opens a session, or a course of lessons.
void open_session(State& state, const fs::path& file) {
  if (is_course_file(file)) {
    state.course.wanted_file = {file, true};
  } else {
    load_session(file, state);
    remember(state, file);
  }
}

/// Passes a file to the lab that files of this kind open, and opens that lab. @returns whether the lab accepts it.
bool open_in_its_lab(State& state, const fs::path& file) {
  const std::optional<std::size_t> lab = lab_opened_by(state.labs, file);
  if (!lab || !capability<TakesFiles>(state.labs, *lab)->take_file(file)) {
    return false;
  }
  choose_lab(state, *lab);
  remember(state, file);
  return true;
}

/// Shows a picture in a scene that accepts it.
void show_in_scene(Documents& documents, LoadedImage picture) {
  Pictures& pictures = documents.pictures;
  pictures.previous = std::exchange(pictures.current, std::move(picture));
  show_opened_picture(documents, pictures.previous ? pictures.previous->image.get() : nullptr);
  close_lab(documents);
  choose_scene_for_input(documents);
  list_shown_picture(pictures);
}

/// Shows a picture of the list in the Tensors lab if that shows the values of the previous picture, otherwise in a
/// scene. This is an undo step only after the previous picture was removed from the list.
void show_from_list(State& state, LoadedImage picture) {
  // The choice of the shown picture is not an undo step; earlier changes are.
  const bool was_removed = state.pictures.list.removed != nullptr;
  if (!was_removed) {
    record_edit(state, true);
  }
  const bool has_values = shows_values(state);
  show_in_scene(state, std::move(picture));
  if (has_values) {
    show_values(state);
  }
  if (was_removed && state.review.pairs) {
    // The picture belongs to a different pair; undo must not return to it.
    state.history = {};
  }
  record_edit(state, was_removed);
}

}  // namespace

std::optional<std::size_t> lab_opened_by(const Labs& labs, const fs::path& file) {
  return find_capability<TakesFiles>(labs, [&](const TakesFiles& taker) { return taker.is_opened_by(file); });
}

FileUse file_use(const Labs& labs, const fs::path& file) {
  if (is_of_kind(file, session_files)) {
    return FileUse::session;
  }
  if (!lab_opened_by(labs, file)) {
    return FileUse::picture;
  }
  return is_scene_tensor(file) ? FileUse::lab_and_picture : FileUse::lab;
}

bool can_be_opened(const Labs& labs, const fs::path& file) {
  return file_use(labs, file) != FileUse::picture || is_image_name(file);
}

void open_file(State& state, const fs::path& file, const ReadOptions& reading) {
  const FileUse use = file_use(state.labs, file);
  if (use == FileUse::session) {
    open_session(state, file);
  } else if (use == FileUse::lab) {
    open_in_its_lab(state, file);
  } else if (auto* const taker = current_capability<TakesFiles>(state.labs);
             taker != nullptr && taker->take_file(file)) {
    remember(state, file);
  } else {
    const bool has_lab = use == FileUse::lab_and_picture && open_in_its_lab(state, file);
    state.pictures.reader.want({file, reading, has_lab ? PictureOrigin::user_and_lab : PictureOrigin::user});
  }
}

bool open(State& state, const fs::path& file) {
  record_edit(state, true);
  try {
    open_file(state, file);
    return true;
  } catch (const std::exception& error) {
    state.notices.notify(NoticeKind::error, error.what(), state.now);
    return false;
  }
}

void open_together(State& state, std::span<const fs::path> files) {
  const auto is_listed = [&](const fs::path& file) {
    std::error_code error;
    return fs::is_directory(file, error) || (files.size() > 1 && file_use(state.labs, file) == FileUse::picture);
  };
  std::vector<fs::path> listed;
  const fs::path* other = nullptr;
  for (const fs::path& file : files) {
    if (is_listed(file)) {
      listed.push_back(file);
    } else {
      other = &file;
    }
  }
  list_files(state, listed);
  if (other != nullptr) {
    open(state, *other);
  }
}

void take_read_picture(State& state) {
  state.pictures.reader.update();
  if (const std::optional<ReadPicture> read = state.pictures.reader.take()) {
    show_read_picture(state, *read);
  }
}

void show_read_picture(State& state, const ReadPicture& read) {
  const auto& [path, reading, origin] = read.wanted;
  if (!read.image) {
    // The Tensors lab shows a tensor that no scene accepts, and also reports a damaged file.
    if (origin != PictureOrigin::user_and_lab) {
      state.notices.notify(NoticeKind::error, read.error, state.now);
    }
    // The path stays as it was typed, so that it can be corrected.
    FileDialog& dialog = state.dialogs.file;
    if (!dialog.opening.empty() && dialog.opening == plain_path(path) && !dialog.is_shown) {
      dialog.is_shown = dialog.takes_focus = true;
    }
    dialog.opening.clear();
    if (origin == PictureOrigin::list) {
      set_error(state.pictures.list, path, reading, read.error);
    }
    return;
  }
  LoadedImage picture{path, read.image, reading, read.written};
  if (origin == PictureOrigin::session) {
    state.pictures.previous = std::exchange(state.pictures.current, std::move(picture));
    return;
  }
  if (origin == PictureOrigin::list) {
    show_from_list(state, std::move(picture));
  } else {
    const std::optional<std::size_t> lab = state.labs.current;
    state.viewport.view.is_fit = true;
    show_in_scene(state, std::move(picture));
    if (lab && origin == PictureOrigin::user_and_lab) {
      choose_lab(state, *lab);
    }
  }
  remember(state, path);
}

void show_listed(State& state, std::optional<std::size_t> position) {
  PictureList& list = state.pictures.list;
  if (!position || *position >= list.pictures.size()) {
    return;
  }
  list.asked = position;
  const ListedPicture& picture = list.pictures[*position];
  if (picture.image) {
    show_from_list(state, {picture.path, picture.image, picture.reading, picture.written});
  } else {
    state.pictures.reader.want({picture.path, picture.reading, PictureOrigin::list});
  }
}

void show_live_picture(State& state, const fs::path& path, const std::shared_ptr<const Image>& image, bool opens) {
  list_live_picture(state.pictures.list, path, image);
  const auto renew = [&](std::optional<LoadedImage>& picture) {
    if (picture && picture->path == path) {
      picture->image = image;
    }
  };
  // A state of its own in each step would keep all of them in memory.
  renew(state.pictures.current);
  renew(state.pictures.previous);
  for (Edit& edit : state.history.edits) {
    renew(edit.image);
  }
  if (opens) {
    show_from_list(state, {path, image});
  }
}

void list_files(State& state, std::span<const fs::path> files) {
  if (files.empty()) {
    return;
  }
  if (const std::optional<std::size_t> first = add_files(state.pictures.list, files)) {
    show_listed(state, first);
  } else {
    state.notices.notify(NoticeKind::warning, fmt::format("There is no picture in {}.", files.front().string()),
                         state.now);
  }
}

void close_picture(Documents& documents) {
  documents.pictures.previous = std::exchange(documents.pictures.current, std::nullopt);
}

void list_shown_picture(Pictures& pictures) {
  PictureList& list = pictures.list;
  const std::shared_ptr<const Image> image = pictures.current ? pictures.current->image : nullptr;
  if (!image || image == list.removed) {
    list.shown.reset();
    return;
  }
  list.removed.reset();
  if (!list.shown || list.pictures[*list.shown].image != image) {
    take_shown(list, pictures.current->path, pictures.current->reading, image, pictures.current->written);
  }
}

void enter_lab(State& state, std::size_t lab) {
  auto* const worker = lab < state.labs.states.size() ? capability<WorksOnPictures>(state.labs, lab) : nullptr;
  const std::optional<SeenPicture> seen = seen_picture(state);
  if (worker != nullptr && seen && !state.course.lesson) {
    std::weak_ptr<const Image>& given = state.labs.given[lab];
    if (!state.labs.is_any_open() || given.lock() != seen->picture.image) {
      worker->work_on(*seen);
    }
    given = seen->picture.image;
  }
  choose_lab(state, lab);
}

void show_values(Documents& documents) {
  documents.pictures.inspected = documents.pictures.current ? documents.pictures.current->image : nullptr;
  open_values(documents, shown_document(documents)->picture());
}

bool shows_values(const Documents& documents) {
  const Pictures& pictures = documents.pictures;
  return pictures.inspected && pictures.current && pictures.inspected == pictures.current->image &&
         current_capability<TakesPictures>(documents.labs) != nullptr;
}

std::optional<std::size_t> shown_part(const Pictures& pictures) {
  if (!pictures.current || pictures.current->image->parts.empty()) {
    return std::nullopt;
  }
  return find_part(pictures.current->image->parts, pictures.current->reading.part).value_or(0);
}

void read_again(Pictures& pictures, const ReadOptions& reading) {
  pictures.reader.want({pictures.current->path, reading, PictureOrigin::session});
}

namespace {

/// Selects the part of the other picture, too, if it is that of another file that has such a part, and is the part that
/// was shown until now: two files are compared part by part.
void take_other_along(PictureList& list, std::span<const std::string> names, std::size_t shown,
                      const std::string& part) {
  if (!list.shown || !list.other || list.pictures[*list.other].path == list.pictures[*list.shown].path) {
    return;
  }
  ListedPicture& other = list.pictures[*list.other];
  // A picture that is being read again has followed before.
  const bool has_part = other.image ? find_part(other.image->parts, part).has_value() : !other.reading.part.empty();
  if (has_part &&
      find_part(names, other.reading.part).value_or(other.reading.part.empty() ? 0 : names.size()) == shown) {
    other.reading.part = part;
    other.image.reset();
    other.error.clear();
  }
}

}  // namespace

void show_part(Pictures& pictures, std::size_t position) {
  if (!shown_part(pictures) || position >= pictures.current->image->parts.size()) {
    return;
  }
  const std::vector<std::string>& names = pictures.current->image->parts;
  // If a name occurs twice, the number identifies the part.
  const bool has_own_name = find_part(names, names[position]) == position;
  const std::string part = has_own_name ? names[position] : fmt::format("{}", position + 1);
  take_other_along(pictures.list, names, *shown_part(pictures), part);
  read_again(pictures, {pictures.current->reading.orientation, part});
}

}  // namespace texelscope::app
