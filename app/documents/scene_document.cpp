#include "app/documents/scene_document.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/scene/picture_tone.h"
#include "app/text/shown_path.h"

namespace texelscope::app {
namespace {

FrameInput frame_input(const Documents& documents) {
  return {.number = documents.scenes.playback.number,
          .width = documents.frame.width,
          .height = documents.frame.height,
          .pointer = {}};
}

}  // namespace

std::optional<DocumentView> SceneDocument::view() const {
  return DocumentView{documents_.viewport.view, view_extent(documents_)};
}

Point SceneDocument::position(Point in_viewport) const {
  return movement() != nullptr ? image_position(documents_.viewport.view, view_extent(documents_), in_viewport)
                               : in_viewport;
}

void SceneDocument::zoom(double notches, Point at) {
  if (movement() == nullptr) {
    Document::zoom(notches, at);
    return;
  }
  movement()->zoom(frame_input(documents_), notches, position(at), current_settings(documents_).values);
}

void SceneDocument::zoom(double notches) {
  if (movement() == nullptr) {
    Document::zoom(notches);
    return;
  }
  zoom(notches, {documents_.viewport.width / 2, documents_.viewport.height / 2});
}

void SceneDocument::move(double dx, double dy) {
  if (movement()->pan != nullptr) {
    movement()->pan(frame_input(documents_), dx, dy, current_settings(documents_).values);
  }
}

void SceneDocument::pan(Point from, Point to) {
  if (movement() == nullptr) {
    Document::pan(from, to);
    return;
  }
  const Point start = position(from);
  const Point end = position(to);
  move(end.x - start.x, end.y - start.y);
}

void SceneDocument::pan_by_shares(double right, double down) {
  if (movement() == nullptr) {
    Document::pan_by_shares(right, down);
    return;
  }
  move(right * documents_.frame.width, down * documents_.frame.height);
}

void SceneDocument::fit() {
  if (movement() != nullptr) {
    current_settings(documents_).values.reset(movement()->parameters);
  } else {
    Document::fit();
  }
  app::fit(documents_.viewport.view, view_extent(documents_));
}

bool SceneDocument::is_fit() const {
  if (movement() == nullptr) {
    return documents_.viewport.view.is_fit;
  }
  ParameterValues initial = current_settings(documents_).values;
  initial.reset(movement()->parameters);
  return documents_.viewport.view.is_fit && initial == current_settings(documents_).values;
}

std::optional<float> SceneDocument::exposure() const {
  if (has_tone(current_scene(documents_))) {
    return static_cast<float>(current_settings(documents_).values.real(exposure_parameter));
  }
  return documents_.frame.format == FrameFormat::rgba32f ? std::optional{documents_.viewport.exposure} : std::nullopt;
}

void SceneDocument::set_exposure(float stops) {
  const float clamped = std::clamp(stops, -16.0F, 16.0F);
  if (has_tone(current_scene(documents_))) {
    current_settings(documents_).values.set(exposure_parameter, static_cast<double>(clamped));
  } else if (exposure()) {
    documents_.viewport.exposure = clamped;
  }
}

std::optional<std::string> SceneDocument::value_text() const {
  const std::optional<TexelValue> value = hovered_value(documents_);
  return value ? std::optional{texel_text(documents_.frame.format, *value)} : std::nullopt;
}

OfferedPicture SceneDocument::picture() const {
  const LoadedImage& current = *documents_.pictures.current;
  const PictureList& list = documents_.pictures.list;
  const std::string name = shown_file_name(current.path);
  if (documents_.pictures.compared.picture && list.other) {
    return {fmt::format("{} and {}: {}", name, shown_file_name(list.pictures[*list.other].path),
                        picture_comparison_titles()[static_cast<std::size_t>(list.comparison)]),
            documents_.pictures.compared.picture, "", ""};
  }
  return {name, current.image, current.path, current.reading.part};
}

}  // namespace texelscope::app
