#include "app/gui/startup.h"

#include <fmt/format.h>

#include <exception>
#include <ranges>
#include <string>
#include <string_view>
#include <vector>

#include "app/files/file_error.h"
#include "app/gui/lab_registry.h"
#include "app/labs/tensor/tensor_lab.h"
#include "app/lessons/course_choice.h"
#include "app/pictures/picture_list.h"
#include "app/scenes/registry.h"
#include "app/text/nearest_name.h"
#include "app/window/opened_file.h"
#include "app/window/session.h"

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

TensorLab& tensor_lab(const State& state) {
  return dynamic_cast<TensorLab&>(*state.labs.states[require_lab("tensors")]);
}

/// The lab that opens the file of the options; nothing if they contain no file, or no lab opens it.
std::optional<std::size_t> lab_of_file(const ExploreOptions& options, const State& state) {
  return options.image ? lab_opened_by(state, *options.image) : std::nullopt;
}

/// Passes the caller's tensors to the tensor lab, or a file to its lab, and opens that lab unless a lab or scene is
/// requested.
void take_lab_input(const ExploreOptions& options, State& state) {
  std::optional<std::size_t> lab = lab_of_file(options, state);
  if (!options.tensors.empty()) {
    tensor_lab(state).show(options.tensors);
    if (options.tensor_view) {
      tensor_lab(state).view = *options.tensor_view;
    }
    lab = require_lab("tensors");
  } else if (lab) {
    static_cast<void>(state.labs.states[*lab]->take_file(*options.image));
  }
  if (lab && options.lab.empty() && options.scene == default_scene) {
    choose_lab(state, *lab);
  }
}

bool is_session(const ExploreOptions& options, const State& state) {
  return options.image && file_use(state, *options.image) == FileUse::session;
}

/// Whether the options specify the initial contents.
bool names_a_beginning(const ExploreOptions& options) {
  return options.image || !options.lab.empty() || !options.settings.empty() || options.scene != default_scene;
}

/// Whether a session was restored.
bool take_session_of(const ExploreOptions& options, State& state, Autosave& autosave) {
  if (is_session(options, state)) {
    if (options.session) {
      throw ParameterError(fmt::format("{} is a session, but --session also specifies {}; pass only one of them",
                                       options.image->string(), options.session->string()));
    }
    load_session(*options.image, state);
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

void take_settings(const ExploreOptions& options, State& state, Autosave& autosave) {
  const bool has_session = take_session_of(options, state, autosave);
  if (!has_session || options.scene != default_scene) {
    choose_scene(state, static_cast<std::size_t>(&require_scene(options.scene) - state.scenes.all.data()));
  }
  for (const auto& [name, text] : options.settings) {
    current_settings(state).values.set_from_text(name, text);
  }
  if (!options.lab.empty()) {
    choose_lab(state, require_lab(options.lab));
  }
  if (options.image && !is_session(options, state)) {
    state.requests.image.reset();
    state.requests.is_of_session = false;
  }
  take_lab_input(options, state);
  if (options.course) {
    open_course(state, *options.course);
  }
  autosave.keep_replaced_text(require_lab("kernels"), state);
}

FirstPicture load_picture(const ExploreOptions& options, const State& state) {
  const FileUse use = options.image ? file_use(state, *options.image) : FileUse::lab;
  if (use == FileUse::lab || use == FileUse::session) {
    return {};
  }
  FirstPicture first{.path = *options.image};
  try {
    first.image = load_opened_picture(first.path, options.reading);
    return first;
  } catch (const std::exception& error) {
    if (use == FileUse::lab_and_picture) {
      return {};
    }
    first.unread.emplace_back(first.path, error.what());
  }
  // The picture that cannot be read is the first in the list.
  PictureList list;
  add_files(list, options.listed_files, options.reading);
  for (const ListedPicture& picture : list.pictures | std::views::drop(1)) {
    try {
      first.path = picture.path;
      first.image = load_opened_picture(first.path, options.reading);
      return first;
    } catch (const std::exception& error) {
      first.unread.emplace_back(first.path, error.what());
    }
  }
  throw FileError(first.unread.front().second);
}

void take_picture(const ExploreOptions& options, const FirstPicture& picture, State& state) {
  const std::optional<std::size_t> lab_of_picture = lab_of_file(options, state);
  if (picture.image != nullptr) {
    const std::optional<std::size_t> lab = state.labs.current;
    state.pictures.current = LoadedImage{picture.path, picture.image, options.reading};
    choose_scene_for_input(state);
    state.labs.current = lab_of_picture ? lab : state.labs.current;
    state.recent_files.add(picture.path, state.notices, state.now);
  }
  add_files(state.pictures.list, options.listed_files, options.reading);
  for (const auto& [path, error] : picture.unread) {
    set_error(state.pictures.list, path, options.reading, error);
    state.notices.notify(NoticeKind::error, error, state.now);
  }
  if (lab_of_picture) {
    state.labs.states[*lab_of_picture]->wait_for_file();
  }
}

}  // namespace texelscope::app
