#include "app/gui/startup.h"

#include <fmt/format.h>

#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "app/files/tensor_file.h"
#include "app/gui/lab_registry.h"
#include "app/labs/tensor/tensor_lab.h"
#include "app/scene/scene_input.h"
#include "app/scenes/registry.h"
#include "app/text/nearest_name.h"
#include "app/window/autosave.h"
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
  return dynamic_cast<TensorLab&>(*state.lab_states[require_lab("tensors")]);
}

/// Gives the tensor lab the caller's tensors, or a file of them, and opens it unless a lab or a scene is asked for.
void take_tensors(const ExploreOptions& options, State& state) {
  const bool has_tensor_file = options.image && is_tensor_file(*options.image);
  if (!options.tensors.empty()) {
    tensor_lab(state).show(options.tensors);
    if (options.tensor_view) {
      tensor_lab(state).view = *options.tensor_view;
    }
  } else if (has_tensor_file) {
    static_cast<void>(tensor_lab(state).take_file(*options.image));
  } else {
    return;
  }
  if (options.lab.empty() && options.scene == ExploreOptions{}.scene) {
    choose_lab(state, require_lab("tensors"));
  }
}

/// Whether nothing says what to begin with.
bool can_restore(const ExploreOptions& options) {
  return is_for_a_user(options) && !options.starts_fresh && !options.session && !options.image && options.lab.empty() &&
         options.settings.empty() && options.scene == ExploreOptions{}.scene;
}

/// Whether a session came back.
bool take_session_of(const ExploreOptions& options, State& state) {
  if (options.session) {
    load_session(*options.session, state);
    return true;
  }
  const auto file = find_autosave_file();
  return file && can_restore(options) && restore_autosave(*file, state);
}

}  // namespace

void take_settings(const ExploreOptions& options, State& state) {
  const bool has_session = take_session_of(options, state);
  if (!has_session || options.scene != ExploreOptions{}.scene) {
    choose_scene(state, static_cast<std::size_t>(&require_scene(options.scene) - state.scenes.data()));
  }
  for (const auto& [name, text] : options.settings) {
    current_settings(state).values.set_from_text(name, text);
  }
  if (!options.lab.empty()) {
    choose_lab(state, require_lab(options.lab));
  }
  if (options.image) {
    state.requests.image.reset();
    state.requests.is_of_session = false;
  }
  take_tensors(options, state);
}

std::shared_ptr<const Image> load_picture(const ExploreOptions& options) {
  if (!options.image) {
    return nullptr;
  }
  try {
    return std::make_shared<const Image>(load_scene_input(*options.image, options.orientation));
  } catch (const std::exception&) {
    if (is_tensor_file(*options.image)) {
      return nullptr;
    }
    throw;
  }
}

void take_picture(const ExploreOptions& options, const std::shared_ptr<const Image>& picture, State& state) {
  if (!options.image) {
    return;
  }
  const bool has_tensors = is_tensor_file(*options.image);
  if (picture != nullptr) {
    const std::optional<std::size_t> lab = state.lab;
    state.image = LoadedImage{*options.image, picture, options.orientation};
    choose_scene_for_input(state);
    state.lab = has_tensors ? lab : state.lab;
  }
  if (has_tensors) {
    tensor_lab(state).wait_for_file();
  }
}

}  // namespace texelscope::app
