#include "app/window/opened_file.h"

#include <fmt/format.h>

#include <optional>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "app/files/file_kinds.h"
#include "app/images/image_reader.h"
#include "app/scene/scene_input.h"
#include "app/window/picture_view.h"
#include "app/window/review/review_actions.h"

namespace texelscope::app {

FileUse file_use(const State& state, const std::filesystem::path& file) {
  if (is_of_kind(file, session_files)) {
    return FileUse::session;
  }
  if (!lab_opened_by(state, file)) {
    return FileUse::picture;
  }
  return is_scene_tensor(file) ? FileUse::lab_and_picture : FileUse::lab;
}

std::optional<std::size_t> lab_opened_by(const State& state, const std::filesystem::path& file) {
  for (std::size_t lab = 0; lab < state.labs.states.size(); ++lab) {
    if (state.labs.states[lab]->is_opened_by(file)) {
      return lab;
    }
  }
  return std::nullopt;
}

bool can_be_opened(const State& state, const std::filesystem::path& file) {
  return file_use(state, file) != FileUse::picture || is_image_name(file);
}

std::string openable_files_text() {
  std::vector<std::string> kinds{fmt::format("a picture ({})", image_endings_text())};
  for (const FileKind& kind : opened_kinds) {
    kinds.push_back(fmt::format("{} ({})", kind.name, alternatives_text(kind.endings)));
  }
  return alternatives_text(std::vector<std::string_view>(kinds.begin(), kinds.end()));
}

void take_dropped_files(State& state, const std::vector<std::filesystem::path>& files) {
  const auto is_listed = [&](const std::filesystem::path& file) {
    std::error_code error;
    return std::filesystem::is_directory(file, error) ||
           (files.size() > 1 && file_use(state, file) == FileUse::picture);
  };
  for (const std::filesystem::path& file : files) {
    if (is_listed(file)) {
      state.requests.listed_files.push_back(file);
    } else {
      state.requests.image = file;
    }
  }
  state.dialogs.file.is_shown = false;
}

bool open_in_its_lab(State& state, const std::filesystem::path& file) {
  const std::optional<std::size_t> lab = lab_opened_by(state, file);
  if (!lab || !state.labs.states[*lab]->take_file(file)) {
    return false;
  }
  choose_lab(state, *lab);
  return true;
}

void show_listed_picture(State& state, LoadedImage picture) {
  // The choice of the shown picture is not an undo step; earlier changes are.
  const bool was_removed = state.pictures.list.removed != nullptr;
  if (!was_removed) {
    state.history.record(state, true);
  }
  const bool has_values = shows_values(state);
  const std::optional<LoadedImage> before = std::exchange(state.pictures.current, std::move(picture));
  show_opened_picture(state, before ? before->image.get() : nullptr);
  state.labs.current.reset();
  choose_scene_for_input(state);
  if (has_values) {
    show_values(state);
  }
  if (was_removed && state.review.pairs) {
    // The picture belongs to a different pair; undo must not return to it.
    state.history = {};
  }
  show_first_cluster(state);
  state.history.record(state, was_removed);
}

void show_values(State& state) {
  state.pictures.inspected = state.pictures.current ? state.pictures.current->image : nullptr;
  open_values(state, offered_picture(state));
}

bool shows_values(const State& state) {
  return state.labs.current && state.pictures.inspected && state.pictures.current &&
         state.pictures.inspected == state.pictures.current->image &&
         state.labs.all[*state.labs.current].name == "tensors";
}

std::optional<std::size_t> shown_part(const State& state) {
  if (!state.pictures.current || state.pictures.current->image->parts.empty()) {
    return std::nullopt;
  }
  return find_part(state.pictures.current->image->parts, state.pictures.current->reading.part).value_or(0);
}

void read_again(State& state, const ReadOptions& reading) {
  state.requests.image = state.pictures.current->path;
  state.requests.reading = reading;
  state.requests.is_of_session = true;
}

void show_part(State& state, std::size_t position) {
  if (!shown_part(state) || position >= state.pictures.current->image->parts.size()) {
    return;
  }
  const std::vector<std::string>& names = state.pictures.current->image->parts;
  // If a name occurs twice, the number identifies the part.
  const bool has_own_name = find_part(names, names[position]) == position;
  read_again(state, {state.pictures.current->reading.orientation,
                     has_own_name ? names[position] : fmt::format("{}", position + 1)});
}

std::shared_ptr<const Image> load_opened_picture(const std::filesystem::path& file, const ReadOptions& options) {
  try {
    return std::make_shared<const Image>(load_scene_input(file, options));
  } catch (const UnknownFileFormat&) {
    throw FileError(
        fmt::format("cannot open {}: unsupported file type; open {}", file.string(), openable_files_text()));
  }
}

std::shared_ptr<const Image> load_session_picture(const std::filesystem::path& file, const ReadOptions& options) {
  try {
    return std::make_shared<const Image>(load_scene_input(file, options));
  } catch (const UnknownFileFormat&) {
    throw FileError(
        fmt::format("cannot read {}, the session's picture: it is not a picture ({}); choose another picture and save "
                    "the session again",
                    file.string(), image_endings_text()));
  }
}

}  // namespace texelscope::app
