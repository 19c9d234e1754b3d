#include "app/gui/startup.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/documents/listed_folders.h"
#include "app/documents/pictures.h"
#include "app/files/file_error.h"
#include "app/gui/lab_registry.h"
#include "app/labs/tensor/tensor_lab.h"
#include "app/lessons/course_choice.h"
#include "app/scenes/registry.h"
#include "app/text/nearest_name.h"
#include "app/workspace/open.h"
#include "app/workspace/session.h"

namespace texelscope::app {
namespace {

std::size_t require_lab(const std::string& name) {
  std::vector<std::string_view> names;
  for (const LabDeclaration& lab : labs()) {
    if (lab.name == name) {
      return names.size();
    }
    names.push_back(lab.name);
  }
  throw ParameterError(fmt::format("there is no lab '{}'; {}", name, advise_names(name, names, "labs")));
}

/// Whether the options specify the initial contents.
bool names_a_beginning(const ExploreOptions& options) {
  return options.image || !options.lab.empty() || !options.settings.empty() || options.scene != default_scene;
}

bool is_session(const ExploreOptions& options, const Documents& documents) {
  return options.image && file_use(documents.labs, *options.image) == FileUse::session;
}

/// Whether a session was restored.
bool take_session_of(const ExploreOptions& options, State& state, Autosave& autosave) {
  if (is_session(options, state)) {
    if (options.session) {
      throw ParameterError(fmt::format("{} is a session, but --session also specifies {}; pass only one of them",
                                       options.image->string(), options.session->string()));
    }
    open_file(state, *options.image);
    return true;
  }
  if (options.session) {
    load_session(*options.session, state);
    return true;
  }
  if (options.starts_fresh) {
    return false;
  }
  if (names_a_beginning(options)) {
    static_cast<void>(autosave.restore(state, SessionPart::work));
    return false;
  }
  return autosave.restore(state);
}

/// Passes the caller's tensors to the lab that shows them, and opens it.
void show_tensors(const ExploreOptions& options, Documents& documents) {
  if (const auto lab = find_capability<TensorLab>(documents.labs); lab && !options.tensors.empty()) {
    auto& tensors = *capability<TensorLab>(documents.labs, *lab);
    tensors.show(options.tensors);
    if (options.tensor_view) {
      tensors.view = *options.tensor_view;
    }
    choose_lab(documents, *lab);
  }
}

/// The next listed picture, after one that cannot be read; nothing after the last.
std::optional<WantedPicture> next_listed(const PictureList& list, const ReadPicture& unread) {
  const auto found = std::ranges::find(list.pictures, plain_path(unread.wanted.path), &ListedPicture::path);
  if (found == list.pictures.end() || found + 1 == list.pictures.end()) {
    return std::nullopt;
  }
  return WantedPicture{(found + 1)->path, unread.wanted.reading, PictureOrigin::user};
}

/// Shows a picture with the parameters and in the lab that the options set.
void show_first(State& state, const ReadPicture& read) {
  const ShownPlace place = shown_place(state);
  state.pictures.current = LoadedImage{read.wanted.path, read.image, read.wanted.reading, read.written};
  choose_scene_for_input(state);
  if (place.lab && read.wanted.origin == PictureOrigin::user_and_lab) {
    choose_lab(state, *place.lab);
  }
  state.recent_files.add(read.wanted.path, state.notices, state.now);
}

}  // namespace

Autosave open_autosave(const ExploreOptions& options, State& state) {
  if (!is_for_a_user(options)) {
    return {};
  }
  if (const auto file = find_autosave_file()) {
    return Autosave(*file, state);
  }
  state.notices.notify(NoticeKind::warning,
                       "This window starts without the last session, and does not save its own: neither XDG_STATE_HOME "
                       "nor HOME is the absolute path of a folder; set one of them",
                       state.now);
  return {};
}

void begin_opening(const ExploreOptions& options, State& state, Autosave& autosave) {
  const bool has_session = take_session_of(options, state, autosave);
  if (!has_session || options.scene != default_scene) {
    choose_scene(state, static_cast<std::size_t>(&require_scene(options.scene) - state.scenes.all.data()));
  }
  for (const auto& [name, text] : options.settings) {
    current_settings(state).values.set_from_text(name, text);
  }
  const std::optional<std::size_t> lab =
      options.lab.empty() ? state.labs.current : std::optional{require_lab(options.lab)};
  if (options.image && !is_session(options, state)) {
    state.pictures.reader.forget();
    // The session's lab is not offered the file.
    close_lab(state);
    open_file(state, *options.image, options.reading);
  }
  show_tensors(options, state);
  if (options.lab.empty() && options.scene != default_scene) {
    close_lab(state);
  } else if (lab && (!options.lab.empty() || !state.labs.is_any_open())) {
    choose_lab(state, *lab);
  }
  const WantedPicture* const wanted = state.pictures.reader.wanted();
  if (wanted != nullptr && wanted->origin != PictureOrigin::session) {
    state.pictures.reader.update();
  }
  if (options.course) {
    open_course(state, *options.course);
  }
  autosave.keep_replaced_text(require_lab("kernels"), state);
}

void finish_opening(const ExploreOptions& options, State& state) {
  Pictures& pictures = state.pictures;
  PictureList named;
  add_files(named, options.listed_files, options.reading);
  add_files(pictures.list, options.listed_files, options.reading);
  std::string error;
  while (pictures.reader.is_reading()) {
    const ReadPicture read = pictures.reader.wait();
    if (read.image) {
      show_first(state, read);
      error.clear();
      break;
    }
    // The lab reports the error.
    if (read.wanted.origin == PictureOrigin::user_and_lab) {
      break;
    }
    error = error.empty() ? read.error : error;
    set_error(pictures.list, read.wanted.path, read.wanted.reading, read.error);
    state.notices.notify(NoticeKind::error, read.error, state.now);
    if (auto next = next_listed(named, read)) {
      pictures.reader.want(*std::move(next));
      pictures.reader.update();
    }
  }
  if (!error.empty()) {
    throw FileError(error);
  }
  if (const auto lab = options.image ? lab_opened_by(state.labs, *options.image) : std::nullopt) {
    capability<TakesFiles>(state.labs, *lab)->wait_for_file();
  }
}

}  // namespace texelscope::app
