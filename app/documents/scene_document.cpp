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

void SceneDocument::fit() {
  Document::fit();
  app::fit(documents_.viewport.view, view_extent(documents_));
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

void MovedSceneDocument::zoom(double notches, Point at) {
  movement().zoom(frame_input(documents_), notches, position_in_frame(at), current_settings(documents_).values);
}

void MovedSceneDocument::zoom(double notches) {
  zoom(notches, {documents_.viewport.width / 2, documents_.viewport.height / 2});
}

void MovedSceneDocument::move(double dx, double dy) {
  if (movement().pan != nullptr) {
    movement().pan(frame_input(documents_), dx, dy, current_settings(documents_).values);
  }
}

void MovedSceneDocument::pan(Point from, Point to) {
  const Point start = position_in_frame(from);
  const Point end = position_in_frame(to);
  move(end.x - start.x, end.y - start.y);
}

void MovedSceneDocument::pan_by_shares(double right, double down) {
  move(right * documents_.frame.width, down * documents_.frame.height);
}

void MovedSceneDocument::fit() {
  current_settings(documents_).values.reset(movement().parameters);
  app::fit(documents_.viewport.view, view_extent(documents_));
}

bool MovedSceneDocument::is_fit() const {
  ParameterValues initial = current_settings(documents_).values;
  initial.reset(movement().parameters);
  return SceneDocument::is_fit() && initial == current_settings(documents_).values;
}

}  // namespace texelscope::app
