#include "app/documents/documents.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include "app/scene/picture_tone.h"
#include "app/scene/scene_input.h"

namespace texelscope::app {

void advance(Playback& playback, double seconds, std::uint64_t most) {
  playback.fraction += seconds * 60;
  const double due = std::floor(playback.fraction);
  playback.fraction -= due;
  playback.number += std::min(static_cast<std::uint64_t>(std::max(due, 0.0)), most);
}

Documents::Documents(std::span<const SceneDeclaration> all_scenes, std::span<const LabDeclaration> all_labs) {
  scenes.all = all_scenes;
  labs.all = all_labs;
  for (const SceneDeclaration& scene_declaration : scenes.all) {
    scenes.settings.push_back(
        {ParameterValues{scene_declaration.parameters()}, {.follows_viewport = !scene_declaration.has_history}});
  }
  for (const LabDeclaration& lab_declaration : labs.all) {
    labs.states.push_back(lab_declaration.make());
  }
}

const SceneDeclaration& current_scene(const Documents& documents) {
  return documents.scenes.all[documents.scenes.current];
}
SceneSettings& current_settings(Documents& documents) { return documents.scenes.settings[documents.scenes.current]; }
const SceneSettings& current_settings(const Documents& documents) {
  return documents.scenes.settings[documents.scenes.current];
}

ViewExtent view_extent(const Documents& documents) {
  return {documents.viewport.width, documents.viewport.height, documents.frame.width, documents.frame.height};
}

void choose_scene(Documents& documents, std::size_t scene) {
  if (scene < documents.scenes.all.size()) {
    close_lab(documents);
  }
  if (scene < documents.scenes.all.size() && scene != documents.scenes.current) {
    documents.scenes.current = scene;
    documents.scenes.playback.number = 0;
    documents.scenes.has_failed = false;
    documents.viewport.view.is_fit = true;
  }
}

void choose_comparison(Documents& documents, PictureComparison comparison) {
  PictureList& list = documents.pictures.list;
  if (is_difference(list.comparison) != is_difference(comparison) && has_tone(current_scene(documents))) {
    ParameterValues& values = current_settings(documents).values;
    const double exposure = values.real(exposure_parameter);
    values.set(exposure_parameter, std::exchange(list.other_exposure, exposure));
  }
  list.comparison = comparison;
}

ParameterValues shown_values(const Documents& documents) {
  ParameterValues values = current_settings(documents).values;
  const bool is_signed = documents.pictures.list.comparison == PictureComparison::signed_values &&
                         documents.pictures.compared.picture && has_tone(current_scene(documents));
  const bool is_flip = documents.pictures.list.comparison == PictureComparison::flip &&
                       documents.pictures.compared.flip && has_tone(current_scene(documents));
  if (is_signed || is_flip) {
    const double largest = is_flip ? 1.0 : std::exp2(-values.real(exposure_parameter));
    for (const auto& [name, value] : std::initializer_list<std::pair<std::string_view, ParameterValue>>{
             {"channels", std::string("color")},
             {"tone_map", std::string("none")},
             {"false_color", std::string(is_flip ? "none" : "balance")},
             {"black", is_flip ? 0.0 : -largest},
             {"white", largest},
             {"gamma", 1.0},
             {exposure_parameter, 0.0}}) {
      values.set(name, value);
    }
  }
  return values;
}

void choose_scene_for_input(Documents& documents) {
  if (!documents.pictures.current ||
      documents.scenes.all[documents.scenes.current].takes == kind_of(*documents.pictures.current->image)) {
    return;
  }
  const auto found =
      std::ranges::find(documents.scenes.all, kind_of(*documents.pictures.current->image), &SceneDeclaration::takes);
  if (found != documents.scenes.all.end()) {
    choose_scene(documents, static_cast<std::size_t>(found - documents.scenes.all.begin()));
  }
}

std::shared_ptr<const Image> shown_image(const Documents& documents) {
  if (!documents.pictures.current) {
    return nullptr;
  }
  return documents.pictures.compared.picture ? documents.pictures.compared.picture : documents.pictures.current->image;
}

std::shared_ptr<const Image> input_of(const Documents& documents, const SceneDeclaration& scene) {
  return input_for(scene, shown_image(documents));
}

bool is_scene_resting(const Documents& documents) {
  return documents.labs.is_any_open() && !is_scene_watched(documents.labs);
}

void close_lab(Documents& documents) { documents.labs.current.reset(); }

void choose_lab(Documents& documents, std::size_t lab) {
  if (lab < documents.labs.all.size()) {
    documents.labs.current = lab;
    documents.viewport.hovered.reset();
    documents.viewport.pointer.is_pressed = false;
  }
}

ShownPlace shown_place(const Documents& documents) { return {documents.scenes.current, documents.labs.current}; }

void show_place(Documents& documents, const ShownPlace& place) {
  choose_scene(documents, place.scene);
  if (place.lab) {
    choose_lab(documents, *place.lab);
  }
}

FrameSize wanted_frame_size(const Documents& documents) {
  FrameSize size = current_settings(documents).size;
  if (size.follows_viewport) {
    size.width = static_cast<int>(documents.viewport.width);
    size.height = static_cast<int>(documents.viewport.height);
  }
  size.width = std::clamp(size.width, 1, maximum_frame_extent);
  size.height = std::clamp(size.height, 1, maximum_frame_extent);
  return size;
}

std::optional<TexelValue> hovered_value(const Documents& documents) {
  if (!documents.viewport.hovered) {
    return std::nullopt;
  }
  return documents.frame.texels.at(static_cast<int>(documents.viewport.hovered->x),
                                   static_cast<int>(documents.viewport.hovered->y));
}

TexelPatch wanted_texels(const Documents& documents, double minimum_pixels) {
  const ViewExtent extent = view_extent(documents);
  const int width = documents.frame.width;
  const int height = documents.frame.height;
  TexelPatch patch{.format = documents.frame.format};
  if (documents.viewport.has_texel_values && documents.viewport.view.zoom >= minimum_pixels) {
    const Point first = image_position(documents.viewport.view, extent, {0, 0});
    const Point last =
        image_position(documents.viewport.view, extent, {documents.viewport.width, documents.viewport.height});
    patch.x = static_cast<int>(std::clamp(std::floor(first.x), 0.0, width - 1.0));
    patch.y = static_cast<int>(std::clamp(std::floor(first.y), 0.0, height - 1.0));
    patch.width = static_cast<int>(std::clamp(std::ceil(last.x), 0.0, double(width))) - patch.x;
    patch.height = static_cast<int>(std::clamp(std::ceil(last.y), 0.0, double(height))) - patch.y;
  } else if (documents.viewport.hovered) {
    patch.x = static_cast<int>(documents.viewport.hovered->x);
    patch.y = static_cast<int>(documents.viewport.hovered->y);
    const bool is_inside = patch.x < width && patch.y < height;
    patch.width = patch.height = is_inside ? 1 : 0;
  }
  patch.width = std::max(patch.width, 0);
  patch.height = std::max(patch.height, 0);
  return patch;
}

void open_layout(Documents& documents, const gpu::StridedLayout& layout) {
  if (const auto lab = find_capability<TakesLayouts>(documents.labs)) {
    capability<TakesLayouts>(documents.labs, *lab)->take_layout(layout);
    choose_lab(documents, *lab);
  }
}

void open_fetch(Documents& documents, std::shared_ptr<const OfferedFetch> fetch) {
  if (const auto lab = find_capability<TakesFetches>(documents.labs)) {
    capability<TakesFetches>(documents.labs, *lab)->take_fetch(std::move(fetch));
    choose_lab(documents, *lab);
  }
}

void open_code_line(Documents& documents, int line) {
  if (const auto lab = find_capability<EditsCode>(documents.labs)) {
    capability<EditsCode>(documents.labs, *lab)->show_line(line);
    choose_lab(documents, *lab);
  }
}

void open_values(Documents& documents, const OfferedPicture& picture) {
  const auto lab = find_capability<TakesPictures>(documents.labs);
  if (lab && capability<TakesPictures>(documents.labs, *lab)->take_picture(picture)) {
    choose_lab(documents, *lab);
  }
}

}  // namespace texelscope::app
